#pragma once

// Binary layout of what a pack shader reads, sections A.19 and D.6: sets, bindings, blocks, the push block.
// Byte offsets stand here once; host structs (host_blocks.hpp), the shared GLSL includes and the tables in
// docs/ are compared with these.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace rpcts::render_pack_v1 {

enum class Scalar : std::uint8_t { float32, int32, uint32 };

/// One member of a block. A scalar has rows = columns = 1, a vec4 rows = 4, a mat4 rows = columns = 4.
struct BlockMember {
  std::string_view name;
  Scalar scalar = Scalar::float32;
  std::uint8_t rows = 1;
  std::uint8_t columns = 1;
  std::uint16_t array_length = 0;   ///< 0 = not an array
  std::uint32_t offset = 0;         ///< bytes from the start of the block
  std::uint32_t array_stride = 0;   ///< bytes; 0 = not an array
  std::uint32_t matrix_stride = 0;  ///< bytes between columns; 0 = not a matrix; matrices are column-major
};

/// A std140 uniform block, or the push block (set = binding = no_binding).
struct Block {
  std::string_view name;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  std::uint32_t size = 0;  ///< bytes
  std::span<const BlockMember> members;
  std::string_view rule;  ///< the rule that a module with another layout breaks
};

inline constexpr std::uint32_t no_binding = 0xFFFFFFFF;

inline constexpr std::uint32_t pack_uniform_set = 3;
inline constexpr std::uint32_t sampled_table_set = 2;
inline constexpr std::uint32_t sampled_table_binding = 0;
inline constexpr std::uint32_t base_storage_set = 0;
inline constexpr std::uint32_t base_uniform_set = 1;
inline constexpr std::uint32_t atmospheric_frame_binding = 5;
inline constexpr std::uint32_t directional_shadow_binding = 6;
inline constexpr std::uint32_t pack_pass_binding = 7;
inline constexpr std::uint32_t pack_settings_binding = 8;

namespace detail {
constexpr BlockMember vec4(std::string_view name, std::uint32_t offset) {
  return BlockMember{.name = name, .rows = 4, .offset = offset};
}
constexpr BlockMember uvec4(std::string_view name, std::uint32_t offset) {
  return BlockMember{.name = name, .scalar = Scalar::uint32, .rows = 4, .offset = offset};
}
constexpr BlockMember mat4(std::string_view name, std::uint32_t offset) {
  return BlockMember{.name = name, .rows = 4, .columns = 4, .offset = offset, .matrix_stride = 16};
}
constexpr BlockMember scalar(Scalar kind, std::string_view name, std::uint32_t offset) {
  return BlockMember{.name = name, .scalar = kind, .offset = offset};
}

inline constexpr auto atmospheric_frame_members = std::to_array<BlockMember>({
    vec4("uAtmosphereSunScreen", 0),
    vec4("uAtmosphereSunColor", 16),
    vec4("uAtmosphereViewport", 32),
    vec4("uAtmosphereWeather", 48),
    vec4("uAtmosphereSunDirection", 64),
    vec4("uAtmospherePolicy", 80),
    mat4("uAtmosphereInverseViewProjection", 96),
});
inline constexpr auto directional_shadow_members = std::to_array<BlockMember>({
    {.name = "uShadowWorldToClip",
     .rows = 4,
     .columns = 4,
     .array_length = 4,
     .offset = 0,
     .array_stride = 64,
     .matrix_stride = 16},
    vec4("uShadowSplitFarMeters", 256),
    vec4("uShadowControl", 272),
    vec4("uShadowBiasMeters", 288),
    uvec4("uShadowTextureAndFlags", 304),
    vec4("uShadowLightDirectionAndSource", 320),
});
inline constexpr auto pack_pass_members = std::to_array<BlockMember>({
    vec4("uPackParams0", 0),
    vec4("uPackParams1", 16),
    vec4("uPackParams2", 32),
    vec4("uPackParams3", 48),
});
inline constexpr auto pack_settings_members = std::to_array<BlockMember>({
    {.name = "uPackSettings", .rows = 4, .array_length = 16, .offset = 0, .array_stride = 16},
});
inline constexpr auto push_members = std::to_array<BlockMember>({
    mat4("viewProjection", 0),
    scalar(Scalar::int32, "drawIdOffset", 64),
    scalar(Scalar::int32, "lightingMode", 68),
    scalar(Scalar::int32, "renderPass", 72),
    scalar(Scalar::int32, "lightDebug", 76),
    scalar(Scalar::uint32, "textureIndexA", 80),
    scalar(Scalar::uint32, "textureIndexB", 84),
    scalar(Scalar::float32, "paramA", 88),
    scalar(Scalar::float32, "paramB", 92),
});
}  // namespace detail

/// D.6.1
inline constexpr Block atmospheric_frame{
    "AtmosphericFrame", pack_uniform_set, atmospheric_frame_binding, 160, detail::atmospheric_frame_members,
    "RP-SPV-036"};
/// D.6.2
inline constexpr Block directional_shadow{"DirectionalShadow",
                                          pack_uniform_set,
                                          directional_shadow_binding,
                                          336,
                                          detail::directional_shadow_members,
                                          "RP-SPV-037"};
/// D.6.3
inline constexpr Block pack_pass{"PackPass", pack_uniform_set,          pack_pass_binding,
                                 64,         detail::pack_pass_members, "RP-SPV-038"};
/// D.6.4
inline constexpr Block pack_settings{
    "PackSettings", pack_uniform_set, pack_settings_binding, 256, detail::pack_settings_members,
    "RP-SPV-039"};
/// D.6.5
inline constexpr Block push_block{"AcdreamPushBlock",   no_binding,  no_binding, 96,
                                  detail::push_members, "RP-SPV-023"};

/// The uniform blocks of set 3 in binding order, then the push block.
inline constexpr std::array blocks{&atmospheric_frame, &directional_shadow, &pack_pass, &pack_settings,
                                   &push_block};

}  // namespace rpcts::render_pack_v1
