#include "harness/reference/host/executor_limits.hpp"

#include <gtest/gtest.h>

#include "harness/contracts/render_pack_v1/descriptor_builder.hpp"
#include "harness/reference/host/host_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Descriptor;
using render_pack_v1::Extent;
using render_pack_v1::QualityPreset;
using render_pack_v1::RenderCapability;
using render_pack_v1::RenderExtentMode;
using render_pack_v1::RenderPassHook;
using render_pack_v1::RenderSemanticInput;
namespace packs = render_pack_v1::samples;

std::string refused(const Descriptor& pack, std::size_t preset = 0,
                    const DeviceProfile& device = samples::conformance_device()) {
  const QualityPreset& chosen = pack.quality_presets[preset];
  const HostSettings settings = resolve_host_settings(pack.settings, chosen.setting_overrides, {});
  const auto refusal = executor_refusal(pack, chosen, settings, device);
  return refusal ? refusal->rule : "";
}

template <class Change>
Descriptor changed(Descriptor pack, Change change) {
  change(pack);
  return pack;
}

Extent map(double width, double height, std::int32_t layers,
           RenderExtentMode mode = RenderExtentMode::AbsolutePixels) {
  return {mode, width, height, layers};
}

TEST(ExecutorLimits, SamplesAreExecuted) {
  for (const Descriptor& pack :
       {packs::noop(), packs::tone(), packs::custom(), packs::shadow(), packs::full(), packs::fused()}) {
    EXPECT_EQ(refused(pack), "") << pack.id;
  }
}

TEST(ExecutorLimits, ReplaysAndVariantsOfPacksWithoutShadows) {
  EXPECT_EQ(refused(changed(packs::noop(), [](Descriptor& p) { p.scene_replays = {packs::replay()}; })),
            "RP-HOST-020");
  EXPECT_EQ(
      refused(changed(packs::noop(), [](Descriptor& p) { p.pipeline_variants = packs::shadow_variants(); })),
      "RP-HOST-020");
  EXPECT_EQ(refused(changed(packs::tone(), [](Descriptor& p) { p.scene_replays = {packs::replay()}; })),
            "RP-HOST-021");
  EXPECT_EQ(
      refused(changed(packs::tone(), [](Descriptor& p) { p.pipeline_variants = packs::shadow_variants(); })),
      "RP-HOST-021");
}

TEST(ExecutorLimits, HooksAndInputsOfCustomPasses) {
  EXPECT_EQ(
      refused(changed(packs::custom(),
                      [](Descriptor& p) { p.passes[0].hook = RenderPassHook::ShadowDepthBeforeWorld; })),
      "RP-HOST-022");
  EXPECT_EQ(refused(changed(packs::tone(),
                            [](Descriptor& p) {
                              p.passes.push_back(
                                  packs::pass("after", RenderPassHook::AfterToneMapBeforePrivateViewports,
                                              {RenderSemanticInput::WorldColor}));
                            })),
            "")
      << "OQ-10";
  for (const auto input :
       {RenderSemanticInput::ShadowCasterTransforms, RenderSemanticInput::DirectionalShadowMaps}) {
    EXPECT_EQ(refused(changed(packs::custom(),
                              [&](Descriptor& p) { p.passes[0].semantic_inputs.push_back(input); })),
              "RP-HOST-023");
  }
  EXPECT_EQ(refused(changed(packs::custom(),
                            [](Descriptor& p) {
                              p.passes[0].semantic_inputs.push_back(RenderSemanticInput::SceneNormals);
                            })),
            "")
      << "OQ-11";
  EXPECT_EQ(
      refused(changed(packs::shadow(),
                      [](Descriptor& p) {
                        p.passes[1].semantic_inputs.push_back(RenderSemanticInput::DirectionalShadowMaps);
                      })),
      "RP-HOST-023");
}

