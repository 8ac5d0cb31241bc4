#include "harness/reference/host/scene_copy.hpp"

#include <fmt/format.h>
#include <string_view>

namespace rpcts::reference {
namespace {

constexpr std::size_t bytes_per_texel = 4;
constexpr std::size_t floats_per_instance = 16;

/// Copies a list and lets `given` refer to the copy.
template <class T>
Result<void> copy(std::string_view name, const T*& given, std::size_t count, std::vector<T>& copied) {
  if (given == nullptr && count > 0) {
    return error(ErrorKind::usage, fmt::format("rpcts_scene::{} is NULL and has {} entries", name, count));
  }
  if (count > 0) {
    copied.assign(given, given + count);
  }
  given = copied.data();
  return {};
}

}  // namespace

Result<SceneCopy> SceneCopy::of(const rpcts_scene& scene) {
  SceneCopy made;
  rpcts_scene& s = made.scene_;
  s = scene;
  Result<void> copied =
      copy("terrain_vertices", s.terrain_vertices, s.terrain_vertex_count, made.terrain_vertices_);
  const auto then = [&](auto&&... arguments) {
    if (copied) {
      copied = copy(arguments...);
    }
  };
  then("terrain_indices", s.terrain_indices, s.terrain_index_count, made.terrain_indices_);
  then("world_vertices", s.world_vertices, s.world_vertex_count, made.world_vertices_);
  then("world_indices", s.world_indices, s.world_index_count, made.world_indices_);
  then("batches", s.batches, s.batch_count, made.batches_);
  then("instances", s.instances, s.instance_count * floats_per_instance, made.instances_);
  then("textures", s.textures, s.texture_count, made.textures_);
  made.texels_.resize(made.textures_.size());
  for (std::size_t i = 0; i < made.textures_.size(); ++i) {
    rpcts_texture& texture = made.textures_[i];
    then("textures[].texels", texture.texels,
         std::size_t{texture.width} * texture.height * texture.layers * bytes_per_texel, made.texels_[i]);
  }
  if (!copied) {
    return std::unexpected(std::move(copied.error()));
  }
  return made;
}

}  // namespace rpcts::reference
