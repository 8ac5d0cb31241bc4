// The probes can fail: they do so when a member of an include lies elsewhere, and they name the member.

#include <array>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "conformance/render_pack_v1/block_probe.hpp"
#include "conformance/render_pack_v1/block_words.hpp"
#include "harness/gpu/instance.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::set<std::string> members_of(const std::vector<WordFault>& faults) {
  std::set<std::string> members;
  for (const WordFault& fault : faults) {
    members.insert(fault.member);
  }
  return members;
}

std::vector<std::uint32_t> tags_of(const Block& block) {
  std::vector<std::uint32_t> tags;
  for (const BlockWord& word : words_of(block)) {
    tags.push_back(tag_of(block, static_cast<std::int32_t>(word.offset)));
  }
  return tags;
}

TEST(WordsOf, CountsEveryScalarOfTheContract) {
  // D.6: 160, 336, 64, 256 and 96 bytes without a gap.
  for (const auto& [block, bytes] : {std::pair{&atmospheric_frame, 160U},
                                     {&directional_shadow, 336U},
                                     {&pack_pass, 64U},
                                     {&pack_settings, 256U},
                                     {&push_block, 96U}}) {
    const std::vector<BlockWord> words = words_of(*block);
    EXPECT_EQ(words.size() * 4, bytes) << block->name;
    for (std::size_t i = 0; i < words.size(); ++i) {
      EXPECT_EQ(words[i].offset, 4 * i) << block->name << "." << words[i].name;
    }
  }
}

TEST(WordsOf, NamesAreThoseOfGlsl) {
  const std::vector<BlockWord> shadow = words_of(directional_shadow);
  EXPECT_EQ(shadow[0].name, "uShadowWorldToClip[0][0][0]");
  EXPECT_EQ(shadow[2 * 16 + 1 * 4 + 3].name, "uShadowWorldToClip[2][1][3]");
  EXPECT_EQ(shadow[64].name, "uShadowSplitFarMeters.x");
  EXPECT_EQ(shadow[79].name, "uShadowTextureAndFlags.w");
  EXPECT_EQ(words_of(pack_settings)[63].name, "uPackSettings[15].w");
  EXPECT_EQ(words_of(push_block)[16].name, "drawIdOffset");
}

TEST(Tags, AreDistinctNormalFloatsThatTellTheirPlace) {
  std::set<std::uint32_t> seen;
  for (const Block* block : blocks) {
    for (std::int32_t byte = -256; byte < 768; byte += 4) {
      const std::uint32_t tag = tag_of(*block, byte);
      EXPECT_TRUE(seen.insert(tag).second);
      const std::uint32_t exponent = tag >> 23 & 0xFF;
      EXPECT_GT(exponent, 0U);    // no denormal
      EXPECT_LT(exponent, 255U);  // no NaN
      EXPECT_EQ(origin_of(tag), fmt::format("the word at byte {} of {}", byte, block->name));
    }
  }
  EXPECT_EQ(origin_of(0), "no word of the host");
  EXPECT_EQ(origin_of(0x3F800000), "no word of the host");
  EXPECT_THAT(origin_of(0xC1EA4ED0), HasSubstr("no draw wrote"));
}

TEST(CompareWithTags, SaysWhatWasReadInstead) {
  std::vector<std::uint32_t> words = tags_of(atmospheric_frame);
  EXPECT_THAT(compare_with_tags(atmospheric_frame, words), IsEmpty());

  words[24] = tag_of(atmospheric_frame, 100);
  const std::vector<WordFault> moved = compare_with_tags(atmospheric_frame, words);
  ASSERT_EQ(moved.size(), 1U);
  EXPECT_EQ(moved[0].member, "uAtmosphereInverseViewProjection");
  EXPECT_THAT(moved[0].text, HasSubstr("AtmosphericFrame.uAtmosphereInverseViewProjection[0][0]"));
  EXPECT_THAT(moved[0].text, HasSubstr("from byte 96"));
  EXPECT_THAT(moved[0].text, HasSubstr("the word at byte 100 of AtmosphericFrame"));

  words.pop_back();
  EXPECT_EQ(compare_with_tags(atmospheric_frame, words).size(), 2U);
}

