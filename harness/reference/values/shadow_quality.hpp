#pragma once

// How good the shadows of a preset are, section E.6.

#include <array>
#include <cstdint>
#include <optional>

#include "harness/contracts/render_pack_v1/vocabulary.hpp"
#include "harness/reference/values/host_settings.hpp"

namespace rpcts::reference {

struct ShadowQuality {
  std::uint32_t cascades = 0;
  std::uint32_t map_size = 0;  ///< texels of one side
  float reach_meters = 0;
  std::uint32_t pcf_radius = 0;
  std::array<float, 3> bias_texels{};  ///< constant, slope, normal
  float minimum_bias_meters = 0;
  float maximum_bias_meters = 0;
};

/// The row of E.6 for a preset; what is neither Low nor High is Medium.
[[nodiscard]] ShadowQuality quality_default(render_pack_v1::RenderQualitySemantic preset);

/// Steps of the light shafts where the pack declares no setting for them.
[[nodiscard]] float default_volumetric_steps(render_pack_v1::RenderQualitySemantic preset);

/// PCF radius for a number of taps; nothing for another number than 1, 9 and 25 (RP-HOST-027).
[[nodiscard]] std::optional<std::uint32_t> pcf_radius(std::int64_t taps);

/// The row with what the pack says instead: layers and width of the shadow map's effective extent, reach and
/// taps of its settings. Taps that are none of 1, 9 and 25 leave the row's radius.
[[nodiscard]] ShadowQuality resolve_quality(render_pack_v1::RenderQualitySemantic preset,
                                            std::uint32_t layers, std::uint32_t map_size,
                                            const HostSettings& settings);

}  // namespace rpcts::reference
