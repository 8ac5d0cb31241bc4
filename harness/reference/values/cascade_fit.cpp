#include "harness/reference/values/cascade_fit.hpp"

#include <algorithm>
#include <cmath>

namespace rpcts::reference {
namespace {

constexpr float lambda = 0.65F;           // E.7: weight of the logarithmic splits
constexpr float radius_step = 1 / 16.0F;  // E.7
constexpr float light_near = 0.1F;        // E.7, step 7
constexpr float minimum_light_far = 0.2F;

using Corners = std::array<Vec3, 8>;  ///< four at the near end, then four at the far end

/// Directions from the eye to the corners of the picture, in view space, scaled to depth 1.
std::array<Vec3, 4> corner_rays(const Matrix& inverse_projection) {
  constexpr std::array<std::array<float, 2>, 4> ndc{{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};
  std::array<Vec3, 4> rays{};
  for (std::size_t i = 0; i < ndc.size(); ++i) {
    const Vec4 clip = transform({ndc[i][0], ndc[i][1], 1}, inverse_projection);
    const Vec3 point{clip[0] / clip[3], clip[1] / clip[3], clip[2] / clip[3]};
    rays[i] = point * (1 / std::abs(point[2]));
  }
  return rays;
}

Corners slice_corners(const std::array<Vec3, 4>& rays, float near_meters, float far_meters) {
  Corners corners{};
  for (std::size_t i = 0; i < rays.size(); ++i) {
    corners[i] = rays[i] * near_meters;
    corners[i + 4] = rays[i] * far_meters;
  }
  return corners;
}

Vec3 mean(const Corners& corners) {
  Vec3 sum{};
  for (const Vec3& corner : corners) {
    sum = sum + corner;
  }
  return sum * (1.0F / static_cast<float>(corners.size()));
}

float bounding_radius(const Corners& corners, const Vec3& centre) {
  float radius = 0;
  for (const Vec3& corner : corners) {
    radius = std::max(radius, length(corner - centre));
  }
  return std::max(radius_step, std::ceil(radius / radius_step) * radius_step);
}

float snap(float value, float texel) {
  return std::round(value / texel) * texel;
}

/// Steps 3 to 8 for one slice.
Cascade fit_slice(const Corners& view_corners, const Matrix& camera, const Vec3& light,
                  const ShadowQuality& quality, float padding) {
  Cascade cascade;
  // Centre and radius are those of the slice before the camera moves it: the same, but free of the rounding
  // that grows with the distance from the world's origin, which would let the radius jump by a step.
  const Vec3 view_centre = mean(view_corners);
  cascade.radius = bounding_radius(view_corners, view_centre);
  cascade.texel = 2 * cascade.radius / static_cast<float>(quality.map_size);

  const Vec3 up = light_up(light);
  const Matrix rotation = look_at({}, light * -1.0F, up);
  const Vec3 centre = transform_affine(transform_affine(view_centre, camera), rotation);
  cascade.snapped_centre = {snap(centre[0], cascade.texel), snap(centre[1], cascade.texel)};

  float minimum_z = INFINITY;
  float maximum_z = -INFINITY;
  for (const Vec3& corner : view_corners) {
    const float z = transform_affine(transform_affine(corner, camera), rotation)[2];
    minimum_z = std::min(minimum_z, z);
    maximum_z = std::max(maximum_z, z);
  }
  const Vec3 eye = light * (maximum_z + padding);
  cascade.far_plane = std::max(minimum_light_far, (maximum_z - minimum_z) + 2 * padding);
  cascade.world_to_clip =
      look_at(eye, eye - light, up) * orthographic({.left = cascade.snapped_centre[0] - cascade.radius,
                                                    .right = cascade.snapped_centre[0] + cascade.radius,
                                                    .bottom = cascade.snapped_centre[1] - cascade.radius,
                                                    .top = cascade.snapped_centre[1] + cascade.radius,
                                                    .near_plane = light_near,
                                                    .far_plane = cascade.far_plane});
  for (std::size_t i = 0; i < cascade.bias.size(); ++i) {
    cascade.bias[i] = std::clamp(quality.bias_texels[i] * cascade.texel, quality.minimum_bias_meters,
                                 quality.maximum_bias_meters);
  }
  return cascade;
}

}  // namespace

float caster_padding(float minimum, float quality_reach, float resident_reach) {
  return std::max(minimum, std::min(quality_reach, resident_reach));
}

float split_far(std::uint32_t i, std::uint32_t count, float reach) {
  const float part = static_cast<float>(i) / static_cast<float>(count);
  if (i == count) {
    return reach;  // exactly, which the sum below may miss by a rounding
  }
  return lambda * shadow_near_meters * std::pow(reach / shadow_near_meters, part) +
         (1 - lambda) * (shadow_near_meters + (reach - shadow_near_meters) * part);
}

Vec3 light_up(const Vec3& light) {
  const float s = std::copysign(1.0F, light[2]);
  const float a = -1 / (s + light[2]);
  const float b = light[0] * light[1] * a;
  return normalized({b, s + light[1] * light[1] * a, -light[1]});
}

CascadeFit fit_cascades(const Matrix& view, const Matrix& projection, const Vec3& light,
                        const ShadowQuality& quality, float resident_reach) {
  CascadeFit fit;
  const std::optional<Matrix> camera = inverse(view);
  const std::optional<Matrix> unproject = inverse(projection);
  // In this order a resident reach that is no number stays one and gives no cascades.
  const float reach = std::min(resident_reach, quality.reach_meters);
  fit.padding = caster_padding(minimum_caster_padding_meters, quality.reach_meters, resident_reach);
  if (!(reach > shadow_near_meters) || !camera || !unproject) {
    return fit;
  }
  fit.count = std::min(quality.cascades, render_pack_v1::maximum_cascades);
  const std::array<Vec3, 4> rays = corner_rays(*unproject);
  float near_meters = shadow_near_meters;
  for (std::uint32_t i = 0; i < fit.count; ++i) {
    const float far_meters = split_far(i + 1, fit.count, reach);
    fit.cascades[i] =
        fit_slice(slice_corners(rays, near_meters, far_meters), *camera, light, quality, fit.padding);
    fit.cascades[i].split_far = far_meters;
    near_meters = far_meters;
  }
  return fit;
}

}  // namespace rpcts::reference
