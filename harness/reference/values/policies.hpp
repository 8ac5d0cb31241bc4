#pragma once

// The pack's curves and factors as the reference evaluates them: the contract's functions (E.1), and the
// mistakes of the groups `curves` and `weather` in their place.

#include <cstdint>
#include <span>

#include "harness/contracts/render_pack_v1/descriptor.hpp"

namespace rpcts::reference {

using Curve = std::span<const render_pack_v1::SunElevationResponsePoint>;

// As ray_factor(), shadow_factor(), shaft_factor(), day_group_multiplier() and weather_factor() of
// harness/contracts/render_pack_v1/curves.hpp.
[[nodiscard]] float ray_value(Curve curve, float elevation_degrees);
[[nodiscard]] float shadow_value(Curve curve, float sine);
[[nodiscard]] float shaft_value(Curve curve, float elevation_degrees);
[[nodiscard]] float group_value(const render_pack_v1::AtmospherePolicy* policy,
                                std::int32_t active_day_group);
[[nodiscard]] float weather_value(render_pack_v1::WeatherKind kind, float intensity);

}  // namespace rpcts::reference
