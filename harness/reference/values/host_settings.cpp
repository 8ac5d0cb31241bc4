#include "harness/reference/values/host_settings.hpp"

#include "harness/base/decimal.hpp"
#include "harness/contracts/render_pack_v1/settings.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::RenderSettingSemantic;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view white = "\t\n\v\f\r ";  // C.9
  const std::size_t first = text.find_first_not_of(white);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(white) - first + 1);
}

std::optional<std::int64_t> integer_text(std::string_view text) {
  const std::optional<Decimal> decimal = scan_decimal(trimmed(text));
  if (!decimal || !decimal->plain) {
    return std::nullopt;
  }
  const auto value = to_int64(*decimal);
  return value ? std::optional(*value) : std::nullopt;
}

void assign(HostSettings& resolved, RenderSettingSemantic semantic, float value) {
  switch (semantic) {
    case RenderSettingSemantic::BloomStrength:
      resolved.bloom = value;
      break;
    case RenderSettingSemantic::FilmicStrength:
      resolved.filmic = value;
      break;
    case RenderSettingSemantic::Exposure:
      resolved.exposure = value;
      break;
    case RenderSettingSemantic::GradeSaturation:
      resolved.saturation = value;
      break;
    case RenderSettingSemantic::GradeContrast:
      resolved.contrast = value;
      break;
    case RenderSettingSemantic::VignetteStrength:
      resolved.vignette = value;
      break;
    case RenderSettingSemantic::SunRayStrength:
      resolved.sun_rays = value;
      break;
    case RenderSettingSemantic::DirectionalShadowStrength:
      resolved.shadow_strength = value;
      break;
    case RenderSettingSemantic::DirectionalShadowReachMetres:
      resolved.shadow_reach_meters = value;
      break;
    case RenderSettingSemantic::VolumetricStrength:
      resolved.volumetric = value;
      break;
    case RenderSettingSemantic::VolumetricRayMarchSteps:
      resolved.volumetric_steps = value;
      break;
    case RenderSettingSemantic::AutomaticQuality:
      resolved.automatic_quality = value != 0;
      break;
    case RenderSettingSemantic::DirectionalShadowPcfTaps:  // by its text
    case RenderSettingSemantic::Custom:
      break;
  }
}

}  // namespace

HostSettings resolve_host_settings(std::span<const render_pack_v1::Setting> settings,
                                   std::span<const render_pack_v1::SettingOverride> preset,
                                   std::span<const render_pack_v1::SettingOverride> user) {
  HostSettings resolved;
  for (const render_pack_v1::Setting& setting : settings) {
    const std::string_view text = render_pack_v1::effective_text(setting, preset, user);
    if (setting.semantic == RenderSettingSemantic::DirectionalShadowPcfTaps) {
      resolved.shadow_pcf_taps = integer_text(text);
      resolved.shadow_pcf_taps_declared = true;
    } else if (const auto value = render_pack_v1::encode_setting(setting, text)) {
      assign(resolved, setting.semantic, *value);
    }
  }
  return resolved;
}

}  // namespace rpcts::reference
