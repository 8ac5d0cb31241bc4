#include "harness/reference/values/policies.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "harness/contracts/render_pack_v1/curves.hpp"
#include "harness/reference/mistakes/curves.hpp"
#include "harness/reference/mistakes/weather.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::AtmospherePolicy;
using render_pack_v1::WeatherKind;

constexpr float degrees_of_radian = 180.0F / std::numbers::pi_v<float>;

float as_given(float degrees) {
  return degrees;
}
float sine(float degrees) {
  return render_pack_v1::elevation_sine(degrees);
}
float sine_of_degrees(float degrees) {
  return std::sin(degrees);
}
float cosine(float degrees) {
  return sine(90.0F - degrees);
}

float linear(float t) {
  return t;
}
float smooth(float t) {
  return t * t * (3.0F - 2.0F * t);
}
float none(float) {
  return 0;
}

/// How a curve is read: the space in which its points lie, and the easing between two.
struct Reading {
  float (*space)(float);
  float (*ease)(float);
};

float between(const render_pack_v1::SunElevationResponsePoint& from,
              const render_pack_v1::SunElevationResponsePoint& to, float x, const Reading& reading) {
  const float begin = reading.space(static_cast<float>(from.elevation_degrees));
  const float end = reading.space(static_cast<float>(to.elevation_degrees));
  const float t = reading.ease((x - begin) / (end - begin));
  return static_cast<float>(from.multiplier + (to.multiplier - from.multiplier) * double{t});
}

/// A curve of at least one point as an engine might read it; `x` lies in the space of the reading.
float read(Curve curve, float x, const Reading& reading) {
  const auto place = [&](std::size_t i) {
    return reading.space(static_cast<float>(curve[i].elevation_degrees));
  };
  if (x <= place(0)) {
    return static_cast<float>(curve.front().multiplier);
  }
  for (std::size_t i = 1; i < curve.size(); ++i) {
    if (x <= place(i)) {
      return between(curve[i - 1], curve[i], x, reading);
    }
  }
  return static_cast<float>(curve.back().multiplier);
}

/// The mistakes that are made with every curve, whose right reading is given.
std::optional<float> mistaken(Curve curve, float x, const Reading& reading) {
  const float first = reading.space(static_cast<float>(curve.front().elevation_degrees));
  const float last = reading.space(static_cast<float>(curve.back().elevation_degrees));
  if (makes(curve_mistake("without-interpolation"))) {
    return read(curve, x, {reading.space, none});
  }
  if (makes(curve_mistake("extrapolated")) && curve.size() > 1 && x > last) {
    return between(curve[curve.size() - 2], curve.back(), x, {reading.space, linear});
  }
  if (makes(curve_mistake("zero-outside")) && (x < first || x > last)) {
    return 0.0F;
  }
  if (makes(curve_mistake("first-point-left-out")) && curve.size() > 1) {
    return read(curve.subspan(1), x, reading);
  }
  return std::nullopt;
}

}  // namespace

float ray_value(Curve curve, float elevation_degrees) {
  const float right = render_pack_v1::ray_factor(curve, elevation_degrees);
  if (!makes_one_of(curve_mistakes)) {
    return right;
  }
  if (curve.empty()) {
    return makes(curve_mistake("empty-rays-zero")) ? 0.0F : right;
  }
  if (makes(curve_mistake("rays-smoothstep"))) {
    return read(curve, elevation_degrees, {as_given, smooth});
  }
  if (makes(curve_mistake("rays-in-sine"))) {
    return read(curve, sine(elevation_degrees), {sine, linear});
  }
  if (makes(curve_mistake("clamped-to-one"))) {
    return std::min(right, 1.0F);
  }
  return mistaken(curve, elevation_degrees, {as_given, linear}).value_or(right);
}

