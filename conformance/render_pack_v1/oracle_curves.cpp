#include "conformance/render_pack_v1/oracle_curves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

namespace rpcts::render_pack_v1::oracle {
namespace {

using Map = double (*)(double);

double same(double x) {
  return x;
}
double sine_of_degrees(double degrees) {
  return std::sin(degrees * std::numbers::pi / 180);
}
double smooth(double t) {
  return t * t * (3 - 2 * t);
}

double evaluate(std::span<const CurvePoint> points, double x, Map place, Map blend, double empty) {
  if (points.empty()) {
    return empty;
  }
  if (x <= place(points.front().elevation_degrees)) {
    return points.front().multiplier;
  }
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double end = place(points[i].elevation_degrees);
    if (x <= end) {
      const double start = place(points[i - 1].elevation_degrees);
      const double t = end <= start ? 0 : std::clamp((x - start) / (end - start), 0.0, 1.0);
      const double from = points[i - 1].multiplier;
      return from + (points[i].multiplier - from) * blend(t);
    }
  }
  return points.back().multiplier;
}

/// The entry of a weather kind, or `other` for a number that is none.
double of_kind(const std::array<double, 5>& values, std::int32_t kind, double other) {
  return kind >= 0 && kind < 5 ? values[static_cast<std::size_t>(kind)] : other;
}

}  // namespace

double ray_factor(std::span<const CurvePoint> points, double degrees) {
  return evaluate(points, degrees, same, same, 1);
}

double shadow_factor(std::span<const CurvePoint> points, double sine) {
  return evaluate(points, std::clamp(sine, -1.0, 1.0), sine_of_degrees, same, 0);
}

double shaft_factor(std::span<const CurvePoint> points, double degrees) {
  return evaluate(points, degrees, same, smooth, 0);
}

bool declares_group(std::span<const DayGroupMultiplier> groups, std::int32_t group) {
  return std::ranges::find(groups, group, &DayGroupMultiplier::active_day_group) != groups.end();
}

double group_multiplier(std::span<const DayGroupMultiplier> groups, std::int32_t group) {
  const auto found = std::ranges::find(groups, group, &DayGroupMultiplier::active_day_group);
  return found == groups.end() ? 1 : found->multiplier;
}

double weather_factor(std::int32_t kind, double intensity) {
  const double target = of_kind({1, 0.18, 0.10, 0.16, 0.06}, kind, 0);
  return 1 + (target - 1) * std::clamp(intensity, 0.0, 1.0);
}

double shadow_weather_strength(std::int32_t kind) {
  return of_kind({1, 0.65, 0.45, 0.60, 0.25}, kind, std::nan(""));
}

double shadow_softness(std::int32_t kind) {
  return of_kind({1, 1.5, 1.8, 1.6, 2.0}, kind, std::nan(""));
}

}  // namespace rpcts::render_pack_v1::oracle
