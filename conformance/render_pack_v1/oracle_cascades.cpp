#include "conformance/render_pack_v1/oracle_cascades.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace rpcts::render_pack_v1::oracle {
namespace {

constexpr double lambda = 0.65;
constexpr double least_padding = 48;
constexpr double radius_step = 1.0 / 16;

using Corners = std::array<Vector3, 8>;

/// The corners of the slice from `from` to `to` metres, in the world.
Corners slice_corners(const Matrix& from_view, const Matrix& from_projection, double from, double to) {
  Corners corners{};
  for (std::size_t i = 0; i < 4; ++i) {
    const double x = (i & 1U) != 0 ? 1 : -1;
    const double y = (i & 2U) != 0 ? 1 : -1;
    const Vector4 far = transform({x, y, 1, 1}, from_projection);
    const Vector3 ray{far[0] / far[3], far[1] / far[3], far[2] / far[3]};
    for (std::size_t end = 0; end < 2; ++end) {
      const Vector3 in_view = scaled(ray, (end == 0 ? from : to) / std::abs(ray[2]));
      const Vector4 in_world = transform_point(in_view, from_view);
      corners[2 * i + end] = {in_world[0], in_world[1], in_world[2]};
    }
  }
  return corners;
}

/// The light's rotation: its axes x, y and z (toward the light).
std::array<Vector3, 3> light_axes(const Vector3& light) {
  const Vector3 x = normalized(cross(light_up(light), light));
  return {x, cross(light, x), light};
}

double round_up(double value, double step) {
  return std::max(step, std::ceil(value / step) * step);
}

Cascade fit_slice(const Corners& corners, const Vector3& light, std::uint32_t map, double padding) {
  Cascade cascade;
  Vector3 center{};
  for (const Vector3& corner : corners) {
    center = sum(center, scaled(corner, 1.0 / 8));
  }
  for (const Vector3& corner : corners) {
    cascade.radius_before_rounding =
        std::max(cascade.radius_before_rounding, length(sum(corner, scaled(center, -1))));
  }
  cascade.radius = round_up(cascade.radius_before_rounding, radius_step);
  cascade.texel = 2 * cascade.radius / map;
  const auto axes = light_axes(light);
  cascade.center = {dot(center, axes[0]), dot(center, axes[1]), dot(center, axes[2])};
  // std::round goes half away from zero.
  cascade.center_x = std::round(cascade.center[0] / cascade.texel) * cascade.texel;
  cascade.center_y = std::round(cascade.center[1] / cascade.texel) * cascade.texel;
  double nearest = std::numeric_limits<double>::infinity();
  double farthest = -nearest;
  for (const Vector3& corner : corners) {
    nearest = std::min(nearest, dot(corner, light));
    farthest = std::max(farthest, dot(corner, light));
  }
  cascade.eye_distance = farthest + padding;
  cascade.far_plane = std::max(0.2, farthest - nearest + 2 * padding);
  return cascade;
}

}  // namespace

ShadowQuality low_quality() {
  return {2, 768, 72, 0, {0.45, 1.25, 1.00}, 0.001, 0.35};
}
ShadowQuality medium_quality() {
  return {3, 1536, 144, 1, {0.40, 1.15, 0.90}, 0.001, 0.30};
}
ShadowQuality high_quality() {
  return {4, 2048, 240, 2, {0.35, 1.00, 0.80}, 0.001, 0.25};
}

double split_far(double reach, std::uint32_t count, std::uint32_t i) {
  const double part = static_cast<double>(i) / count;
  return lambda * near_meters * std::pow(reach / near_meters, part) +
         (1 - lambda) * (near_meters + (reach - near_meters) * part);
}

Vector3 light_up(const Vector3& light) {
  const double s = std::copysign(1.0, light[2]);
  const double a = -1 / (s + light[2]);
  return normalized({light[0] * light[1] * a, s + light[1] * light[1] * a, -light[1]});
}

Fit fit_cascades(const Matrix& view, const Matrix& projection, const Vector3& light,
                 const ShadowQuality& quality, double resident_reach) {
  Fit fit;
  fit.light = light;
  fit.up = light_up(light);
  fit.reach = std::min(quality.reach, resident_reach);
  fit.padding = std::max(least_padding, fit.reach);
  const auto from_view = inverse(view);
  const auto from_projection = inverse(projection);
  // The near plane is a float32 like the reach it is compared with.
  if (static_cast<float>(fit.reach) <= static_cast<float>(near_meters) || !from_view || !from_projection) {
    return fit;
  }
  double from = near_meters;
  for (std::uint32_t i = 1; i <= quality.cascades; ++i) {
    const double to = split_far(fit.reach, quality.cascades, i);
    Cascade cascade =
        fit_slice(slice_corners(*from_view, *from_projection, from, to), light, quality.map, fit.padding);
    cascade.split_far = to;
    fit.cascades.push_back(cascade);
    from = to;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    fit.bias_meters[i] = std::clamp(quality.bias_texels[i] * fit.cascades.back().texel, quality.bias_minimum,
                                    quality.bias_maximum);
  }
  return fit;
}

Matrix world_to_clip(const Fit& fit, const Cascade& cascade) {
  const Vector3 eye = scaled(fit.light, cascade.eye_distance);
  const Matrix view = look_at(eye, sum(eye, scaled(fit.light, -1)), fit.up);
  return view * orthographic(cascade.center_x - cascade.radius, cascade.center_x + cascade.radius,
                             cascade.center_y - cascade.radius, cascade.center_y + cascade.radius,
                             near_meters, cascade.far_plane);
}

std::vector<Cascade> roundings(const Cascade& cascade, std::uint32_t map, double slack) {
  std::vector<double> radii{cascade.radius};
  const double in_steps = cascade.radius_before_rounding / radius_step;
  const double part = in_steps - std::floor(in_steps);
  if (part < slack) {
    // Just above a multiple: float32 may find the multiple itself.
    radii.push_back(std::max(radius_step, std::floor(in_steps) * radius_step));
  }
  if (1 - part < slack || part == 0) {
    radii.push_back((std::ceil(in_steps) + 1) * radius_step);
  }
  std::vector<Cascade> all;
  for (const double radius : radii) {
    const double texel = 2 * radius / map;
    std::array<std::vector<double>, 2> centers;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double texels = cascade.center[axis] / texel;
      centers[axis].push_back(std::round(texels) * texel);
      if (std::abs(texels - std::floor(texels) - 0.5) < slack) {
        const double other = std::round(texels) > texels ? std::floor(texels) : std::ceil(texels);
        centers[axis].push_back(other * texel);
      }
    }
    for (const double x : centers[0]) {
      for (const double y : centers[1]) {
        Cascade one = cascade;
        one.radius = radius;
        one.texel = texel;
        one.center_x = x;
        one.center_y = y;
        all.push_back(one);
      }
    }
  }
  return all;
}

}  // namespace rpcts::render_pack_v1::oracle
