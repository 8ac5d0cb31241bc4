#pragma once

// The two fixed profiles of a pack as data: the full atmospheric graph (C.12) and the directional-shadow-only
// profile (C.13). Only semantic roles appear; ids never decide anything (A.14).

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "harness/contracts/render_pack_v1/vocabulary.hpp"

namespace rpcts::render_pack_v1 {

/// The value with every bit of a flag set.
template <class E>
[[nodiscard]] constexpr E all_flags() {
  static_assert(Vocabulary<E>::flags);
  return static_cast<E>((1U << Vocabulary<E>::members.size()) - 1U);
}

template <class E>
[[nodiscard]] constexpr E flags_of(E a, E b) {
  static_assert(Vocabulary<E>::flags);
  return static_cast<E>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}

/// C.12.a; every one has lifetime ActivePack.
struct ResourceShape {
  RenderResourceSemantic semantic;
  RenderResourceKind kind;
  RenderFormatClass format;
  RenderExtentMode mode;
  RenderResourceUsage usage;  ///< exactly these
};

inline constexpr auto graph_resource_lifetime = RenderResourceLifetime::ActivePack;

namespace detail {
constexpr ResourceShape colour_shape(RenderResourceSemantic semantic, RenderFormatClass format) {
  return {semantic, RenderResourceKind::Image2D, format, RenderExtentMode::RelativeToMainWorld,
          flags_of(RenderResourceUsage::Sampled, RenderResourceUsage::ColorAttachment)};
}
}  // namespace detail

inline constexpr ResourceShape shadow_depth_shape = {
    RenderResourceSemantic::DirectionalShadowDepth, RenderResourceKind::Image2DArray,
    RenderFormatClass::DirectionalDepth, RenderExtentMode::AbsolutePixels,
    flags_of(RenderResourceUsage::Sampled, RenderResourceUsage::DepthAttachment)};

/// C.12.a in the order in which its rows are checked.
inline constexpr auto resource_shapes = std::to_array<ResourceShape>({
    detail::colour_shape(RenderResourceSemantic::MainWorldHdr, RenderFormatClass::HdrColor),
    detail::colour_shape(RenderResourceSemantic::BloomPing, RenderFormatClass::HdrColor),
    detail::colour_shape(RenderResourceSemantic::BloomPong, RenderFormatClass::HdrColor),
    detail::colour_shape(RenderResourceSemantic::SunRays, RenderFormatClass::HdrColor),
    detail::colour_shape(RenderResourceSemantic::VolumetricShafts, RenderFormatClass::HdrColor),
    detail::colour_shape(RenderResourceSemantic::SunOcclusionMask, RenderFormatClass::SingleChannel),
    shadow_depth_shape,
});

namespace detail {
inline constexpr std::array terrain_caster_inputs = {RenderSemanticInput::CameraMatrices};
inline constexpr std::array world_caster_inputs = {RenderSemanticInput::CameraMatrices,
                                                   RenderSemanticInput::ShadowCasterTransforms};
inline constexpr std::array receiver_inputs = {RenderSemanticInput::DirectionalShadowMaps,
                                               RenderSemanticInput::SelectedCelestialDirectionalLight};

inline constexpr auto opaque_materials =
    flags_of(RenderMaterialClass::Opaque, RenderMaterialClass::AnimatedOpaque);
inline constexpr auto cutout_materials =
    flags_of(RenderMaterialClass::AlphaCutout, RenderMaterialClass::AnimatedAlphaCutout);
}  // namespace detail

/// C.12.b
struct VariantShape {
  RenderPipelineVariantSemantic semantic;
  RenderPipelineBaseSemantic base;
  RenderMaterialClass materials;                ///< exactly these
  std::span<const RenderSemanticInput> inputs;  ///< exactly these, in this order
};

/// C.12.b in the order of A.14: five that both profiles need, then the three of the multiview hint.
inline constexpr auto variant_shapes = std::to_array<VariantShape>({
    {RenderPipelineVariantSemantic::TerrainDirectionalShadowCaster, RenderPipelineBaseSemantic::Terrain,
     RenderMaterialClass::Opaque, detail::terrain_caster_inputs},
    {RenderPipelineVariantSemantic::WorldOpaqueDirectionalShadowCaster, RenderPipelineBaseSemantic::WorldMesh,
     detail::opaque_materials, detail::world_caster_inputs},
    {RenderPipelineVariantSemantic::WorldAlphaCutoutDirectionalShadowCaster,
     RenderPipelineBaseSemantic::WorldMesh, detail::cutout_materials, detail::world_caster_inputs},
    {RenderPipelineVariantSemantic::TerrainDirectionalShadowReceiver, RenderPipelineBaseSemantic::Terrain,
     RenderMaterialClass::Opaque, detail::receiver_inputs},
    {RenderPipelineVariantSemantic::WorldDirectionalShadowReceiver, RenderPipelineBaseSemantic::WorldMesh,
     all_flags<RenderMaterialClass>(), detail::receiver_inputs},
    {RenderPipelineVariantSemantic::TerrainMultiviewDirectionalShadowCaster,
     RenderPipelineBaseSemantic::Terrain, RenderMaterialClass::Opaque, detail::terrain_caster_inputs},
    {RenderPipelineVariantSemantic::WorldOpaqueMultiviewDirectionalShadowCaster,
     RenderPipelineBaseSemantic::WorldMesh, detail::opaque_materials, detail::world_caster_inputs},
    {RenderPipelineVariantSemantic::WorldAlphaCutoutMultiviewDirectionalShadowCaster,
     RenderPipelineBaseSemantic::WorldMesh, detail::cutout_materials, detail::world_caster_inputs},
});
inline constexpr std::size_t base_variant_count = 5;

[[nodiscard]] constexpr std::span<const VariantShape> base_variant_shapes() {
  return std::span(variant_shapes).first(base_variant_count);
}
[[nodiscard]] constexpr std::span<const VariantShape> multiview_variant_shapes() {
  return std::span(variant_shapes).subspan(base_variant_count);
}

/// C.12.c
struct GraphPass {
  RenderPassSemantic semantic;
  RenderPassHook hook;
  std::span<const RenderResourceSemantic> reads;  ///< exactly these, in this order
  std::optional<RenderResourceSemantic> write;    ///< nothing = the main world, implicitly
};

namespace detail {
inline constexpr std::array reads_mask = {RenderResourceSemantic::SunOcclusionMask};
inline constexpr std::array reads_depth = {RenderResourceSemantic::DirectionalShadowDepth};
inline constexpr std::array reads_light = {RenderResourceSemantic::SunRays,
                                           RenderResourceSemantic::VolumetricShafts};
inline constexpr std::array reads_ping = {RenderResourceSemantic::BloomPing};
inline constexpr std::array reads_pong = {RenderResourceSemantic::BloomPong};
inline constexpr std::array reads_all = {RenderResourceSemantic::BloomPing, RenderResourceSemantic::SunRays,
                                         RenderResourceSemantic::VolumetricShafts};
}  // namespace detail

/// C.12.c in its order, which is also the order in which RP-DESC-220 looks for the passes.
inline constexpr auto graph_passes = std::to_array<GraphPass>({
    {RenderPassSemantic::DirectionalShadowDepth,
     RenderPassHook::ShadowDepthBeforeWorld,
     {},
     RenderResourceSemantic::DirectionalShadowDepth},
    {RenderPassSemantic::SunOcclusion,
     RenderPassHook::AtmosphereBeforeToneMap,
     {},
     RenderResourceSemantic::SunOcclusionMask},
    {RenderPassSemantic::SunRays, RenderPassHook::AtmosphereBeforeToneMap, detail::reads_mask,
     RenderResourceSemantic::SunRays},
    {RenderPassSemantic::VolumetricShafts, RenderPassHook::AtmosphereBeforeToneMap, detail::reads_depth,
     RenderResourceSemantic::VolumetricShafts},
    {RenderPassSemantic::BloomDownsample, RenderPassHook::AtmosphereBeforeToneMap, detail::reads_light,
     RenderResourceSemantic::BloomPing},
    {RenderPassSemantic::BloomBlurHorizontal, RenderPassHook::AtmosphereBeforeToneMap, detail::reads_ping,
     RenderResourceSemantic::BloomPong},
    {RenderPassSemantic::BloomBlurVertical, RenderPassHook::AtmosphereBeforeToneMap, detail::reads_pong,
     RenderResourceSemantic::BloomPing},
    {RenderPassSemantic::FilmicComposite, RenderPassHook::ToneMap, detail::reads_all, std::nullopt},
});

/// RP-DESC-180: what the fused hint needs, exactly one each.
inline constexpr std::array fused_passes = {
    RenderPassSemantic::SunOcclusion,      RenderPassSemantic::SunRays,
    RenderPassSemantic::BloomDownsample,   RenderPassSemantic::BloomBlurHorizontal,
    RenderPassSemantic::BloomBlurVertical, RenderPassSemantic::FilmicComposite,
};

/// RP-DESC-241, in the order of the rule.
inline constexpr std::array shadow_profile_capabilities = {
    RenderCapability::MainWorldColorIntermediate,
    RenderCapability::FullscreenPasses,
    RenderCapability::AuthoredCelestialDirectionalLight,
    RenderCapability::AuthoredWeather,
    RenderCapability::DirectionalShadowMaps,
    RenderCapability::OutdoorDirectionalShadowCasterReplay,
    RenderCapability::AnimatedCasterTransforms,
    RenderCapability::AlphaCutoutShadowCasters,
};

/// RP-DESC-246, in the order of the rule.
inline constexpr std::array shadow_profile_settings = {
    RenderSettingSemantic::DirectionalShadowStrength,
    RenderSettingSemantic::DirectionalShadowReachMetres,
    RenderSettingSemantic::DirectionalShadowPcfTaps,
};

/// RP-DESC-224: the settings BloomStrength to VolumetricRayMarchSteps.
inline constexpr auto first_graph_setting = RenderSettingSemantic::BloomStrength;
inline constexpr auto last_graph_setting = RenderSettingSemantic::VolumetricRayMarchSteps;

inline constexpr RenderCasterClass headline_casters = all_flags<RenderCasterClass>();  // A.6
inline constexpr std::int32_t profile_replay_views = 4;                                // RP-DESC-232, 250
inline constexpr std::size_t profile_replay_count = 1;                                 // RP-DESC-222, 243
inline constexpr std::size_t minimum_curve_points = 2;                                 // RP-DESC-226, 247

}  // namespace rpcts::render_pack_v1