/// Every device that is here. Without the validation layer, which would refuse the altered modules.
class Probes : public testing::Test {
 protected:
  template <class Body>
  void on_each_device(const Body& body) {
    const Result<gpu::Instance> instance = gpu::Instance::create();
    ASSERT_TRUE(instance.has_value()) << instance.error().message;
    ASSERT_FALSE(instance->devices().empty());
    for (const gpu::PhysicalDevice& physical : instance->devices()) {
      SCOPED_TRACE(physical.identity.name);
      const Result<gpu::Device> device = gpu::Device::open(physical);
      ASSERT_TRUE(device.has_value()) << device.error().message;
      body(*device);
    }
  }
};

TEST_F(Probes, TheSharedIncludesPass) {
  on_each_device([](const gpu::Device& device) {
    for (const BlockProbe& probe : block_probes()) {
      const auto faults = find_faults(device, RPCTS_DATA, probe);
      ASSERT_TRUE(faults.has_value()) << faults.error().message;
      EXPECT_THAT(*faults, IsEmpty()) << probe.module;
    }
  });
}

// The altered includes move these members by four bytes, and what stands behind them.
TEST_F(Probes, AMovedMemberFailsAndIsNamed) {
  struct Moved {
    const Block* block;
    std::set<std::string> members;
  };
  const std::array<Moved, 5> moved{{{&atmospheric_frame, {"uAtmosphereInverseViewProjection"}},
                                    {&directional_shadow, {"uShadowLightDirectionAndSource"}},
                                    {&pack_pass, {"uPackParams1", "uPackParams2", "uPackParams3"}},
                                    {&pack_settings, {"uPackSettings"}},
                                    {&push_block, {"paramB"}}}};
  on_each_device([&](const gpu::Device& device) {
    for (const BlockProbe& probe : block_probes()) {
      const auto faults = find_faults(device, RPCTS_ALTERED_DATA, probe);
      ASSERT_TRUE(faults.has_value()) << faults.error().message;
      for (const Moved& expected : moved) {
        if (expected.block == probe.block) {
          EXPECT_EQ(members_of(*faults), expected.members) << probe.module;
        }
      }
    }
  });
}

/// Moves the member `index` of the module's block by four bytes, in its OpMemberDecorate Offset.
bool move_member(std::vector<std::uint32_t>& module, std::uint32_t index) {
  constexpr std::uint32_t op_member_decorate = 72;
  constexpr std::uint32_t decoration_offset = 35;
  for (std::size_t at = 5; at < module.size() && (module[at] >> 16) > 0; at += module[at] >> 16) {
    if ((module[at] & 0xFFFF) == op_member_decorate && module[at + 2] == index &&
        module[at + 3] == decoration_offset) {
      module[at + 4] += 4;
      return true;
    }
  }
  return false;
}

// Each member of each block, moved alone in the compiled module; no include can express this where members
// overlap.
TEST_F(Probes, EachMemberMovedAloneIsTheOnlyOneNamed) {
  on_each_device([](const gpu::Device& device) {
    if (!device.facts().scalar_block_layout) {
      GTEST_SKIP() << "members cannot lie at every multiple of four";
    }
    for (const BlockProbe& probe : block_probes()) {
      if (!probe.module.ends_with(".component.frag")) {
        continue;
      }
      for (std::uint32_t member = 0; member < probe.block->members.size(); ++member) {
        Result<Probe> module = load_fragment_probe(RPCTS_DATA, probe.module);
        ASSERT_TRUE(module.has_value()) << module.error().message;
        ASSERT_TRUE(move_member(module->fragment, member)) << probe.module;
        Result<ProbeRig> rig = ProbeRig::create(device);
        ASSERT_TRUE(rig.has_value()) << rig.error().message;
        const auto width = static_cast<std::uint32_t>(words_of(*probe.block).size());
        const auto found = rig->draw(*module, {.width = width});
        ASSERT_TRUE(found.has_value()) << found.error().message;
        const std::set<std::string> only{std::string(probe.block->members[member].name)};
        EXPECT_EQ(members_of(compare_with_tags(*probe.block, *found)), only) << probe.module;
      }
    }
  });
}

TEST_F(Probes, ADataFolderWithoutProbesIsAUsageErrorThatNamesTheFile) {
  const Result<Probe> none = load_fragment_probe("/no/such/folder", "weather_kind.frag");
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().kind, ErrorKind::usage);
  EXPECT_THAT(none.error().message, HasSubstr("/no/such/folder/render_pack_v1/probes/fullscreen.vert.spv"));
}

}  // namespace
}  // namespace rpcts::render_pack_v1
