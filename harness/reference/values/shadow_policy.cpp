#include "harness/reference/values/shadow_policy.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/contracts/render_pack_v1/curves.hpp"
#include "harness/reference/values/cascade_fit.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::WeatherKind;

constexpr float minimum_energy = 1e-5F;  // E.6
// E.6, in the order of A.17
constexpr std::array<float, 5> weather_strengths{1.0F, 0.65F, 0.45F, 0.60F, 0.25F};
constexpr std::array<float, 5> weather_softness{1.0F, 1.5F, 1.8F, 1.6F, 2.0F};

float by_weather(const std::array<float, 5>& table, std::int32_t weather, float otherwise) {
  return render_pack_v1::is_defined(static_cast<WeatherKind>(weather))
             ? table[static_cast<std::size_t>(weather)]
             : otherwise;
}

float unit(float value) {
  return std::clamp(value, 0.0F, 1.0F);
}

}  // namespace

ShadowGate shadow_gate(const ShadowCircumstances& circumstances) {
  const SelectedLight& light = circumstances.light;
  if (!circumstances.pack_enabled) {
    return ShadowGate::PackDisabled;
  }
  if (circumstances.covered) {
    return ShadowGate::PortalOrLoginCover;
  }
  if (circumstances.in_cell) {
    return ShadowGate::Indoor;
  }
  if (light.kind == render_pack_v1::CelestialSource::None) {
    return ShadowGate::NoVisibleCelestial;
  }
  if (light.elevation_sine <= 0) {
    return ShadowGate::SelectedLightBelowHorizon;
  }
  if (!std::isfinite(light.energy) || light.energy <= minimum_energy) {
    return ShadowGate::SelectedLightHasNoEnergy;
  }
  if (!(circumstances.strength > 0)) {
    return ShadowGate::AtmosphereSuppressed;
  }
  if (!(circumstances.resident_reach_meters > shadow_near_meters)) {
    return ShadowGate::ResidentWindowUnavailable;
  }
  return ShadowGate::Enabled;
}

float shadow_strength(const render_pack_v1::AtmospherePolicy* policy, const SelectedLight& light,
                      std::int32_t weather, float intensity, std::int32_t day_group, float setting) {
  if (!std::isfinite(light.energy)) {
    return 0;
  }
  const float curve = policy == nullptr
                          ? 0.0F
                          : render_pack_v1::shadow_factor(policy->directional_shadow_light_elevation_response,
                                                          light.elevation_sine);
  const float of_pack = unit(render_pack_v1::day_group_multiplier(policy, day_group) * curve * setting);
  // As for rays and shafts (E.1), weather that is none of A.17 leaves nothing.
  return unit(unit(light.energy) * by_weather(weather_strengths, weather, 0) * unit(intensity) * of_pack);
}

float shadow_softness(std::int32_t weather) {
  return std::max(1.0F, by_weather(weather_softness, weather, 1));
}

}  // namespace rpcts::reference
