// The scene as files: scene.json, and the texels of each texture as they are.

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

#include "harness/implementation/program_values.hpp"

namespace rpcts::implementation {
namespace {

namespace fs = std::filesystem;

template <class T>
std::span<const T> list(const T* first, std::size_t count) {
  return {first, count};
}

bool write_file(const fs::path& path, const void* bytes, std::size_t size) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(size));
  file.close();
  return file.good();
}

Json json_of(const rpcts_terrain_vertex& vertex) {
  Json packed = Json::array();
  for (const auto& layer : vertex.packed) {
    packed.push_back(layer);
  }
  return {{"position", implementation::json_of(std::span<const float>(vertex.position))},
          {"normal", implementation::json_of(std::span<const float>(vertex.normal))},
          {"packed", std::move(packed)}};
}

Json json_of(const rpcts_world_vertex& vertex) {
  return {{"position", implementation::json_of(std::span<const float>(vertex.position))},
          {"normal", implementation::json_of(std::span<const float>(vertex.normal))},
          {"uv", implementation::json_of(std::span<const float>(vertex.uv))}};
}

Json json_of(const rpcts_batch& batch) {
  return {{"flags", batch.flags},
          {"firstIndex", batch.first_index},
          {"indexCount", batch.index_count},
          {"firstInstance", batch.first_instance},
          {"instanceCount", batch.instance_count},
          {"texture", batch.texture},
          {"layer", batch.layer}};
}

template <class T>
Json json_of_all(std::span<const T> values) {
  Json all = Json::array();
  for (const T& value : values) {
    all.push_back(json_of(value));
  }
  return all;
}

void read_vertices(const Json& json, SceneValue& value) {
  for (const Json& one : json.at("terrainVertices")) {
    rpcts_terrain_vertex vertex{};
    floats_from(one.at("position"), vertex.position);
    floats_from(one.at("normal"), vertex.normal);
    for (std::size_t i = 0; i < std::size(vertex.packed); ++i) {
      for (std::size_t k = 0; k < std::size(vertex.packed[i]); ++k) {
        one.at("packed").at(i).at(k).get_to(vertex.packed[i][k]);
      }
    }
    value.terrain_vertices.push_back(vertex);
  }
  for (const Json& one : json.at("worldVertices")) {
    rpcts_world_vertex vertex{};
    floats_from(one.at("position"), vertex.position);
    floats_from(one.at("normal"), vertex.normal);
    floats_from(one.at("uv"), vertex.uv);
    value.world_vertices.push_back(vertex);
  }
  for (const Json& one : json.at("batches")) {
    value.batches.push_back({.size = sizeof(rpcts_batch),
                             .flags = one.at("flags"),
                             .first_index = one.at("firstIndex"),
                             .index_count = one.at("indexCount"),
                             .first_instance = one.at("firstInstance"),
                             .instance_count = one.at("instanceCount"),
                             .texture = one.at("texture"),
                             .layer = one.at("layer")});
  }
}

Result<void> read_textures(const Json& json, const fs::path& folder, SceneValue& value) {
  for (const Json& one : json.at("textures")) {
    rpcts_texture texture{.size = sizeof(rpcts_texture),
                          .width = one.at("width"),
                          .height = one.at("height"),
                          .layers = one.at("layers")};
    const fs::path path = folder / one.at("file").get<std::string>();
    std::ifstream file(path, std::ios::binary);
    std::vector<std::uint8_t> texels{std::istreambuf_iterator<char>(file), {}};
    const std::size_t wanted = std::size_t{texture.width} * texture.height * texture.layers * 4;
    if (texels.size() != wanted) {
      return error(ErrorKind::failed,
                   fmt::format("'{}' has {} bytes, must have {}", path.string(), texels.size(), wanted));
    }
    value.texels.push_back(std::move(texels));
    value.textures.push_back(texture);
  }
  for (std::size_t i = 0; i < value.textures.size(); ++i) {
    value.textures[i].texels = value.texels[i].data();
  }
  return {};
}

}  // namespace

Result<fs::path> write_scene(const rpcts_scene& s, const fs::path& folder) {
  Json textures = Json::array();
  for (std::size_t i = 0; i < s.texture_count; ++i) {
    const rpcts_texture& texture = s.textures[i];
    const std::string name = fmt::format("texture-{}.rgba", i);
    if (!write_file(folder / name, texture.texels,
                    std::size_t{texture.width} * texture.height * texture.layers * 4)) {
      return error(ErrorKind::failed, fmt::format("'{}' cannot be written", (folder / name).string()));
    }
    textures.push_back(
        {{"width", texture.width}, {"height", texture.height}, {"layers", texture.layers}, {"file", name}});
  }
  const Json json = {
      {"format", "rpcts.scene"},
      {"version", program_protocol_version},
      {"terrainVertices", json_of_all(list(s.terrain_vertices, s.terrain_vertex_count))},
      {"terrainIndices", Json(std::vector(s.terrain_indices, s.terrain_indices + s.terrain_index_count))},
      {"worldVertices", json_of_all(list(s.world_vertices, s.world_vertex_count))},
      {"worldIndices", Json(std::vector(s.world_indices, s.world_indices + s.world_index_count))},
      {"batches", json_of_all(list(s.batches, s.batch_count))},
      {"instances", implementation::json_of(list(s.instances, s.instance_count * 16))},
      {"textures", std::move(textures)},
      {"terrainTexture", s.terrain_texture},
      {"ambient", implementation::json_of(std::span<const float>(s.ambient))},
      {"background", implementation::json_of(std::span<const float>(s.background))}};
  const std::string text = json.dump();
  fs::path path = folder / "scene.json";
  if (!write_file(path, text.data(), text.size())) {
    return error(ErrorKind::failed, fmt::format("'{}' cannot be written", path.string()));
  }
  return path;
}

Result<void> read_scene(const fs::path& path, SceneValue& value) {
  std::ifstream file(path, std::ios::binary);
  try {
    const Json json = Json::parse(file);
    read_vertices(json, value);
    json.at("terrainIndices").get_to(value.terrain_indices);
    json.at("worldIndices").get_to(value.world_indices);
    value.instances.resize(json.at("instances").size());
    floats_from(json.at("instances"), value.instances);
    if (auto read = read_textures(json, path.parent_path(), value); !read) {
      return read;
    }
    rpcts_scene& s = value.scene;
    s = {.size = sizeof(rpcts_scene),
         .terrain_vertices = value.terrain_vertices.data(),
         .terrain_vertex_count = value.terrain_vertices.size(),
         .terrain_indices = value.terrain_indices.data(),
         .terrain_index_count = value.terrain_indices.size(),
         .world_vertices = value.world_vertices.data(),
         .world_vertex_count = value.world_vertices.size(),
         .world_indices = value.world_indices.data(),
         .world_index_count = value.world_indices.size(),
         .batches = value.batches.data(),
         .batch_count = value.batches.size(),
         .instances = value.instances.data(),
         .instance_count = value.instances.size() / 16,
         .textures = value.textures.data(),
         .texture_count = value.textures.size(),
         .terrain_texture = json.at("terrainTexture")};
    floats_from(json.at("ambient"), s.ambient);
    floats_from(json.at("background"), s.background);
    return {};
  } catch (const std::exception& thrown) {
    return error(ErrorKind::failed, fmt::format("'{}' is no scene: {}", path.string(), thrown.what()));
  }
}

}  // namespace rpcts::implementation
