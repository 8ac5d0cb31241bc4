#include "harness/reference/values/atmospheric_frame.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "harness/contracts/render_pack_v1/curves.hpp"
#include "harness/reference/mistakes/blocks.hpp"
#include "harness/reference/values/mistaken_blocks.hpp"
#include "harness/reference/values/policies.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::AtmospherePolicy;

constexpr float maximum_ray_strength = 4;  // E.2
constexpr float maximum_delta = 1;         // E.2, seconds

Curve curve_of(const AtmospherePolicy* policy,
               std::vector<render_pack_v1::SunElevationResponsePoint> AtmospherePolicy::* member) {
  return policy == nullptr ? Curve() : Curve(policy->*member);
}

float ray_at(const AtmospherePolicy* policy, float elevation) {
  return ray_value(curve_of(policy, &AtmospherePolicy::sun_elevation_response), elevation);
}

/// OQ-4: at the sun's elevation whatever light is selected; the ray factor where the curve is empty.
float shadow_at(const AtmospherePolicy* policy, float elevation) {
  const Curve curve = curve_of(policy, &AtmospherePolicy::directional_shadow_light_elevation_response);
  return curve.empty() ? ray_at(policy, elevation)
                       : shadow_value(curve, render_pack_v1::elevation_sine(elevation));
}

}  // namespace

float sun_policy(const AtmospherePolicy* policy, const rpcts_frame& frame, const FrameFacts& facts) {
  if (!facts.outdoor || !facts.sun_screen.on_screen) {
    return 0;
  }
  const float combined =
      ray_at(policy, facts.sun_elevation_degrees) * group_value(policy, facts.day_group) *
      weather_value(static_cast<render_pack_v1::WeatherKind>(frame.weather), frame.weather_intensity);
  return std::clamp(combined, 0.0F, maximum_ray_strength);
}

render_pack_v1::AtmosphericFrameBlock atmospheric_frame(const AtmospherePolicy* policy,
                                                        const rpcts_frame& frame, const FrameFacts& facts,
                                                        std::uint32_t width, std::uint32_t height,
                                                        std::optional<float> ray_strength) {
  render_pack_v1::AtmosphericFrameBlock block;
  const float elevation = facts.sun_elevation_degrees;
  const float combined = sun_policy(policy, frame, facts);
  // sun_policy is 0 unless the sun is in the picture and outdoors, so that the product is as well.
  const float rays =
      ray_strength ? std::clamp(*ray_strength * combined, 0.0F, maximum_ray_strength) : combined;
  block.sun_screen = {facts.sun_screen.uv[0], facts.sun_screen.uv[1], rays, elevation};
  block.sun_color = {facts.sun_light[0], facts.sun_light[1], facts.sun_light[2], combined};
  const auto w = static_cast<float>(width);
  const auto h = static_cast<float>(height);
  block.viewport = {w, h, 1 / w, 1 / h};
  block.weather = {static_cast<float>(frame.weather), std::clamp(frame.weather_intensity, 0.0F, 1.0F),
                   std::clamp(frame.delta_seconds, 0.0F, maximum_delta), facts.outdoor ? 1.0F : 0.0F};
  block.sun_direction = {facts.sun_direction[0], facts.sun_direction[1], facts.sun_direction[2],
                         facts.sun_brightness};
  block.policy = {
      static_cast<float>(facts.day_group), group_value(policy, facts.day_group), shadow_at(policy, elevation),
      shaft_value(curve_of(policy, &AtmospherePolicy::volumetric_shaft_sun_elevation_response), elevation)};
  block.inverse_view_projection = facts.inverse_view_projection;
  if (makes_one_of(block_mistakes)) {
    spoil_frame(block, policy, frame, facts, ray_strength);
  }
  return block;
}

render_pack_v1::AtmosphericFrameBlock with_shaft_strength(render_pack_v1::AtmosphericFrameBlock block,
                                                          float strength) {
  block.sun_screen[2] = strength;
  block.sun_color[3] = strength;
  return block;
}

}  // namespace rpcts::reference
