#pragma once

// Section E.7, the cascade fit, in double precision.

#include <array>
#include <cstdint>
#include <vector>

#include "conformance/render_pack_v1/oracle_matrix.hpp"

namespace rpcts::render_pack_v1::oracle {

inline constexpr double near_meters = 0.1;

/// The quality row of E.6 by preset semantic.
struct ShadowQuality {
  std::uint32_t cascades = 0;
  std::uint32_t map = 0;  ///< pixels
  double reach = 0;       ///< metres
  std::uint32_t radius = 0;
  Vector3 bias_texels{};  ///< constant, slope, normal
  double bias_minimum = 0.001;
  double bias_maximum = 0;
};
[[nodiscard]] ShadowQuality low_quality();
[[nodiscard]] ShadowQuality medium_quality();
[[nodiscard]] ShadowQuality high_quality();

struct Cascade {
  double split_far = 0;
  double radius = 0;
  double texel = 0;
  double center_x = 0;  ///< in light space, snapped
  double center_y = 0;
  double far_plane = 0;
  double radius_before_rounding = 0;
  Vector3 center{};         ///< in light space, before snapping
  double eye_distance = 0;  ///< of the light's eye along L
};

struct Fit {
  double reach = 0;  ///< min(quality reach, resident reach)
  double padding = 0;
  Vector3 light{};
  Vector3 up{};
  std::vector<Cascade> cascades;  ///< empty where the reach is at or below the near plane
  Vector3 bias_meters{};          ///< of the last cascade
};

/// Far distance of cascade `i` (1 to `count`) of `count` up to `reach` metres.
[[nodiscard]] double split_far(double reach, std::uint32_t count, std::uint32_t i);
/// The fit's up vector for the unit vector from the surface to the light.
[[nodiscard]] Vector3 light_up(const Vector3& light);

/// `view` and `projection` are the frame's; `light` is unit, surface to light.
[[nodiscard]] Fit fit_cascades(const Matrix& view, const Matrix& projection, const Vector3& light,
                               const ShadowQuality& quality, double resident_reach);

/// worldToClip of one cascade, optionally with another radius or whole texels beside the snapped centre: what
/// the fit gives where a rounding falls to the other side.
[[nodiscard]] Matrix world_to_clip(const Fit& fit, const Cascade& cascade);

/// The cascade and, where a rounding of the fit stands within `slack` (in units of the rounding) of its
/// boundary, what it is on the other side. float32 may fall on either.
[[nodiscard]] std::vector<Cascade> roundings(const Cascade& cascade, std::uint32_t map, double slack);

}  // namespace rpcts::render_pack_v1::oracle
