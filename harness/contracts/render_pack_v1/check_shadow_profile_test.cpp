// C.13: check_shadow_profile.cpp.

#include "harness/contracts/render_pack_v1/check_testing.hpp"

namespace rpcts::render_pack_v1::samples {
namespace {

using testing::HasSubstr;
using Hook = RenderPassHook;
using Target = RenderResourceSemantic;
using VariantRole = RenderPipelineVariantSemantic;

/// F-SHADOW with the multiview hint on a Low preset and its three casters.
Descriptor multiview_shadow() {
  return changed(shadow(), [](Descriptor& d) {
    for (PipelineVariant& variant : multiview_variants()) {
      d.pipeline_variants.push_back(std::move(variant));
    }
    d.quality_presets[0].semantic = RenderQualitySemantic::Low;
    d.quality_presets[0].execution_hints = RenderQualityExecutionHints::MultiviewDirectionalShadowCascades;
    d.quality_presets[0].required_capabilities = {RenderCapability::MultiviewDirectionalShadowCascades};
  });
}

TEST(ShadowProfile, AcceptsWhatItAllows) {
  expect_accepted(multiview_shadow());
  // More custom resources, custom passes before the tone map, tone-map passes that write a resource.
  expect_accepted(changed(shadow(), [](Descriptor& d) {
    d.resources.push_back(colour("glow"));
    d.passes.insert(d.passes.begin() + 1, pass("glow", Hook::AtmosphereBeforeToneMap,
                                               {RenderSemanticInput::WorldColor}, {}, {"glow"}));
    d.passes.insert(d.passes.begin() + 2,
                    pass("copy-glow", Hook::ToneMap, {RenderSemanticInput::WorldColor}, {}, {"glow"}));
  }));
  expect_accepted(changed(shadow(), [](Descriptor& d) { d.highest_tier = RenderPackTier::Tier2Plus; }));
}

TEST(ShadowProfile, RP_DESC_240_Tier) {
  expect_told(changed(shadow(), [](Descriptor& d) { d.highest_tier = RenderPackTier::Tier1; }),
              "RP-DESC-240 /highestTier");
  expect_told(changed(shadow(), [](Descriptor& d) { d.highest_tier = static_cast<RenderPackTier>(0); }),
              "RP-DESC-007 /highestTier");
}

TEST(ShadowProfile, RP_DESC_241_Capabilities) {
  // No listed semantic needs these three (A.4), so the profile is what misses them.
  for (const auto capability :
       {RenderCapability::FullscreenPasses, RenderCapability::OutdoorDirectionalShadowCasterReplay,
        RenderCapability::AlphaCutoutShadowCasters}) {
    const Descriptor pack =
        changed(shadow(), [&](Descriptor& d) { std::erase(d.required_capabilities, capability); });
    expect_told(pack, "RP-DESC-241 /requiredCapabilities");
    EXPECT_EQ(first_finding(pack).required,
              "add \"" + std::string(name_of(capability)) + "\" to requiredCapabilities");
  }
  // The others are missed by a listed semantic before, and told once.
  for (const auto& [capability, line] :
       {std::pair(RenderCapability::MainWorldColorIntermediate, "RP-DESC-022 /passes/1/semanticInputs/0"),
        std::pair(RenderCapability::AuthoredCelestialDirectionalLight,
                  "RP-DESC-026 /passes/0/semanticInputs/1"),
        std::pair(RenderCapability::AuthoredWeather, "RP-DESC-028 /passes/0/semanticInputs/3"),
        std::pair(RenderCapability::AnimatedCasterTransforms, "RP-DESC-029 /passes/0/semanticInputs/2"),
        std::pair(RenderCapability::DirectionalShadowMaps,
                  "RP-DESC-030 /pipelineVariants/3/semanticInputs/0")}) {
    const auto without =
        changed(shadow(), [&](Descriptor& d) { std::erase(d.required_capabilities, capability); });
    expect_told(without, line);
  }
  // AuthoredWeather is asked for also where nothing lists it.
  expect_told(
      changed(shadow(),
              [](Descriptor& d) {
                d.passes[0].semantic_inputs = {RenderSemanticInput::SelectedCelestialDirectionalLight};
                std::erase(d.required_capabilities, RenderCapability::AuthoredWeather);
              }),
      "RP-DESC-241 /requiredCapabilities");
  // In the order of the rule.
  const Descriptor none = changed(shadow(), [](Descriptor& d) {
    std::erase(d.required_capabilities, RenderCapability::FullscreenPasses);
    std::erase(d.required_capabilities, RenderCapability::AlphaCutoutShadowCasters);
    std::ranges::reverse(d.required_capabilities);
  });
  expect_told(none, "RP-DESC-241 /requiredCapabilities", "RP-DESC-241 /requiredCapabilities");
  EXPECT_THAT(first_finding(none).found, HasSubstr("FullscreenPasses"));
}

TEST(ShadowProfile, RP_DESC_242_ShadowResource) {
  expect_told(changed(shadow(), [](Descriptor& d) { d.resources[0].semantic = Target::Custom; }),
              "RP-DESC-242 /resources");
  // A second one is a role that occurs twice before.
  expect_told(changed(shadow(), [](Descriptor& d) { d.resources.push_back(shadow_depth("second")); }),
              "RP-DESC-201 /resources/1/semantic");
}

TEST(ShadowProfile, RP_DESC_243_250_Replay) {
  expect_told(changed(shadow(), [](Descriptor& d) { d.scene_replays = {}; }), "RP-DESC-243 /sceneReplays");
  expect_told(changed(shadow(),
                      [](Descriptor& d) {
                        d.scene_replays.push_back(replay());
                        d.scene_replays[1].id = "again";
                      }),
              "RP-DESC-243 /sceneReplays/1");
  expect_told(
      changed(shadow(),
              [](Descriptor& d) { d.scene_replays[0].caster_classes = static_cast<RenderCasterClass>(15); }),
      "RP-DESC-250 /sceneReplays/0/casterClasses");
  expect_told(changed(shadow(), [](Descriptor& d) { d.scene_replays[0].view_count = 2; }),
              "RP-DESC-250 /sceneReplays/0/viewCount");
}

TEST(ShadowProfile, RP_DESC_244_VariantCount) {
  const Descriptor four = changed(shadow(), [](Descriptor& d) { d.pipeline_variants.pop_back(); });
  expect_told(four, "RP-DESC-244 /pipelineVariants");
  EXPECT_THAT(first_finding(four).found, HasSubstr("it lacks WorldDirectionalShadowReceiver"));
  const auto with_custom = [](Descriptor& d) {
    d.pipeline_variants.push_back(d.pipeline_variants[0]);
    d.pipeline_variants.back().id = "extra";
    d.pipeline_variants.back().semantic = VariantRole::Custom;
  };
  expect_told(changed(shadow(), with_custom), "RP-DESC-244 /pipelineVariants");
  expect_told(changed(multiview_shadow(), with_custom), "RP-DESC-244 /pipelineVariants");
  expect_told(changed(multiview_shadow(), [](Descriptor& d) { d.pipeline_variants.resize(5); }),
              "RP-DESC-244 /pipelineVariants");
  expect_told(changed(multiview_shadow(),
                      [](Descriptor& d) {
                        d.quality_presets[0].execution_hints = RenderQualityExecutionHints::None;
                      }),
              "RP-DESC-244 /pipelineVariants");
  // A hint that is itself faulty asks for neither count.
  const auto forget_capability = [](Descriptor& d) { d.quality_presets[0].required_capabilities = {}; };
  expect_told(changed(multiview_shadow(), forget_capability), "RP-DESC-179 /qualityPresets/0/executionHints");
}

TEST(ShadowProfile, RP_DESC_245_Variants) {
  expect_told(changed(shadow(), [](Descriptor& d) { d.pipeline_variants[2].semantic = VariantRole::Custom; }),
              "RP-DESC-245 /pipelineVariants");
  expect_told(changed(shadow(),
                      [](Descriptor& d) {
                        d.pipeline_variants[4].base_semantic = RenderPipelineBaseSemantic::Terrain;
                      }),
              "RP-DESC-245 /pipelineVariants/4/baseSemantic");
  // The multiview three first.
  expect_told(changed(multiview_shadow(),
                      [](Descriptor& d) {
                        d.pipeline_variants[0].semantic_inputs = {};
                        d.pipeline_variants[7].compatible_materials = RenderMaterialClass::Opaque;
                      }),
              "RP-DESC-245 /pipelineVariants/7/compatibleMaterials",
              "RP-DESC-245 /pipelineVariants/0/semanticInputs");
}

TEST(ShadowProfile, RP_DESC_246_Settings) {
  for (const auto semantic :
       {RenderSettingSemantic::DirectionalShadowStrength, RenderSettingSemantic::DirectionalShadowReachMetres,
        RenderSettingSemantic::DirectionalShadowPcfTaps}) {
    expect_told(changed(shadow(), [&](Descriptor& d) { remove_semantic(d.settings, semantic); }),
                "RP-DESC-246 /settings");
  }
}

TEST(ShadowProfile, RP_DESC_247_Policy) {
  expect_told(changed(shadow(), [](Descriptor& d) { d.atmosphere_policy.reset(); }),
              "RP-DESC-247 /atmospherePolicy");
  const auto points = [](std::size_t count) {
    return changed(shadow(), [&](Descriptor& d) {
      d.atmosphere_policy->directional_shadow_light_elevation_response.resize(count);
    });
  };
  expect_accepted(points(2));
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}}) {
    expect_told(points(count), "RP-DESC-247 /atmospherePolicy/directionalShadowLightElevationResponse");
  }
}

