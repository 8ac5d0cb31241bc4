#include "harness/gpu/call.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace rpcts::gpu {
namespace {

struct KnownResult {
  VkResult value;
  std::string_view name;
  ErrorKind kind;
  std::string_view hint;
};

constexpr auto known_results = std::to_array<KnownResult>({
    {VK_SUCCESS, "VK_SUCCESS", ErrorKind::internal, ""},
    {VK_NOT_READY, "VK_NOT_READY", ErrorKind::failed, ""},
    {VK_TIMEOUT, "VK_TIMEOUT", ErrorKind::failed, ""},
    {VK_INCOMPLETE, "VK_INCOMPLETE", ErrorKind::failed, ""},
    {VK_ERROR_OUT_OF_HOST_MEMORY, "VK_ERROR_OUT_OF_HOST_MEMORY", ErrorKind::exhausted,
     "out of memory; from vkCreateInstance also when a driver's manifest is not JSON"},
    {VK_ERROR_OUT_OF_DEVICE_MEMORY, "VK_ERROR_OUT_OF_DEVICE_MEMORY", ErrorKind::exhausted,
     "the device is out of memory; other programs may hold it"},
    {VK_ERROR_INITIALIZATION_FAILED, "VK_ERROR_INITIALIZATION_FAILED", ErrorKind::unsupported,
     "the driver could not start"},
    {VK_ERROR_DEVICE_LOST, "VK_ERROR_DEVICE_LOST", ErrorKind::lost,
     "the driver gave the device up; look into the system's log"},
    {VK_ERROR_MEMORY_MAP_FAILED, "VK_ERROR_MEMORY_MAP_FAILED", ErrorKind::failed, ""},
    {VK_ERROR_LAYER_NOT_PRESENT, "VK_ERROR_LAYER_NOT_PRESENT", ErrorKind::unsupported, ""},
    {VK_ERROR_EXTENSION_NOT_PRESENT, "VK_ERROR_EXTENSION_NOT_PRESENT", ErrorKind::unsupported, ""},
    {VK_ERROR_FEATURE_NOT_PRESENT, "VK_ERROR_FEATURE_NOT_PRESENT", ErrorKind::unsupported, ""},
    {VK_ERROR_INCOMPATIBLE_DRIVER, "VK_ERROR_INCOMPATIBLE_DRIVER", ErrorKind::unsupported,
     "no Vulkan driver could be loaded; install one (Debian: mesa-vulkan-drivers), and see that "
     "VK_DRIVER_FILES "
     "and VK_ICD_FILENAMES, where set, name manifests that exist"},
    {VK_ERROR_TOO_MANY_OBJECTS, "VK_ERROR_TOO_MANY_OBJECTS", ErrorKind::failed, ""},
    {VK_ERROR_FORMAT_NOT_SUPPORTED, "VK_ERROR_FORMAT_NOT_SUPPORTED", ErrorKind::unsupported, ""},
    {VK_ERROR_FRAGMENTED_POOL, "VK_ERROR_FRAGMENTED_POOL", ErrorKind::failed, ""},
    {VK_ERROR_UNKNOWN, "VK_ERROR_UNKNOWN", ErrorKind::failed, ""},
    {VK_ERROR_OUT_OF_POOL_MEMORY, "VK_ERROR_OUT_OF_POOL_MEMORY", ErrorKind::failed, ""},
    {VK_ERROR_INVALID_SHADER_NV, "VK_ERROR_INVALID_SHADER_NV", ErrorKind::failed, ""},
});

/// A driver that cannot start is not there; later the same result is a failure like others.
bool starts_driver(std::string_view call) {
  return call == "vkCreateInstance" || call == "vkCreateDevice" || call == "vkEnumeratePhysicalDevices";
}

const KnownResult* find(VkResult result) {
  const auto* found = std::ranges::find(known_results, result, &KnownResult::value);
  return found != known_results.end() ? found : nullptr;
}

}  // namespace

std::string name_of(VkResult result) {
  const KnownResult* known = find(result);
  return known != nullptr ? std::string(known->name)
                          : fmt::format("VkResult {}", static_cast<std::int32_t>(result));
}

Result<void> called(VkResult result, std::string_view call) {
  if (result == VK_SUCCESS) {
    return {};
  }
  const KnownResult* known = find(result);
  std::string message = fmt::format("{} returned {}", call, name_of(result));
  if (result == VK_ERROR_INITIALIZATION_FAILED && !starts_driver(call)) {
    return error(ErrorKind::failed, std::move(message));
  }
  if (known != nullptr && !known->hint.empty()) {
    message += fmt::format(": {}", known->hint);
  }
  return error(known != nullptr ? known->kind : ErrorKind::failed, std::move(message));
}

}  // namespace rpcts::gpu
