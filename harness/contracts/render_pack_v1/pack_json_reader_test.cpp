#include <clocale>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <locale>
#include <string>
#include <vector>

#include "harness/contracts/render_pack_v1/pack_json.hpp"
#include "harness/contracts/render_pack_v1/pack_json_testing.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The descriptor of a text that is expected to be accepted.
Descriptor accepted(std::string_view text) {
  const PackJsonResult result = read_pack_json(text);
  EXPECT_THAT(brief(result.findings), IsEmpty());
  return result.document ? result.document->descriptor : Descriptor{};
}

TEST(PackJson, ReadsTheMembersOfThePack) {
  const Descriptor pack = accepted(pack_json_sample);
  EXPECT_EQ(pack.id, "test.sample");
  EXPECT_EQ(pack.display_name, "Sample – é");
  EXPECT_EQ(pack.feature_summary, "Every member once.");
  EXPECT_EQ(pack.pack_version, "1.20.3");
  EXPECT_EQ(pack.pack_api_version, 1);
  EXPECT_EQ(pack.highest_tier, RenderPackTier::Tier2Plus);
  EXPECT_THAT(pack.required_capabilities,
              ElementsAre(RenderCapability::FullscreenPasses, RenderCapability::AuthoredWeather));
  EXPECT_THAT(pack.optional_capabilities, ElementsAre(RenderCapability::GpuTimestampQueries));
}

