#include "conformance/render_pack_v1/scene.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rpcts::render_pack_v1 {
namespace {

using oracle::Matrix;
using oracle::Vector3;

constexpr double cutoff = 0.05;
constexpr std::uint32_t no_texture = UINT32_MAX;

enum MeshIndex : std::uint32_t { mesh_box, mesh_quad, mesh_room };
enum TextureIndex : std::uint32_t { texture_ground, texture_walls, texture_leaves };

double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}

Matrix placed(const Vector3& size, double turn_degrees, const Vector3& at) {
  Matrix scale;
  Matrix turn;
  for (std::size_t i = 0; i < 3; ++i) {
    scale.at(i, i) = size[i];
    turn.at(3, i) = at[i];
  }
  turn.at(0, 0) = std::cos(radians(turn_degrees));
  turn.at(0, 1) = std::sin(radians(turn_degrees));
  turn.at(1, 0) = -turn.at(0, 1);
  turn.at(1, 1) = turn.at(0, 0);
  return scale * turn;
}

/// Height of the terrain at the grid's corner: flat but for a ridge in the north-east.
float height_at(int column, int row) {
  if (row >= 6 && column >= 4) {
    return static_cast<float>(column - 3) * 2.5F;
  }
  return 0;
}

struct Triangle {
  std::array<Vector3, 3> corners;
};

struct Meeting {
  double distance = 0;
  double b = 0;  ///< weights of the second and third corner
  double c = 0;
  bool front = false;
};

std::optional<Meeting> meet(const Triangle& triangle, const Vector3& origin, const Vector3& along) {
  const Vector3 ab = oracle::sum(triangle.corners[1], oracle::scaled(triangle.corners[0], -1));
  const Vector3 ac = oracle::sum(triangle.corners[2], oracle::scaled(triangle.corners[0], -1));
  const Vector3 normal = oracle::cross(ab, ac);
  const double facing = oracle::dot(normal, along);
  if (std::abs(facing) < 1e-12) {
    return std::nullopt;
  }
  const Vector3 offset = oracle::sum(triangle.corners[0], oracle::scaled(origin, -1));
  Meeting meeting{.distance = oracle::dot(offset, normal) / facing, .front = facing < 0};
  const Vector3 point = oracle::sum(oracle::scaled(along, meeting.distance), oracle::scaled(offset, -1));
  const double square = oracle::dot(normal, normal);
  meeting.b = oracle::dot(oracle::cross(point, ac), normal) / square;
  meeting.c = oracle::dot(oracle::cross(ab, point), normal) / square;
  if (meeting.distance <= 0 || meeting.b < 0 || meeting.c < 0 || meeting.b + meeting.c > 1) {
    return std::nullopt;
  }
  return meeting;
}

Vector3 moved(const float (&position)[3], const float* transform) {
  Vector3 result{};
  for (std::size_t column = 0; column < 3; ++column) {
    for (std::size_t row = 0; row < 3; ++row) {
      result[column] += double{position[row]} * double{transform[4 * row + column]};
    }
    result[column] += double{transform[12 + column]};
  }
  return result;
}

}  // namespace

std::string_view name_of(ScenePart part) {
  constexpr std::array<std::string_view, 8> names{"house", "tower",  "fence", "walker",
                                                  "flag",  "banner", "room",  "room pillar"};
  const auto index = static_cast<std::size_t>(part);
  return index < names.size() ? names[index] : "terrain";
}