TEST(ShadowProfile, RP_DESC_248_ShadowPass) {
  expect_told(changed(shadow(), [](Descriptor& d) { d.passes[0].hook = Hook::AtmosphereBeforeToneMap; }),
              "RP-DESC-248 /passes/0/hook");
  expect_told(changed(shadow(),
                      [](Descriptor& d) {
                        d.resources.push_back(shadow_depth("other", 2, Target::Custom));
                        d.passes[0].resource_writes = {"other"};
                      }),
              "RP-DESC-248 /passes/0/resourceWrites/0");
  // A read: something must have written it before.
  expect_told(changed(shadow(),
                      [](Descriptor& d) {
                        d.resources.push_back(colour("glow"));
                        d.passes.insert(d.passes.begin(),
                                        pass("glow", Hook::AtmosphereBeforeToneMap, {}, {}, {"glow"}));
                        d.passes[1].hook = Hook::AtmosphereBeforeToneMap;
                        d.passes[1].resource_reads = {"glow"};
                      }),
              "RP-DESC-248 /passes/1/hook", "RP-DESC-248 /passes/1/resourceReads/0");
  expect_told(changed(shadow(),
                      [](Descriptor& d) {
                        d.passes[0].hook = Hook::ToneMap;
                        d.passes[0].resource_writes = {};
                      }),
              "RP-DESC-248 /passes/0/hook", "RP-DESC-248 /passes/0/resourceWrites");
  expect_told(changed(shadow(), [](Descriptor& d) { d.passes[0].resource_writes = {}; }),
              "RP-DESC-089 /passes/0/resourceWrites");
  expect_accepted(changed(shadow(), [](Descriptor& d) { d.passes[0].resource_writes = {"SHADOW-depth"}; }));
}

