#pragma once

// The pack descriptor, section B, as plain data. Nothing in it is checked: any value that pack.json can
// express (an enumeration value outside its set included) can stand in it. Null lists and entries cannot; the
// reader of pack.json refuses those (RP-FILE-009).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/contracts/render_pack_v1/vocabulary.hpp"

namespace rpcts::render_pack_v1 {

/// B.2
struct Extent {
  RenderExtentMode mode = RenderExtentMode::AbsolutePixels;
  double width = 0;   ///< pixels in absolute mode, a scale factor otherwise
  double height = 0;  ///< as width
  std::int32_t layers = 1;
};

/// B.2
struct Resource {
  std::string id;
  RenderResourceKind kind = RenderResourceKind::Image2D;
  RenderFormatClass format = RenderFormatClass::LdrColor;
  std::optional<Extent> extent;
  std::int64_t size_bytes = 0;
  RenderResourceUsage usage = RenderResourceUsage::None;
  RenderResourceLifetime lifetime = RenderResourceLifetime::TransientPass;
  std::int64_t estimated_resident_bytes = 0;
  RenderResourceSemantic semantic = RenderResourceSemantic::Custom;
};

/// B.3
struct Pass {
  std::string id;
  RenderPassHook hook = RenderPassHook::ShadowDepthBeforeWorld;
  std::string vertex_shader_asset;
  std::string fragment_shader_asset;
  std::vector<RenderSemanticInput> semantic_inputs;
  std::vector<std::string> resource_reads;
  std::vector<std::string> resource_writes;
  RenderPassSemantic semantic = RenderPassSemantic::CustomFullscreen;
};

/// B.4
struct SceneReplay {
  std::string id;
  RenderSceneReplaySemantic semantic = RenderSceneReplaySemantic::OutdoorDirectionalShadowCasters;
  RenderCasterClass caster_classes = RenderCasterClass::None;
  std::int32_t view_count = 0;
};

/// B.5
struct PipelineVariant {
  std::string id;
  RenderPipelineBaseSemantic base_semantic = RenderPipelineBaseSemantic::Terrain;
  std::string vertex_shader_asset;
  std::string fragment_shader_asset;
  RenderMaterialClass compatible_materials = RenderMaterialClass::None;
  std::vector<RenderSemanticInput> semantic_inputs;
  RenderPipelineVariantSemantic semantic = RenderPipelineVariantSemantic::Custom;
};

/// B.6
struct ResourceOverride {
  std::string resource_id;
  std::optional<Extent> extent;
  std::int64_t size_bytes = 0;
  std::int64_t estimated_resident_bytes = 0;
};

/// B.6
struct SettingOverride {
  std::string setting_id;
  std::string value;
};

/// B.6
struct QualityPreset {
  std::string id;
  std::string display_name;
  std::vector<RenderCapability> required_capabilities;
  std::vector<ResourceOverride> resource_overrides;
  std::vector<SettingOverride> setting_overrides;
  std::int64_t max_resident_gpu_bytes = 0;
  double max_incremental_gpu_milliseconds_p50 = 0;
  double max_incremental_gpu_milliseconds_p99 = 0;
  double max_incremental_cpu_milliseconds_p50 = 0;
  double max_incremental_cpu_milliseconds_p99 = 0;
  bool auto_eligible = true;
  RenderQualitySemantic semantic = RenderQualitySemantic::Custom;
  RenderQualityExecutionHints execution_hints = RenderQualityExecutionHints::None;
};

/// B.7
struct Setting {
  std::string id;
  std::string display_name;
  RenderSettingKind kind = RenderSettingKind::Boolean;
  std::string default_value;  ///< invariant text, C.9
  std::optional<double> minimum;
  std::optional<double> maximum;
  std::optional<double> step;
  std::vector<std::string> choices;
  RenderSettingSemantic semantic = RenderSettingSemantic::Custom;
};

/// B.8; for the directional-shadow curve the elevation is that of the selected light.
struct SunElevationResponsePoint {
  double elevation_degrees = 0;
  double multiplier = 0;
};

/// B.8
struct DayGroupMultiplier {
  std::int32_t active_day_group = 0;
  double multiplier = 0;
};

/// B.8, v1 members
struct AtmospherePolicy {
  std::vector<SunElevationResponsePoint> sun_elevation_response;
  std::vector<DayGroupMultiplier> active_day_group_multipliers;
  std::vector<SunElevationResponsePoint> directional_shadow_light_elevation_response;
  std::vector<SunElevationResponsePoint> volumetric_shaft_sun_elevation_response;
};

/// B.1
struct Descriptor {
  std::string id;
  std::string display_name;
  std::string feature_summary;
  std::string pack_version;  ///< dotted numeric text, 2 to 4 components
  std::int32_t pack_api_version = 0;
  RenderPackTier highest_tier = RenderPackTier::Tier1;
  std::vector<RenderCapability> required_capabilities;
  std::vector<RenderCapability> optional_capabilities;
  std::vector<Resource> resources;
  std::vector<Pass> passes;  ///< order is execution order inside a hook
  std::vector<SceneReplay> scene_replays;
  std::vector<PipelineVariant> pipeline_variants;
  std::vector<QualityPreset> quality_presets;
  std::vector<Setting> settings;  ///< order is shader ABI
  std::optional<AtmospherePolicy> atmosphere_policy;
};

}  // namespace rpcts::render_pack_v1
