#include "harness/reference/host/plan.hpp"

#include <bit>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/contracts/render_pack_v1/descriptor_builder.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Descriptor;
using render_pack_v1::Extent;
using render_pack_v1::RenderExtentMode;
using render_pack_v1::RenderPassHook;
using render_pack_v1::RenderSemanticInput;
using testing::ElementsAre;
using From = SlotSource::From;
namespace packs = render_pack_v1::samples;

ActivationPlan plan_of(const Descriptor& pack, std::size_t preset = 0, Size world = {800, 600},
                       Size output = {800, 600}) {
  return build_plan(pack, pack.quality_presets[preset], {}, world, output, nullptr);
}

std::vector<std::string> passes_of(const ActivationPlan& plan) {
  std::vector<std::string> ids;
  for (const FullscreenPlan& pass : plan.runtime.passes) {
    ids.push_back(pass.id);
  }
  EXPECT_EQ(plan.facts.passes.size(), ids.size());
  return ids;
}

/// "ping 400x300", with " x3" for three layers.
std::vector<std::string> targets_of(const ActivationPlan& plan) {
  std::vector<std::string> lines;
  for (const TargetPlan& target : plan.runtime.targets) {
    lines.push_back(target.id + " " + std::to_string(target.size.width) + "x" +
                    std::to_string(target.size.height) +
                    (target.layers > 1 ? " x" + std::to_string(target.layers) : ""));
  }
  return lines;
}

/// "world", "depth", "@rays", "-" for slots A to D.
std::vector<std::string> slots_of(const ActivationPlan& plan, std::string_view id) {
  for (const FullscreenPlan& pass : plan.runtime.passes) {
    if (pass.id == id) {
      std::vector<std::string> words;
      for (const SlotSource& slot : pass.slots) {
        switch (slot.from) {
          case From::none:
            words.emplace_back("-");
            break;
          case From::world_color:
            words.emplace_back("world");
            break;
          case From::scene_depth:
            words.emplace_back("depth");
            break;
          case From::scene_normals:
            words.emplace_back("normals");
            break;
          case From::tone_mapped:
            words.emplace_back("tone");
            break;
          case From::target:
            words.push_back("@" + plan.runtime.targets.at(slot.target).id);
            break;
        }
      }
      return words;
    }
  }
  ADD_FAILURE() << "no pass " << id;
  return {};
}

TEST(Plan, NoOperationIsEmpty) {
  const ActivationPlan plan = plan_of(packs::noop());
  EXPECT_TRUE(plan.runtime.passes.empty());
  EXPECT_TRUE(plan.runtime.targets.empty());
  EXPECT_FALSE(plan.runtime.shadow.has_value());
}

TEST(Plan, CustomPack) {
  const ActivationPlan plan = plan_of(packs::custom());
  EXPECT_EQ(plan.facts.graph, Graph::custom);
  EXPECT_THAT(passes_of(plan), ElementsAre("glow", "tone"));
  EXPECT_THAT(targets_of(plan), ElementsAre("mid 400x300"));
  EXPECT_EQ(plan.runtime.passes[0].write, 0U);
  EXPECT_FALSE(plan.runtime.passes[1].write.has_value());
  EXPECT_THAT(slots_of(plan, "tone"), ElementsAre("world", "@mid", "-", "-"));
}

TEST(Plan, RelativeToOutputFollowsTheOutput) {
  Descriptor pack = packs::custom();
  pack.resources[0].extent->mode = RenderExtentMode::RelativeToOutput;
  EXPECT_THAT(targets_of(plan_of(pack, 0, {800, 600}, {400, 300})), ElementsAre("mid 200x150"));
}

TEST(Plan, SlotsOfTheExampleOfTheContract) {
  Descriptor pack = packs::custom();
  pack.resources = {packs::colour("a"), packs::colour("b")};
  pack.passes = {packs::pass("one", RenderPassHook::AtmosphereBeforeToneMap, {}, {}, {"a"}),
                 packs::pass("two", RenderPassHook::AtmosphereBeforeToneMap, {}, {}, {"b"}),
                 packs::pass("show", RenderPassHook::ToneMap,
                             {RenderSemanticInput::FrameTime, RenderSemanticInput::SceneDepth,
                              RenderSemanticInput::WorldColor},
                             {"B", "a"})};
  const ActivationPlan plan = plan_of(pack);
  EXPECT_THAT(slots_of(plan, "show"), ElementsAre("depth", "world", "@b", "@a"));
  EXPECT_TRUE(plan.facts.passes[2].scene_depth);
  EXPECT_FALSE(plan.facts.passes[1].scene_depth);
}

TEST(Plan, AfterTheToneMapTheWorldIsToneMapped) {
  Descriptor pack = packs::tone();
  pack.passes.push_back(packs::pass("after", RenderPassHook::AfterToneMapBeforePrivateViewports,
                                    {RenderSemanticInput::WorldColor, RenderSemanticInput::SceneNormals}));
  EXPECT_THAT(slots_of(plan_of(pack), "after"), ElementsAre("tone", "normals", "-", "-"));
  EXPECT_THAT(slots_of(plan_of(pack), "tone"), ElementsAre("world", "-", "-", "-"));
}