TEST(PackJson, ReadsAResource) {
  const Descriptor pack = accepted(pack_json_sample);
  ASSERT_EQ(pack.resources.size(), 1U);
  const Resource& resource = pack.resources[0];
  EXPECT_EQ(resource.id, "mid");
  EXPECT_EQ(resource.kind, RenderResourceKind::Image2DArray);
  EXPECT_EQ(resource.format, RenderFormatClass::DirectionalDepth);
  ASSERT_TRUE(resource.extent.has_value());
  EXPECT_EQ(resource.extent->mode, RenderExtentMode::RelativeToOutput);
  EXPECT_EQ(resource.extent->width, 0.5);
  EXPECT_EQ(resource.extent->height, 0.25);
  EXPECT_EQ(resource.extent->layers, 3);
  EXPECT_EQ(resource.size_bytes, 12);
  EXPECT_EQ(static_cast<std::uint32_t>(resource.usage), 1U | 4U);
  EXPECT_EQ(resource.lifetime, RenderResourceLifetime::ActivePack);
  EXPECT_EQ(resource.estimated_resident_bytes, 5'000'000'000);
  EXPECT_EQ(resource.semantic, RenderResourceSemantic::DirectionalShadowDepth);
}

TEST(PackJson, ReadsAPassAndAVariant) {
  const Descriptor pack = accepted(pack_json_sample);
  ASSERT_EQ(pack.passes.size(), 1U);
  const Pass& pass = pack.passes[0];
  EXPECT_EQ(pass.id, "rays");
  EXPECT_EQ(pass.hook, RenderPassHook::AtmosphereBeforeToneMap);
  EXPECT_EQ(pass.vertex_shader_asset, "v.spv");
  EXPECT_EQ(pass.fragment_shader_asset, "f.spv");
  EXPECT_THAT(pass.semantic_inputs,
              ElementsAre(RenderSemanticInput::SceneDepth, RenderSemanticInput::Weather));
  EXPECT_THAT(pass.resource_reads, ElementsAre("mid", "other"));
  EXPECT_THAT(pass.resource_writes, ElementsAre("out"));
  EXPECT_EQ(pass.semantic, RenderPassSemantic::SunRays);
  ASSERT_EQ(pack.pipeline_variants.size(), 1U);
  const PipelineVariant& variant = pack.pipeline_variants[0];
  EXPECT_EQ(variant.id, "terrain");
  EXPECT_EQ(variant.base_semantic, RenderPipelineBaseSemantic::EnvCell);
  EXPECT_EQ(variant.vertex_shader_asset, "tv.spv");
  EXPECT_EQ(variant.fragment_shader_asset, "tf.spv");
  EXPECT_EQ(variant.compatible_materials, RenderMaterialClass::AlphaCutout);
  EXPECT_THAT(variant.semantic_inputs, ElementsAre(RenderSemanticInput::CameraMatrices));
  EXPECT_EQ(variant.semantic, RenderPipelineVariantSemantic::TerrainDirectionalShadowCaster);
}

TEST(PackJson, ReadsAReplayAndASetting) {
  const Descriptor pack = accepted(pack_json_sample);
  ASSERT_EQ(pack.scene_replays.size(), 1U);
  EXPECT_EQ(pack.scene_replays[0].id, "casters");
  EXPECT_EQ(pack.scene_replays[0].semantic, RenderSceneReplaySemantic::OutdoorDirectionalShadowCasters);
  EXPECT_EQ(static_cast<std::uint32_t>(pack.scene_replays[0].caster_classes), 1U | 16U);
  EXPECT_EQ(pack.scene_replays[0].view_count, 4);
  ASSERT_EQ(pack.settings.size(), 1U);
  const Setting& setting = pack.settings[0];
  EXPECT_EQ(setting.id, "strength");
  EXPECT_EQ(setting.display_name, "Strength");
  EXPECT_EQ(setting.kind, RenderSettingKind::Float);
  EXPECT_EQ(setting.default_value, "0.5");
  EXPECT_EQ(setting.minimum, 0.0);
  EXPECT_EQ(setting.maximum, 2.0);
  EXPECT_EQ(setting.step, 0.25);
  EXPECT_THAT(setting.choices, ElementsAre("a", "b"));
  EXPECT_EQ(setting.semantic, RenderSettingSemantic::SunRayStrength);
}

TEST(PackJson, ReadsAPreset) {
  const Descriptor pack = accepted(pack_json_sample);
  ASSERT_EQ(pack.quality_presets.size(), 1U);
  const QualityPreset& preset = pack.quality_presets[0];
  EXPECT_EQ(preset.id, "low");
  EXPECT_EQ(preset.display_name, "Low");
  EXPECT_THAT(preset.required_capabilities, ElementsAre(RenderCapability::SceneDepthSampling));
  ASSERT_EQ(preset.resource_overrides.size(), 1U);
  EXPECT_EQ(preset.resource_overrides[0].resource_id, "mid");
  EXPECT_EQ(preset.resource_overrides[0].extent->width, 512.0);
  EXPECT_EQ(preset.resource_overrides[0].extent->layers, 1);
  EXPECT_EQ(preset.resource_overrides[0].size_bytes, 7);
  EXPECT_EQ(preset.resource_overrides[0].estimated_resident_bytes, 8);
  ASSERT_EQ(preset.setting_overrides.size(), 1U);
  EXPECT_EQ(preset.setting_overrides[0].setting_id, "strength");
  EXPECT_EQ(preset.setting_overrides[0].value, "0.25");
  EXPECT_EQ(preset.max_resident_gpu_bytes, 67'108'864);
  EXPECT_EQ(preset.max_incremental_gpu_milliseconds_p50, 1.5);
  EXPECT_EQ(preset.max_incremental_gpu_milliseconds_p99, 2.5);
  EXPECT_EQ(preset.max_incremental_cpu_milliseconds_p50, 0.125);
  EXPECT_EQ(preset.max_incremental_cpu_milliseconds_p99, 0.5);
  EXPECT_FALSE(preset.auto_eligible);
  EXPECT_EQ(preset.semantic, RenderQualitySemantic::Low);
  EXPECT_EQ(preset.execution_hints, RenderQualityExecutionHints::FusedAtmosphericPostProcess);
}

TEST(PackJson, ReadsThePolicy) {
  const Descriptor pack = accepted(pack_json_sample);
  ASSERT_TRUE(pack.atmosphere_policy.has_value());
  const AtmospherePolicy& policy = *pack.atmosphere_policy;
  ASSERT_EQ(policy.sun_elevation_response.size(), 1U);
  EXPECT_EQ(policy.sun_elevation_response[0].elevation_degrees, -10.0);
  EXPECT_EQ(policy.sun_elevation_response[0].multiplier, 0.2);
  ASSERT_EQ(policy.active_day_group_multipliers.size(), 1U);
  EXPECT_EQ(policy.active_day_group_multipliers[0].active_day_group, -3);
  EXPECT_EQ(policy.active_day_group_multipliers[0].multiplier, 0.4);
  EXPECT_EQ(policy.directional_shadow_light_elevation_response.at(0).elevation_degrees, 1.0);
  EXPECT_EQ(policy.volumetric_shaft_sun_elevation_response.at(0).elevation_degrees, 2.0);
}

TEST(PackJson, GivesMembersLeftOutTheirDefaults) {
  EXPECT_EQ(accepted(edited_sample(R"(, "layers": 3)", "")).resources[0].extent->layers, 1);
  EXPECT_EQ(accepted(edited_sample(R"("sizeBytes": 12, )", "")).resources[0].size_bytes, 0);
  EXPECT_EQ(
      accepted(edited_sample(R"("sizeBytes": 7, )", "")).quality_presets[0].resource_overrides[0].size_bytes,
      0);
  EXPECT_EQ(accepted(edited_sample(R"(, "semantic": "DirectionalShadowDepth")", "")).resources[0].semantic,
            RenderResourceSemantic::Custom);
  EXPECT_EQ(accepted(edited_sample(R"(, "semantic": "SunRays")", "")).passes[0].semantic,
            RenderPassSemantic::CustomFullscreen);
  EXPECT_EQ(accepted(edited_sample(R"(, "semantic": "TerrainDirectionalShadowCaster")", ""))
                .pipeline_variants[0]
                .semantic,
            RenderPipelineVariantSemantic::Custom);
  EXPECT_EQ(accepted(edited_sample(R"("semantic": "Low", )", "")).quality_presets[0].semantic,
            RenderQualitySemantic::Custom);
  EXPECT_EQ(accepted(edited_sample(R"(, "semantic": "SunRayStrength")", "")).settings[0].semantic,
            RenderSettingSemantic::Custom);
  EXPECT_TRUE(accepted(edited_sample(R"("autoEligible": false, )", "")).quality_presets[0].auto_eligible);
  EXPECT_EQ(accepted(edited_sample(R"(, "executionHints": ["FusedAtmosphericPostProcess"])", ""))
                .quality_presets[0]
                .execution_hints,
            RenderQualityExecutionHints::None);
  EXPECT_THAT(accepted(edited_sample(R"(, "choices": ["a", "b"])", "")).settings[0].choices, IsEmpty());
  const Descriptor two_curves = accepted(edited_sample(R"(,
    "directionalShadowLightElevationResponse": [{"elevationDegrees": 1, "multiplier": 0}],
    "volumetricShaftSunElevationResponse": [{"elevationDegrees": 2, "multiplier": 1}])",
                                                       ""));
  EXPECT_THAT(two_curves.atmosphere_policy->directional_shadow_light_elevation_response, IsEmpty());
  EXPECT_THAT(two_curves.atmosphere_policy->volumetric_shaft_sun_elevation_response, IsEmpty());
}