float shadow_value(Curve curve, float of_sine) {
  const float right = render_pack_v1::shadow_factor(curve, of_sine);
  if (!makes_one_of(curve_mistakes)) {
    return right;
  }
  if (curve.empty()) {
    return makes(curve_mistake("empty-shadow-one")) ? 1.0F : right;
  }
  const float degrees = std::asin(std::clamp(of_sine, -1.0F, 1.0F)) * degrees_of_radian;
  if (makes(curve_mistake("shadow-in-degrees"))) {
    return read(curve, degrees, {as_given, linear});
  }
  if (makes(curve_mistake("shadow-smoothstep"))) {
    return read(curve, of_sine, {sine, smooth});
  }
  if (makes(curve_mistake("sine-of-degrees"))) {
    return read(curve, of_sine, {sine_of_degrees, linear});
  }
  if (makes(curve_mistake("cosine"))) {
    return read(curve, cosine(degrees), {cosine, linear});
  }
  if (makes(curve_mistake("shadow-of-a-light-below"))) {
    return render_pack_v1::shadow_factor(curve, std::abs(of_sine));
  }
  return mistaken(curve, of_sine, {sine, linear}).value_or(right);
}

float shaft_value(Curve curve, float elevation_degrees) {
  const float right = render_pack_v1::shaft_factor(curve, elevation_degrees);
  if (!makes_one_of(curve_mistakes)) {
    return right;
  }
  if (curve.empty()) {
    return makes(curve_mistake("empty-shafts-one")) ? 1.0F : right;
  }
  if (makes(curve_mistake("shafts-linear"))) {
    return read(curve, elevation_degrees, {as_given, linear});
  }
  if (makes(curve_mistake("shafts-in-sine"))) {
    return read(curve, sine(elevation_degrees), {sine, smooth});
  }
  return mistaken(curve, elevation_degrees, {as_given, smooth}).value_or(right);
}

float group_value(const AtmospherePolicy* policy, std::int32_t active_day_group) {
  const float right = render_pack_v1::day_group_multiplier(policy, active_day_group);
  if (!makes_one_of(curve_mistakes) || policy == nullptr || policy->active_day_group_multipliers.empty()) {
    return right;
  }
  const auto& groups = policy->active_day_group_multipliers;
  const bool declared =
      std::ranges::find(groups, active_day_group, &render_pack_v1::DayGroupMultiplier::active_day_group) !=
      groups.end();
  const auto first = static_cast<float>(groups.front().multiplier);
  if (makes(curve_mistake("undeclared-group-zero")) && !declared) {
    return 0;
  }
  if (makes(curve_mistake("first-group-always")) ||
      (makes(curve_mistake("undeclared-group-first")) && !declared)) {
    return first;
  }
  if (makes(curve_mistake("group-by-index"))) {
    const auto index = static_cast<std::size_t>(active_day_group);
    return active_day_group >= 0 && index < groups.size() ? static_cast<float>(groups[index].multiplier)
                                                          : 1.0F;
  }
  return right;
}

float weather_value(WeatherKind kind, float intensity) {
  if (!makes_one_of(weather_mistakes) || !render_pack_v1::is_defined(kind)) {
    return render_pack_v1::weather_factor(kind, intensity);
  }
  if (makes(weather_mistake("at-full-intensity"))) {
    return render_pack_v1::weather_factor(kind, 1);
  }
  if (makes(weather_mistake("easing-reversed"))) {
    return render_pack_v1::weather_factor(kind, 1 - intensity);
  }
  if (makes(weather_mistake("factors-shifted"))) {
    const auto number = static_cast<std::int32_t>(kind);
    return render_pack_v1::weather_factor(static_cast<WeatherKind>(std::max(0, number - 1)), intensity);
  }
  if (makes(weather_mistake("snow-as-rain")) && kind == WeatherKind::Snow) {
    return render_pack_v1::weather_factor(WeatherKind::Rain, intensity);
  }
  if (makes(weather_mistake("intensity-unclamped"))) {
    return 1 + (render_pack_v1::weather_factor(kind, 1) - 1) * intensity;
  }
  return render_pack_v1::weather_factor(kind, intensity);
}

}  // namespace rpcts::reference
