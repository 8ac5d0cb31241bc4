// C.1 and C.2: check_header.cpp, check_semantics.cpp.

#include "harness/contracts/render_pack_v1/check_testing.hpp"

namespace rpcts::render_pack_v1::samples {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr auto capability_14 = static_cast<RenderCapability>(14);
constexpr auto capability_minus_1 = static_cast<RenderCapability>(-1);

TEST(CheckHeader, RP_DESC_002_PackId) {
  expect_accepted(changed(noop(), [](Descriptor& d) { d.id = "a.b-c_9"; }));
  expect_accepted(changed(noop(), [](Descriptor& d) { d.id = std::string(128, 'a'); }));
  for (const std::string& id : {std::string("A"), std::string(""), std::string(129, 'a')}) {
    expect_told(changed(noop(), [&](Descriptor& d) { d.id = id; }), "RP-DESC-002 /id");
  }
}

TEST(CheckHeader, RP_DESC_003_004_Texts) {
  expect_told(changed(noop(), [](Descriptor& d) { d.display_name = " \t"; }), "RP-DESC-003 /displayName");
  expect_told(changed(noop(), [](Descriptor& d) { d.feature_summary = ""; }), "RP-DESC-004 /featureSummary");
}

TEST(CheckHeader, RP_DESC_005_PackVersion) {
  expect_told(changed(noop(), [](Descriptor& d) { d.pack_version = ""; }), "RP-DESC-005 /packVersion");
}

TEST(CheckHeader, RP_DESC_006_ApiVersion) {
  for (const std::int32_t version : {0, 2, -1, std::numeric_limits<std::int32_t>::max()}) {
    expect_told(changed(noop(), [&](Descriptor& d) { d.pack_api_version = version; }),
                "RP-DESC-006 /packApiVersion");
  }
}

TEST(CheckHeader, RP_DESC_007_Tier) {
  for (const int tier : {1, 2, 3}) {
    expect_accepted(
        changed(noop(), [&](Descriptor& d) { d.highest_tier = static_cast<RenderPackTier>(tier); }));
  }
  for (const int tier : {0, 4, -1}) {
    expect_told(changed(noop(), [&](Descriptor& d) { d.highest_tier = static_cast<RenderPackTier>(tier); }),
                "RP-DESC-007 /highestTier");
  }
}

TEST(CheckHeader, RP_DESC_011_CapabilityValues) {
  expect_accepted(changed(noop(), [](Descriptor& d) {
    d.required_capabilities = {RenderCapability::AuthoredCelestialDirectionalLight,
                               RenderCapability::AuthoredCelestialDirectionalLight};
  }));
  for (const auto value : {capability_14, capability_minus_1}) {
    expect_told(changed(tone(), [&](Descriptor& d) { d.required_capabilities.push_back(value); }),
                "RP-DESC-011 /requiredCapabilities/1");
    expect_told(changed(tone(), [&](Descriptor& d) { d.optional_capabilities = {value}; }),
                "RP-DESC-011 /optionalCapabilities/0");
  }
}

DescriptorOptions host_without(RenderCapability capability) {
  DescriptorOptions options;
  options.host = HostProfile::conformance();
  options.host->capabilities.reset(static_cast<std::size_t>(capability));
  return options;
}

TEST(CheckHeader, RP_DESC_012_HostLacksARequiredCapability) {
  const auto lacks = host_without(RenderCapability::AuthoredWeather);
  EXPECT_THAT(told(tone(), lacks), IsEmpty());
  // Weather is listed, too; that its capability is missing on the host is told once.
  EXPECT_THAT(told(shadow(), lacks), ElementsAre("RP-DESC-012 /requiredCapabilities/3"));
  EXPECT_THAT(told(changed(shadow(),
                           [](Descriptor& d) {
                             d.required_capabilities.push_back(RenderCapability::AuthoredWeather);
                           }),
                   lacks),
              ElementsAre("RP-DESC-012 /requiredCapabilities/3"));
  EXPECT_THAT(told(shadow()), IsEmpty()) << "no host, no host rule";
  const Descriptor normals = changed(tone(), [](Descriptor& d) {
    d.required_capabilities.push_back(RenderCapability::SceneNormalSampling);
    d.passes[0].semantic_inputs.push_back(RenderSemanticInput::SceneNormals);
  });
  EXPECT_THAT(told(normals, host_without(RenderCapability::SceneNormalSampling)),
              ElementsAre("RP-DESC-012 /requiredCapabilities/1"));
}

TEST(CheckSemantics, RP_DESC_020_021_ShadowPassFollowsTheSelectedLight) {
  const auto shadow_inputs = [](Descriptor& d) -> auto& { return d.passes[0].semantic_inputs; };
  for (const Descriptor& base : {full(), shadow()}) {
    expect_told(changed(base,
                        [&](Descriptor& d) {
                          std::erase(shadow_inputs(d),
                                     RenderSemanticInput::SelectedCelestialDirectionalLight);
                        }),
                "RP-DESC-020 /passes/0/semanticInputs");
  }
  expect_told(
      changed(full(), [&](Descriptor& d) { shadow_inputs(d).push_back(RenderSemanticInput::SunDirection); }),
      "RP-DESC-021 /passes/0/semanticInputs/5");
  // Both, and before any capability: SunDirection's is missing as well.
  expect_told(
      changed(shadow(), [&](Descriptor& d) { shadow_inputs(d) = {RenderSemanticInput::SunDirection}; }),
      "RP-DESC-020 /passes/0/semanticInputs", "RP-DESC-021 /passes/0/semanticInputs/0",
      "RP-DESC-025 /passes/0/semanticInputs/0");
  // Another pass may list SunDirection, and need not list the light.
  expect_accepted(changed(
      full(), [](Descriptor& d) { d.passes[2].semantic_inputs = {RenderSemanticInput::SunDirection}; }));
}

struct Needed {
  RenderSemanticInput input;
  RenderCapability capability;
  const char* rule;
};

// A.4's last column, as the contract prints it.
constexpr Needed needs[] = {
    {RenderSemanticInput::WorldColor, RenderCapability::MainWorldColorIntermediate, "RP-DESC-022"},
    {RenderSemanticInput::SceneDepth, RenderCapability::SceneDepthSampling, "RP-DESC-023"},
    {RenderSemanticInput::SceneNormals, RenderCapability::SceneNormalSampling, "RP-DESC-024"},
    {RenderSemanticInput::SunDirection, RenderCapability::AuthoredSunDirection, "RP-DESC-025"},
    {RenderSemanticInput::SelectedCelestialDirectionalLight,
     RenderCapability::AuthoredCelestialDirectionalLight, "RP-DESC-026"},
    {RenderSemanticInput::SunScreenPosition, RenderCapability::AuthoredSunScreenPosition, "RP-DESC-027"},
    {RenderSemanticInput::ActiveDayGroup, RenderCapability::AuthoredWeather, "RP-DESC-028"},
    {RenderSemanticInput::Weather, RenderCapability::AuthoredWeather, "RP-DESC-028"},
    {RenderSemanticInput::ShadowCasterTransforms, RenderCapability::AnimatedCasterTransforms, "RP-DESC-029"},
    {RenderSemanticInput::DirectionalShadowMaps, RenderCapability::DirectionalShadowMaps, "RP-DESC-030"},
};

TEST(CheckSemantics, RP_DESC_022_to_030_EachSemanticNeedsItsCapability) {
  for (const Needed& need : needs) {
    SCOPED_TRACE(name_of(need.input));
    const Descriptor with_pass = changed(tone(), [&](Descriptor& d) {
      d.required_capabilities = {};
      d.passes[0].semantic_inputs = {need.input};
    });
    const Descriptor with_variant = changed(noop(), [&](Descriptor& d) {
      d.pipeline_variants = {shadow_variants()[0]};
      d.pipeline_variants[0].semantic = RenderPipelineVariantSemantic::Custom;
      d.pipeline_variants[0].semantic_inputs = {RenderSemanticInput::CameraMatrices, need.input};
    });
    for (const Descriptor& base : {with_pass, with_variant}) {
      const std::string line =
          std::string(need.rule) +
          (base.passes.empty() ? " /pipelineVariants/0/semanticInputs/1" : " /passes/0/semanticInputs/0");
      expect_told(base, line);
      expect_accepted(changed(base, [&](Descriptor& d) { d.required_capabilities = {need.capability}; }));
      // Only the pack's own list counts.
      expect_told(changed(base, [&](Descriptor& d) { d.optional_capabilities = {need.capability}; }), line);
      expect_told(
          changed(base,
                  [&](Descriptor& d) { d.quality_presets[0].required_capabilities = {need.capability}; }),
          line);
    }
  }
}

TEST(CheckSemantics, SaysWhyAndWhatToAdd) {
  const Diagnostic optional = first_finding(changed(tone(), [](Descriptor& d) {
    d.optional_capabilities = d.required_capabilities;
    d.required_capabilities = {};
  }));
  EXPECT_THAT(optional.found, HasSubstr("pass 'tone' lists WorldColor"));
  EXPECT_THAT(optional.found, HasSubstr("MainWorldColorIntermediate is only optional"));
  EXPECT_EQ(optional.required, "add \"MainWorldColorIntermediate\" to requiredCapabilities");
  const Diagnostic in_preset = first_finding(changed(tone(), [](Descriptor& d) {
    d.quality_presets[0].required_capabilities = d.required_capabilities;
    d.required_capabilities = {};
  }));
  EXPECT_THAT(in_preset.found, HasSubstr("is only required by preset 'default'"));
}

TEST(CheckSemantics, ACapabilityThatTwoSemanticsNeedIsMissingOnce) {
  expect_told(
      changed(shadow(),
              [](Descriptor& d) { std::erase(d.required_capabilities, RenderCapability::AuthoredWeather); }),
      "RP-DESC-028 /passes/0/semanticInputs/3");
}

TEST(CheckSemantics, RP_DESC_031_IsAWarningOfStrictCheckingOnly) {
  for (const auto input : {RenderSemanticInput::FrameTime, RenderSemanticInput::CameraMatrices}) {
    const Descriptor pack =
        changed(tone(), [&](Descriptor& d) { d.passes[0].semantic_inputs.push_back(input); });
    expect_accepted(pack);
    DescriptorOptions strict;
    strict.strict = true;
    EXPECT_THAT(told(pack, strict), ElementsAre("warning RP-DESC-031 /passes/0/semanticInputs/1"));
    EXPECT_TRUE(check_descriptor(pack, strict).accepted());
    EXPECT_THAT(told(changed(pack,
                             [](Descriptor& d) {
                               d.required_capabilities.push_back(RenderCapability::FullscreenPasses);
                             }),
                     strict),
                IsEmpty());
  }
}

TEST(CheckSemantics, RP_DESC_032_HostLacksTheCapabilityOfAListedSemantic) {
  for (const auto input : {RenderSemanticInput::FrameTime, RenderSemanticInput::CameraMatrices}) {
    const Descriptor pack =
        changed(tone(), [&](Descriptor& d) { d.passes[0].semantic_inputs.push_back(input); });
    EXPECT_THAT(told(pack, host_without(RenderCapability::FullscreenPasses)),
                ElementsAre("RP-DESC-032 /passes/0/semanticInputs/1"));
    EXPECT_THAT(told(pack, host_without(RenderCapability::GpuTimestampQueries)), IsEmpty());
  }
}

TEST(CheckSemantics, UndefinedInputsNeedNothing) {
  expect_told(changed(tone(),
                      [](Descriptor& d) {
                        d.passes[0].semantic_inputs.push_back(static_cast<RenderSemanticInput>(12));
                        d.passes[0].semantic_inputs.push_back(static_cast<RenderSemanticInput>(-1));
                      }),
              "RP-DESC-085 /passes/0/semanticInputs/1", "RP-DESC-085 /passes/0/semanticInputs/2");
}

}  // namespace
}  // namespace rpcts::render_pack_v1::samples
