#pragma once

// Values that a host takes from a pack's atmosphere policy, section E.1. All results are float32.

#include <span>

#include "harness/contracts/render_pack_v1/descriptor.hpp"

namespace rpcts::render_pack_v1 {

/// The curves take points in strictly ascending elevation (C.14); for other lists the result is one of the
/// multipliers or between two of them, never an error. `elevation_degrees` is finite.

/// SunElevationResponse: linear in degrees; 1 without points.
[[nodiscard]] float ray_factor(std::span<const SunElevationResponsePoint> curve, float elevation_degrees);

/// DirectionalShadowLightElevationResponse: linear in the sine of the elevation, which is the argument and
/// is clamped to [-1, 1]; 0 without points.
[[nodiscard]] float shadow_factor(std::span<const SunElevationResponsePoint> curve, float sine);

/// The sine that shadow_factor takes: sin(degrees * pi / 180), in float32.
[[nodiscard]] float elevation_sine(float degrees);

/// VolumetricShaftSunElevationResponse: smoothstep between points, in degrees; 0 without points.
[[nodiscard]] float shaft_factor(std::span<const SunElevationResponsePoint> curve, float elevation_degrees);

/// The multiplier of the entry for `active_day_group`; 1 without such an entry or without a policy. Not
/// clamped.
[[nodiscard]] float day_group_multiplier(const AtmospherePolicy* policy, std::int32_t active_day_group);

/// Weather's factor on rays and shafts: from 1 towards the target of the kind by `intensity`, which is
/// clamped to [0, 1]. An undefined kind has the target 0.
[[nodiscard]] float weather_factor(WeatherKind kind, float intensity);

}  // namespace rpcts::render_pack_v1
