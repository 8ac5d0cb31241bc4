// What a device seems to be, and creations beyond that.

#include <algorithm>
#include <vector>

#include "harness/observer/layer/wrapping.hpp"

namespace rpcts::observer {
namespace {

void tell_beyond(const Call& call, Limit limit, std::uint64_t asked, std::uint64_t allowed) {
  Record record = call.record(Told::beyond);
  record.values = {static_cast<std::uint64_t>(limit), asked, allowed};
  call.tell(record);
}

void check(const Call& call, Limit limit, std::uint64_t asked, std::uint64_t allowed) {
  if (allowed != 0 && asked > allowed) {
    tell_beyond(call, limit, asked, allowed);
  }
}

}  // namespace

void after_vkGetPhysicalDeviceFeatures2(const Call& /*call*/, Instance& instance, VkPhysicalDevice /*device*/,
                                        VkPhysicalDeviceFeatures2* features) {
  restrict_features(instance.restrictions, features);
}

void after_vkGetPhysicalDeviceProperties(const Call& /*call*/, Instance& instance,
                                         VkPhysicalDevice /*device*/,
                                         VkPhysicalDeviceProperties* properties) {
  restrict_limits(instance.restrictions, properties->limits);
}

void after_vkGetPhysicalDeviceProperties2(const Call& /*call*/, Instance& instance,
                                          VkPhysicalDevice /*device*/,
                                          VkPhysicalDeviceProperties2* properties) {
  restrict_properties(instance.restrictions, properties);
}

void after_vkGetPhysicalDeviceMemoryProperties(const Call& /*call*/, Instance& instance,
                                               VkPhysicalDevice /*device*/,
                                               VkPhysicalDeviceMemoryProperties* memory) {
  restrict_memory(instance.restrictions, *memory);
}

void after_vkGetPhysicalDeviceMemoryProperties2(const Call& /*call*/, Instance& instance,
                                                VkPhysicalDevice /*device*/,
                                                VkPhysicalDeviceMemoryProperties2* memory) {
  restrict_memory(instance.restrictions, memory->memoryProperties);
  restrict_budget(instance.restrictions, memory->memoryProperties, memory->pNext);
}

void after_vkGetPhysicalDeviceQueueFamilyProperties(const Call& /*call*/, Instance& instance,
                                                    VkPhysicalDevice /*device*/, const std::uint32_t* count,
                                                    VkQueueFamilyProperties* families) {
  for (std::uint32_t i = 0; families != nullptr && i < *count; ++i) {
    restrict_queue_family(instance.restrictions, families[i]);
  }
}

void after_vkGetPhysicalDeviceQueueFamilyProperties2(const Call& /*call*/, Instance& instance,
                                                     VkPhysicalDevice /*device*/, const std::uint32_t* count,
                                                     VkQueueFamilyProperties2* families) {
  for (std::uint32_t i = 0; families != nullptr && i < *count; ++i) {
    restrict_queue_family(instance.restrictions, families[i].queueFamilyProperties);
  }
}

void after_vkGetPhysicalDeviceImageFormatProperties(const Call& /*call*/, Instance& instance, VkResult result,
                                                    VkPhysicalDevice /*device*/, VkFormat /*format*/,
                                                    VkImageType /*type*/, VkImageTiling /*tiling*/,
                                                    VkImageUsageFlags /*usage*/, VkImageCreateFlags /*flags*/,
                                                    VkImageFormatProperties* image) {
  if (result == VK_SUCCESS) {
    restrict_image(instance.restrictions, *image);
  }
}

void after_vkGetPhysicalDeviceImageFormatProperties2(const Call& /*call*/, Instance& instance,
                                                     VkResult result, VkPhysicalDevice /*device*/,
                                                     const VkPhysicalDeviceImageFormatInfo2* /*info*/,
                                                     VkImageFormatProperties2* image) {
  if (result == VK_SUCCESS) {
    restrict_image(instance.restrictions, image->imageFormatProperties);
  }
}

VkResult instead_vkEnumerateDeviceExtensionProperties(const Call& /*call*/, Instance& instance,
                                                      VkPhysicalDevice device, const char* layer,
                                                      std::uint32_t* count,
                                                      VkExtensionProperties* properties) {
  const auto next = instance.next.vkEnumerateDeviceExtensionProperties;
  const Restrictions& restrictions = instance.restrictions;
  if (layer != nullptr || (!restrictions.no_multiview && !restrictions.no_descriptor_indexing)) {
    return next(device, layer, count, properties);
  }
  std::uint32_t all_count = 0;
  std::vector<VkExtensionProperties> all;
  VkResult result = VK_INCOMPLETE;
  while (result == VK_INCOMPLETE) {
    if (result = next(device, nullptr, &all_count, nullptr); result != VK_SUCCESS) {
      return result;
    }
    all.resize(all_count);
    result = next(device, nullptr, &all_count, all.data());
  }
  if (result != VK_SUCCESS) {
    return result;
  }
  all.resize(all_count);
  std::erase_if(all, [&](const VkExtensionProperties& one) {
    return extension_taken(restrictions, one.extensionName);
  });
  if (properties == nullptr) {
    *count = static_cast<std::uint32_t>(all.size());
    return VK_SUCCESS;
  }
  *count = std::min(*count, static_cast<std::uint32_t>(all.size()));
  std::copy_n(all.begin(), *count, properties);
  return *count < all.size() ? VK_INCOMPLETE : VK_SUCCESS;
}

VkResult before_vkCreateImage(const Call& call, Device& device, VkDevice /*handle*/,
                              const VkImageCreateInfo* info, const VkAllocationCallbacks* /*allocator*/,
                              VkImage* /*image*/) {
  const Restrictions& restrictions = device.restrictions;
  check(call, Limit::image_layers, info->arrayLayers, restrictions.image_layers);
  if (info->imageType == VK_IMAGE_TYPE_2D) {
    check(call, Limit::image_dimension, std::max(info->extent.width, info->extent.height),
          restrictions.image_dimension);
  }
  return VK_SUCCESS;
}

VkResult before_vkCreatePipelineLayout(const Call& call, Device& device, VkDevice /*handle*/,
                                       const VkPipelineLayoutCreateInfo* info,
                                       const VkAllocationCallbacks* /*allocator*/,
                                       VkPipelineLayout* /*layout*/) {
  if (device.restrictions.dynamic_storage_buffers != 0) {
    std::uint64_t dynamic = 0;
    for (std::uint32_t i = 0; i < info->setLayoutCount; ++i) {
      dynamic += device.state.dynamic_buffers.get(handle_value(info->pSetLayouts[i])).value_or(0);
    }
    check(call, Limit::dynamic_storage_buffers, dynamic, device.restrictions.dynamic_storage_buffers);
  }
  return VK_SUCCESS;
}

}  // namespace rpcts::observer
