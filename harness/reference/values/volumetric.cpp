#include "harness/reference/values/volumetric.hpp"

#include <algorithm>
#include <cmath>

#include "harness/contracts/render_pack_v1/curves.hpp"

namespace rpcts::reference {
namespace {

constexpr float maximum_factor = 4;            // E.4: of brightness and of the day group
constexpr float minimum_strength = 1e-4F;      // E.4
constexpr float minimum_steps = 8;             // E.4
constexpr float maximum_steps = 64;            // E.4
constexpr std::uint32_t minimum_cascades = 2;  // E.8: of a binding that consumers take

}  // namespace

float shaft_strength(const render_pack_v1::AtmospherePolicy* policy, const rpcts_frame& frame,
                     const FrameFacts& facts, float setting) {
  if (policy == nullptr) {
    return 0;
  }
  const float weather = render_pack_v1::weather_factor(
      static_cast<render_pack_v1::WeatherKind>(frame.weather), frame.weather_intensity);
  const float shaft = render_pack_v1::shaft_factor(policy->volumetric_shaft_sun_elevation_response,
                                                   facts.sun_elevation_degrees);
  const float day_group = render_pack_v1::day_group_multiplier(policy, facts.day_group);
  return std::clamp(std::max(0.0F, setting) * weather * shaft *
                        std::clamp(facts.sun_brightness, 0.0F, maximum_factor) *
                        std::clamp(day_group, 0.0F, maximum_factor),
                    0.0F, 1.0F);
}

float shaft_steps(float setting) {
  return std::clamp(std::round(setting), minimum_steps, maximum_steps);
}

VolumetricGate volumetric_gate(const ShaftCircumstances& circumstances) {
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

}  // namespace rpcts::reference
