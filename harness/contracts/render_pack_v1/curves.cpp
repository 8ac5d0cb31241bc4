#include "harness/contracts/render_pack_v1/curves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace rpcts::render_pack_v1 {
namespace {

using Curve = std::span<const SunElevationResponsePoint>;

float degrees_of(double degrees) {
  return static_cast<float>(degrees);
}
float sine_of(double degrees) {
  return elevation_sine(static_cast<float>(degrees));
}
float linear(float t) {
  return t;
}
float smooth(float t) {
  return t * t * (3.0F - 2.0F * t);
}

/// E.1, steps 1 to 4. `transform` takes the elevation of a point into the space of `x`.
float evaluate(Curve curve, float x, float (*transform)(double), float (*interpolate)(float),
               float fallback) {
  if (curve.empty()) {
    return fallback;
  }
  float before = transform(curve.front().elevation_degrees);
  if (x <= before) {
    return static_cast<float>(curve.front().multiplier);
  }
  for (std::size_t i = 1; i < curve.size(); ++i) {
    const float here = transform(curve[i].elevation_degrees);
    if (x <= here) {
      const float span = here - before;
      const float t = span <= 0 ? 0.0F : std::clamp((x - before) / span, 0.0F, 1.0F);
      const double from = curve[i - 1].multiplier;
      const double to = curve[i].multiplier;
      return static_cast<float>(from + (to - from) * double{interpolate(t)});
    }
    before = here;
  }
  return static_cast<float>(curve.back().multiplier);
}

/// E.1, in the order of A.17.
constexpr std::array<float, Vocabulary<WeatherKind>::members.size()> weather_targets{1.0F, 0.18F, 0.10F,
                                                                                     0.16F, 0.06F};

}  // namespace

float ray_factor(Curve curve, float elevation_degrees) {
  return evaluate(curve, elevation_degrees, degrees_of, linear, 1.0F);
}

float shadow_factor(Curve curve, float sine) {
  return evaluate(curve, std::clamp(sine, -1.0F, 1.0F), sine_of, linear, 0.0F);
}

float elevation_sine(float degrees) {
  return std::sin(degrees * (std::numbers::pi_v<float> / 180.0F));
}

float shaft_factor(Curve curve, float elevation_degrees) {
  return evaluate(curve, elevation_degrees, degrees_of, smooth, 0.0F);
}

float day_group_multiplier(const AtmospherePolicy* policy, std::int32_t active_day_group) {
  if (policy == nullptr) {
    return 1.0F;
  }
  const auto& groups = policy->active_day_group_multipliers;
  const auto found = std::ranges::find(groups, active_day_group, &DayGroupMultiplier::active_day_group);
  return found == groups.end() ? 1.0F : static_cast<float>(found->multiplier);
}

float weather_factor(WeatherKind kind, float intensity) {
  const float target = is_defined(kind) ? weather_targets[static_cast<std::size_t>(kind)] : 0.0F;
  return 1.0F + (target - 1.0F) * std::clamp(intensity, 0.0F, 1.0F);
}

}  // namespace rpcts::render_pack_v1
