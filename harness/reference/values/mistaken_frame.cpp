// Block 5 with the mistakes of the group `blocks`.

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "harness/contracts/render_pack_v1/curves.hpp"
#include "harness/reference/mistakes/blocks.hpp"
#include "harness/reference/values/mistaken_blocks.hpp"
#include "harness/reference/values/policies.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::AtmospherePolicy;
using render_pack_v1::AtmosphericFrameBlock;
using render_pack_v1::Float4;
using render_pack_v1::Matrix4;

constexpr float radian = std::numbers::pi_v<float> / 180.0F;

Matrix4 transposed(const Matrix4& matrix) {
  Matrix4 result{};
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    result[i] = matrix[i % 4 * 4 + i / 4];
  }
  return result;
}

void put(Float4& to, const Vec3& vector) {
  std::ranges::copy(vector, to.begin());
}

Vec3 part(const Float4& of) {
  return {of[0], of[1], of[2]};
}

void spoil_viewport(AtmosphericFrameBlock& block) {
  auto& [width, height, inverse_width, inverse_height] = block.viewport;
  if (makes(block_mistake("reciprocals-exchanged"))) {
    std::swap(inverse_width, inverse_height);
  } else if (makes(block_mistake("last-pixel"))) {
    inverse_width = 1 / (width - 1);
    inverse_height = 1 / (height - 1);
  } else if (makes(block_mistake("viewport-in-texels"))) {
    std::swap(width, inverse_width);
    std::swap(height, inverse_height);
  }
}

void spoil_sun_screen(AtmosphericFrameBlock& block, const FrameFacts& facts) {
  float& u = block.sun_screen[0];
  float& v = block.sun_screen[1];
  const bool projected = u != -1 || v != -1;
  const auto seen = [&](const Vec3& eye, const Vec3& direction) {
    const ScreenPosition position = sun_screen_position(eye, direction, facts.view_projection);
    u = position.uv[0];
    v = position.uv[1];
  };
  if (!projected) {
    if (makes(block_mistake("sun-behind")) && facts.world) {
      seen(facts.eye, facts.sun_direction * -1.0F);
    } else if (makes(block_mistake("sun-at-zero"))) {
      u = v = 0;
    }
    return;
  }
  if (makes(block_mistake("sun-upside-down"))) {
    v = 1 - v;
  } else if (makes(block_mistake("sun-in-clip-space"))) {
    u = 2 * u - 1;
    v = 2 * v - 1;
  } else if (makes(block_mistake("sun-in-pixels"))) {
    u *= block.viewport[0];
    v *= block.viewport[1];
  } else if (makes(block_mistake("sun-nearby"))) {
    constexpr float all_but_one_metre = 9'999.0F;
    seen(facts.eye - facts.sun_direction * all_but_one_metre, facts.sun_direction);
  } else if (makes(block_mistake("sun-without-eye"))) {
    seen({}, facts.sun_direction);
  }
}

void spoil_sun(AtmosphericFrameBlock& block, const rpcts_frame& frame, const FrameFacts& facts) {
  const float elevation = facts.sun_elevation_degrees;
  if (makes(block_mistake("elevation-in-radians"))) {
    block.sun_screen[3] = elevation * radian;
  } else if (makes(block_mistake("elevation-as-sine"))) {
    block.sun_screen[3] = render_pack_v1::elevation_sine(elevation);
  } else if (makes(block_mistake("colour-without-brightness"))) {
    std::ranges::copy(frame.sun_color, block.sun_color.begin());
  } else if (makes(block_mistake("colour-encoded"))) {
    for (std::size_t i = 0; i < 3; ++i) {
      block.sun_color[i] = std::pow(std::max(0.0F, block.sun_color[i]), 1 / 2.2F);
    }
  }
  const Vec3 sun = part(block.sun_direction);
  const bool dark = !(std::abs(facts.sun_brightness) > 1e-6F);
  if (makes(block_mistake("sun-direction-reversed"))) {
    put(block.sun_direction, sun * -1.0F);
  } else if (makes(block_mistake("sun-direction-y-up"))) {
    put(block.sun_direction, {sun[0], sun[2], sun[1]});
  } else if (makes(block_mistake("sun-heading-from-east")) && !dark) {
    put(block.sun_direction, {sun[1], sun[0], sun[2]});
  } else if (makes(block_mistake("sun-direction-with-length")) && !dark) {
    put(block.sun_direction, sun * facts.sun_brightness);
  } else if (makes(block_mistake("dark-sun-without-direction")) && dark) {
    put(block.sun_direction, {0, 0, 0});
  } else if (makes(block_mistake("brightness-clamped"))) {
    block.sun_direction[3] = std::min(1.0F, block.sun_direction[3]);
  }
}

/// The product that sun_policy() clamps, of the factors that are wanted.
float ray_product(const AtmospherePolicy* policy, const rpcts_frame& frame, const FrameFacts& facts,
                  bool with_group) {
  const Curve curve = policy == nullptr ? Curve() : Curve(policy->sun_elevation_response);
  return ray_value(curve, facts.sun_elevation_degrees) *
         (with_group ? group_value(policy, facts.day_group) : 1.0F) *
         weather_value(static_cast<render_pack_v1::WeatherKind>(frame.weather), frame.weather_intensity);
}

