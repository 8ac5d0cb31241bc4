#pragma once

// The settings that a host itself reads, by their semantic, section E.3; and which quality a preset is.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "harness/contracts/render_pack_v1/descriptor.hpp"

namespace rpcts::reference {

/// Numbers as a shader reads them too; what the pack does not declare has the host's default.
struct HostSettings {
  float bloom = 0.65F;
  float filmic = 1.0F;
  float exposure = 1.0F;
  float saturation = 1.0F;
  float contrast = 1.0F;
  float vignette = 0.245F;
  float sun_rays = 0.55F;
  float shadow_strength = 0.72F;
  std::optional<float> shadow_reach_meters;     ///< nothing: by quality
  std::optional<std::int64_t> shadow_pcf_taps;  ///< nothing: by quality, or the text is no integer
  bool shadow_pcf_taps_declared = false;
  float volumetric = 0.35F;
  std::optional<float> volumetric_steps;  ///< nothing: by quality
  bool automatic_quality = false;
};

/// E.3: user's value, else the preset's, else the default. Of the taps the text counts, not the index of a
/// Choice (E.6).
[[nodiscard]] HostSettings resolve_host_settings(std::span<const render_pack_v1::Setting> settings,
                                                 std::span<const render_pack_v1::SettingOverride> preset,
                                                 std::span<const render_pack_v1::SettingOverride> user);

}  // namespace rpcts::reference
