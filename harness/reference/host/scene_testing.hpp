#pragma once

// A scene for the unit tests of the host: a ground with a tower on it, north of the origin.

#include <array>
#include <cstdint>
#include <vector>

#include "harness/implementation/rpcts_adapter.h"

namespace rpcts::reference::samples {

/// Ground from -64 to 64 m at height 0; a box 4 m wide and 12 m high around (0, 24); a cutout card west of
/// it.
class TowerScene {
 public:
  TowerScene() {
    for (const auto& [x, y] : {std::array{-64.0F, -64.0F}, std::array{64.0F, -64.0F},
                               std::array{64.0F, 64.0F}, std::array{-64.0F, 64.0F}}) {
      terrain_.push_back({.position = {x, y, 0}, .normal = {0, 0, 1}, .packed = {}});
    }
    add_box();
    add_card();
    texture_ = {
        .size = sizeof(rpcts_texture), .width = 2, .height = 1, .layers = 1, .texels = texels_.data()};
  }

  [[nodiscard]] rpcts_scene view() const {
    rpcts_scene scene{};
    scene.size = sizeof(rpcts_scene);
    scene.terrain_vertices = terrain_.data();
    scene.terrain_vertex_count = terrain_.size();
    scene.terrain_indices = terrain_indices_.data();
    scene.terrain_index_count = terrain_indices_.size();
    scene.world_vertices = world_.data();
    scene.world_vertex_count = world_.size();
    scene.world_indices = world_indices_.data();
    scene.world_index_count = world_indices_.size();
    scene.batches = batches_.data();
    scene.batch_count = batches_.size();
    scene.instances = instances_.data();
    scene.instance_count = instances_.size() / 16;
    scene.textures = &texture_;
    scene.texture_count = 1;
    scene.terrain_texture = UINT32_MAX;
    for (float& component : scene.ambient) {
      component = 0.25F;
    }
    scene.background[2] = 0.5F;
    return scene;
  }

 private:
  void add_quad(const std::array<std::array<float, 3>, 4>& corners, const std::array<float, 3>& normal) {
    const auto first = static_cast<std::uint32_t>(world_.size());
    constexpr std::array<std::array<float, 2>, 4> uv{{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
    for (std::size_t i = 0; i < corners.size(); ++i) {
      world_.push_back({.position = {corners[i][0], corners[i][1], corners[i][2]},
                        .normal = {normal[0], normal[1], normal[2]},
                        .uv = {uv[i][0], uv[i][1]}});
    }
    for (const std::uint32_t index : {0U, 1U, 2U, 0U, 2U, 3U}) {
      world_indices_.push_back(first + index);
    }
  }

  void add_batch(std::uint32_t flags, std::uint32_t first_index, float x, float y) {
    const std::array<float, 16> transform{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, 0, 1};
    batches_.push_back({.size = sizeof(rpcts_batch),
                        .flags = flags,
                        .first_index = first_index,
                        .index_count = static_cast<std::uint32_t>(world_indices_.size()) - first_index,
                        .first_instance = static_cast<std::uint32_t>(instances_.size() / 16),
                        .instance_count = 1,
                        .texture = (flags & RPCTS_BATCH_CUTOUT) != 0 ? 0 : UINT32_MAX,
                        .layer = 0});
    instances_.insert(instances_.end(), transform.begin(), transform.end());
  }

  void add_box() {
    constexpr float w = 2;
    constexpr float h = 12;
    add_quad({{{-w, -w, 0}, {w, -w, 0}, {w, -w, h}, {-w, -w, h}}}, {0, -1, 0});
    add_quad({{{w, -w, 0}, {w, w, 0}, {w, w, h}, {w, -w, h}}}, {1, 0, 0});
    add_quad({{{w, w, 0}, {-w, w, 0}, {-w, w, h}, {w, w, h}}}, {0, 1, 0});
    add_quad({{{-w, w, 0}, {-w, -w, 0}, {-w, -w, h}, {-w, w, h}}}, {-1, 0, 0});
    add_quad({{{-w, -w, h}, {w, -w, h}, {w, w, h}, {-w, w, h}}}, {0, 0, 1});
    add_batch(0, 0, 0, 24);
  }

  void add_card() {
    const auto first = static_cast<std::uint32_t>(world_indices_.size());
    add_quad({{{-2, 0, 0}, {2, 0, 0}, {2, 0, 4}, {-2, 0, 4}}}, {0, -1, 0});
    add_batch(RPCTS_BATCH_CUTOUT | RPCTS_BATCH_TWO_SIDED, first, -10, 20);
  }

  std::vector<rpcts_terrain_vertex> terrain_;
  std::vector<std::uint32_t> terrain_indices_{0, 1, 2, 0, 2, 3};
  std::vector<rpcts_world_vertex> world_;
  std::vector<std::uint32_t> world_indices_;
  std::vector<rpcts_batch> batches_;
  std::vector<float> instances_;
  std::array<std::uint8_t, 8> texels_{255, 255, 255, 255, 255, 255, 255, 0};
  rpcts_texture texture_{};
};

}  // namespace rpcts::reference::samples