Scene::Scene() {
  add_textures();
  add_terrain();
  add_meshes();
  add_batch(ScenePart::house, 0, mesh_box, texture_walls, 0, placed({6, 4, 5}, 0, {7, 14, 2.5}));
  add_batch(ScenePart::tower, 0, mesh_box, texture_walls, 1, placed({2.5, 2.5, 11}, 30, {-9, 26, 5.5}));
  add_batch(ScenePart::fence, RPCTS_BATCH_CUTOUT | RPCTS_BATCH_TWO_SIDED, mesh_quad, texture_leaves, 0,
            placed({8, 1, 3}, 10, {-5, 8, 1.5}));
  add_batch(ScenePart::walker, RPCTS_BATCH_ANIMATED, mesh_box, texture_walls, 1,
            placed({1, 1.5, 2}, 20, {1.5, 6, 1}));
  add_batch(ScenePart::flag, RPCTS_BATCH_CUTOUT | RPCTS_BATCH_ANIMATED | RPCTS_BATCH_TWO_SIDED, mesh_quad,
            texture_leaves, 1, placed({3, 1, 2}, -15, {-9, 23.5, 8}));
  add_batch(ScenePart::banner, RPCTS_BATCH_TWO_SIDED, mesh_quad, no_texture, 0,
            placed({2, 1, 2.5}, 200, {13, 10, 2}));
  add_batch(ScenePart::room, RPCTS_BATCH_INDOOR, mesh_room, texture_walls, 0,
            placed({7, 6, 4}, 0, {-14, 12, 2.01}));
  add_batch(ScenePart::room_pillar, RPCTS_BATCH_INDOOR, mesh_box, no_texture, 0,
            placed({1, 1, 3}, 45, {-13, 12, 1.52}));
  for (const Texture& texture : textures_) {
    texture_views_.push_back({.size = sizeof(rpcts_texture),
                              .width = texture.width,
                              .height = texture.height,
                              .layers = texture.layers,
                              .texels = texture.texels.data()});
  }
}

void Scene::add_textures() {
  // Ground: two layers of 4 x 4, every texel another colour, so that a swapped axis or layer shows.
  Texture ground{.width = 4, .height = 4, .layers = 2};
  for (std::uint32_t layer = 0; layer < 2; ++layer) {
    for (std::uint32_t i = 0; i < 16; ++i) {
      const auto step = static_cast<std::uint8_t>(8 * i);
      const auto base = static_cast<std::uint8_t>(layer == 0 ? 64 : 32);
      ground.texels.insert(ground.texels.end(), {static_cast<std::uint8_t>(base + step),
                                                 static_cast<std::uint8_t>(160 - step), base, 255});
    }
  }
  Texture walls{.width = 2, .height = 3, .layers = 2};
  for (std::uint32_t i = 0; i < 12; ++i) {
    const auto step = static_cast<std::uint8_t>(12 * i);
    walls.texels.insert(walls.texels.end(), {220, static_cast<std::uint8_t>(90 + step), 60, 255});
  }
  // Leaves: alpha below, at and above the cutoff of 0.05; 13 / 255 is the first byte above it.
  Texture leaves{.width = 4, .height = 2, .layers = 2};
  constexpr std::array<std::array<std::uint8_t, 8>, 2> alphas{
      std::array<std::uint8_t, 8>{255, 0, 255, 12, 13, 255, 0, 255},
      std::array<std::uint8_t, 8>{0, 255, 255, 255, 255, 13, 255, 0}};
  for (const auto& layer : alphas) {
    for (const std::uint8_t alpha : layer) {
      leaves.texels.insert(leaves.texels.end(), {40, 200, 80, alpha});
    }
  }
  textures_ = {std::move(ground), std::move(walls), std::move(leaves)};
}

void Scene::add_terrain() {
  // Eight by eight cells of 24 m, from -80 to 112 in x and from -64 to 128 in y.
  constexpr int cells = 8;
  for (int row = 0; row <= cells; ++row) {
    for (int column = 0; column <= cells; ++column) {
      rpcts_terrain_vertex vertex{};
      vertex.position[0] = static_cast<float>(column) * 24 - 80;
      vertex.position[1] = static_cast<float>(row) * 24 - 64;
      vertex.position[2] = height_at(column, row);
      vertex.normal[2] = 1;
      // The base layer changes half way; no overlay is in use.
      vertex.packed[0][0] = column < 5 ? 0 : 1;
      vertex.packed[0][3] = 1;
      terrain_vertices_.push_back(vertex);
    }
  }
  for (int row = 0; row < cells; ++row) {
    for (int column = 0; column < cells; ++column) {
      const auto corner = static_cast<std::uint32_t>(row * (cells + 1) + column);
      const std::uint32_t above = corner + cells + 1;
      terrain_indices_.insert(terrain_indices_.end(),
                              {corner, corner + 1, above + 1, corner, above + 1, above});
    }
  }
}