TEST(PackJson, TakesNullForWhatIsNullable) {
  EXPECT_FALSE(
      accepted(
          edited_sample(R"({"mode": "RelativeToOutput", "width": 0.5, "height": 0.25, "layers": 3})", "null"))
          .resources[0]
          .extent.has_value());
  EXPECT_FALSE(
      accepted(edited_sample(R"("minimum": 0)", R"("minimum": null)")).settings[0].minimum.has_value());
  EXPECT_FALSE(accepted(edited_sample(R"("maximum": 2, )", "")).settings[0].maximum.has_value());
  EXPECT_FALSE(accepted(edited_sample(R"("step": 0.25)", R"("step": null)")).settings[0].step.has_value());
  std::string no_policy(pack_json_sample);
  no_policy.resize(no_policy.find(R"("atmospherePolicy": {)"));
  EXPECT_FALSE(accepted(no_policy + R"("atmospherePolicy": null})").atmosphere_policy.has_value());
}

TEST(PackJson, TakesAnIntegerInPlaceOfAName) {
  EXPECT_EQ(static_cast<std::int32_t>(accepted(edited_sample(R"("Tier2Plus")", "4")).highest_tier), 4);
  EXPECT_EQ(static_cast<std::int32_t>(
                accepted(edited_sample(R"("FullscreenPasses")", "-1")).required_capabilities[0]),
            -1);
  EXPECT_EQ(static_cast<std::int32_t>(
                accepted(edited_sample(R"("Image2DArray")", "-2147483648")).resources[0].kind),
            std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(
      static_cast<std::int32_t>(accepted(edited_sample(R"("Image2DArray")", "2147483647")).resources[0].kind),
      std::numeric_limits<std::int32_t>::max());
}

std::uint32_t usage(std::string_view written) {
  return static_cast<std::uint32_t>(
      accepted(edited_sample(R"(["Sampled", "DepthAttachment"])", written)).resources[0].usage);
}

TEST(PackJson, TakesAnIntegerInPlaceOfAFlagSet) {
  EXPECT_EQ(usage("64"), 64U);
  EXPECT_EQ(usage("2147483648"), 0x80000000U);
  EXPECT_EQ(usage("-2147483648"), 0x80000000U);
  EXPECT_EQ(usage("4294967295"), 0xFFFFFFFFU);
  EXPECT_EQ(usage("-1"), 0xFFFFFFFFU);
}

TEST(PackJson, TakesNoneAloneAndRepeatedFlags) {
  EXPECT_EQ(usage("[]"), 0U);
  EXPECT_EQ(usage(R"(["None"])"), 0U);
  EXPECT_EQ(usage(R"(["None", "None"])"), 0U);
  EXPECT_EQ(usage(R"(["Sampled", "Storage", "Sampled"])"), 9U);
}

TEST(PackJson, TakesIntegersHoweverTheyAreWritten) {
  EXPECT_EQ(accepted(edited_sample(R"("layers": 3)", R"("layers": 1.0)")).resources[0].extent->layers, 1);
  EXPECT_EQ(accepted(edited_sample(R"("layers": 3)", R"("layers": 20e-1)")).resources[0].extent->layers, 2);
  EXPECT_EQ(accepted(edited_sample("5000000000", "9007199254740993.0")).resources[0].estimated_resident_bytes,
            9'007'199'254'740'993);
  EXPECT_EQ(
      accepted(edited_sample("5000000000", "9223372036854775807")).resources[0].estimated_resident_bytes,
      std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(
      accepted(edited_sample("5000000000", "-9223372036854775808")).resources[0].estimated_resident_bytes,
      std::numeric_limits<std::int64_t>::min());
}

TEST(PackJson, RoundsNumbersToTheNearestDouble) {
  EXPECT_EQ(accepted(edited_sample("0.25,", "1e-999,")).resources[0].extent->height, 0.0);
  EXPECT_EQ(accepted(edited_sample("0.25,", "123456789012345678901234567890,")).resources[0].extent->height,
            123456789012345678901234567890.0);
}

TEST(PackJson, TakesEscapesInNamesAndTexts) {
  EXPECT_EQ(accepted(edited_sample(R"("id": "test.sample")", R"("\u0069d": "t\u00E9\/\uD83D\uDE00")")).id,
            "té/😀");
}

TEST(PackJson, TakesVersionsOfTwoToFourNumbers) {
  for (const std::string_view version : {"1.0", "1.0.0", "0.0.0.0", "01.2", "99999999999999999999.1"}) {
    EXPECT_EQ(accepted(edited_sample("1.20.3", version)).pack_version, version);
  }
}

TEST(PackJson, NamesTheFileAsItIsTold) {
  EXPECT_EQ(read_pack_json("[]", "my/pack.json").findings.deciding()->place.file, "my/pack.json");
}

TEST(PackJson, ReadsTheSameInEveryLocale) {
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
  const char* c_locale = std::setlocale(LC_ALL, "de_DE.UTF-8");  // where the system has it
  const Descriptor pack = accepted(pack_json_sample);
  const auto written = to_json(pack);
  std::locale::global(before);
  std::setlocale(LC_ALL, "C");
  EXPECT_EQ(pack.resources[0].extent->height, 0.25) << (c_locale == nullptr ? "" : c_locale);
  EXPECT_EQ(pack.resources[0].estimated_resident_bytes, 5'000'000'000);
  ASSERT_TRUE(written.has_value());
  EXPECT_THAT(*written, HasSubstr("\"height\": 0.25"));
  EXPECT_THAT(*written, HasSubstr("5000000000"));
}

TEST(SourceMap, LocatesPointers) {
  std::string text = "^" + edited_sample("\"other\"", "^\"other\"");
  const auto mark = [&](std::string_view before) { text.insert(text.find(before), "^"); };
  mark("3},\n");                     // layers
  mark("[\n    {\"id\": \"rays\"");  // passes
  mark("{\"mode\": \"AbsolutePixels\"");
  const Marked marked = unmark(text);
  const PackJsonResult result = read_pack_json(marked.text, "dir/pack.json");
  ASSERT_TRUE(result.document.has_value());
  std::vector<std::string> located;
  for (const std::string_view pointer :
       {"", "/resources/0/extent/layers", "/passes/7/id", "/passes/0/resourceReads/1",
        "/qualityPresets/0/resourceOverrides/0/extent/layers"}) {
    Place place;
    place.pointer = pointer;
    result.document->source.locate(place);
    EXPECT_EQ(place.file, "dir/pack.json");
    located.push_back(std::to_string(place.line) + ":" + std::to_string(place.column));
  }
  EXPECT_EQ(located, marked.places);
}

TEST(SourceMap, LeavesPlacesInOtherFilesAlone) {
  const PackJsonResult result = read_pack_json(pack_json_sample);
  Place place;
  place.file = "a.spv";
  result.document->source.locate(place);
  EXPECT_EQ(place.file, "a.spv");
  EXPECT_EQ(place.line, 0U);
}

}  // namespace
}  // namespace rpcts::render_pack_v1
