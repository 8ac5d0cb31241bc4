#pragma once

// The descriptor sets that all pipelines share (D.9).

#include <cstdint>

#include "harness/base/device_facts.hpp"
#include "harness/base/result.hpp"
#include "harness/gpu/layout.hpp"

namespace rpcts::reference {

inline constexpr std::uint32_t storage_set = 0;
inline constexpr std::uint32_t uniform_set = 1;
inline constexpr std::uint32_t table_set = 2;
inline constexpr std::uint32_t pack_set = 3;
inline constexpr std::uint32_t storage_bindings = 10;
inline constexpr std::uint32_t uniform_bindings = 4;  ///< 1 to 4
inline constexpr std::uint32_t pack_bindings = 4;     ///< 5 to 8
inline constexpr VkShaderStageFlags push_stages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

/// What set 0 looks like on a device. The contract has ten dynamic storage buffers; Vulkan promises four
/// dynamic ones, and four of any kind to a stage. One set belongs to each flight, and no draw moves its
/// ranges, so plain descriptors do the same work where the dynamic ones run out.
struct StorageForm {
  std::uint32_t bindings = storage_bindings;  ///< from 0 on; 2 where a stage has no room for ten
  bool dynamic = true;
};
[[nodiscard]] StorageForm storage_form(const DeviceFacts& facts);

/// Slots of the texture table: 16,384, or what the device has.
[[nodiscard]] std::uint32_t table_capacity(const DeviceFacts& facts);

/// Error `unsupported`: names what the retail path needs and the device lacks.
[[nodiscard]] Result<void> check_device(const DeviceFacts& facts);

/// Sets 0 to 2 and the push block.
[[nodiscard]] gpu::LayoutShape retail_shape(const DeviceFacts& facts);
/// The same and set 3.
[[nodiscard]] gpu::LayoutShape pack_shape(const DeviceFacts& facts);

/// The same error, about `thing`.
[[nodiscard]] std::unexpected<Error> about(std::string_view thing, const Error& cause);

}  // namespace rpcts::reference
