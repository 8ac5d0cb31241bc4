#include "harness/reference/values/cascade_fit.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "harness/reference/mistakes/cascades.hpp"

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
  if (makes(cascade_mistake("square-picture"))) {
    for (Vec3& ray : rays) {
      ray[0] = std::copysign(ray[1], ray[0]);
    }
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
  const std::size_t counted = makes(cascade_mistake("radius-from-near")) ? 4 : corners.size();
  for (std::size_t i = 0; i < counted; ++i) {
    radius = std::max(radius, length(corners[i] - centre));
  }
  if (makes(cascade_mistake("radius-not-rounded"))) {
    return radius;
  }
  return std::max(radius_step, std::ceil(radius / radius_step) * radius_step);
}

float snap(float value, float texel) {
  if (makes(cascade_mistake("unsnapped"))) {
    return value;
  }
  if (makes(cascade_mistake("snapped-to-metres"))) {
    return std::round(value);
  }
  if (makes(cascade_mistake("snapped-down"))) {
    return std::floor(value / texel) * texel;
  }
  return std::round(value / texel) * texel;
}

/// Step 7, from the light's view of the slice to clip space.
Matrix projection_of(const Cascade& cascade) {
  OrthoBox box{.left = cascade.snapped_centre[0] - cascade.radius,
               .right = cascade.snapped_centre[0] + cascade.radius,
               .bottom = cascade.snapped_centre[1] - cascade.radius,
               .top = cascade.snapped_centre[1] + cascade.radius,
               .near_plane = light_near,
               .far_plane = cascade.far_plane};
  if (makes(cascade_mistake("upside-down"))) {
    std::swap(box.bottom, box.top);
  }
  if (makes(cascade_mistake("reversed-depth"))) {
    std::swap(box.near_plane, box.far_plane);
  }
  Matrix matrix = orthographic(box);
  if (makes(cascade_mistake("clip-from-minus-one"))) {
    matrix[10] = 2 * matrix[10];
    matrix[14] = 2 * matrix[14] - 1;
  }
  return matrix;
}

Matrix transposed(const Matrix& matrix) {
  Matrix result{};
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    result[i] = matrix[i % 4 * 4 + i / 4];
  }
  return result;
}

/// A split by one of the mistakes, or nothing.
std::optional<float> mistaken_split(std::uint32_t i, std::uint32_t count, float reach) {
  const bool one_more = makes(cascade_mistake("splits-one-too-many"));
  const float part = static_cast<float>(i) / static_cast<float>(one_more ? count + 1 : count);
  const float logarithmic = shadow_near_meters * std::pow(reach / shadow_near_meters, part);
  const float uniform = shadow_near_meters + (reach - shadow_near_meters) * part;
  if (one_more) {
    return lambda * logarithmic + (1 - lambda) * uniform;
  }
  if (makes(cascade_mistake("splits-logarithmic"))) {
    return logarithmic;
  }
  if (makes(cascade_mistake("splits-uniform"))) {
    return uniform;
  }
  if (makes(cascade_mistake("splits-weights-exchanged"))) {
    return lambda * uniform + (1 - lambda) * logarithmic;
  }
  if (makes(cascade_mistake("splits-from-zero"))) {
    return lambda * logarithmic + (1 - lambda) * reach * part;
  }
  if (makes(cascade_mistake("last-split-short")) && i == count) {
    return reach - shadow_near_meters;
  }
  return std::nullopt;
}

/// Steps 3 to 8 for one slice.
Cascade fit_slice(const Corners& view_corners, const Matrix& camera, const Vec3& light,
                  const ShadowQuality& quality, float padding) {
  Cascade cascade;
  // Centre and radius are those of the slice before the camera moves it: the same, but free of the rounding
  // that grows with the distance from the world's origin, which would let the radius jump by a step.
  const Vec3 view_centre = mean(view_corners);
  cascade.radius = bounding_radius(view_corners, view_centre);
  cascade.texel = (makes(cascade_mistake("texel-of-the-radius")) ? 1.0F : 2.0F) * cascade.radius /
                  static_cast<float>(quality.map_size);

  const Vec3 up = makes(cascade_mistake("up-is-z")) ? Vec3{0, 0, 1} : light_up(light);
  const Vec3 forward = makes(cascade_mistake("light-reversed")) ? light : light * -1.0F;
  const Matrix rotation = look_at({}, forward, up);
  const Vec3 centre = transform_affine(transform_affine(view_centre, camera), rotation);
  cascade.snapped_centre = {snap(centre[0], cascade.texel), snap(centre[1], cascade.texel)};
  if (makes(cascade_mistake("snapped-across"))) {
    cascade.snapped_centre[1] = centre[1];
  }

  float minimum_z = INFINITY;
  float maximum_z = -INFINITY;
  for (const Vec3& corner : view_corners) {
    const float z = transform_affine(transform_affine(corner, camera), rotation)[2];
    minimum_z = std::min(minimum_z, z);
    maximum_z = std::max(maximum_z, z);
  }
  const float before = makes(cascade_mistake("no-padding")) ? 0 : padding;
  const float behind = makes(cascade_mistake("one-padding")) ? 0 : before;
  const Vec3 eye = forward * -(maximum_z + before);
  cascade.far_plane = std::max(minimum_light_far, (maximum_z - minimum_z) + before + behind);
  cascade.world_to_clip = look_at(eye, eye + forward, up) * projection_of(cascade);
  if (makes(cascade_mistake("transposed"))) {
    cascade.world_to_clip = transposed(cascade.world_to_clip);
  }
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
  if (makes_one_of(cascade_mistakes)) {
    if (const auto wrong = mistaken_split(i, count, reach)) {
      return *wrong;
    }
  }
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
  const float reach = makes(cascade_mistake("resident-ignored"))
                          ? quality.reach_meters
                          : std::min(resident_reach, quality.reach_meters);
  fit.padding = caster_padding(minimum_caster_padding_meters, quality.reach_meters, resident_reach);
  const float least = makes(cascade_mistake("near-reach")) ? 0.0F : shadow_near_meters;
  if (!(reach > least) || !camera || !unproject) {
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
    if (!makes(cascade_mistake("slices-from-the-eye"))) {
      near_meters = far_meters;
    }
  }
  if (makes(cascade_mistake("all-the-last"))) {
    for (std::uint32_t i = 0; i < fit.count; ++i) {
      fit.cascades[i].world_to_clip = fit.cascades[fit.count - 1].world_to_clip;
    }
  }
  return fit;
}

}  // namespace rpcts::reference
