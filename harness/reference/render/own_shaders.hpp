#pragma once

#include <cstdint>
#include <span>

namespace rpcts::reference {

/// The shaders of the default path (shaders/), part of this library.
enum class OwnShader : std::uint8_t {
  terrain_vertex,
  terrain_fragment,
  terrain_normals_fragment,
  world_vertex,
  world_fragment,
  world_normals_fragment,
  whole_picture_vertex,
  tone_map_fragment,
};

/// SPIR-V words; valid for the life of the program.
[[nodiscard]] std::span<const std::uint32_t> words_of(OwnShader shader);

}  // namespace rpcts::reference