TEST(Plan, FullGraphInOrderWithSizesOfThePreset) {
  const ActivationPlan plan = plan_of(packs::full(), 1);
  EXPECT_EQ(plan.facts.graph, Graph::full);
  EXPECT_THAT(passes_of(plan),
              ElementsAre("occlusion", "rays", "shafts", "downsample", "blur-x", "blur-y", "filmic"));
  EXPECT_THAT(targets_of(plan), ElementsAre("ping 400x300", "pong 400x300", "mask 400x300", "rays 400x300",
                                            "shadow-depth 1024x1024 x3", "shafts 300x225"));
  EXPECT_THAT(slots_of(plan, "occlusion"), ElementsAre("depth", "-", "-", "-"));
  EXPECT_THAT(slots_of(plan, "rays"), ElementsAre("@mask", "-", "-", "-"));
  EXPECT_THAT(slots_of(plan, "shafts"), ElementsAre("depth", "-", "-", "-"));
  EXPECT_THAT(slots_of(plan, "downsample"), ElementsAre("world", "@rays", "@shafts", "-"));
  EXPECT_THAT(slots_of(plan, "filmic"), ElementsAre("world", "@ping", "@rays", "@shafts"));
  EXPECT_EQ(plan.facts.passes[6].of_shafts, (std::array{false, false, false, true}));
  EXPECT_EQ(plan.facts.passes[3].of_shafts, (std::array{false, false, true, false}));
  EXPECT_TRUE(plan.facts.passes[2].camera_matrices);
  EXPECT_FALSE(plan.facts.passes[6].camera_matrices);
  EXPECT_EQ(plan.facts.bloom_size, (std::array{400U, 300U}));
  ASSERT_TRUE(plan.runtime.shadow.has_value());
  EXPECT_EQ(plan.runtime.shadow->cascades, 3U);
  EXPECT_EQ(plan.runtime.targets[plan.runtime.shadow->target].id, "shadow-depth");
  EXPECT_EQ(plan.facts.shadow->map_size, 1024U);
  EXPECT_EQ(plan.facts.shadow->cascades, 3U);
}

TEST(Plan, FusedLeavesOutFourPassesAndTheirTargets) {
  const ActivationPlan plan = plan_of(packs::fused());
  EXPECT_TRUE(plan.facts.fused);
  EXPECT_THAT(passes_of(plan), ElementsAre("rays", "shafts", "filmic"));
  EXPECT_THAT(targets_of(plan), ElementsAre("rays 200x150", "shadow-depth 1024x1024 x3", "shafts 300x225"));
  EXPECT_THAT(slots_of(plan, "rays"), ElementsAre("depth", "-", "-", "-"));
  EXPECT_THAT(slots_of(plan, "filmic"), ElementsAre("world", "@rays", "@shafts", "-"));
  EXPECT_EQ(plan.facts.bloom_size, (std::array{200U, 150U})) << "logical";
  EXPECT_EQ(plan.facts.mask_size, (std::array{200U, 150U}));
  EXPECT_FALSE(plan_of(packs::fused(), 1).facts.fused) << "the hint is that of Low";
}

TEST(Plan, ShaftsOfStrengthZeroAreNotMade) {
  Descriptor pack = packs::full();
  packs::by_id(pack.settings, "volumetric").default_value = "0";
  const ActivationPlan plan = plan_of(pack, 1);
  EXPECT_THAT(passes_of(plan), ElementsAre("occlusion", "rays", "downsample", "blur-x", "blur-y", "filmic"));
  EXPECT_THAT(targets_of(plan), testing::Not(testing::Contains("shafts 300x225")));
  EXPECT_THAT(slots_of(plan, "downsample"), ElementsAre("world", "@rays", "-", "-"));
  EXPECT_THAT(slots_of(plan, "filmic"), ElementsAre("world", "@ping", "@rays", "-"));
}

TEST(Plan, MultiviewOnlyWhereItIsHinted) {
  Descriptor pack = packs::multiview();
  EXPECT_TRUE(plan_of(pack, 0).runtime.shadow->multiview);
  EXPECT_FALSE(plan_of(pack, 1).runtime.shadow->multiview);
}

TEST(Plan, ShadowMapInASlotIsMarked) {
  Descriptor pack = packs::shadow();
  pack.passes.back().resource_reads = {"shadow-depth"};
  const ActivationPlan plan = plan_of(pack);
  EXPECT_EQ(plan.facts.graph, Graph::shadow_only);
  EXPECT_THAT(slots_of(plan, "copy"), ElementsAre("world", "@shadow-depth", "-", "-"));
  EXPECT_EQ(plan.facts.passes[0].of_shadow, (std::array{false, true, false, false}));
}

TEST(Plan, SettingsOfUserAndPreset) {
  Descriptor pack = packs::full();
  packs::by_id(pack.quality_presets, "low").setting_overrides = {{"exposure", "2"}, {"bloom", "0.5"}};
  const std::vector<render_pack_v1::SettingOverride> user{{"EXPOSURE", "3"}};
  const ActivationPlan plan =
      build_plan(pack, pack.quality_presets[0], user, {800, 600}, {800, 600}, nullptr);
  EXPECT_EQ(plan.facts.settings.exposure, 3);
  EXPECT_EQ(plan.facts.settings.bloom, 0.5F);
  EXPECT_EQ(plan.runtime.settings.settings[0][0], 0.5F);
  EXPECT_EQ(plan.runtime.settings.settings[0][2], 3);
}

}  // namespace
}  // namespace rpcts::reference
