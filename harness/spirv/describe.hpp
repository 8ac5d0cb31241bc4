#pragma once

// Words for what stands in a module, for messages and for the inspector. Safe on any module that was read, in
// part or whole: an unknown or endless type is said to be one.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/spirv/module.hpp"

namespace rpcts::spirv {

/// What a variable of an interface is to the host.
enum class ResourceKind : std::uint8_t {
  uniform_block,
  storage_buffer,
  push_block,
  sampler,
  sampled_image,  ///< separate, without a sampler
  combined_image_sampler,
  storage_image,
  uniform_texel_buffer,
  storage_texel_buffer,
  subpass_input,
  acceleration_structure,
  unknown,
};
[[nodiscard]] std::string_view name_of(ResourceKind kind);

/// The type that the variable of this OpVariable instruction points to; 0 when its type is no pointer.
[[nodiscard]] std::uint32_t pointee_of(const Module& module, std::uint32_t variable);

/// The type without the arrays around it. An endless nesting of arrays ends after some levels.
[[nodiscard]] std::uint32_t without_arrays(const Module& module, std::uint32_t type);

/// Kind of resource that an OpVariable instruction declares, arrays stripped.
[[nodiscard]] ResourceKind resource_kind(const Module& module, std::uint32_t variable);

/// The value of an integer OpConstant that fits 32 bits; nothing for anything else, a specialization constant
/// included.
[[nodiscard]] std::optional<std::uint32_t> plain_constant(const Module& module, std::uint32_t id);

/// A type in GLSL's words: "vec4[16]", "mat4", "sampler2DArray[]", "struct %12"; "undefined type %7".
[[nodiscard]] std::string type_text(const Module& module, std::uint32_t type);

/// "Uniform"; the number of an unknown one.
[[nodiscard]] std::string storage_class_text(std::uint32_t storage_class);

/// "PhysicalStorageBufferAddresses"; the number of one that the reader does not look for.
[[nodiscard]] std::string capability_text(std::uint32_t capability);

/// "OpStore"; "opcode 4711" for one that the reader does not handle.
[[nodiscard]] std::string opcode_text(Op op);

/// "vertex", "fragment", …; "execution model 4711" for an unknown one.
[[nodiscard]] std::string execution_model_text(std::uint32_t model);

}  // namespace rpcts::spirv
