#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/gpu/system.hpp"

namespace rpcts::gpu {

struct LoaderOptions {
  std::string library = default_loader_library;
  /// Driver manifests offered to the loader beside the registered ones. Ignored where the user named the
  /// drivers to use: VK_DRIVER_FILES or VK_ICD_FILENAMES is set.
  std::vector<std::filesystem::path> additional_drivers = unregistered_driver_manifests();
};

/// Loads the Vulkan loader into this process. Changes VK_ADD_DRIVER_FILES, so call it before other threads
/// start; loading again is harmless. Error `unsupported`: there is none, or it is older than Vulkan 1.1.
[[nodiscard]] Result<void> load_vulkan(const LoaderOptions& options = {});

/// `present` with each path of `additional` that is not in it appended: the value of VK_ADD_DRIVER_FILES.
[[nodiscard]] std::string extend_path_list(const std::string& present,
                                           const std::vector<std::filesystem::path>& additional);

}  // namespace rpcts::gpu
