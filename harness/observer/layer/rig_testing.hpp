#pragma once

// A small Vulkan application for the tests and the benchmark of the layer: instance, device, one queue.

#include <cstdint>
#include <vector>
#include <volk.h>

namespace rpcts::observer::testing {

/// What an application may ask of its device beside what all have.
struct Wanted {
  const void* features = nullptr;  ///< a chain for VkDeviceCreateInfo
  /// Filled with what the device has, all of which is enabled; in place of `features`.
  VkPhysicalDeviceFeatures2* all_of = nullptr;
  std::vector<const char*> extensions{};
};

/// An application from its instance to its queue; all of it is destroyed at the end. Where something fails
/// the rest stays null and `result` says why.
class Application {
 public:
  explicit Application(const Wanted& wanted = {}) {
    result = volkInitialize();
    if (result != VK_SUCCESS) {
      return;
    }
    const VkApplicationInfo about{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                  .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                    .pApplicationInfo = &about};
    result = vkCreateInstance(&info, nullptr, &instance);
    if (result != VK_SUCCESS) {
      instance = VK_NULL_HANDLE;
      return;
    }
    volkLoadInstanceOnly(instance);
    std::uint32_t count = 1;
    result = vkEnumeratePhysicalDevices(instance, &count, &physical);
    if (result < 0 || count == 0) {
      return;
    }
    if (wanted.all_of != nullptr) {
      vkGetPhysicalDeviceFeatures2(physical, wanted.all_of);
    }
    const float priority = 1;
    const VkDeviceQueueCreateInfo queues{
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const VkDeviceCreateInfo device_info{
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = wanted.all_of != nullptr ? wanted.all_of : wanted.features,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queues,
        .enabledExtensionCount = static_cast<std::uint32_t>(wanted.extensions.size()),
        .ppEnabledExtensionNames = wanted.extensions.data()};
    result = vkCreateDevice(physical, &device_info, nullptr, &device);
    if (result != VK_SUCCESS) {
      device = VK_NULL_HANDLE;
      return;
    }
    volkLoadDeviceTable(&vk, device);
    vk.vkGetDeviceQueue(device, 0, 0, &queue);
  }
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;
  ~Application() {
    if (device != VK_NULL_HANDLE) {
      vk.vkDestroyDevice(device, nullptr);
    }
    if (instance != VK_NULL_HANDLE) {
      vkDestroyInstance(instance, nullptr);
    }
  }

  /// Index of a memory type with these properties.
  [[nodiscard]] std::uint32_t memory_type(VkMemoryPropertyFlags flags) const {
    VkPhysicalDeviceMemoryProperties memory{};
    vkGetPhysicalDeviceMemoryProperties(physical, &memory);
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
      if ((memory.memoryTypes[i].propertyFlags & flags) == flags) {
        return i;
      }
    }
    return 0;
  }
  [[nodiscard]] VkFence fence() const {
    const VkFenceCreateInfo info{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence made = VK_NULL_HANDLE;
    return vk.vkCreateFence(device, &info, nullptr, &made) == VK_SUCCESS ? made : VK_NULL_HANDLE;
  }
  /// 64 bytes of a buffer without memory.
  VkResult buffer(VkBuffer* made, VkDeviceSize size = 64) const {
    const VkBufferCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = size,
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
    return vk.vkCreateBuffer(device, &info, nullptr, made);
  }

  VkResult result = VK_SUCCESS;
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  VolkDeviceTable vk{};
};

}  // namespace rpcts::observer::testing
