#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/contracts/render_pack_v1/pack_json.hpp"
#include "harness/contracts/render_pack_v1/pack_json_testing.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using nlohmann::json;
using testing::HasSubstr;

Descriptor sample() {
  const PackJsonResult result = read_pack_json(pack_json_sample);
  return result.document ? result.document->descriptor : Descriptor{};
}

json written(const Descriptor& pack) {
  const auto text = to_json(pack);
  EXPECT_TRUE(text.has_value());
  return text ? json::parse(*text) : json();
}

// The sample leaves out the layers of the override's extent; a writer writes them.
json expected_sample() {
  json expected = json::parse(pack_json_sample);
  expected["/qualityPresets/0/resourceOverrides/0/extent/layers"_json_pointer] = 1;
  return expected;
}

TEST(ToJson, WritesEveryMember) {
  EXPECT_EQ(written(sample()), expected_sample());
}

TEST(ToJson, IsReadAsTheSameDescriptor) {
  const auto text = to_json(sample());
  ASSERT_TRUE(text.has_value());
  const PackJsonResult again = read_pack_json(*text);
  ASSERT_TRUE(again.document.has_value());
  EXPECT_EQ(to_json(again.document->descriptor).value_or(""), *text);
}

TEST(ToJson, KeepsTheOrderOfTheMembers) {
  const std::string text = to_json(sample()).value_or("");
  EXPECT_EQ(text.find("{\n  \"id\": \"test.sample\",\n  \"displayName\": "), 0U);
  EXPECT_LT(text.find("\"settings\""), text.find("\"atmospherePolicy\""));
  EXPECT_EQ(text.back(), '\n');
}

TEST(ToJson, LeavesOutWhatIsAbsent) {
  Descriptor pack = sample();
  pack.atmosphere_policy.reset();
  pack.resources[0].extent.reset();
  pack.settings[0].minimum.reset();
  json expected = expected_sample();
  expected.erase("atmospherePolicy");
  expected["resources"][0].erase("extent");
  expected["settings"][0].erase("minimum");
  EXPECT_EQ(written(pack), expected);
}

TEST(ToJson, WritesWhatIsOutsideAnEnumerationAsAnInteger) {
  Descriptor pack = sample();
  pack.highest_tier = static_cast<RenderPackTier>(4);
  pack.passes[0].hook = static_cast<RenderPassHook>(-1);
  pack.resources[0].usage = static_cast<RenderResourceUsage>(65);
  pack.scene_replays[0].caster_classes = RenderCasterClass::None;
  pack.quality_presets[0].execution_hints = static_cast<RenderQualityExecutionHints>(0x80000000U);
  const json whole = written(pack);
  EXPECT_EQ(whole["highestTier"], 4);
  EXPECT_EQ(whole["passes"][0]["hook"], -1);
  EXPECT_EQ(whole["resources"][0]["usage"], 65);
  EXPECT_EQ(whole["sceneReplays"][0]["casterClasses"], json::array());
  EXPECT_EQ(whole["qualityPresets"][0]["executionHints"], 0x80000000U);
}

TEST(ToJson, KeepsNumbersExactly) {
  Descriptor pack = sample();
  pack.resources[0].extent->width = 0.1;
  pack.resources[0].estimated_resident_bytes = std::numeric_limits<std::int64_t>::min();
  pack.settings[0].maximum = std::numeric_limits<double>::max();
  pack.settings[0].step = std::numeric_limits<double>::denorm_min();
  const PackJsonResult again = read_pack_json(to_json(pack).value_or(""));
  ASSERT_TRUE(again.document.has_value());
  EXPECT_EQ(again.document->descriptor.resources[0].extent->width, 0.1);
  EXPECT_EQ(again.document->descriptor.resources[0].estimated_resident_bytes,
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(again.document->descriptor.settings[0].maximum, std::numeric_limits<double>::max());
  EXPECT_EQ(again.document->descriptor.settings[0].step, std::numeric_limits<double>::denorm_min());
}

TEST(ToJson, RefusesWhatJsonCannotExpress) {
  Descriptor pack = sample();
  pack.resources[0].extent->height = std::numeric_limits<double>::infinity();
  const auto infinite = to_json(pack);
  ASSERT_FALSE(infinite.has_value());
  EXPECT_EQ(infinite.error().kind, ErrorKind::usage);
  EXPECT_THAT(infinite.error().message, HasSubstr("/resources/0/extent/height"));

  pack = sample();
  pack.display_name = "\xFF";
  const auto bytes = to_json(pack);
  ASSERT_FALSE(bytes.has_value());
  EXPECT_THAT(bytes.error().message, HasSubstr("UTF-8"));
}

}  // namespace
}  // namespace rpcts::render_pack_v1
