#include "harness/reference/values/shadow_policy.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/contracts/render_pack_v1/curves.hpp"
#include "harness/reference/mistakes/cascades.hpp"
#include "harness/reference/mistakes/celestial.hpp"
#include "harness/reference/mistakes/weather.hpp"
#include "harness/reference/values/cascade_fit.hpp"
#include "harness/reference/values/policies.hpp"

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

/// What the strength of shadows is made of, as it was given.
struct StrengthParts {
  float energy;
  std::int32_t weather;
  float intensity;
  float group;
  float curve;
  float setting;
};

/// E.6. As for rays and shafts (E.1), weather that is none of A.17 leaves nothing.
float strength_of(const StrengthParts& parts) {
  const float of_pack = unit(parts.group * parts.curve * parts.setting);
  return unit(unit(parts.energy) * by_weather(weather_strengths, parts.weather, 0) * unit(parts.intensity) *
              of_pack);
}

float mistaken_strength(StrengthParts parts) {
  const float of_weather = by_weather(weather_strengths, parts.weather, 0);
  const float of_pack = unit(parts.group * parts.curve * parts.setting);
  if (makes(weather_mistake("strengths-shifted"))) {
    parts.weather = std::max(0, parts.weather - 1);
  } else if (makes(weather_mistake("strength-by-softness"))) {
    return unit(unit(parts.energy) * by_weather(weather_softness, parts.weather, 0) * unit(parts.intensity) *
                of_pack);
  } else if (makes(weather_mistake("intensity-eases-shadows"))) {
    return unit(unit(parts.energy) * (1 + (of_weather - 1) * unit(parts.intensity)) * of_pack);
  } else if (makes(weather_mistake("intensity-ignored"))) {
    parts.intensity = 1;
  } else if (makes(weather_mistake("shadow-intensity-unclamped"))) {
    return unit(unit(parts.energy) * of_weather * std::max(0.0F, parts.intensity) * of_pack);
  } else if (makes(weather_mistake("energy-ignored"))) {
    parts.energy = 1;
  } else if (makes(weather_mistake("energy-unclamped"))) {
    return unit(parts.energy * of_weather * unit(parts.intensity) * of_pack);
  } else if (makes(weather_mistake("setting-ignored"))) {
    parts.setting = 1;
  } else if (makes(weather_mistake("group-ignored"))) {
    parts.group = 1;
  } else if (makes(weather_mistake("pack-part-unclamped"))) {
    return unit(unit(parts.energy) * of_weather * unit(parts.intensity) *
                (parts.group * parts.curve * parts.setting));
  }
  return strength_of(parts);
}

/// E.6: the first reason that stands in the way.
ShadowGate first_gate(const ShadowCircumstances& circumstances) {
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
  const float least_reach = makes(cascade_mistake("near-reach")) ? 0.0F : shadow_near_meters;
  if (!(circumstances.resident_reach_meters > least_reach)) {
    return ShadowGate::ResidentWindowUnavailable;
  }
  return ShadowGate::Enabled;
}

ShadowGate mistaken_gate(ShadowCircumstances circumstances) {
  const bool from_the_sky = circumstances.light.kind != render_pack_v1::CelestialSource::None;
  if (makes(celestial_mistake("dark-light")) && from_the_sky) {
    circumstances.light.energy = 1;
  } else if (makes(celestial_mistake("in-cells"))) {
    circumstances.in_cell = false;
  } else if (makes(celestial_mistake("indoor-before-cover")) && circumstances.in_cell) {
    circumstances.covered = false;
  } else if (makes(celestial_mistake("zero-strength-enabled"))) {
    circumstances.strength = 1;
  }
  const ShadowGate gate = first_gate(circumstances);
  if (makes(celestial_mistake("energy-before-source")) && gate == ShadowGate::NoVisibleCelestial) {
    return ShadowGate::SelectedLightHasNoEnergy;
  }
  if (makes(celestial_mistake("resident-before-atmosphere")) && gate == ShadowGate::AtmosphereSuppressed &&
      !(circumstances.resident_reach_meters > shadow_near_meters)) {
    return ShadowGate::ResidentWindowUnavailable;
  }
  return gate;
}

}  // namespace

ShadowGate shadow_gate(const ShadowCircumstances& circumstances) {
  return makes_one_of(celestial_mistakes) ? mistaken_gate(circumstances) : first_gate(circumstances);
}

float shadow_strength(const render_pack_v1::AtmospherePolicy* policy, const SelectedLight& light,
                      std::int32_t weather, float intensity, std::int32_t day_group, float setting) {
  if (!std::isfinite(light.energy)) {
    return 0;
  }
  const float curve = policy == nullptr ? 0.0F
                                        : shadow_value(policy->directional_shadow_light_elevation_response,
                                                       light.elevation_sine);
  const StrengthParts parts{.energy = light.energy,
                            .weather = weather,
                            .intensity = intensity,
                            .group = group_value(policy, day_group),
                            .curve = curve,
                            .setting = setting};
  return makes_one_of(weather_mistakes) ? mistaken_strength(parts) : strength_of(parts);
}

float shadow_softness(std::int32_t weather) {
  if (makes(weather_mistake("softness-shifted"))) {
    weather = std::max(0, weather - 1);
  }
  if (makes(weather_mistake("softness-one"))) {
    return 1;
  }
  return std::max(1.0F, by_weather(weather_softness, weather, 1));
}

}  // namespace rpcts::reference