TEST(ShadowProfile, RP_DESC_249_ShadowResourceShape) {
  const auto with = [](const auto& change) {
    return changed(shadow(), [&](Descriptor& d) { change(d.resources[0]); });
  };
  const std::string at = "RP-DESC-249 /resources/0/";
  expect_told(with([](Resource& r) { r.kind = RenderResourceKind::Image2D; }), at + "kind");
  expect_told(with([](Resource& r) { r.extent = Extent{RenderExtentMode::RelativeToMainWorld, 1, 1, 2}; }),
              at + "extent/mode");
  expect_told(with([](Resource& r) { r.usage = static_cast<RenderResourceUsage>(7); }), at + "usage");
  expect_told(with([](Resource& r) { r.usage = RenderResourceUsage::DepthAttachment; }), at + "usage");
  expect_told(with([](Resource& r) { r.lifetime = RenderResourceLifetime::FrameFlight; }), at + "lifetime");
  expect_told(with([](Resource& r) {
                r.kind = RenderResourceKind::Image2D;
                r.format = RenderFormatClass::SingleChannel;
                r.usage = static_cast<RenderResourceUsage>(7);
              }),
              "RP-DESC-097 /passes/0/resourceWrites/0", at + "kind", at + "format", at + "usage");
}

TEST(ShadowProfile, RP_DESC_251_ToneMap) {
  expect_told(changed(shadow(), [](Descriptor& d) { d.passes.pop_back(); }), "RP-DESC-251 /passes");
  expect_told(changed(shadow(), [](Descriptor& d) { d.passes[1].semantic_inputs = {}; }),
              "RP-DESC-251 /passes/1/semanticInputs");
  expect_told(changed(shadow(),
                      [](Descriptor& d) {
                        d.passes.push_back(d.passes[1]);
                        d.passes[2].id = "again";
                      }),
              "RP-DESC-251 /passes/2");
}