TEST(ExecutorLimits, SomePassMustShowTheWorld) {
  EXPECT_EQ(refused(changed(packs::custom(), [](Descriptor& p) { p.passes.pop_back(); })), "RP-HOST-024");
  EXPECT_EQ(refused(changed(packs::custom(),
                            [](Descriptor& p) {
                              p.passes[1].hook = RenderPassHook::AfterToneMapBeforePrivateViewports;
                            })),
            "RP-HOST-024");
}

TEST(ExecutorLimits, CustomOutputsAreColourImages) {
  EXPECT_EQ(refused(changed(packs::custom(),
                            [](Descriptor& p) {
                              p.resources[0].format = render_pack_v1::RenderFormatClass::DirectionalDepth;
                              p.resources[0].usage = static_cast<render_pack_v1::RenderResourceUsage>(5);
                            })),
            "RP-HOST-025");
}

TEST(ExecutorLimits, ShapeOfTheShadowMap) {
  const auto with = [](const Extent& extent) {
    return refused(changed(packs::shadow(), [&](Descriptor& p) { p.resources[0].extent = extent; }));
  };
  EXPECT_EQ(with(map(16384, 16384, 4)), "");
  EXPECT_EQ(with(map(512, 512, 1)), "") << "OQ-6: one cascade is taken";
  EXPECT_EQ(with(map(512, 512, 5)), "RP-HOST-026");
  EXPECT_EQ(with(map(512, 256, 2)), "RP-HOST-026");
  EXPECT_EQ(with(map(512.5, 512.5, 2)), "RP-HOST-026");
  EXPECT_EQ(with(map(1, 1, 2, RenderExtentMode::RelativeToMainWorld)), "RP-HOST-026");
}

TEST(ExecutorLimits, TapsAreOneNineOrTwentyFive) {
  const auto with = [](const std::string& value) {
    return refused(changed(packs::shadow(), [&](Descriptor& p) {
      p.settings.back().choices = {"1", "9", "25", "3", "soft"};
      p.settings.back().default_value = value;
    }));
  };
  EXPECT_EQ(with("1"), "");
  EXPECT_EQ(with("9"), "");
  EXPECT_EQ(with("25"), "");
  EXPECT_EQ(with("3"), "RP-HOST-027");
  EXPECT_EQ(with("soft"), "RP-HOST-027");
}

TEST(ExecutorLimits, MultiviewHasTwoCascades) {
  Descriptor pack = packs::multiview();
  EXPECT_EQ(refused(pack), "RP-HOST-028") << "three layers";
  pack.quality_presets[0].resource_overrides = {{.resource_id = "shadow-depth", .extent = map(768, 768, 2)}};
  EXPECT_EQ(refused(pack), "");
  EXPECT_EQ(refused(pack, 1), "") << "medium has no hint";
  DeviceProfile device = samples::conformance_device();
  device.capabilities.capabilities.reset(
      static_cast<std::size_t>(RenderCapability::MultiviewDirectionalShadowCascades));
  EXPECT_EQ(refused(pack, 0, device), "RP-HOST-028");
  pack.pipeline_variants.pop_back();
  EXPECT_EQ(refused(pack), "RP-HOST-028");
}

TEST(ExecutorLimits, ShaftsFollowTheWorld) {
  EXPECT_EQ(refused(changed(packs::full(),
                            [](Descriptor& p) {
                              p.quality_presets[0].resource_overrides = {
                                  {.resource_id = "shafts", .extent = map(64, 64, 1)}};
                            })),
            "RP-HOST-029");
}

TEST(ExecutorLimits, AutomaticQualityNeedsTheFullGraphAndTimestamps) {
  DeviceProfile device = samples::conformance_device();
  EXPECT_FALSE(automatic_refusal(packs::full(), device).has_value());
  EXPECT_EQ(automatic_refusal(packs::shadow(), device)->rule, "RP-HOST-030");
  device.capabilities.capabilities.reset(static_cast<std::size_t>(RenderCapability::GpuTimestampQueries));
  EXPECT_EQ(automatic_refusal(packs::full(), device)->rule, "RP-HOST-030");
}

}  // namespace
}  // namespace rpcts::reference
