#pragma once

// What a device seems to be under Restrictions. Pure: from what the driver answers to what the application
// sees.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vulkan/vulkan_core.h>

#include "harness/observer/observer.hpp"

namespace rpcts::observer {

/// Of a chain of output structures that begins at `chain` (VkPhysicalDeviceFeatures2 or what follows it).
void restrict_features(const Restrictions& restrictions, void* chain);
/// Likewise of VkPhysicalDeviceProperties2.
void restrict_properties(const Restrictions& restrictions, void* chain);
void restrict_limits(const Restrictions& restrictions, VkPhysicalDeviceLimits& limits);
void restrict_memory(const Restrictions& restrictions, VkPhysicalDeviceMemoryProperties& memory);
/// The budget that a chain after VkPhysicalDeviceMemoryProperties2 may ask for. `memory` is restricted
/// already.
void restrict_budget(const Restrictions& restrictions, const VkPhysicalDeviceMemoryProperties& memory,
                     void* chain);
void restrict_queue_family(const Restrictions& restrictions, VkQueueFamilyProperties& family);
void restrict_image(const Restrictions& restrictions, VkImageFormatProperties& image);
/// Whether an extension is left out of what the device offers.
[[nodiscard]] bool extension_taken(const Restrictions& restrictions, std::string_view name);
/// Why a device cannot be made: VK_ERROR_FEATURE_NOT_PRESENT, VK_ERROR_EXTENSION_NOT_PRESENT or VK_SUCCESS.
[[nodiscard]] VkResult device_refused(const Restrictions& restrictions, const VkDeviceCreateInfo& info);
/// Index of the heap that seems smaller: the largest device-local one.
[[nodiscard]] std::optional<std::uint32_t> restricted_heap(const Restrictions& restrictions,
                                                           const VkPhysicalDeviceMemoryProperties& memory);

}  // namespace rpcts::observer
