#pragma once

// Descriptors in memory for the unit tests of this folder: the valid fixtures of G.0, to be broken one thing
// at a time. The packs on disk (fixtures/) are written independently of these.

#include <algorithm>
#include <stdexcept>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/contracts/render_pack_v1/graph.hpp"

namespace rpcts::render_pack_v1::samples {

template <class Declaration>
[[nodiscard]] Declaration& by_id(std::vector<Declaration>& declarations, std::string_view id) {
  const auto found = std::ranges::find(declarations, id, &Declaration::id);
  if (found == declarations.end()) {
    throw std::logic_error("no declaration with this id: " + std::string(id));
  }
  return *found;
}

template <class Declaration, class Semantic>
[[nodiscard]] Declaration& by_semantic(std::vector<Declaration>& declarations, Semantic semantic) {
  const auto found = std::ranges::find(declarations, semantic, &Declaration::semantic);
  if (found == declarations.end()) {
    throw std::logic_error("no declaration with this semantic");
  }
  return *found;
}

template <class Declaration, class Semantic>
void remove_semantic(std::vector<Declaration>& declarations, Semantic semantic) {
  std::erase_if(declarations, [&](const Declaration& one) { return one.semantic == semantic; });
}

[[nodiscard]] inline QualityPreset preset(std::string id,
                                          RenderQualitySemantic semantic = RenderQualitySemantic::Custom) {
  QualityPreset made;
  made.display_name = "Preset " + id;
  made.id = std::move(id);
  made.semantic = semantic;
  return made;
}

[[nodiscard]] inline Pass pass(std::string id, RenderPassHook hook,
                               std::vector<RenderSemanticInput> inputs = {},
                               std::vector<std::string> reads = {}, std::vector<std::string> writes = {},
                               RenderPassSemantic semantic = RenderPassSemantic::CustomFullscreen) {
  return {.id = id,
          .hook = hook,
          .vertex_shader_asset = "shaders/fullscreen.vert.spv",
          .fragment_shader_asset = "shaders/" + id + ".frag.spv",
          .semantic_inputs = std::move(inputs),
          .resource_reads = std::move(reads),
          .resource_writes = std::move(writes),
          .semantic = semantic};
}

[[nodiscard]] inline Resource colour(std::string id, double scale = 0.5,
                                     RenderResourceSemantic semantic = RenderResourceSemantic::Custom) {
  return {.id = std::move(id),
          .kind = RenderResourceKind::Image2D,
          .format = RenderFormatClass::HdrColor,
          .extent = Extent{RenderExtentMode::RelativeToMainWorld, scale, scale},
          .usage = static_cast<RenderResourceUsage>(3),
          .lifetime = RenderResourceLifetime::ActivePack,
          .estimated_resident_bytes = 1'000'000,
          .semantic = semantic};
}

[[nodiscard]] inline Resource shadow_depth(
    std::string id, std::int32_t layers = 2,
    RenderResourceSemantic semantic = RenderResourceSemantic::DirectionalShadowDepth) {
  return {.id = std::move(id),
          .kind = RenderResourceKind::Image2DArray,
          .format = RenderFormatClass::DirectionalDepth,
          .extent = Extent{RenderExtentMode::AbsolutePixels, 1024, 1024, layers},
          .usage = static_cast<RenderResourceUsage>(5),
          .lifetime = RenderResourceLifetime::ActivePack,
          .estimated_resident_bytes = 8'388'608,
          .semantic = semantic};
}

[[nodiscard]] inline Setting setting(std::string id, RenderSettingKind kind, std::string default_value,
                                     RenderSettingSemantic semantic = RenderSettingSemantic::Custom) {
  Setting made;
  made.display_name = "Setting " + id;
  made.id = std::move(id);
  made.kind = kind;
  made.default_value = std::move(default_value);
  made.semantic = semantic;
  return made;
}

[[nodiscard]] inline Setting number(std::string id, std::string default_value, double minimum, double maximum,
                                    double step,
                                    RenderSettingSemantic semantic = RenderSettingSemantic::Custom) {
  Setting made = setting(std::move(id), RenderSettingKind::Float, std::move(default_value), semantic);
  made.minimum = minimum;
  made.maximum = maximum;
  made.step = step;
  return made;
}

/// F-NOOP
[[nodiscard]] inline Descriptor noop() {
  Descriptor pack;
  pack.id = "sample.noop";
  pack.display_name = "Nothing";
  pack.feature_summary = "Does nothing.";
  pack.pack_version = "1.0.0";
  pack.pack_api_version = 1;
  pack.highest_tier = RenderPackTier::Tier1;
  pack.quality_presets = {preset("default")};
  return pack;
}

/// F-TONE
[[nodiscard]] inline Descriptor tone() {
  Descriptor pack = noop();
  pack.id = "sample.tone";
  pack.required_capabilities = {RenderCapability::MainWorldColorIntermediate};
  pack.passes = {pass("tone", RenderPassHook::ToneMap, {RenderSemanticInput::WorldColor})};
  return pack;
}

/// F-CUSTOM
[[nodiscard]] inline Descriptor custom() {
  Descriptor pack = tone();
  pack.id = "sample.custom";
  pack.resources = {colour("mid")};
  pack.passes.insert(pack.passes.begin(), pass("glow", RenderPassHook::AtmosphereBeforeToneMap,
                                               {RenderSemanticInput::WorldColor}, {}, {"mid"}));
  pack.passes.back().resource_reads = {"mid"};
  return pack;
}

[[nodiscard]] inline std::vector<PipelineVariant> shadow_variants() {
  using enum RenderSemanticInput;
  const auto variant = [](std::string id, RenderPipelineBaseSemantic base, std::uint32_t materials,
                          std::vector<RenderSemanticInput> inputs, RenderPipelineVariantSemantic semantic) {
    return PipelineVariant{.id = id,
                           .base_semantic = base,
                           .vertex_shader_asset = "shaders/" + id + ".vert.spv",
                           .fragment_shader_asset = "shaders/" + id + ".frag.spv",
                           .compatible_materials = static_cast<RenderMaterialClass>(materials),
                           .semantic_inputs = std::move(inputs),
                           .semantic = semantic};
  };
  return {
      variant("terrain-caster", RenderPipelineBaseSemantic::Terrain, 1, {CameraMatrices},
              RenderPipelineVariantSemantic::TerrainDirectionalShadowCaster),
      variant("opaque-caster", RenderPipelineBaseSemantic::WorldMesh, 5,
              {CameraMatrices, ShadowCasterTransforms},
              RenderPipelineVariantSemantic::WorldOpaqueDirectionalShadowCaster),
      variant("cutout-caster", RenderPipelineBaseSemantic::WorldMesh, 10,
              {CameraMatrices, ShadowCasterTransforms},
              RenderPipelineVariantSemantic::WorldAlphaCutoutDirectionalShadowCaster),
      variant("terrain-receiver", RenderPipelineBaseSemantic::Terrain, 1,
              {DirectionalShadowMaps, SelectedCelestialDirectionalLight},
              RenderPipelineVariantSemantic::TerrainDirectionalShadowReceiver),
      variant("world-receiver", RenderPipelineBaseSemantic::WorldMesh, 15,
              {DirectionalShadowMaps, SelectedCelestialDirectionalLight},
              RenderPipelineVariantSemantic::WorldDirectionalShadowReceiver),
  };
}

/// The three casters of the multiview hint: as the plain ones, with the multiview semantics.
[[nodiscard]] inline std::vector<PipelineVariant> multiview_variants() {
  std::vector<PipelineVariant> variants = shadow_variants();
  variants.resize(3);
  variants[0].semantic = RenderPipelineVariantSemantic::TerrainMultiviewDirectionalShadowCaster;
  variants[1].semantic = RenderPipelineVariantSemantic::WorldOpaqueMultiviewDirectionalShadowCaster;
  variants[2].semantic = RenderPipelineVariantSemantic::WorldAlphaCutoutMultiviewDirectionalShadowCaster;
  for (PipelineVariant& variant : variants) {
    variant.id += "-mv";
  }
  return variants;
}

[[nodiscard]] inline SceneReplay replay() {
  return {.id = "casters", .caster_classes = static_cast<RenderCasterClass>(31), .view_count = 4};
}

/// F-SHADOW
[[nodiscard]] inline Descriptor shadow() {
  using enum RenderSemanticInput;
  Descriptor pack = noop();
  pack.id = "sample.shadow";
  pack.highest_tier = RenderPackTier::Tier2;
  pack.required_capabilities = {RenderCapability::MainWorldColorIntermediate,
                                RenderCapability::FullscreenPasses,
                                RenderCapability::AuthoredCelestialDirectionalLight,
                                RenderCapability::AuthoredWeather,
                                RenderCapability::DirectionalShadowMaps,
                                RenderCapability::OutdoorDirectionalShadowCasterReplay,
                                RenderCapability::AnimatedCasterTransforms,
                                RenderCapability::AlphaCutoutShadowCasters};
  pack.resources = {shadow_depth("shadow-depth")};
  pack.passes = {
      pass("shadow", RenderPassHook::ShadowDepthBeforeWorld,
           {CameraMatrices, SelectedCelestialDirectionalLight, ShadowCasterTransforms, ActiveDayGroup,
            Weather},
           {}, {"shadow-depth"}, RenderPassSemantic::DirectionalShadowDepth),
      pass("copy", RenderPassHook::ToneMap, {WorldColor}),
  };
  pack.scene_replays = {replay()};
  pack.pipeline_variants = shadow_variants();
  pack.quality_presets = {preset("medium", RenderQualitySemantic::Medium)};
  QualityPreset& medium = pack.quality_presets.front();
  medium.max_resident_gpu_bytes = 67'108'864;
  medium.max_incremental_gpu_milliseconds_p50 = 2;
  medium.max_incremental_gpu_milliseconds_p99 = 3;
  medium.max_incremental_cpu_milliseconds_p50 = 0.2;
  medium.max_incremental_cpu_milliseconds_p99 = 0.5;
  pack.settings = {
      number("strength", "0.72", 0, 1, 0.02, RenderSettingSemantic::DirectionalShadowStrength),
      number("reach", "144", 16, 240, 1, RenderSettingSemantic::DirectionalShadowReachMetres),
      setting("taps", RenderSettingKind::Choice, "9", RenderSettingSemantic::DirectionalShadowPcfTaps),
  };
  pack.settings.back().choices = {"1", "9", "25"};
  pack.atmosphere_policy = AtmospherePolicy{
      .directional_shadow_light_elevation_response = {{-90, 0}, {1, 0}, {12, 1}, {90, 1}},
  };
  return pack;
}

/// F-FULL
[[nodiscard]] inline Descriptor full() {
  using enum RenderSemanticInput;
  using Hook = RenderPassHook;
  using Role = RenderPassSemantic;
  using Target = RenderResourceSemantic;
  using Knob = RenderSettingSemantic;
  Descriptor pack = shadow();
  pack.id = "sample.full";
  pack.highest_tier = RenderPackTier::Tier2Plus;
  for (const RenderCapability capability :
       {RenderCapability::SceneDepthSampling, RenderCapability::AuthoredSunDirection,
        RenderCapability::AuthoredSunScreenPosition}) {
    pack.required_capabilities.push_back(capability);
  }
  pack.resources = {
      colour("world-hdr", 1, Target::MainWorldHdr),
      colour("ping", 0.5, Target::BloomPing),
      colour("pong", 0.5, Target::BloomPong),
      colour("mask", 0.5, Target::SunOcclusionMask),
      colour("rays", 0.5, Target::SunRays),
      shadow_depth("shadow-depth", 3),
      colour("shafts", 0.375, Target::VolumetricShafts),
  };
  by_id(pack.resources, "mask").format = RenderFormatClass::SingleChannel;
  pack.passes.pop_back();
  const auto add = [&](std::string id, Hook hook, std::vector<RenderSemanticInput> inputs,
                       std::vector<std::string> reads, std::vector<std::string> writes, Role role) {
    pack.passes.push_back(
        pass(std::move(id), hook, std::move(inputs), std::move(reads), std::move(writes), role));
  };
  add("occlusion", Hook::AtmosphereBeforeToneMap, {SceneDepth, SunScreenPosition, ActiveDayGroup, Weather},
      {}, {"mask"}, Role::SunOcclusion);
  add("rays", Hook::AtmosphereBeforeToneMap, {SunScreenPosition, FrameTime}, {"mask"}, {"rays"},
      Role::SunRays);
  add("shafts", Hook::AtmosphereBeforeToneMap,
      {SceneDepth, CameraMatrices, SunDirection, DirectionalShadowMaps, ActiveDayGroup, Weather},
      {"shadow-depth"}, {"shafts"}, Role::VolumetricShafts);
  add("downsample", Hook::AtmosphereBeforeToneMap, {WorldColor}, {"rays", "shafts"}, {"ping"},
      Role::BloomDownsample);
  add("blur-x", Hook::AtmosphereBeforeToneMap, {FrameTime}, {"ping"}, {"pong"}, Role::BloomBlurHorizontal);
  add("blur-y", Hook::AtmosphereBeforeToneMap, {FrameTime}, {"pong"}, {"ping"}, Role::BloomBlurVertical);
  add("filmic", Hook::ToneMap, {WorldColor, FrameTime}, {"ping", "rays", "shafts"}, {},
      Role::FilmicComposite);
  pack.quality_presets = {
      preset("low", RenderQualitySemantic::Low), preset("medium", RenderQualitySemantic::Medium),
      preset("high", RenderQualitySemantic::High), preset("automatic", RenderQualitySemantic::Automatic)};
  pack.quality_presets.back().auto_eligible = false;
  const std::vector<Setting> shadow_settings = std::move(pack.settings);
  pack.settings = {
      number("bloom", "0.65", 0, 2, 0.05, Knob::BloomStrength),
      number("filmic", "1", 0, 1, 0.05, Knob::FilmicStrength),
      number("exposure", "1", 0.25, 4, 0.05, Knob::Exposure),
      number("saturation", "1", 0, 2, 0.05, Knob::GradeSaturation),
      number("contrast", "1", 0.5, 1.5, 0.05, Knob::GradeContrast),
      number("vignette", "0.25", 0, 1, 0.05, Knob::VignetteStrength),
      number("sun-rays", "0.55", 0, 1, 0.05, Knob::SunRayStrength),
  };
  pack.settings.insert(pack.settings.end(), shadow_settings.begin(), shadow_settings.end());
  pack.settings.push_back(number("volumetric", "0.35", 0, 1, 0.05, Knob::VolumetricStrength));
  pack.settings.push_back(setting("steps", RenderSettingKind::Integer, "24", Knob::VolumetricRayMarchSteps));
  pack.settings.push_back(setting("auto", RenderSettingKind::Boolean, "false", Knob::AutomaticQuality));
  pack.atmosphere_policy->sun_elevation_response = {{-90, 0}, {0, 1}, {90, 0.5}};
  pack.atmosphere_policy->active_day_group_multipliers = {{0, 1}, {1, 0.35}};
  pack.atmosphere_policy->volumetric_shaft_sun_elevation_response = {{-4, 0}, {10, 1}, {90, 0.25}};
  return pack;
}

/// F-MV
[[nodiscard]] inline Descriptor multiview() {
  Descriptor pack = full();
  pack.id = "sample.mv";
  for (PipelineVariant& variant : multiview_variants()) {
    pack.pipeline_variants.push_back(std::move(variant));
  }
  QualityPreset& low = by_id(pack.quality_presets, "low");
  low.execution_hints = RenderQualityExecutionHints::MultiviewDirectionalShadowCascades;
  low.required_capabilities = {RenderCapability::MultiviewDirectionalShadowCascades};
  return pack;
}

/// F-FUSED
[[nodiscard]] inline Descriptor fused() {
  Descriptor pack = full();
  pack.id = "sample.fused";
  by_id(pack.quality_presets, "low").execution_hints =
      RenderQualityExecutionHints::FusedAtmosphericPostProcess;
  return pack;
}

}  // namespace rpcts::render_pack_v1::samples