void Scene::add_meshes() {
  const auto face = [this](const Vector3& origin, const Vector3& u, const Vector3& v) {
    // Counter-clockwise from the side to which u x v points; texture v runs downward.
    const auto first = static_cast<std::uint32_t>(world_vertices_.size());
    const Vector3 normal = oracle::normalized(oracle::cross(u, v));
    for (const auto& [s, t] : {std::pair(0, 0), std::pair(1, 0), std::pair(1, 1), std::pair(0, 1)}) {
      rpcts_world_vertex vertex{};
      for (std::size_t i = 0; i < 3; ++i) {
        vertex.position[i] = static_cast<float>(origin[i] + s * u[i] + t * v[i]);
        vertex.normal[i] = static_cast<float>(normal[i]);
      }
      vertex.uv[0] = static_cast<float>(s);
      vertex.uv[1] = static_cast<float>(1 - t);
      world_vertices_.push_back(vertex);
    }
    world_indices_.insert(world_indices_.end(), {first, first + 1, first + 2, first, first + 2, first + 3});
  };
  const auto mesh = [this](std::uint32_t first) {
    meshes_.push_back({first, static_cast<std::uint32_t>(world_indices_.size()) - first});
  };
  const double h = 0.5;
  auto first = static_cast<std::uint32_t>(world_indices_.size());
  face({-h, -h, -h}, {1, 0, 0}, {0, 0, 1});  // -y
  face({h, h, -h}, {-1, 0, 0}, {0, 0, 1});   // +y
  face({h, -h, -h}, {0, 1, 0}, {0, 0, 1});   // +x
  face({-h, h, -h}, {0, -1, 0}, {0, 0, 1});  // -x
  face({-h, -h, h}, {1, 0, 0}, {0, 1, 0});   // top
  face({-h, h, -h}, {1, 0, 0}, {0, -1, 0});  // bottom
  mesh(first);
  first = static_cast<std::uint32_t>(world_indices_.size());
  face({-h, 0, -h}, {1, 0, 0}, {0, 0, 1});
  mesh(first);
  // The room is seen from inside; its side toward -y is open.
  first = static_cast<std::uint32_t>(world_indices_.size());
  face({-h, h, -h}, {1, 0, 0}, {0, 0, 1});   // back wall, seen from -y
  face({h, h, -h}, {0, -1, 0}, {0, 0, 1});   // +x wall, seen from -x
  face({-h, -h, -h}, {0, 1, 0}, {0, 0, 1});  // -x wall, seen from +x
  face({-h, -h, -h}, {1, 0, 0}, {0, 1, 0});  // floor
  face({-h, h, h}, {1, 0, 0}, {0, -1, 0});   // ceiling
  mesh(first);
}

void Scene::add_batch(ScenePart part, std::uint32_t flags, std::uint32_t mesh, std::uint32_t texture,
                      std::uint32_t layer, const Matrix& transform) {
  batches_.push_back({.size = sizeof(rpcts_batch),
                      .flags = flags,
                      .first_index = meshes_[mesh].first_index,
                      .index_count = meshes_[mesh].index_count,
                      .first_instance = static_cast<std::uint32_t>(part),
                      .instance_count = 1,
                      .texture = texture,
                      .layer = layer});
  for (const double value : transform.m) {
    instances_.push_back(static_cast<float>(value));
  }
}

