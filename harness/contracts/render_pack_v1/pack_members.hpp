#pragma once

// The members of pack.json, once: the reader, the writer and the published schema all go by these tables.

#include <array>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "harness/contracts/render_pack_v1/descriptor.hpp"

namespace rpcts::render_pack_v1 {

enum class Presence : std::uint8_t {
  required,
  defaulted,  ///< left out, it has the value of a default-constructed Owner
  nullable,   ///< left out or null, it is absent; exactly the members that are std::optional
};

/// A string that must have a form beyond being one.
enum class TextForm : std::uint8_t { any, version };

template <class Owner, class Value>
struct Member {
  std::string_view name;  ///< in pack.json
  Value Owner::* field;
  Presence presence;
  std::string_view note;  ///< what an author wants to know while writing it
  TextForm form = TextForm::any;
};

/// What is known of an object of pack.json: `title` names one in messages, `members` is a tuple of Member.
/// The first member names the object when it is a string.
template <class T>
struct Shape;

namespace detail {

template <class Owner, class Value>
constexpr Member<Owner, Value> required(std::string_view name, Value Owner::* field, std::string_view note) {
  return {name, field, Presence::required, note};
}
template <class Owner, class Value>
constexpr Member<Owner, Value> defaulted(std::string_view name, Value Owner::* field, std::string_view note) {
  return {name, field, Presence::defaulted, note};
}
template <class Owner, class Value>
constexpr Member<Owner, std::optional<Value>> nullable(std::string_view name,
                                                       std::optional<Value> Owner::* field,
                                                       std::string_view note) {
  return {name, field, Presence::nullable, note};
}

// Words that more than one object uses.
inline constexpr std::string_view stable_id =
    "Stable id: 1 to 128 characters, a-z first, then a-z, 0-9, '.', '-' or '_'.";
inline constexpr std::string_view shown_name = "Name that players see; not blank.";
inline constexpr std::string_view vertex_asset =
    "Key of the vertex SPIR-V asset, relative to the pack's folder, with '/' between its parts.";
inline constexpr std::string_view fragment_asset =
    "Key of the fragment SPIR-V asset, relative to the pack's folder, with '/' between its parts.";
inline constexpr std::string_view semantic_inputs =
    "What the shaders use, each once; the order of WorldColor, SceneDepth and SceneNormals gives their "
    "texture slots.";

}  // namespace detail

template <>
struct Shape<Extent> {
  static constexpr std::string_view title = "extent";
  static constexpr std::tuple members{
      detail::required("mode", &Extent::mode, "What width and height are relative to."),
      detail::required("width", &Extent::width,
                       "Whole pixels up to 16384 in mode AbsolutePixels, else a scale above 0, up to 1."),
      detail::required("height", &Extent::height,
                       "Whole pixels up to 16384 in mode AbsolutePixels, else a scale above 0, up to 1."),
      detail::defaulted("layers", &Extent::layers, "Array layers, 1 to 256."),
  };
};

template <>
struct Shape<Resource> {
  static constexpr std::string_view title = "resource";
  static constexpr std::tuple members{
      detail::required("id", &Resource::id, detail::stable_id),
      detail::required("kind", &Resource::kind, "Buffer is reserved."),
      detail::required("format", &Resource::format,
                       "Image2DArray takes DirectionalDepth only; StructuredData is reserved."),
      detail::nullable("extent", &Resource::extent, "Size of an image; every image needs one."),
      detail::defaulted("sizeBytes", &Resource::size_bytes, "Size of a buffer (reserved); not negative."),
      detail::required("usage", &Resource::usage, "At least one flag; Storage is reserved."),
      detail::required("lifetime", &Resource::lifetime, "How long the content is kept."),
      detail::required("estimatedResidentBytes", &Resource::estimated_resident_bytes,
                       "Not negative; all resources together at most 268435456 (256 MiB)."),
      detail::defaulted("semantic", &Resource::semantic,
                        "Role of the resource; each but Custom at most once in a pack."),
  };
};

template <>
struct Shape<Pass> {
  static constexpr std::string_view title = "pass";
  static constexpr std::tuple members{
      detail::required("id", &Pass::id, detail::stable_id),
      detail::required("hook", &Pass::hook,
                       "Where in the frame it runs; passes stand in the order of the hooks."),
      detail::required("vertexShaderAsset", &Pass::vertex_shader_asset, detail::vertex_asset),
      detail::required("fragmentShaderAsset", &Pass::fragment_shader_asset, detail::fragment_asset),
      detail::required("semanticInputs", &Pass::semantic_inputs, detail::semantic_inputs),
      detail::required("resourceReads", &Pass::resource_reads,
                       "Ids of resources that an earlier pass writes; they follow the inputs in the "
                       "texture slots, four in all."),
      detail::required("resourceWrites", &Pass::resource_writes,
                       "Id of the resource that it writes, one at most; none at ToneMap and "
                       "AfterToneMapBeforePrivateViewports means the main world."),
      detail::defaulted("semantic", &Pass::semantic,
                        "Role of the pass; each but CustomFullscreen at most once in a pack."),
  };
};

template <>
struct Shape<SceneReplay> {
  static constexpr std::string_view title = "scene replay";
  static constexpr std::tuple members{
      detail::required("id", &SceneReplay::id, detail::stable_id),
      detail::required("semantic", &SceneReplay::semantic, "What is drawn again."),
      detail::required("casterClasses", &SceneReplay::caster_classes, "At least one flag."),
      detail::required("viewCount", &SceneReplay::view_count, "1 to 4."),
  };
};

template <>
struct Shape<PipelineVariant> {
  static constexpr std::string_view title = "pipeline variant";
  static constexpr std::tuple members{
      detail::required("id", &PipelineVariant::id, detail::stable_id),
      detail::required("baseSemantic", &PipelineVariant::base_semantic, "The pipeline that it varies."),
      detail::required("vertexShaderAsset", &PipelineVariant::vertex_shader_asset, detail::vertex_asset),
      detail::required("fragmentShaderAsset", &PipelineVariant::fragment_shader_asset,
                       detail::fragment_asset),
      detail::required("compatibleMaterials", &PipelineVariant::compatible_materials, "At least one flag."),
      detail::required("semanticInputs", &PipelineVariant::semantic_inputs, detail::semantic_inputs),
      detail::defaulted("semantic", &PipelineVariant::semantic,
                        "Role of the variant; each but Custom at most once in a pack."),
  };
};

template <>
struct Shape<ResourceOverride> {
  static constexpr std::string_view title = "override of resource";
  static constexpr std::tuple members{
      detail::required("resourceId", &ResourceOverride::resource_id, "Id of a resource of the pack."),
      detail::nullable("extent", &ResourceOverride::extent,
                       "Extent in this preset; null keeps the resource's."),
      detail::defaulted("sizeBytes", &ResourceOverride::size_bytes,
                        "Size of a buffer (reserved); not negative."),
      detail::required("estimatedResidentBytes", &ResourceOverride::estimated_resident_bytes,
                       "Not negative."),
  };
};

template <>
struct Shape<SettingOverride> {
  static constexpr std::string_view title = "override of setting";
  static constexpr std::tuple members{
      detail::required("settingId", &SettingOverride::setting_id,
                       "Id of a setting of the pack; each at most once in a preset."),
      detail::required("value", &SettingOverride::value,
                       "Text of a value of the setting, for example \"0.5\"."),
  };
};

template <>
struct Shape<QualityPreset> {
  static constexpr std::string_view title = "quality preset";
  static constexpr std::tuple members{
      detail::required("id", &QualityPreset::id, detail::stable_id),
      detail::required("displayName", &QualityPreset::display_name, detail::shown_name),
      detail::required("requiredCapabilities", &QualityPreset::required_capabilities,
                       "A host without one of these leaves this preset out, not the pack."),
      detail::required("resourceOverrides", &QualityPreset::resource_overrides,
                       "Resources that differ in this preset."),
      detail::required("settingOverrides", &QualityPreset::setting_overrides,
                       "Settings whose value differs in this preset."),
      detail::required("maxResidentGpuBytes", &QualityPreset::max_resident_gpu_bytes,
                       "0 to 268435456 (256 MiB)."),
      detail::required("maxIncrementalGpuMillisecondsP50",
                       &QualityPreset::max_incremental_gpu_milliseconds_p50,
                       "GPU time that the pack adds to a frame, median; not negative."),
      detail::required("maxIncrementalGpuMillisecondsP99",
                       &QualityPreset::max_incremental_gpu_milliseconds_p99,
                       "The same, 99th percentile; not below the median."),
      detail::required("maxIncrementalCpuMillisecondsP50",
                       &QualityPreset::max_incremental_cpu_milliseconds_p50,
                       "CPU time that the pack adds to a frame, median; not negative."),
      detail::required("maxIncrementalCpuMillisecondsP99",
                       &QualityPreset::max_incremental_cpu_milliseconds_p99,
                       "The same, 99th percentile; not below the median."),
      detail::defaulted("autoEligible", &QualityPreset::auto_eligible,
                        "May automatic quality choose this preset?"),
      detail::defaulted("semantic", &QualityPreset::semantic,
                        "Role of the preset; each but Custom at most once in a pack."),
      detail::defaulted("executionHints", &QualityPreset::execution_hints,
                        "Only on a preset with semantic Low."),
  };
};

template <>
struct Shape<Setting> {
  static constexpr std::string_view title = "setting";
  static constexpr std::tuple members{
      detail::required("id", &Setting::id, detail::stable_id),
      detail::required("displayName", &Setting::display_name, detail::shown_name),
      detail::required("kind", &Setting::kind, "How the text of a value is read."),
      detail::required("defaultValue", &Setting::default_value,
                       "Text of a value, whatever the kind: \"true\", \"9\", \"0.35\" with '.' before the "
                       "fraction, or one of the choices."),
      detail::nullable("minimum", &Setting::minimum, "Smallest value of an Integer or Float."),
      detail::nullable("maximum", &Setting::maximum, "Largest value of an Integer or Float."),
      detail::nullable(
          "step", &Setting::step,
          "Values of an Integer or Float are whole steps from the minimum (0 without one); above 0."),
      detail::defaulted("choices", &Setting::choices, "Values of a Choice; a shader reads the index of one."),
      detail::defaulted("semantic", &Setting::semantic,
                        "Role of the setting; each but Custom at most once in a pack."),
  };
};

template <>
struct Shape<SunElevationResponsePoint> {
  static constexpr std::string_view title = "curve point";
  static constexpr std::tuple members{
      detail::required("elevationDegrees", &SunElevationResponsePoint::elevation_degrees,
                       "-90 to 90, above that of the point before."),
      detail::required("multiplier", &SunElevationResponsePoint::multiplier,
                       "Not negative; at most 1 but in sunElevationResponse."),
  };
};

template <>
struct Shape<DayGroupMultiplier> {
  static constexpr std::string_view title = "day-group multiplier";
  static constexpr std::tuple members{
      detail::required("activeDayGroup", &DayGroupMultiplier::active_day_group,
                       "Number of the group; each at most once."),
      detail::required("multiplier", &DayGroupMultiplier::multiplier, "Not negative."),
  };
};

template <>
struct Shape<AtmospherePolicy> {
  static constexpr std::string_view title = "atmosphere policy";
  static constexpr std::tuple members{
      detail::required("sunElevationResponse", &AtmospherePolicy::sun_elevation_response,
                       "Sun rays by elevation of the sun, linear in degrees."),
      detail::required("activeDayGroupMultipliers", &AtmospherePolicy::active_day_group_multipliers,
                       "Factor of each day group; 1 for the others."),
      detail::defaulted("directionalShadowLightElevationResponse",
                        &AtmospherePolicy::directional_shadow_light_elevation_response,
                        "Shadows by elevation of the selected light, linear in its sine; 0 at and below the "
                        "horizon."),
      detail::defaulted("volumetricShaftSunElevationResponse",
                        &AtmospherePolicy::volumetric_shaft_sun_elevation_response,
                        "Light shafts by elevation of the sun, smoothstep in degrees."),
  };
};

template <>
struct Shape<Descriptor> {
  static constexpr std::string_view title = "pack";
  static constexpr std::tuple members{
      detail::required("id", &Descriptor::id, detail::stable_id),
      detail::required("displayName", &Descriptor::display_name, detail::shown_name),
      detail::required("featureSummary", &Descriptor::feature_summary, "What the pack does; not blank."),
      Member{"packVersion", &Descriptor::pack_version, Presence::required,
             "Version of the pack: 2 to 4 decimal numbers joined by dots.", TextForm::version},
      detail::required("packApiVersion", &Descriptor::pack_api_version, "Version of the contract: 1."),
      detail::required("highestTier", &Descriptor::highest_tier, "The highest tier that the pack uses."),
      detail::required(
          "requiredCapabilities", &Descriptor::required_capabilities,
          "A host without one of these refuses the pack; most semantic inputs need theirs here."),
      detail::required("optionalCapabilities", &Descriptor::optional_capabilities,
                       "Used where a host offers them."),
      detail::required("resources", &Descriptor::resources, "Images that the pack's passes write and read."),
      detail::required("passes", &Descriptor::passes, "In the order of execution."),
      detail::required("sceneReplays", &Descriptor::scene_replays,
                       "Parts of the scene that are drawn again."),
      detail::required("pipelineVariants", &Descriptor::pipeline_variants,
                       "Shaders of the pack for pipelines of the host."),
      detail::required("qualityPresets", &Descriptor::quality_presets, "At least one."),
      detail::required("settings", &Descriptor::settings,
                       "At most 64; setting i is uPackSettings[i / 4][i % 4] in a shader, so the order is "
                       "kept from version to version."),
      detail::nullable("atmospherePolicy", &Descriptor::atmosphere_policy,
                       "How the sky drives rays, shadows and shafts."),
  };
};

// What kinds of value there are.

template <class T>
concept ShapedObject = requires { Shape<T>::members; };

template <class T>
concept PlainEnumeration = std::is_enum_v<T> && !Vocabulary<T>::flags;

template <class T>
concept FlagSet = std::is_enum_v<T> && Vocabulary<T>::flags;

template <class T>
struct is_optional : std::false_type {};
template <class T>
struct is_optional<std::optional<T>> : std::true_type {};

template <class T>
struct is_list : std::false_type {};
template <class T>
struct is_list<std::vector<T>> : std::true_type {};

/// How `None` of a flag set is written.
inline constexpr std::string_view no_flags = "None";

/// The names of a shape's members, in the order of the table.
template <ShapedObject T>
inline constexpr auto member_names =
    std::apply([](const auto&... member) { return std::array{member.name...}; }, Shape<T>::members);

/// Calls `visit` with each member of the shape and its index.
template <ShapedObject T, class Visit>
constexpr void for_each_member(Visit visit) {
  std::apply(
      [&](const auto&... member) {
        std::size_t i = 0;
        (visit(member, i++), ...);
      },
      Shape<T>::members);
}

}  // namespace rpcts::render_pack_v1
