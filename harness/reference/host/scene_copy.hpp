#pragma once

// A scene that outlives the call that gave it: the device may go and come again (RP-LIFE-046).

#include <cstdint>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/implementation/rpcts_adapter.h"

namespace rpcts::reference {

class SceneCopy {
 public:
  /// ErrorKind::usage when a list has a length and no data.
  [[nodiscard]] static Result<SceneCopy> of(const rpcts_scene& scene);

  SceneCopy(SceneCopy&&) noexcept = default;
  SceneCopy& operator=(SceneCopy&&) noexcept = default;
  SceneCopy(const SceneCopy&) = delete;
  SceneCopy& operator=(const SceneCopy&) = delete;
  ~SceneCopy() = default;

  /// Refers to this copy.
  [[nodiscard]] const rpcts_scene& scene() const { return scene_; }

 private:
  SceneCopy() = default;

  std::vector<rpcts_terrain_vertex> terrain_vertices_;
  std::vector<std::uint32_t> terrain_indices_;
  std::vector<rpcts_world_vertex> world_vertices_;
  std::vector<std::uint32_t> world_indices_;
  std::vector<rpcts_batch> batches_;
  std::vector<float> instances_;
  std::vector<rpcts_texture> textures_;
  std::vector<std::vector<std::uint8_t>> texels_;
  rpcts_scene scene_{};
};

}  // namespace rpcts::reference
