#pragma once

// What the base pipelines read from sets 0 and 1, byte for byte as their shaders have it. The contract fixes
// the bindings and not the members (OQ-13); these are the members of the suite's base pipelines.

#include <array>
#include <cstdint>

#include "harness/contracts/render_pack_v1/host_blocks.hpp"

namespace rpcts::reference {

using render_pack_v1::Float4;
using render_pack_v1::Matrix4;
using render_pack_v1::Uint4;

struct SceneLight {
  Float4 position_and_kind{};    ///< kind 0 = directional
  Float4 direction_and_range{};  ///< direction in which the light travels
  Float4 color_and_intensity{};
  Float4 cone{};
};

/// Set 1, binding 1.
struct SceneLighting {
  std::array<SceneLight, 8> lights{};
  Float4 ambient{};  ///< rgb, number of lights
  Float4 fog{0, 1, 0, 0};
  Float4 fog_color{};
  Float4 camera_and_time{};
};
static_assert(sizeof(SceneLighting) == 576);

/// Set 0, element of binding 2, and set 1, binding 2: no plane in use.
struct ClipPlanes {
  Uint4 count{};
  std::array<Float4, 8> planes{};
};
static_assert(sizeof(ClipPlanes) == 144);

/// Set 1, binding 3: repeats in one 24 m cell, of 36 kinds.
struct TerrainTiling {
  std::array<float, 36> repeats{};
};
static_assert(sizeof(TerrainTiling) == 144);

/// Set 1, binding 4: no pipeline of the suite reads it.
struct SkyParameters {
  std::array<Float4, 4> zero{};
};

/// Set 0, element of binding 1.
struct WorldBatch {
  std::uint32_t texture_slot = 0;
  std::uint32_t reserved = 0;
  std::uint32_t texture_layer = 0;
  std::uint32_t flags = 0;  ///< bit 0 = alpha cutout
};
static_assert(sizeof(WorldBatch) == 16);

inline constexpr std::uint32_t lights_per_instance = 8;
inline constexpr std::uint32_t no_light = 0xFFFFFFFF;  ///< ends the light set of an instance

}  // namespace rpcts::reference
