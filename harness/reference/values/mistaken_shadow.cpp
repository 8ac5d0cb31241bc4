// Block 6 with the mistakes of the groups `flags` and `celestial`.

#include <algorithm>
#include <bit>
#include <utility>

#include "harness/reference/mistakes/celestial.hpp"
#include "harness/reference/mistakes/flags.hpp"
#include "harness/reference/values/mistaken_blocks.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::DirectionalShadowBlock;

constexpr std::uint32_t enabled_bit = 1;
constexpr std::uint32_t radius_shift = 8;

void spoil_flags(DirectionalShadowBlock& block, const ShadowQuality& quality) {
  std::uint32_t& flags = block.texture_and_flags[3];
  if (makes(flag_mistake("enabled-bit-missing"))) {
    flags &= ~enabled_bit;
  } else if (makes(flag_mistake("enabled-bit-shifted"))) {
    flags ^= enabled_bit | (enabled_bit << 1U);
  } else if (makes(flag_mistake("radius-shifted"))) {
    flags = enabled_bit | (quality.pcf_radius << (radius_shift + 1));
  } else if (makes(flag_mistake("radius-from-bit-four"))) {
    flags = enabled_bit | (quality.pcf_radius << 4U);
  } else if (makes(flag_mistake("taps-for-radius"))) {
    const std::uint32_t side = 2 * quality.pcf_radius + 1;
    flags = enabled_bit | ((side * side) << radius_shift);
  } else if (makes(flag_mistake("reserved-bits"))) {
    flags |= static_cast<std::uint32_t>(block.light_direction_and_source[3]) << 4U;
  } else if (makes(flag_mistake("high-bits")) && block.texture_and_flags[1] == 2) {
    flags |= 1U << 31U;
  } else if (makes(flag_mistake("flags-as-float"))) {
    flags = std::bit_cast<std::uint32_t>(static_cast<float>(flags));
  }
}

void spoil_counts(DirectionalShadowBlock& block) {
  std::uint32_t& count = block.texture_and_flags[1];
  std::uint32_t& size = block.texture_and_flags[2];
  const std::uint32_t cascades = count;
  if (makes(flag_mistake("count-from-zero"))) {
    count -= 1;
  } else if (makes(flag_mistake("count-always-four"))) {
    count = render_pack_v1::maximum_cascades;
  } else if (makes(flag_mistake("size-as-texel"))) {
    size = std::bit_cast<std::uint32_t>(1.0F / static_cast<float>(size));
  }
  for (std::size_t i = cascades; i < block.world_to_clip.size(); ++i) {
    if (makes(flag_mistake("unused-matrices-zero"))) {
      block.world_to_clip[i].fill(0);
    } else if (makes(flag_mistake("unused-splits-zero"))) {
      block.split_far_meters[i] = 0;
    }
  }
}

void spoil_controls(DirectionalShadowBlock& block, const CascadeFit& fit, const ShadowQuality& quality) {
  const Cascade& first = fit.cascades[0];
  const Cascade& last = fit.cascades[fit.count - 1];
  auto& [strength, softness, reach, blend] = block.control;
  float& slope = block.bias_meters[1];
  float& normal = block.bias_meters[2];
  float& padding = block.bias_meters[3];
  if (makes(flag_mistake("reach-of-the-quality"))) {
    reach = quality.reach_meters;
  } else if (makes(flag_mistake("blend-of-one-metre"))) {
    blend = 1;
  } else if (makes(flag_mistake("blend-without-minimum"))) {
    blend = 0.02F * last.split_far;
  } else if (makes(flag_mistake("softness-first"))) {
    std::swap(strength, softness);
  } else if (makes(flag_mistake("bias-of-the-first"))) {
    std::ranges::copy(first.bias, block.bias_meters.begin());
  } else if (makes(flag_mistake("bias-in-texels"))) {
    std::ranges::copy(quality.bias_texels, block.bias_meters.begin());
  } else if (makes(flag_mistake("bias-exchanged"))) {
    std::swap(slope, normal);
  } else if (makes(flag_mistake("padding-48"))) {
    padding = minimum_caster_padding_meters;
  }
}

}  // namespace

void spoil_shadow(DirectionalShadowBlock& block, const CascadeFit& fit, const ShadowQuality& quality) {
  spoil_flags(block, quality);
  spoil_counts(block);
  spoil_controls(block, fit, quality);
}

void spoil_light(DirectionalShadowBlock& block, const SelectedLight& light, const rpcts_frame& frame,
                 const FrameFacts& facts) {
  using render_pack_v1::CelestialSource;
  auto& published = block.light_direction_and_source;
  const auto direction = [&](const Vec3& vector) { std::ranges::copy(vector, published.begin()); };
  const auto source = static_cast<std::size_t>(light.kind) - 1;
  if (makes(celestial_mistake("not-normalised"))) {
    std::ranges::copy(frame.sources[source].direction, published.begin());
  } else if (makes(celestial_mistake("towards-the-surface"))) {
    direction(light.direction * -1.0F);
  } else if (makes(celestial_mistake("of-the-sun"))) {
    direction(facts.sun_direction);
  } else if (makes(celestial_mistake("kind-from-zero"))) {
    published[3] -= 1;
  } else if (makes(celestial_mistake("always-the-sun"))) {
    published[3] = 1;
  } else if (makes(celestial_mistake("moons-exchanged")) && light.kind != CelestialSource::Sun) {
    published[3] = 5 - published[3];
  }
}

void spoil_disabled(DirectionalShadowBlock& block, const SelectedLight& light) {
  auto& published = block.light_direction_and_source;
  if (makes(flag_mistake("disabled-without-light"))) {
    published = {};
  } else if (makes(flag_mistake("disabled-with-zeros"))) {
    for (auto& matrix : block.world_to_clip) {
      matrix.fill(0);
    }
  } else if (makes(flag_mistake("disabled-keeps-light"))) {
    published = {light.direction[0], light.direction[1], light.direction[2], static_cast<float>(light.kind)};
  }
}

}  // namespace rpcts::reference
