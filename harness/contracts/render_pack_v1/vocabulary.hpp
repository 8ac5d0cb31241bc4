#pragma once

// Enumerations of the contract, section A. Names and ordinals stand here and nowhere else.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rpcts::render_pack_v1 {

/// What is known of an enumeration: its contract name, its members in ordinal order, the first ordinal.
/// For flag sets member i has the value 1 << i and 0 is called `None`.
template <class E>
struct Vocabulary;

#define RPCTS_VOCABULARY(E, FIRST, FLAGS, ...)                                      \
  template <>                                                                       \
  struct Vocabulary<E> {                                                            \
    static constexpr std::string_view type_name = #E;                               \
    static constexpr std::int32_t first = FIRST;                                    \
    static constexpr bool flags = FLAGS;                                            \
    static constexpr auto members = std::to_array<std::string_view>({__VA_ARGS__}); \
  }

/// A.1
enum class RenderPackTier : std::int32_t { Tier1 = 1, Tier2 = 2, Tier2Plus = 3 };
RPCTS_VOCABULARY(RenderPackTier, 1, false, "Tier1", "Tier2", "Tier2Plus");

/// A.2
enum class RenderCapability : std::int32_t {
  MainWorldColorIntermediate,
  FullscreenPasses,
  SceneDepthSampling,
  SceneNormalSampling,
  AuthoredSunDirection,
  AuthoredSunScreenPosition,
  AuthoredWeather,
  DirectionalShadowMaps,
  OutdoorDirectionalShadowCasterReplay,
  AnimatedCasterTransforms,
  AlphaCutoutShadowCasters,
  GpuTimestampQueries,
  MultiviewDirectionalShadowCascades,
  AuthoredCelestialDirectionalLight,
};
RPCTS_VOCABULARY(RenderCapability, 0, false, "MainWorldColorIntermediate", "FullscreenPasses",
                 "SceneDepthSampling", "SceneNormalSampling", "AuthoredSunDirection",
                 "AuthoredSunScreenPosition", "AuthoredWeather", "DirectionalShadowMaps",
                 "OutdoorDirectionalShadowCasterReplay", "AnimatedCasterTransforms",
                 "AlphaCutoutShadowCasters", "GpuTimestampQueries", "MultiviewDirectionalShadowCascades",
                 "AuthoredCelestialDirectionalLight");

/// A.3; the order is significant.
enum class RenderPassHook : std::int32_t {
  ShadowDepthBeforeWorld,
  AtmosphereBeforeToneMap,
  ToneMap,
  AfterToneMapBeforePrivateViewports,
};
RPCTS_VOCABULARY(RenderPassHook, 0, false, "ShadowDepthBeforeWorld", "AtmosphereBeforeToneMap", "ToneMap",
                 "AfterToneMapBeforePrivateViewports");

/// A.4
enum class RenderSemanticInput : std::int32_t {
  WorldColor,
  SceneDepth,
  SceneNormals,
  SunDirection,
  SunScreenPosition,
  ActiveDayGroup,
  Weather,
  CameraMatrices,
  ShadowCasterTransforms,
  DirectionalShadowMaps,
  FrameTime,
  SelectedCelestialDirectionalLight,
};
RPCTS_VOCABULARY(RenderSemanticInput, 0, false, "WorldColor", "SceneDepth", "SceneNormals", "SunDirection",
                 "SunScreenPosition", "ActiveDayGroup", "Weather", "CameraMatrices", "ShadowCasterTransforms",
                 "DirectionalShadowMaps", "FrameTime", "SelectedCelestialDirectionalLight");

/// A.5
enum class RenderSceneReplaySemantic : std::int32_t { OutdoorDirectionalShadowCasters };
RPCTS_VOCABULARY(RenderSceneReplaySemantic, 0, false, "OutdoorDirectionalShadowCasters");

/// A.6, flags
enum class RenderCasterClass : std::uint32_t {
  None = 0,
  Terrain = 1,
  OpaqueWorld = 2,
  AlphaCutoutWorld = 4,
  AnimatedOpaque = 8,
  AnimatedAlphaCutout = 16,
};
RPCTS_VOCABULARY(RenderCasterClass, 0, true, "Terrain", "OpaqueWorld", "AlphaCutoutWorld", "AnimatedOpaque",
                 "AnimatedAlphaCutout");

