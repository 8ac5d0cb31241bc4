#pragma once

// The generated tables behind commands.hpp.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vulkan/vulkan_core.h>

namespace rpcts::observer::table {

struct ErrorRange {
  std::uint32_t first;
  std::uint32_t count;
};
struct Alias {
  std::string_view name;
  std::uint16_t command;
};
struct ObjectTypeName {
  VkObjectType type;
  std::string_view name;
};

std::span<const std::string_view> names();  ///< sorted
std::span<const VkResult> errors();
std::span<const ErrorRange> error_ranges();  ///< by command, of errors()
std::span<const Alias> aliases();            ///< sorted by name
std::span<const ObjectTypeName> object_types();

}  // namespace rpcts::observer::table
