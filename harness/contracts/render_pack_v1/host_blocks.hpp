#pragma once

// The blocks of section D.6 as a host fills them. Copied byte for byte they are what the shaders read: a
// matrix is column-major as GLSL has it. The offsets are those of blocks.hpp, checked at compile time.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "harness/contracts/render_pack_v1/blocks.hpp"

namespace rpcts::render_pack_v1 {

using Float4 = std::array<float, 4>;
using Uint4 = std::array<std::uint32_t, 4>;
using Matrix4 = std::array<float, 16>;  ///< column after column

/// D.6.1
struct alignas(16) AtmosphericFrameBlock {
  Float4 sun_screen{};
  Float4 sun_color{};
  Float4 viewport{};
  Float4 weather{};
  Float4 sun_direction{};
  Float4 policy{};
  Matrix4 inverse_view_projection{};
};

/// D.6.2
struct alignas(16) DirectionalShadowBlock {
  std::array<Matrix4, 4> world_to_clip{};
  Float4 split_far_meters{};
  Float4 control{};
  Float4 bias_meters{};
  Uint4 texture_and_flags{};
  Float4 light_direction_and_source{};
};

/// D.6.3
struct alignas(16) PackPassBlock {
  Float4 params0{};
  Float4 params1{};
  Float4 params2{};
  Float4 params3{};
};

/// D.6.4; setting i is `settings[i / 4][i % 4]`.
struct alignas(16) PackSettingsBlock {
  std::array<Float4, 16> settings{};
};

/// D.6.5
struct PushBlock {
  Matrix4 view_projection{};
  std::int32_t draw_id_offset = 0;
  std::int32_t lighting_mode = 0;
  std::int32_t render_pass = 0;
  std::int32_t light_debug = 0;
  std::uint32_t texture_index_a = 0;
  std::uint32_t texture_index_b = 0;
  float param_a = 0;  ///< in a fullscreen pass the bits of texture slot C, see set_slots in slots.hpp
  float param_b = 0;  ///< likewise slot D
};

namespace detail {

struct HostMember {
  std::size_t offset;
  std::size_t size;
  Scalar scalar;
};

template <class T>
consteval Scalar scalar_of() {
  if constexpr (std::same_as<T, float>) {
    return Scalar::float32;
  } else if constexpr (std::same_as<T, std::int32_t>) {
    return Scalar::int32;
  } else if constexpr (std::same_as<T, std::uint32_t>) {
    return Scalar::uint32;
  } else {
    return scalar_of<typename T::value_type>();
  }
}

constexpr std::size_t size_of(const BlockMember& member) {
  if (member.array_length > 0) {
    return std::size_t{member.array_length} * member.array_stride;
  }
  return member.columns > 1 ? std::size_t{member.columns} * member.matrix_stride
                            : std::size_t{member.rows} * sizeof(float);
}

template <class Host, std::size_t count>
consteval bool agrees(const Block& block, const std::array<HostMember, count>& host) {
  if (sizeof(Host) != block.size || count != block.members.size() || !std::is_trivially_copyable_v<Host>) {
    return false;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const BlockMember& member = block.members[i];
    if (host[i].offset != member.offset || host[i].size != size_of(member) ||
        host[i].scalar != member.scalar) {
      return false;
    }
  }
  return true;
}

#define RPCTS_HOST_MEMBER(STRUCT, MEMBER)                                                   \
  HostMember {                                                                              \
    offsetof(STRUCT, MEMBER), sizeof(STRUCT::MEMBER), scalar_of<decltype(STRUCT::MEMBER)>() \
  }

static_assert(agrees<AtmosphericFrameBlock>(
    atmospheric_frame, std::array{RPCTS_HOST_MEMBER(AtmosphericFrameBlock, sun_screen),
                                  RPCTS_HOST_MEMBER(AtmosphericFrameBlock, sun_color),
                                  RPCTS_HOST_MEMBER(AtmosphericFrameBlock, viewport),
                                  RPCTS_HOST_MEMBER(AtmosphericFrameBlock, weather),
                                  RPCTS_HOST_MEMBER(AtmosphericFrameBlock, sun_direction),
                                  RPCTS_HOST_MEMBER(AtmosphericFrameBlock, policy),
                                  RPCTS_HOST_MEMBER(AtmosphericFrameBlock, inverse_view_projection)}));
static_assert(agrees<DirectionalShadowBlock>(
    directional_shadow, std::array{RPCTS_HOST_MEMBER(DirectionalShadowBlock, world_to_clip),
                                   RPCTS_HOST_MEMBER(DirectionalShadowBlock, split_far_meters),
                                   RPCTS_HOST_MEMBER(DirectionalShadowBlock, control),
                                   RPCTS_HOST_MEMBER(DirectionalShadowBlock, bias_meters),
                                   RPCTS_HOST_MEMBER(DirectionalShadowBlock, texture_and_flags),
                                   RPCTS_HOST_MEMBER(DirectionalShadowBlock, light_direction_and_source)}));
static_assert(agrees<PackPassBlock>(pack_pass, std::array{RPCTS_HOST_MEMBER(PackPassBlock, params0),
                                                          RPCTS_HOST_MEMBER(PackPassBlock, params1),
                                                          RPCTS_HOST_MEMBER(PackPassBlock, params2),
                                                          RPCTS_HOST_MEMBER(PackPassBlock, params3)}));
static_assert(agrees<PackSettingsBlock>(pack_settings,
                                        std::array{RPCTS_HOST_MEMBER(PackSettingsBlock, settings)}));
static_assert(agrees<PushBlock>(
    push_block,
    std::array{RPCTS_HOST_MEMBER(PushBlock, view_projection), RPCTS_HOST_MEMBER(PushBlock, draw_id_offset),
               RPCTS_HOST_MEMBER(PushBlock, lighting_mode), RPCTS_HOST_MEMBER(PushBlock, render_pass),
               RPCTS_HOST_MEMBER(PushBlock, light_debug), RPCTS_HOST_MEMBER(PushBlock, texture_index_a),
               RPCTS_HOST_MEMBER(PushBlock, texture_index_b), RPCTS_HOST_MEMBER(PushBlock, param_a),
               RPCTS_HOST_MEMBER(PushBlock, param_b)}));

#undef RPCTS_HOST_MEMBER

}  // namespace detail
}  // namespace rpcts::render_pack_v1