rpcts_scene Scene::view() const {
  rpcts_scene scene{};
  scene.size = sizeof(scene);
  scene.terrain_vertices = terrain_vertices_.data();
  scene.terrain_vertex_count = terrain_vertices_.size();
  scene.terrain_indices = terrain_indices_.data();
  scene.terrain_index_count = terrain_indices_.size();
  scene.world_vertices = world_vertices_.data();
  scene.world_vertex_count = world_vertices_.size();
  scene.world_indices = world_indices_.data();
  scene.world_index_count = world_indices_.size();
  scene.batches = batches_.data();
  scene.batch_count = batches_.size();
  scene.instances = instances_.data();
  scene.instance_count = instances_.size() / 16;
  scene.textures = texture_views_.data();
  scene.texture_count = texture_views_.size();
  scene.terrain_texture = texture_ground;
  std::ranges::copy(ambient, scene.ambient);
  std::ranges::copy(background, scene.background);
  return scene;
}

std::vector<float> Scene::instances_at(double seconds) const {
  std::vector<float> moved_instances = instances_;
  // The walker goes along +x, the flag rises: each half a metre a second.
  const auto way = static_cast<float>(0.5 * seconds);
  moved_instances[16 * static_cast<std::size_t>(ScenePart::walker) + 12] += way;
  moved_instances[16 * static_cast<std::size_t>(ScenePart::flag) + 14] += way;
  return moved_instances;
}

bool Scene::cut_out(const rpcts_batch& batch, double u, double v) const {
  if ((batch.flags & RPCTS_BATCH_CUTOUT) == 0 || batch.texture == no_texture) {
    return false;
  }
  const Texture& texture = textures_[batch.texture];
  const auto texel = [](double coordinate, std::uint32_t size) {
    const double wrapped = coordinate - std::floor(coordinate);
    return std::min(static_cast<std::uint32_t>(wrapped * size), size - 1);
  };
  const std::size_t index =
      (std::size_t{batch.layer} * texture.height + texel(v, texture.height)) * texture.width +
      texel(u, texture.width);
  return texture.texels[4 * index + 3] / 255.0 < cutoff;
}

std::optional<SceneHit> Scene::shoot(const Matrix& view, const Matrix& projection, double x, double y,
                                     const std::vector<float>& instances) const {
  const auto to_world = oracle::inverse(view * projection);
  const auto to_view = oracle::inverse(view);
  if (!to_world || !to_view) {
    return std::nullopt;
  }
  const Vector3 eye{to_view->at(3, 0), to_view->at(3, 1), to_view->at(3, 2)};
  const oracle::Vector4 far = oracle::transform({x, y, 0.5, 1}, *to_world);
  const Vector3 along = oracle::normalized(
      oracle::sum({far[0] / far[3], far[1] / far[3], far[2] / far[3]}, oracle::scaled(eye, -1)));
  std::optional<SceneHit> hit = trace(eye, along, instances, false);
  if (hit) {
    const oracle::Vector4 clip = oracle::transform_point(hit->position, view * projection);
    hit->depth = clip[2] / clip[3];
  }
  return hit;
}

std::optional<SceneHit> Scene::shoot_caster(const Vector3& origin, const Vector3& along,
                                            const std::vector<float>& instances) const {
  return trace(origin, along, instances, true);
}

