#pragma once

// Section E.1 in double precision, written from the contract and independent of the harness's own code.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "harness/contracts/render_pack_v1/descriptor.hpp"

namespace rpcts::render_pack_v1::oracle {

using CurvePoint = SunElevationResponsePoint;

/// Factor of rays at an elevation in degrees; 1 without points.
[[nodiscard]] double ray_factor(std::span<const CurvePoint> points, double degrees);
/// Factor of directional shadows at the sine of an elevation; 0 without points.
[[nodiscard]] double shadow_factor(std::span<const CurvePoint> points, double sine);
/// Factor of shafts at an elevation in degrees; 0 without points.
[[nodiscard]] double shaft_factor(std::span<const CurvePoint> points, double degrees);
/// Multiplier of the group; 1 where it is not declared.
[[nodiscard]] double group_multiplier(std::span<const DayGroupMultiplier> groups, std::int32_t group);
/// Whether the group is declared.
[[nodiscard]] bool declares_group(std::span<const DayGroupMultiplier> groups, std::int32_t group);
/// Weather factor of rays and shafts (E.1).
[[nodiscard]] double weather_factor(std::int32_t kind, double intensity);
/// Weather strength and softness of directional shadows (E.6).
[[nodiscard]] double shadow_weather_strength(std::int32_t kind);
[[nodiscard]] double shadow_softness(std::int32_t kind);

}  // namespace rpcts::render_pack_v1::oracle
