#include "conformance/render_pack_v1/oracle_world.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace rpcts::render_pack_v1::oracle {
namespace {

constexpr double terrain_cell_meters = 24;

Vector3 difference(const Vector3& a, const Vector3& b) {
  return sum(a, scaled(b, -1));
}

/// Weights of the second and third corner at a point of the triangle's plane.
std::array<double, 2> weights(const std::array<Vector3, 3>& corners, const Vector3& point) {
  const Vector3 ab = difference(corners[1], corners[0]);
  const Vector3 ac = difference(corners[2], corners[0]);
  const Vector3 ap = difference(point, corners[0]);
  const Vector3 normal = cross(ab, ac);
  const double square = dot(normal, normal);
  return {dot(cross(ap, ac), normal) / square, dot(cross(ab, ap), normal) / square};
}

Vector3 texel_at(const rpcts_texture& texture, std::uint32_t layer, double u, double v) {
  const auto index = [](double coordinate, std::uint32_t size) {
    return std::min(static_cast<std::uint32_t>((coordinate - std::floor(coordinate)) * size), size - 1);
  };
  const std::size_t at = ((std::size_t{layer} * texture.height + index(v, texture.height)) * texture.width +
                          index(u, texture.width)) *
                         4;
  return {texture.texels[at] / 255.0, texture.texels[at + 1] / 255.0, texture.texels[at + 2] / 255.0};
}

struct Surface {
  Vector3 albedo{1, 1, 1};
  Vector3 normal{};
};

Surface terrain_surface(const rpcts_scene& scene, const SceneHit& hit) {
  const rpcts_terrain_vertex& provoking = scene.terrain_vertices[scene.terrain_indices[3 * hit.triangle]];
  const rpcts_texture& texture = scene.textures[scene.terrain_texture];
  Surface surface;
  surface.albedo = texel_at(texture, provoking.packed[0][0], hit.position[0] / terrain_cell_meters,
                            hit.position[1] / terrain_cell_meters);
  // The scene's terrain has one normal.
  for (std::size_t i = 0; i < 3; ++i) {
    surface.normal[i] = double{provoking.normal[i]};
  }
  return surface;
}

Surface mesh_surface(const rpcts_scene& scene, const SceneHit& hit, const std::vector<float>& instances) {
  const rpcts_batch& batch = scene.batches[static_cast<std::size_t>(hit.part)];
  const float* transform = &instances[std::size_t{16} * batch.first_instance];
  std::array<const rpcts_world_vertex*, 3> vertices{};
  std::array<Vector3, 3> corners{};
  for (std::size_t corner = 0; corner < 3; ++corner) {
    vertices[corner] =
        &scene.world_vertices[scene.world_indices[batch.first_index + 3 * hit.triangle + corner]];
    for (std::size_t column = 0; column < 3; ++column) {
      corners[corner][column] = double{transform[12 + column]};
      for (std::size_t row = 0; row < 3; ++row) {
        corners[corner][column] +=
            double{vertices[corner]->position[row]} * double{transform[4 * row + column]};
      }
    }
  }
  const auto [b, c] = weights(corners, hit.position);
  Surface surface;
  Vector3 normal{};
  for (std::size_t column = 0; column < 3; ++column) {
    for (std::size_t row = 0; row < 3; ++row) {
      normal[column] += double{vertices[0]->normal[row]} * double{transform[4 * row + column]};
    }
  }
  surface.normal = normalized(normal);
  if (batch.texture != UINT32_MAX) {
    const auto mixed = [&](std::size_t axis) {
      return (1 - b - c) * double{vertices[0]->uv[axis]} + b * double{vertices[1]->uv[axis]} +
             c * double{vertices[2]->uv[axis]};
    };
    surface.albedo = texel_at(scene.textures[batch.texture], batch.layer, mixed(0), mixed(1));
  }
  return surface;
}

Vector3 product(const Vector3& a, const Vector3& b) {
  return {a[0] * b[0], a[1] * b[1], a[2] * b[2]};
}

std::optional<SceneHit> shoot(const WorldView& view, double x, double y) {
  return view.scene->shoot(matrix_of(view.frame.view), matrix_of(view.frame.projection),
                           2 * x / view.width - 1, 1 - 2 * y / view.height, view.instances);
}

WorldPixel shade(const WorldView& view, const std::optional<SceneHit>& hit) {
  WorldPixel pixel{.hit = hit};
  if (!hit) {
    for (std::size_t i = 0; i < 3; ++i) {
      pixel.unlit[i] = double{Scene::background[i]};
    }
    return pixel;
  }
  const rpcts_scene scene = view.scene->view();
  const Surface surface = hit->part == ScenePart::terrain ? terrain_surface(scene, *hit)
                                                          : mesh_surface(scene, *hit, view.instances);
  pixel.normal = surface.normal;
  pixel.unlit =
      product(surface.albedo, {double{scene.ambient[0]}, double{scene.ambient[1]}, double{scene.ambient[2]}});
  if (view.frame.place != RPCTS_PLACE_CLOSED_CELL) {
    const Vector3 sun =
        direction_of(double{view.frame.sun_heading_degrees}, double{view.frame.sun_pitch_degrees});
    const double facing = std::max(0.0, dot(surface.normal, sun)) * double{view.frame.sun_brightness};
    for (std::size_t i = 0; i < 3; ++i) {
      pixel.lit[i] = surface.albedo[i] * facing * double{view.frame.sun_color[i]};
    }
  }
  return pixel;
}

bool same_colour(const Vector3& a, const Vector3& b) {
  constexpr double step = 1.0 / 2048;
  return std::abs(a[0] - b[0]) < step && std::abs(a[1] - b[1]) < step && std::abs(a[2] - b[2]) < step;
}

}  // namespace

