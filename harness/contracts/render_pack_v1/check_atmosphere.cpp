// C.14: the curves and factors of the atmosphere policy.

#include <cmath>
#include <limits>
#include <unordered_map>

#include "harness/contracts/render_pack_v1/check_stages.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using Curve = std::vector<SunElevationResponsePoint>;

constexpr double lowest_elevation = -90;
constexpr double highest_elevation = 90;

bool is_elevation(double value) {
  return value >= lowest_elevation && value <= highest_elevation;
}

/// The rules that all curves share: 301, 302, 305. Without a bound, `highest` is infinite.
void check_curve(CheckContext& context, std::string_view rule, std::string_view member, const Curve& curve,
                 double highest) {
  const bool bounded = std::isfinite(highest);
  const double* before = nullptr;  // the last elevation that is one
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const auto report = [&](std::string_view part, std::string found, std::string required) {
      context.report.error(rule, pointer("atmospherePolicy", member, i, part),
                           fmt::format("point {} of {}: {}", i, member, found), std::move(required));
    };
    const SunElevationResponsePoint& point = curve[i];
    if (!is_elevation(point.elevation_degrees)) {  // a NaN is none
      report("elevationDegrees", fmt::format("elevationDegrees is {}", point.elevation_degrees),
             fmt::format("{} to {}", lowest_elevation, highest_elevation));
    }
    if (!std::isfinite(point.multiplier) || point.multiplier < 0 || point.multiplier > highest) {
      report("multiplier", fmt::format("multiplier is {}", point.multiplier),
             bounded ? fmt::format("0 to {}", highest) : "a finite number, 0 or more");
    }
    if (is_elevation(point.elevation_degrees)) {
      if (before != nullptr && point.elevation_degrees <= *before) {
        report("elevationDegrees",
               fmt::format("elevationDegrees {} follows {}", point.elevation_degrees, *before),
               "elevations that rise from point to point");
      }
      before = &point.elevation_degrees;
    }
  }
}

/// 303 and 304: shadows end at the horizon.
void check_horizon(CheckContext& context, std::string_view member, const Curve& curve) {
  const auto report = [&](std::string_view rule, std::size_t index, std::string required) {
    context.report.error(rule, pointer("atmospherePolicy", member, index, "multiplier"),
                         fmt::format("point {} of {}: multiplier is {} at {} degrees", index, member,
                                     curve[index].multiplier, curve[index].elevation_degrees),
                         std::move(required));
  };
  // A multiplier that 302 refuses is not told twice.
  const auto casts = [](const SunElevationResponsePoint& point) {
    return std::isfinite(point.multiplier) && point.multiplier > 0 && point.multiplier <= 1;
  };
  bool at_horizon = false;
  const SunElevationResponsePoint* first_above = nullptr;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const SunElevationResponsePoint& point = curve[i];
    if (!is_elevation(point.elevation_degrees)) {
      continue;
    }
    at_horizon = at_horizon || point.elevation_degrees == 0;
    if (point.elevation_degrees <= 0 && casts(point)) {
      report("RP-DESC-303", i, "0 at and below the horizon");
    }
    if (point.elevation_degrees > 0 && first_above == nullptr) {
      first_above = &point;
    }
  }
  if (!at_horizon && first_above != nullptr && casts(*first_above)) {
    report("RP-DESC-304", static_cast<std::size_t>(first_above - curve.data()),
           "0 at the first point above the horizon, or a point at 0 degrees");
  }
}

void check_day_groups(CheckContext& context, const std::vector<DayGroupMultiplier>& groups) {
  std::unordered_map<std::int32_t, std::size_t> seen;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto [first, added] = seen.emplace(groups[i].active_day_group, i);
    if (!added) {
      context.report.error("RP-DESC-306",
                           pointer("atmospherePolicy", "activeDayGroupMultipliers", i, "activeDayGroup"),
                           fmt::format("entry {} of activeDayGroupMultipliers repeats group {} of entry {}",
                                       i, groups[i].active_day_group, first->second),
                           "each group once");
    }
    if (!std::isfinite(groups[i].multiplier) || groups[i].multiplier < 0) {
      context.report.error("RP-DESC-306",
                           pointer("atmospherePolicy", "activeDayGroupMultipliers", i, "multiplier"),
                           fmt::format("entry {} of activeDayGroupMultipliers, group {}, has multiplier {}",
                                       i, groups[i].active_day_group, groups[i].multiplier),
                           "a finite number, 0 or more");
    }
  }
}

}  // namespace

void check_atmosphere_policy(CheckContext& context) {
  if (!context.descriptor.atmosphere_policy) {
    return;
  }
  const AtmospherePolicy& policy = *context.descriptor.atmosphere_policy;
  constexpr double unbounded = std::numeric_limits<double>::infinity();
  constexpr std::string_view shadow = "directionalShadowLightElevationResponse";
  check_curve(context, "RP-DESC-301", "sunElevationResponse", policy.sun_elevation_response, unbounded);
  check_curve(context, "RP-DESC-302", shadow, policy.directional_shadow_light_elevation_response, 1);
  check_horizon(context, shadow, policy.directional_shadow_light_elevation_response);
  check_curve(context, "RP-DESC-305", "volumetricShaftSunElevationResponse",
              policy.volumetric_shaft_sun_elevation_response, 1);
  check_day_groups(context, policy.active_day_group_multipliers);
}

}  // namespace rpcts::render_pack_v1
