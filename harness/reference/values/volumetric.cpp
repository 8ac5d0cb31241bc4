#include "harness/reference/values/volumetric.hpp"

#include <algorithm>
#include <cmath>

#include "harness/reference/mistakes/shafts.hpp"
#include "harness/reference/values/policies.hpp"

namespace rpcts::reference {
namespace {

constexpr float maximum_factor = 4;            // E.4: of brightness and of the day group
constexpr float minimum_strength = 1e-4F;      // E.4
constexpr float minimum_steps = 8;             // E.4
constexpr float maximum_steps = 64;            // E.4
constexpr std::uint32_t minimum_cascades = 2;  // E.8: of a binding that consumers take

/// What the strength of shafts is made of, as it was given.
struct StrengthParts {
  float setting;
  float weather;
  float curve;
  float brightness;
  float group;
};

/// E.4, before the last clamp.
float product(const StrengthParts& parts) {
  return std::max(0.0F, parts.setting) * parts.weather * parts.curve *
         std::clamp(parts.brightness, 0.0F, maximum_factor) * std::clamp(parts.group, 0.0F, maximum_factor);
}

float mistaken_strength(StrengthParts parts, float ray_curve) {
  if (makes(shaft_mistake("weather-ignored"))) {
    parts.weather = 1;
  } else if (makes(shaft_mistake("group-ignored"))) {
    parts.group = 1;
  } else if (makes(shaft_mistake("brightness-ignored"))) {
    parts.brightness = 1;
  } else if (makes(shaft_mistake("brightness-clamped-to-one"))) {
    parts.brightness = std::min(1.0F, parts.brightness);
  } else if (makes(shaft_mistake("setting-ignored"))) {
    parts.setting = 1;
  } else if (makes(shaft_mistake("ray-curve"))) {
    parts.curve = ray_curve;
  }
  return std::clamp(product(parts), 0.0F, 1.0F);
}

/// E.4: the first reason that stands in the way.
VolumetricGate first_gate(const ShaftCircumstances& circumstances) {
  if (!(circumstances.setting > 0)) {
    return VolumetricGate::DisabledByPreset;
  }
  if (circumstances.cascades < minimum_cascades) {
    return VolumetricGate::NoCurrentDirectionalShadow;
  }
  if (!circumstances.scene_depth) {
    return VolumetricGate::NoSceneDepth;
  }
  if (!circumstances.outdoor) {
    return VolumetricGate::Indoor;
  }
  if (!circumstances.sun_on_screen) {
    return VolumetricGate::SunOffScreen;
  }
  if (!(circumstances.strength > minimum_strength)) {
    return VolumetricGate::AtmosphereSuppressed;
  }
  return VolumetricGate::Rendered;
}

VolumetricGate mistaken_gate(ShaftCircumstances circumstances) {
  if (makes(shaft_mistake("without-shadows"))) {
    circumstances.cascades = minimum_cascades;
  } else if (makes(shaft_mistake("suppressed"))) {
    circumstances.strength = 1;
  } else if (makes(shaft_mistake("indoor-first")) && !circumstances.outdoor) {
    return VolumetricGate::Indoor;
  }
  const VolumetricGate gate = first_gate(circumstances);
  if (makes(shaft_mistake("sun-below-horizon")) && gate == VolumetricGate::SunOffScreen) {
    return VolumetricGate::SunBelowHorizon;
  }
  return gate;
}

}  // namespace

float shaft_strength(const render_pack_v1::AtmospherePolicy* policy, const rpcts_frame& frame,
                     const FrameFacts& facts, float setting) {
  if (policy == nullptr) {
    return 0;
  }
  const StrengthParts parts{
      .setting = setting,
      .weather =
          weather_value(static_cast<render_pack_v1::WeatherKind>(frame.weather), frame.weather_intensity),
      .curve = shaft_value(policy->volumetric_shaft_sun_elevation_response, facts.sun_elevation_degrees),
      .brightness = facts.sun_brightness,
      .group = group_value(policy, facts.day_group)};
  if (makes_one_of(shaft_mistakes)) {
    return mistaken_strength(parts, ray_value(policy->sun_elevation_response, facts.sun_elevation_degrees));
  }
  return std::clamp(product(parts), 0.0F, 1.0F);
}

float shaft_steps(float setting) {
  return std::clamp(std::round(setting), minimum_steps, maximum_steps);
}

VolumetricGate volumetric_gate(const ShaftCircumstances& circumstances) {
  return makes_one_of(shaft_mistakes) ? mistaken_gate(circumstances) : first_gate(circumstances);
}

}  // namespace rpcts::reference
