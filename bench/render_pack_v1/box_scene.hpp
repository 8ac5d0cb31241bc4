#pragma once

// The scene that benchmarks draw: a square of ground and boxes in rows, each a batch of its own.

#include <array>
#include <cstdint>
#include <vector>

#include "harness/implementation/rpcts_adapter.h"

namespace rpcts::bench {

class BoxScene {
 public:
  /// Every fourth box is a cutout.
  explicit BoxScene(std::uint32_t boxes);
  /// Refers to this object.
  [[nodiscard]] rpcts_scene view() const;

 private:
  std::vector<rpcts_terrain_vertex> ground_;
  std::vector<rpcts_world_vertex> corners_;
  std::vector<rpcts_batch> batches_;
  std::vector<float> instances_;
  std::array<std::uint8_t, 4> texel_{255, 255, 255, 255};
  rpcts_texture texture_{};
};

/// From 2 m above the ground toward +y; the sun in the picture, so that every pass is recorded.
[[nodiscard]] rpcts_frame sunny_frame();

}  // namespace rpcts::bench
