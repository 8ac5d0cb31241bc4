#pragma once

// Cascades fitted to the camera and a light, section E.7. Allocates nothing.

#include <array>
#include <cstdint>

#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/reference/values/matrix.hpp"
#include "harness/reference/values/shadow_quality.hpp"

namespace rpcts::reference {

inline constexpr float shadow_near_meters = 0.1F;           // E.7
inline constexpr float minimum_caster_padding_meters = 48;  // E.7

/// One cascade; metres, in the space of the light where not stated otherwise.
struct Cascade {
  Matrix world_to_clip = identity_matrix;
  float split_far = 0;  ///< from the eye
  float radius = 0;     ///< of the sphere around the slice, a multiple of 1/16
  float texel = 0;
  std::array<float, 2> snapped_centre{};
  float far_plane = 0;
  std::array<float, 3> bias{};  ///< constant, slope, normal
};

struct CascadeFit {
  std::uint32_t count = 0;  ///< 0: shadows are off in this frame
  float padding = 0;
  std::array<Cascade, render_pack_v1::maximum_cascades> cascades{};  ///< the first `count`
};

/// E.7: how far beyond a slice casters count.
[[nodiscard]] float caster_padding(float minimum, float quality_reach, float resident_reach);

/// Far end of slice `i` (1 to `count`) of `count` up to `reach`.
[[nodiscard]] float split_far(std::uint32_t i, std::uint32_t count, float reach);

/// Up vector for looking along a unit light direction; continuous through the zenith.
[[nodiscard]] Vec3 light_up(const Vec3& light);

/// E.7. `light` is a unit vector to the light; `resident_reach` in metres, negative or not a number as 0.
/// At most maximum_cascades. Count 0 also when view or projection cannot be inverted.
[[nodiscard]] CascadeFit fit_cascades(const Matrix& view, const Matrix& projection, const Vec3& light,
                                      const ShadowQuality& quality, float resident_reach);

}  // namespace rpcts::reference
