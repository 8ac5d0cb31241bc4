#pragma once

// The commands and object types of the Vulkan registry by name, generated from it when this is built. Aliases
// (vkCreateRenderPass2KHR) stand for what they are an alias of.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vulkan/vulkan_core.h>

namespace rpcts::observer {

/// "vkCreateImage"; "?" beyond the last.
[[nodiscard]] std::string_view command_name(std::uint16_t command);
/// Nothing when no command has this name.
[[nodiscard]] std::optional<std::uint16_t> command_index(std::string_view name);
/// The errors that the registry lets a command return; empty = it cannot fail.
[[nodiscard]] std::span<const VkResult> command_errors(std::uint16_t command);
/// `wanted` where the command may return it, else the first error that it may.
[[nodiscard]] VkResult error_of(std::uint16_t command, VkResult wanted);
/// "VkImage".
[[nodiscard]] std::string_view object_type_name(VkObjectType type);
/// Different for different registries: both sides of a channel must have been built from the same one.
[[nodiscard]] std::uint32_t commands_fingerprint();

}  // namespace rpcts::observer
