#pragma once

// The values of the header as JSON: docs/implementation/program.md describes them. Client and server both use
// these, so that what one writes the other reads.

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/implementation/rpcts_adapter.h"

namespace rpcts::implementation {

using Json = nlohmann::json;

inline constexpr int program_protocol_version = 1;

/// A float: exact as a number; "NaN", "Infinity" and "-Infinity" where JSON has none.
[[nodiscard]] Json json_of(float value);
/// Throws Json::exception where there is none.
[[nodiscard]] float float_from(const Json& json);

[[nodiscard]] Json json_of(std::span<const float> values);
void floats_from(const Json& json, std::span<float> values);

[[nodiscard]] std::string hex_of(std::span<const std::uint8_t> bytes);
/// Throws std::invalid_argument where it is none.
[[nodiscard]] std::vector<std::uint8_t> bytes_from(std::string_view hex);

[[nodiscard]] Json json_of(const rpcts_setup& setup);
[[nodiscard]] rpcts_setup setup_from(const Json& json);
[[nodiscard]] Json json_of(const rpcts_event& event);
[[nodiscard]] rpcts_event event_from(const Json& json);
[[nodiscard]] Json json_of(const rpcts_ledger& ledger);
[[nodiscard]] rpcts_ledger ledger_from(const Json& json);

/// A frame and the instances that it points to.
struct FrameValue {
  rpcts_frame frame{};
  std::vector<float> instances;
};
[[nodiscard]] Json json_of(const rpcts_frame& frame);
/// `value.frame.instances` points into `value`, which stays where it is.
void frame_from(const Json& json, FrameValue& value);

/// A scene with what it points to.
struct SceneValue {
  rpcts_scene scene{};
  std::vector<rpcts_terrain_vertex> terrain_vertices;
  std::vector<std::uint32_t> terrain_indices;
  std::vector<rpcts_world_vertex> world_vertices;
  std::vector<std::uint32_t> world_indices;
  std::vector<rpcts_batch> batches;
  std::vector<float> instances;
  std::vector<rpcts_texture> textures;
  std::vector<std::vector<std::uint8_t>> texels;
};
/// Writes scene.json and its textures (texture-N.rgba) into the folder and returns the path of the former.
[[nodiscard]] Result<std::filesystem::path> write_scene(const rpcts_scene& scene,
                                                        const std::filesystem::path& folder);
/// Reads it back; `value.scene` points into `value`, which stays where it is. ErrorKind::failed when a file
/// is missing, no JSON, or of another size than it says.
[[nodiscard]] Result<void> read_scene(const std::filesystem::path& file, SceneValue& value);

}  // namespace rpcts::implementation
