#include "bench/render_pack_v1/box_scene.hpp"

#include <algorithm>
#include <cmath>

namespace rpcts::bench {
namespace {

constexpr std::array<std::uint32_t, 6> ground_faces{0, 1, 2, 0, 2, 3};
constexpr std::array<std::uint32_t, 36> faces{0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                              2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

}  // namespace

BoxScene::BoxScene(std::uint32_t boxes) {
  for (const auto& [x, y] : {std::pair(-60.0F, -60.0F), std::pair(60.0F, -60.0F), std::pair(60.0F, 60.0F),
                             std::pair(-60.0F, 60.0F)}) {
    rpcts_terrain_vertex vertex{};
    vertex.position[0] = x;
    vertex.position[1] = y;
    vertex.normal[2] = 1;
    ground_.push_back(vertex);
  }
  for (std::uint32_t corner = 0; corner < 8; ++corner) {
    rpcts_world_vertex vertex{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      vertex.position[axis] = (corner >> axis & 1U) != 0 ? 0.5F : -0.5F;
      vertex.normal[axis] = vertex.position[axis];
    }
    corners_.push_back(vertex);
  }
  for (std::uint32_t i = 0; i < boxes; ++i) {
    batches_.push_back({.size = sizeof(rpcts_batch),
                        .flags = i % 4 == 0 ? RPCTS_BATCH_CUTOUT : 0,
                        .first_index = 0,
                        .index_count = static_cast<std::uint32_t>(faces.size()),
                        .first_instance = i,
                        .instance_count = 1,
                        .texture = UINT32_MAX,
                        .layer = 0});
    const std::uint32_t row = i / 16;
    const std::array<float, 16> place{1,
                                      0,
                                      0,
                                      0,
                                      0,
                                      1,
                                      0,
                                      0,
                                      0,
                                      0,
                                      1,
                                      0,
                                      static_cast<float>(i % 16) * 3 - 24,
                                      10 + static_cast<float>(row % 32) * 3,
                                      0.5F,
                                      1};
    instances_.insert(instances_.end(), place.begin(), place.end());
  }
  texture_ = {.size = sizeof(rpcts_texture), .width = 1, .height = 1, .layers = 1, .texels = texel_.data()};
}

rpcts_scene BoxScene::view() const {
  rpcts_scene scene{};
  scene.size = sizeof(scene);
  scene.terrain_vertices = ground_.data();
  scene.terrain_vertex_count = ground_.size();
  scene.terrain_indices = ground_faces.data();
  scene.terrain_index_count = ground_faces.size();
  scene.world_vertices = corners_.data();
  scene.world_vertex_count = corners_.size();
  scene.world_indices = faces.data();
  scene.world_index_count = faces.size();
  scene.batches = batches_.data();
  scene.batch_count = batches_.size();
  scene.instances = instances_.data();
  scene.instance_count = instances_.size() / 16;
  scene.textures = &texture_;
  scene.texture_count = 1;
  return scene;
}

rpcts_frame sunny_frame() {
  rpcts_frame frame{};
  frame.size = sizeof(frame);
  constexpr std::array<float, 16> view{1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -2, 0, 1};
  std::ranges::copy(view, frame.view);
  constexpr float far = 1000;
  constexpr float near = 0.1F;
  constexpr std::array<float, 16> projection{
      1.5F, 0, 0, 0, 0, 1.5F, 0, 0, 0, 0, far / (near - far), -1, 0, 0, near * far / (near - far), 0};
  std::ranges::copy(projection, frame.projection);
  frame.delta_seconds = 1.0F / 64;
  frame.sun_pitch_degrees = 20;
  frame.sun_brightness = 1;
  std::ranges::fill(frame.sun_color, 1.0F);
  constexpr float degrees = 3.14159265F / 180;
  frame.sources[0] = {
      .available = 1, .direction = {0, std::cos(20 * degrees), std::sin(20 * degrees)}, .energy = 1};
  frame.weather_intensity = 1;
  frame.day_group = 1;
  frame.resident_reach_meters = 1152;
  frame.gpu_milliseconds = std::nanf("");
  frame.cpu_milliseconds = std::nanf("");
  return frame;
}

}  // namespace rpcts::bench