std::optional<WorldPixel> world_pixel(const WorldView& view, std::uint32_t x, std::uint32_t y) {
  // A rasteriser's snapping moves an edge by 1/256 of a pixel; a tenth more than half a pixel is far beyond
  // that.
  constexpr double around = 0.6;
  const double middle_x = x + 0.5;
  const double middle_y = y + 0.5;
  const WorldPixel pixel = shade(view, shoot(view, middle_x, middle_y));
  for (const double dx : {-around, around}) {
    for (const double dy : {-around, around}) {
      const WorldPixel other = shade(view, shoot(view, middle_x + dx, middle_y + dy));
      const bool same = other.hit.has_value() == pixel.hit.has_value() &&
                        (!pixel.hit || other.hit->part == pixel.hit->part) &&
                        same_colour(other.unlit, pixel.unlit) && same_colour(other.lit, pixel.lit);
      if (!same) {
        return std::nullopt;
      }
    }
  }
  return pixel;
}

std::optional<double> light_reaches(const WorldView& view, const WorldPixel& pixel, const Vector3& light,
                                    double margin) {
  // Along a surface, or from behind it, the bias decides.
  if (!pixel.hit || dot(pixel.normal, light) < 0.3) {
    return std::nullopt;
  }
  const Vector3 side =
      normalized(cross(light, std::abs(light[2]) < 0.9 ? Vector3{0, 0, 1} : Vector3{1, 0, 0}));
  const Vector3 up = cross(side, light);
  std::optional<double> answer;
  for (const double along_side : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
    for (const double along_up : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
      // From the light's side, as the map is drawn: what it meets first there is what throws the shadow.
      constexpr double far = 400;
      const Vector3 target =
          sum(pixel.hit->position, sum(scaled(side, along_side * margin), scaled(up, along_up * margin)));
      const Vector3 from = sum(target, scaled(light, far));
      const Matrix look = look_at(from, target, up);
      const auto first = view.scene->shoot(look, perspective(0.1, 1, 0.1, 2 * far), 0, 0, view.instances);
      if (!first || first->part == ScenePart::room || first->part == ScenePart::room_pillar) {
        return std::nullopt;
      }
      // Beside the point the same surface lies higher or lower by its slope.
      const double depth = far - length(difference(first->position, from));
      const double slope = margin * 2 / dot(pixel.normal, light);
      if (depth > -slope && depth < slope) {
        // On the surface itself, or too near to it to tell.
        if (first->part != pixel.hit->part || (answer && *answer != 1)) {
          return std::nullopt;
        }
        answer = 1;
      } else {
        if (depth < 0 || (answer && *answer != 0)) {
          return std::nullopt;
        }
        answer = 0;
      }
    }
  }
  return answer;
}

}  // namespace rpcts::render_pack_v1::oracle