/// A.7
enum class RenderPipelineBaseSemantic : std::int32_t { Terrain, WorldMesh, EnvCell };
RPCTS_VOCABULARY(RenderPipelineBaseSemantic, 0, false, "Terrain", "WorldMesh", "EnvCell");

/// A.8, flags
enum class RenderMaterialClass : std::uint32_t {
  None = 0,
  Opaque = 1,
  AlphaCutout = 2,
  AnimatedOpaque = 4,
  AnimatedAlphaCutout = 8,
};
RPCTS_VOCABULARY(RenderMaterialClass, 0, true, "Opaque", "AlphaCutout", "AnimatedOpaque",
                 "AnimatedAlphaCutout");

/// A.9; `Buffer` is reserved.
enum class RenderResourceKind : std::int32_t { Image2D, Image2DArray, Buffer };
RPCTS_VOCABULARY(RenderResourceKind, 0, false, "Image2D", "Image2DArray", "Buffer");

/// A.10; `StructuredData` is reserved.
enum class RenderFormatClass : std::int32_t {
  LdrColor,
  HdrColor,
  SingleChannel,
  DirectionalDepth,
  StructuredData,
};
RPCTS_VOCABULARY(RenderFormatClass, 0, false, "LdrColor", "HdrColor", "SingleChannel", "DirectionalDepth",
                 "StructuredData");

/// A.11
enum class RenderExtentMode : std::int32_t { AbsolutePixels, RelativeToMainWorld, RelativeToOutput };
RPCTS_VOCABULARY(RenderExtentMode, 0, false, "AbsolutePixels", "RelativeToMainWorld", "RelativeToOutput");

/// A.12, flags; `Storage` is reserved.
enum class RenderResourceUsage : std::uint32_t {
  None = 0,
  Sampled = 1,
  ColorAttachment = 2,
  DepthAttachment = 4,
  Storage = 8,
  TransferSource = 16,
  TransferDestination = 32,
};
RPCTS_VOCABULARY(RenderResourceUsage, 0, true, "Sampled", "ColorAttachment", "DepthAttachment", "Storage",
                 "TransferSource", "TransferDestination");

/// A.13
enum class RenderResourceLifetime : std::int32_t { TransientPass, FrameFlight, ActivePack };
RPCTS_VOCABULARY(RenderResourceLifetime, 0, false, "TransientPass", "FrameFlight", "ActivePack");

/// A.14
enum class RenderResourceSemantic : std::int32_t {
  Custom,
  MainWorldHdr,
  BloomPing,
  BloomPong,
  SunOcclusionMask,
  SunRays,
  DirectionalShadowDepth,
  VolumetricShafts,
};
RPCTS_VOCABULARY(RenderResourceSemantic, 0, false, "Custom", "MainWorldHdr", "BloomPing", "BloomPong",
                 "SunOcclusionMask", "SunRays", "DirectionalShadowDepth", "VolumetricShafts");

/// A.14
enum class RenderPassSemantic : std::int32_t {
  CustomFullscreen,
  DirectionalShadowDepth,
  BloomDownsample,
  BloomBlurHorizontal,
  BloomBlurVertical,
  SunOcclusion,
  SunRays,
  VolumetricShafts,
  FilmicComposite,
};
RPCTS_VOCABULARY(RenderPassSemantic, 0, false, "CustomFullscreen", "DirectionalShadowDepth",
                 "BloomDownsample", "BloomBlurHorizontal", "BloomBlurVertical", "SunOcclusion", "SunRays",
                 "VolumetricShafts", "FilmicComposite");

/// A.14
enum class RenderPipelineVariantSemantic : std::int32_t {
  Custom,
  TerrainDirectionalShadowCaster,
  WorldOpaqueDirectionalShadowCaster,
  WorldAlphaCutoutDirectionalShadowCaster,
  TerrainDirectionalShadowReceiver,
  WorldDirectionalShadowReceiver,
  TerrainMultiviewDirectionalShadowCaster,
  WorldOpaqueMultiviewDirectionalShadowCaster,
  WorldAlphaCutoutMultiviewDirectionalShadowCaster,
};
RPCTS_VOCABULARY(RenderPipelineVariantSemantic, 0, false, "Custom", "TerrainDirectionalShadowCaster",
                 "WorldOpaqueDirectionalShadowCaster", "WorldAlphaCutoutDirectionalShadowCaster",
                 "TerrainDirectionalShadowReceiver", "WorldDirectionalShadowReceiver",
                 "TerrainMultiviewDirectionalShadowCaster", "WorldOpaqueMultiviewDirectionalShadowCaster",
                 "WorldAlphaCutoutMultiviewDirectionalShadowCaster");