TEST(ShadowProfile, RP_DESC_252_CustomPassesAtOtherHooks) {
  expect_told(changed(shadow(),
                      [](Descriptor& d) {
                        d.passes.push_back(pass("late", Hook::AfterToneMapBeforePrivateViewports));
                      }),
              "RP-DESC-252 /passes/2/hook");
  expect_told(changed(shadow(),
                      [](Descriptor& d) {
                        d.resources.push_back(shadow_depth("other", 2, Target::Custom));
                        d.passes.insert(d.passes.begin(),
                                        pass("early", Hook::ShadowDepthBeforeWorld, {}, {}, {"other"}));
                      }),
              "RP-DESC-252 /passes/0/hook");
}

TEST(ShadowProfile, RulesComeInTheirOrder) {
  expect_told(changed(shadow(),
                      [](Descriptor& d) {
                        d.passes.push_back(pass("late", Hook::AfterToneMapBeforePrivateViewports));
                        d.passes[1].semantic_inputs = {};
                        d.scene_replays[0].view_count = 1;
                        d.resources[0].lifetime = RenderResourceLifetime::FrameFlight;
                        d.passes[0].hook = Hook::AtmosphereBeforeToneMap;
                        d.atmosphere_policy.reset();
                        d.settings = {};
                        d.pipeline_variants[1].compatible_materials = RenderMaterialClass::Opaque;
                        d.pipeline_variants.push_back(d.pipeline_variants[0]);
                        d.pipeline_variants[5].id = "extra";
                        d.pipeline_variants[5].semantic = VariantRole::Custom;
                        std::erase(d.required_capabilities, RenderCapability::FullscreenPasses);
                        d.highest_tier = RenderPackTier::Tier1;
                      }),
              "RP-DESC-240 /highestTier", "RP-DESC-241 /requiredCapabilities",
              "RP-DESC-244 /pipelineVariants", "RP-DESC-245 /pipelineVariants/1/compatibleMaterials",
              "RP-DESC-246 /settings", "RP-DESC-246 /settings", "RP-DESC-246 /settings",
              "RP-DESC-247 /atmospherePolicy", "RP-DESC-248 /passes/0/hook",
              "RP-DESC-249 /resources/0/lifetime", "RP-DESC-250 /sceneReplays/0/viewCount",
              "RP-DESC-251 /passes/1/semanticInputs", "RP-DESC-252 /passes/2/hook");
}

}  // namespace
}  // namespace rpcts::render_pack_v1::samples
