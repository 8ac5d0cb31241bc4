#include "harness/reference/host/resident_plan.hpp"

#include <gtest/gtest.h>

#include "harness/contracts/render_pack_v1/descriptor_builder.hpp"
#include "harness/reference/host/host_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Descriptor;
using render_pack_v1::Extent;
using render_pack_v1::QualityPreset;
using render_pack_v1::RenderExtentMode;
namespace packs = render_pack_v1::samples;

/// The Low preset of the vector in C.15: bloom, mask, rays and shafts a quarter, the shadow map 768²x2.
Descriptor vector_pack() {
  Descriptor pack = packs::full();
  QualityPreset& low = packs::by_id(pack.quality_presets, "low");
  for (const char* id : {"ping", "pong", "mask", "rays", "shafts"}) {
    low.resource_overrides.push_back(
        {.resource_id = id, .extent = Extent{RenderExtentMode::RelativeToMainWorld, 0.25, 0.25}});
  }
  low.resource_overrides.push_back(
      {.resource_id = "shadow-depth", .extent = Extent{RenderExtentMode::AbsolutePixels, 768, 768, 2}});
  low.max_resident_gpu_bytes = 67'108'864;
  return pack;
}

constexpr std::int64_t vector_bytes = 66'031'616;

TEST(ResidentPlan, FollowsTheVector) {
  const Descriptor pack = vector_pack();
  const ResidentPlan plan = plan_resident(pack, pack.quality_presets[0], {2560, 1440}, 1);
  EXPECT_EQ(plan.retained_bytes, vector_bytes);
  EXPECT_EQ(plan.multisample_bytes, 0);
  EXPECT_EQ(plan.largest_dimension, 2560U);
  EXPECT_EQ(plan.largest_layers, 2U);
}

TEST(ResidentPlan, FusedKeepsNoBloom) {
  Descriptor pack = vector_pack();
  pack.quality_presets[0].execution_hints =
      render_pack_v1::RenderQualityExecutionHints::FusedAtmosphericPostProcess;
  EXPECT_EQ(plan_resident(pack, pack.quality_presets[0], {2560, 1440}, 1).retained_bytes,
            vector_bytes - 2 * 640 * 360 * 8);
}

TEST(ResidentPlan, SamplesCountApart) {
  const Descriptor pack = packs::tone();
  const ResidentPlan plan = plan_resident(pack, pack.quality_presets[0], {100, 100}, 4);
  EXPECT_EQ(plan.retained_bytes, 120'000);
  EXPECT_EQ(plan.multisample_bytes, 480'000);
}

std::string rule_of(const std::optional<Refusal>& refused) {
  return refused ? refused->rule : "";
}

TEST(ResidentRefusal, EachLimitAlone) {
  const ResidentPlan plan{.retained_bytes = vector_bytes,
                          .multisample_bytes = 100,
                          .largest_dimension = 2560,
                          .largest_layers = 2};
  QualityPreset preset;
  preset.max_resident_gpu_bytes = vector_bytes;
  const DeviceProfile device = samples::conformance_device();
  EXPECT_EQ(rule_of(resident_refusal(plan, preset, device)), "");
  preset.max_resident_gpu_bytes = vector_bytes - 1;
  EXPECT_EQ(rule_of(resident_refusal(plan, preset, device)), "RP-HOST-010");
  preset.max_resident_gpu_bytes = vector_bytes;
  DeviceProfile lesser = device;
  lesser.limits.image_dimension = 2559;
  EXPECT_EQ(rule_of(resident_refusal(plan, preset, lesser)), "RP-HOST-011");
  lesser = device;
  lesser.limits.image_layers = 1;
  EXPECT_EQ(rule_of(resident_refusal(plan, preset, lesser)), "RP-HOST-012");
  lesser = device;
  lesser.limits.resident_bytes = vector_bytes - 1;
  EXPECT_EQ(rule_of(resident_refusal(plan, preset, lesser)), "RP-HOST-013");
  lesser = device;
  lesser.limits.transient_bytes = 99;
  EXPECT_EQ(rule_of(resident_refusal(plan, preset, lesser)), "RP-HOST-014");
}

TEST(EffectiveBudget, GrowsAboveFullHd) {
  constexpr std::int64_t ceiling = 268'435'456;
  EXPECT_EQ(effective_budget(67'108'864, {1920, 1080}, ceiling), 67'108'864);
  EXPECT_EQ(effective_budget(67'108'864, {640, 480}, ceiling), 67'108'864);
  EXPECT_EQ(effective_budget(67'108'864, {2560, 1440}, ceiling), 119'304'648) << "16/9, rounded up";
  EXPECT_EQ(effective_budget(67'108'864, {3840, 2160}, ceiling), 268'435'456) << "four times";
  EXPECT_EQ(effective_budget(134'217'728, {3840, 2160}, ceiling), ceiling) << "the hardware's cap";
}

TEST(BudgetRefusal, NamesTheNumbers) {
  QualityPreset preset;
  preset.id = "low";
  preset.max_resident_gpu_bytes = 1000;
  const DeviceProfile device = samples::conformance_device();
  EXPECT_FALSE(budget_refusal(1000, preset, {16, 16}, device).has_value());
  const auto refused = budget_refusal(1001, preset, {16, 16}, device);
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->text(),
            "RP-HOST-015: preset 'low' keeps 1001 bytes on the device; its effective budget is 1000");
}

}  // namespace
}  // namespace rpcts::reference