/// A.14
enum class RenderQualitySemantic : std::int32_t { Custom, Low, Medium, High, Automatic };
RPCTS_VOCABULARY(RenderQualitySemantic, 0, false, "Custom", "Low", "Medium", "High", "Automatic");

/// A.14, v1 members
enum class RenderSettingSemantic : std::int32_t {
  Custom,
  BloomStrength,
  FilmicStrength,
  Exposure,
  GradeSaturation,
  GradeContrast,
  VignetteStrength,
  SunRayStrength,
  DirectionalShadowStrength,
  DirectionalShadowReachMetres,
  DirectionalShadowPcfTaps,
  VolumetricStrength,
  VolumetricRayMarchSteps,
  AutomaticQuality,
};
RPCTS_VOCABULARY(RenderSettingSemantic, 0, false, "Custom", "BloomStrength", "FilmicStrength", "Exposure",
                 "GradeSaturation", "GradeContrast", "VignetteStrength", "SunRayStrength",
                 "DirectionalShadowStrength", "DirectionalShadowReachMetres", "DirectionalShadowPcfTaps",
                 "VolumetricStrength", "VolumetricRayMarchSteps", "AutomaticQuality");

/// A.15, flags
enum class RenderQualityExecutionHints : std::uint32_t {
  None = 0,
  FusedAtmosphericPostProcess = 1,
  MultiviewDirectionalShadowCascades = 2,
};
RPCTS_VOCABULARY(RenderQualityExecutionHints, 0, true, "FusedAtmosphericPostProcess",
                 "MultiviewDirectionalShadowCascades");

/// A.16
enum class RenderSettingKind : std::int32_t { Boolean, Integer, Float, Choice };
RPCTS_VOCABULARY(RenderSettingKind, 0, false, "Boolean", "Integer", "Float", "Choice");

/// A.17; the numbers are binary ABI.
enum class WeatherKind : std::int32_t { Clear, Overcast, Rain, Snow, Storm };
RPCTS_VOCABULARY(WeatherKind, 0, false, "Clear", "Overcast", "Rain", "Snow", "Storm");

/// A.18; the numbers are binary ABI.
enum class CelestialSource : std::int32_t { None, Sun, DominantMoon, SecondaryMoon };
RPCTS_VOCABULARY(CelestialSource, 0, false, "None", "Sun", "DominantMoon", "SecondaryMoon");

#undef RPCTS_VOCABULARY

/// True when the value is a member (or, for a flag set, has only bits of members).
template <class E>
[[nodiscard]] constexpr bool is_defined(E value) {
  using V = Vocabulary<E>;
  if constexpr (V::flags) {
    return (static_cast<std::uint32_t>(value) >> V::members.size()) == 0;
  } else {
    const auto ordinal = static_cast<std::int64_t>(value) - V::first;
    return ordinal >= 0 && ordinal < static_cast<std::int64_t>(V::members.size());
  }
}

/// The contract's name of a member of a plain enumeration; "?" for an undefined value.
template <class E>
[[nodiscard]] constexpr std::string_view name_of(E value) {
  static_assert(!Vocabulary<E>::flags);
  return is_defined(value) ? Vocabulary<E>::members[static_cast<std::size_t>(
                                 static_cast<std::int32_t>(value) - Vocabulary<E>::first)]
                           : std::string_view("?");
}

/// The member (for a flag set: the bit) with exactly this name; nothing for an unknown one. `None` is not
/// looked up.
template <class E>
[[nodiscard]] constexpr std::optional<E> value_of(std::string_view name) {
  using V = Vocabulary<E>;
  for (std::size_t i = 0; i < V::members.size(); ++i) {
    if (V::members[i] == name) {
      return V::flags ? static_cast<E>(1U << i) : static_cast<E>(static_cast<std::int32_t>(i) + V::first);
    }
  }
  return std::nullopt;
}

/// True when the flag set `set` holds every bit of `bits`.
template <class E>
[[nodiscard]] constexpr bool has(E set, E bits) {
  static_assert(Vocabulary<E>::flags);
  return (static_cast<std::uint32_t>(set) & static_cast<std::uint32_t>(bits)) ==
         static_cast<std::uint32_t>(bits);
}

}  // namespace rpcts::render_pack_v1