void spoil_rays(AtmosphericFrameBlock& block, const AtmospherePolicy* policy, const rpcts_frame& frame,
                const FrameFacts& facts, std::optional<float> ray_strength) {
  constexpr float limit = 4;
  const float setting = ray_strength.value_or(1.0F);
  const bool drawn = facts.outdoor && facts.sun_screen.on_screen;
  const float product = ray_product(policy, frame, facts, true);
  float& rays = block.sun_screen[2];
  float& combined = block.sun_color[3];
  if (makes(block_mistake("rays-unclamped")) && drawn) {
    rays = setting * product;
    combined = product;
  } else if (makes(block_mistake("rays-clamped-to-one"))) {
    rays = std::min(1.0F, rays);
    combined = std::min(1.0F, combined);
  } else if (makes(block_mistake("rays-clamped-early"))) {
    rays = setting * std::min(1.0F, combined);
  } else if (makes(block_mistake("rays-without-setting"))) {
    rays = combined;
  } else if (makes(block_mistake("rays-with-setting"))) {
    combined = rays;
  } else if (makes(block_mistake("rays-without-group")) && drawn) {
    combined = std::clamp(ray_product(policy, frame, facts, false), 0.0F, limit);
    rays = std::clamp(setting * combined, 0.0F, limit);
  } else if ((makes(block_mistake("rays-indoors")) && facts.world && facts.sun_screen.on_screen) ||
             (makes(block_mistake("rays-off-screen")) && facts.outdoor)) {
    combined = std::clamp(product, 0.0F, limit);
    rays = std::clamp(setting * combined, 0.0F, limit);
  } else if (makes(block_mistake("custom-without-rays")) && !ray_strength) {
    rays = 0;
  }
}

void spoil_weather(AtmosphericFrameBlock& block, const rpcts_frame& frame) {
  auto& [kind, intensity, delta, outdoor] = block.weather;
  if (makes(block_mistake("intensity-unclamped"))) {
    intensity = frame.weather_intensity;
  } else if (makes(block_mistake("intensity-in-percent"))) {
    intensity *= 100;
  } else if (makes(block_mistake("kind-from-one"))) {
    kind += 1;
  } else if (makes(block_mistake("kind-as-bits"))) {
    kind = std::bit_cast<float>(frame.weather);
  } else if (makes(block_mistake("delta-in-milliseconds"))) {
    delta *= 1000;
  } else if (makes(block_mistake("delta-unclamped"))) {
    delta = frame.delta_seconds;
  } else if (makes(block_mistake("delta-accumulated"))) {
    // A leaf that otherwise keeps nothing from frame to frame: only a process with this mistake has the sum.
    static thread_local float since_the_start = 0;
    since_the_start += delta;
    delta = since_the_start;
  } else if (makes(block_mistake("outdoor-inverted"))) {
    outdoor = 1 - outdoor;
  }
}

void spoil_policy(AtmosphericFrameBlock& block, const AtmospherePolicy* policy, const FrameFacts& facts) {
  auto& [group, group_factor, shadow, shaft] = block.policy;
  const float elevation = facts.sun_elevation_degrees;
  const Curve rays = policy == nullptr ? Curve() : Curve(policy->sun_elevation_response);
  if (makes(block_mistake("group-from-one"))) {
    group += 1;
  } else if (makes(block_mistake("group-zero-without-world")) && !facts.world) {
    group = 0;
  } else if (makes(block_mistake("shadow-factor-in-degrees")) && policy != nullptr) {
    shadow = shadow_value(policy->directional_shadow_light_elevation_response, elevation);
  } else if (makes(block_mistake("shadow-factor-of-rays"))) {
    shadow = ray_value(rays, elevation);
  } else if (makes(block_mistake("shaft-factor-of-rays"))) {
    shaft = ray_value(rays, elevation);
  } else if (makes(block_mistake("factors-exchanged"))) {
    std::swap(shadow, shaft);
  }
}

void spoil_inverse(AtmosphericFrameBlock& block, const rpcts_frame& frame, const FrameFacts& facts) {
  Matrix4& matrix = block.inverse_view_projection;
  const bool none = !facts.world || !inverse(facts.view_projection);
  if (makes(block_mistake("inverse-transposed"))) {
    matrix = transposed(matrix);
  } else if (makes(block_mistake("not-inverted")) && !none) {
    matrix = facts.view_projection;
  } else if (makes(block_mistake("inverse-of-projection")) && !none) {
    Matrix projection{};
    std::ranges::copy(frame.projection, projection.begin());
    matrix = inverse(projection).value_or(identity_matrix);
  } else if (makes(block_mistake("no-inverse-zero")) && none) {
    matrix.fill(0);
  }
}

}  // namespace

void spoil_frame(AtmosphericFrameBlock& block, const AtmospherePolicy* policy, const rpcts_frame& frame,
                 const FrameFacts& facts, std::optional<float> ray_strength) {
  spoil_sun_screen(block, facts);
  spoil_viewport(block);
  spoil_sun(block, frame, facts);
  spoil_rays(block, policy, frame, facts, ray_strength);
  spoil_weather(block, frame);
  spoil_policy(block, policy, facts);
  spoil_inverse(block, frame, facts);
}

}  // namespace rpcts::reference
