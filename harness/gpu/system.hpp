#pragma once

// The part of this room that depends on the operating system (POSIX).

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.hpp"

namespace rpcts::gpu {

/// Value of an environment variable; nothing when it is not set.
[[nodiscard]] std::optional<std::string> environment(const std::string& name);

/// Sets an environment variable of this process. Call before other threads start.
void set_environment(const std::string& name, const std::string& value);

/// What separates paths in a list of them.
inline constexpr char path_list_separator = ':';

/// Name under which the system's Vulkan loader is found.
inline constexpr const char* default_loader_library = "libvulkan.so.1";

/// Manifests of drivers that packages bring along without registering them: SwiftShader inside a browser.
/// Only those that are here.
[[nodiscard]] std::vector<std::filesystem::path> unregistered_driver_manifests();

/// Opens a Vulkan loader and returns its entry point, vkGetInstanceProcAddr. The library stays loaded until
/// the process ends. Error `unsupported`: there is no such library, or it is no Vulkan loader.
[[nodiscard]] Result<void (*)()> loader_entry_point(const std::string& library);

}  // namespace rpcts::gpu
