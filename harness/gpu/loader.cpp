#include "harness/gpu/loader.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <ranges>
#include <string_view>
#include <volk.h>

namespace rpcts::gpu {
namespace {

void offer_drivers(const std::vector<std::filesystem::path>& drivers) {
  if (drivers.empty() || environment("VK_DRIVER_FILES") || environment("VK_ICD_FILENAMES")) {
    return;
  }
  const std::string variable = "VK_ADD_DRIVER_FILES";
  set_environment(variable, extend_path_list(environment(variable).value_or(""), drivers));
}

bool holds_path(std::string_view list, std::string_view path) {
  return std::ranges::any_of(std::views::split(list, path_list_separator), [path](const auto& part) {
    return std::string_view(part.begin(), part.end()) == path;
  });
}

}  // namespace

std::string extend_path_list(const std::string& present,
                             const std::vector<std::filesystem::path>& additional) {
  std::string list = present;
  for (const std::filesystem::path& path : additional) {
    const std::string text = path.string();
    if (holds_path(list, text)) {
      continue;
    }
    if (!list.empty()) {
      list += path_list_separator;
    }
    list += text;
  }
  return list;
}

Result<void> load_vulkan(const LoaderOptions& options) {
  const Result<void (*)()> entry = loader_entry_point(options.library);
  if (!entry) {
    return std::unexpected(entry.error());
  }
  offer_drivers(options.additional_drivers);
  volkInitializeCustom(reinterpret_cast<PFN_vkGetInstanceProcAddr>(*entry));
  const std::uint32_t version = volkGetInstanceVersion();
  if (version < VK_API_VERSION_1_1) {
    return error(ErrorKind::unsupported,
                 fmt::format("the Vulkan loader {} is of version {}.{}; 1.1 is needed", options.library,
                             VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version)));
  }
  return {};
}

}  // namespace rpcts::gpu
