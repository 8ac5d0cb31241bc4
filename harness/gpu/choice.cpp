#include "harness/gpu/choice.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace rpcts::gpu {
namespace {

/// Lower comes first.
int preference(const DeviceIdentity& device) {
  switch (device.type) {
    case DeviceType::discrete_gpu:
      return 0;
    case DeviceType::integrated_gpu:
      return 1;
    case DeviceType::virtual_gpu:
      return 2;
    case DeviceType::software:
      return device.driver == "llvmpipe" ? 3 : 4;
    case DeviceType::other:
      return 5;
  }
  return 5;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return result;
}

/// Digits are an index and never part of a name: "6" must not find "256 bits".
bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Whether `device` is one that the lower-case `text` means.
bool means(std::string_view text, const DeviceIdentity& device) {
  if (is_number(text)) {
    return fmt::format("{}", device.index) == text;
  }
  return uuid_text(device.uuid) == text || lower(device.name).find(text) != std::string::npos;
}

std::string what_is_here(std::span<const DeviceIdentity> devices) {
  std::string text;
  for (const DeviceIdentity& device : devices) {
    text += fmt::format("\n  {}  uuid {}", describe(device), uuid_text(device.uuid));
  }
  return text;
}

}  // namespace

Result<std::size_t> choose_device(std::span<const DeviceIdentity> devices, std::string_view wanted) {
  if (devices.empty()) {
    return error(ErrorKind::unsupported,
                 "no Vulkan device is here; install a driver (Debian: mesa-vulkan-drivers), and see that "
                 "VK_DRIVER_FILES and VK_ICD_FILENAMES, where set, name manifests that exist");
  }
  const std::string text = lower(wanted);
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (means(text, devices[i]) && (!chosen || preference(devices[i]) < preference(devices[*chosen]))) {
      chosen = i;
    }
  }
  if (chosen) {
    return *chosen;
  }
  return error(ErrorKind::usage,
               fmt::format("no device has the index, the UUID or a name with '{}'; here are:{}", wanted,
                           what_is_here(devices)));
}

std::string_view name_of(DeviceType type) {
  switch (type) {
    case DeviceType::discrete_gpu:
      return "discrete GPU";
    case DeviceType::integrated_gpu:
      return "integrated GPU";
    case DeviceType::virtual_gpu:
      return "virtual GPU";
    case DeviceType::software:
      return "software";
    case DeviceType::other:
      return "other";
  }
  return "other";
}

std::string uuid_text(const std::array<std::uint8_t, 16>& uuid) {
  std::string text;
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    const bool dash = i == 4 || i == 6 || i == 8 || i == 10;
    text += fmt::format("{}{:02x}", dash ? "-" : "", uuid[i]);
  }
  return text;
}

std::string describe(const DeviceIdentity& device) {
  const std::string driver =
      device.driver_info.empty() ? device.driver : fmt::format("{} {}", device.driver, device.driver_info);
  return fmt::format("device {}: {} [{}, {}, Vulkan {}.{}.{}]", device.index, device.name,
                     name_of(device.type), driver.empty() ? "driver unknown" : driver, device.api_major,
                     device.api_minor, device.api_patch);
}

}  // namespace rpcts::gpu