std::optional<SceneHit> Scene::trace(const Vector3& origin, const Vector3& along,
                                     const std::vector<float>& instances, bool casters_only) const {
  std::optional<SceneHit> nearest;
  const auto keep = [&](ScenePart part, std::size_t triangle, const Meeting& meeting) {
    if (!nearest || meeting.distance < nearest->depth) {
      nearest = SceneHit{.part = part,
                         .position = oracle::sum(origin, oracle::scaled(along, meeting.distance)),
                         .depth = meeting.distance,
                         .triangle = triangle};
    }
  };
  for (std::size_t i = 0; i < terrain_indices_.size(); i += 3) {
    Triangle triangle;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const rpcts_terrain_vertex& vertex = terrain_vertices_[terrain_indices_[i + corner]];
      triangle.corners[corner] = {vertex.position[0], vertex.position[1], vertex.position[2]};
    }
    if (const auto meeting = meet(triangle, origin, along); meeting && meeting->front) {
      keep(ScenePart::terrain, i / 3, *meeting);
    }
  }
  for (std::size_t b = 0; b < batches_.size(); ++b) {
    const rpcts_batch& batch = batches_[b];
    if (casters_only && (batch.flags & RPCTS_BATCH_INDOOR) != 0) {
      continue;
    }
    for (std::uint32_t i = 0; i < batch.index_count; i += 3) {
      Triangle triangle;
      std::array<const rpcts_world_vertex*, 3> vertices{};
      for (std::size_t corner = 0; corner < 3; ++corner) {
        vertices[corner] = &world_vertices_[world_indices_[batch.first_index + i + corner]];
        triangle.corners[corner] =
            moved(vertices[corner]->position, &instances[std::size_t{16} * batch.first_instance]);
      }
      const auto meeting = meet(triangle, origin, along);
      if (!meeting || (!meeting->front && (batch.flags & RPCTS_BATCH_TWO_SIDED) == 0)) {
        continue;
      }
      const auto mixed = [&](std::size_t axis) {
        return (1 - meeting->b - meeting->c) * double{vertices[0]->uv[axis]} +
               meeting->b * double{vertices[1]->uv[axis]} + meeting->c * double{vertices[2]->uv[axis]};
      };
      if (!cut_out(batch, mixed(0), mixed(1))) {
        keep(static_cast<ScenePart>(b), i / 3, *meeting);
      }
    }
  }
  return nearest;
}

Vector3 direction_of(double heading_degrees, double pitch_degrees) {
  const double heading = radians(heading_degrees);
  const double pitch = radians(pitch_degrees);
  return {std::cos(pitch) * std::sin(heading), std::cos(pitch) * std::cos(heading), std::sin(pitch)};
}

void set_matrix(float (&to)[16], const Matrix& from) {
  std::ranges::transform(from.m, std::begin(to), [](double value) { return static_cast<float>(value); });
}

void set_camera(rpcts_frame& frame, const SceneCamera& camera, std::uint32_t width, std::uint32_t height) {
  set_matrix(frame.view, oracle::look_at(camera.eye, camera.target, camera.up));
  set_matrix(frame.projection,
             oracle::perspective(radians(camera.vertical_degrees), static_cast<double>(width) / height,
                                 camera.near, camera.far));
}

void set_sun(rpcts_frame& frame, float heading_degrees, float pitch_degrees) {
  frame.sun_heading_degrees = heading_degrees;
  frame.sun_pitch_degrees = pitch_degrees;
  const Vector3 direction = direction_of(double{heading_degrees}, double{pitch_degrees});
  std::ranges::transform(direction, std::begin(frame.sources[0].direction),
                         [](double value) { return static_cast<float>(value); });
}

rpcts_frame scene_frame(const SceneCamera& camera, std::uint32_t width, std::uint32_t height) {
  rpcts_frame frame{};
  frame.size = sizeof(frame);
  set_camera(frame, camera, width, height);
  frame.delta_seconds = 1.0F / 64;
  frame.sun_brightness = 1;
  frame.sun_color[0] = 1;
  frame.sun_color[1] = 0.875F;
  frame.sun_color[2] = 0.75F;
  frame.sources[0] = {.available = 1, .direction = {}, .energy = 1};
  for (std::size_t moon = 1; moon < 3; ++moon) {
    frame.sources[moon] = {.available = 0, .direction = {0, 0, 1}, .energy = 0};
  }
  set_sun(frame, 15, 17);
  frame.weather = 0;
  frame.weather_intensity = 1;
  frame.day_group = 1;
  frame.place = RPCTS_PLACE_OUTSIDE;
  frame.resident_reach_meters = 1152;
  frame.gpu_milliseconds = std::nanf("");
  frame.cpu_milliseconds = std::nanf("");
  return frame;
}

}  // namespace rpcts::render_pack_v1
