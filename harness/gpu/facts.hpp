#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>
#include <volk.h>

#include "harness/base/device_facts.hpp"

namespace rpcts::gpu {

/// Asks the driver. `index` is the device's position in the loader's list.
[[nodiscard]] DeviceIdentity identity_of(VkPhysicalDevice device, std::uint32_t index);
[[nodiscard]] DeviceFacts facts_of(VkPhysicalDevice device);

/// The queue family that draws; nothing on a device that cannot draw.
[[nodiscard]] std::optional<std::uint32_t> graphics_family(VkPhysicalDevice device);

/// What a piece of work asks of a device.
enum class Need : std::uint8_t {
  drawing,        ///< what every use of a device in this suite needs
  texture_table,  ///< the unsized, partially bound, update-after-bind table of D.8 and D.9
  multiview,      ///< one draw into several layers
};

/// Names of the features that `need` asks for and the device lacks, as Vulkan spells them; empty = all there.
[[nodiscard]] std::vector<std::string_view> missing_features(const DeviceFacts& facts, Need need);

}  // namespace rpcts::gpu
