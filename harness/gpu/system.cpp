#include "harness/gpu/system.hpp"

#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <fmt/format.h>
#include <system_error>

namespace rpcts::gpu {
namespace {

constexpr auto manifest_places = std::to_array<const char*>({
    "/usr/lib/chromium/vk_swiftshader_icd.json",            // Debian, Arch
    "/usr/lib64/chromium-browser/vk_swiftshader_icd.json",  // Fedora
    "/usr/lib/chromium-browser/vk_swiftshader_icd.json",    // older Ubuntu
    "/opt/google/chrome/vk_swiftshader_icd.json",           // Google Chrome
});

std::string loading_error() {
  const char* text = dlerror();
  return text != nullptr ? text : "unknown reason";
}

}  // namespace

std::optional<std::string> environment(const std::string& name) {
  // The process has one thread when this room reads its environment.
  const char* value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
  return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

void set_environment(const std::string& name, const std::string& value) {
  setenv(name.c_str(), value.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
}

std::vector<std::filesystem::path> unregistered_driver_manifests() {
  std::vector<std::filesystem::path> found;
  for (const char* place : manifest_places) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(place, ignored)) {
      found.emplace_back(place);
      break;  // one copy of the driver is enough
    }
  }
  return found;
}

Result<void (*)()> loader_entry_point(const std::string& library) {
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    return error(ErrorKind::unsupported,
                 fmt::format("no Vulkan loader: {}; install one (Debian: libvulkan1) and a Vulkan driver "
                             "(Debian: mesa-vulkan-drivers)",
                             loading_error()));
  }
  void* symbol = dlsym(handle, "vkGetInstanceProcAddr");
  if (symbol == nullptr) {
    return error(ErrorKind::unsupported,
                 fmt::format("no Vulkan loader: {} exports no vkGetInstanceProcAddr", library));
  }
  return reinterpret_cast<void (*)()>(symbol);
}

}  // namespace rpcts::gpu
