#include "harness/reference/values/shadow_quality.hpp"

#include <algorithm>

#include "harness/reference/mistakes/flags.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::RenderQualitySemantic;

// E.6
constexpr ShadowQuality low_quality{.cascades = 2,
                                    .map_size = 768,
                                    .reach_meters = 72,
                                    .pcf_radius = 0,
                                    .bias_texels = {0.45F, 1.25F, 1.00F},
                                    .minimum_bias_meters = 0.001F,
                                    .maximum_bias_meters = 0.35F};
constexpr ShadowQuality medium_quality{.cascades = 3,
                                       .map_size = 1536,
                                       .reach_meters = 144,
                                       .pcf_radius = 1,
                                       .bias_texels = {0.40F, 1.15F, 0.90F},
                                       .minimum_bias_meters = 0.001F,
                                       .maximum_bias_meters = 0.30F};
constexpr ShadowQuality high_quality{.cascades = 4,
                                     .map_size = 2048,
                                     .reach_meters = 240,
                                     .pcf_radius = 2,
                                     .bias_texels = {0.35F, 1.00F, 0.80F},
                                     .minimum_bias_meters = 0.001F,
                                     .maximum_bias_meters = 0.25F};
constexpr float minimum_reach = 1;
constexpr float maximum_reach = 10'000;

}  // namespace

ShadowQuality quality_default(RenderQualitySemantic preset) {
  switch (preset) {
    case RenderQualitySemantic::Low:
      return low_quality;
    case RenderQualitySemantic::High:
      return high_quality;
    default:
      return medium_quality;
  }
}

float default_volumetric_steps(RenderQualitySemantic preset) {
  // The contract names no numbers; these are the presets of its full graph.
  switch (preset) {
    case RenderQualitySemantic::Low:
      return 24;
    case RenderQualitySemantic::High:
      return 48;
    default:
      return 32;
  }
}

std::optional<std::uint32_t> pcf_radius(std::int64_t taps) {
  switch (taps) {
    case 1:
      return 0;
    case 9:
      return 1;
    case 25:
      return 2;
    default:
      return std::nullopt;
  }
}

ShadowQuality resolve_quality(RenderQualitySemantic preset, std::uint32_t layers, std::uint32_t map_size,
                              const HostSettings& settings) {
  ShadowQuality quality = quality_default(preset);
  quality.cascades = layers;
  quality.map_size = map_size;
  if (settings.shadow_reach_meters) {
    quality.reach_meters = std::clamp(*settings.shadow_reach_meters, minimum_reach, maximum_reach);
  }
  if (settings.shadow_pcf_taps && !makes(flag_mistake("radius-of-the-row"))) {
    quality.pcf_radius = pcf_radius(*settings.shadow_pcf_taps).value_or(quality.pcf_radius);
  }
  return quality;
}

}  // namespace rpcts::reference
