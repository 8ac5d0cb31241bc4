#include "harness/gpu/facts.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace rpcts::gpu {
namespace {

DeviceType type_of(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return DeviceType::integrated_gpu;
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return DeviceType::discrete_gpu;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return DeviceType::virtual_gpu;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return DeviceType::software;
    default:
      return DeviceType::other;
  }
}

VkPhysicalDeviceProperties properties_of(VkPhysicalDevice device) {
  VkPhysicalDeviceProperties properties{};
  vkGetPhysicalDeviceProperties(device, &properties);
  return properties;
}

std::vector<VkQueueFamilyProperties> families_of(VkPhysicalDevice device) {
  std::uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  return families;
}

bool has_format(VkPhysicalDevice device, VkFormat format, VkFormatFeatureFlags features) {
  VkFormatProperties properties{};
  vkGetPhysicalDeviceFormatProperties(device, format, &properties);
  return (properties.optimalTilingFeatures & features) == features;
}

void ask_features(VkPhysicalDevice device, DeviceFacts& facts) {
  VkPhysicalDeviceVulkan13Features features13{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
  VkPhysicalDeviceVulkan12Features features12{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                              .pNext = &features13};
  VkPhysicalDeviceVulkan11Features features11{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                                              .pNext = &features12};
  VkPhysicalDeviceFeatures2 features{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                     .pNext = &features11};
  vkGetPhysicalDeviceFeatures2(device, &features);

  facts.runtime_descriptor_array = features12.runtimeDescriptorArray == VK_TRUE;
  facts.nonuniform_sampled_image_indexing = features12.shaderSampledImageArrayNonUniformIndexing == VK_TRUE;
  facts.partially_bound = features12.descriptorBindingPartiallyBound == VK_TRUE;
  facts.variable_descriptor_count = features12.descriptorBindingVariableDescriptorCount == VK_TRUE;
  facts.sampled_image_update_after_bind = features12.descriptorBindingSampledImageUpdateAfterBind == VK_TRUE;
  facts.update_unused_while_pending = features12.descriptorBindingUpdateUnusedWhilePending == VK_TRUE;
  facts.scalar_block_layout = features12.scalarBlockLayout == VK_TRUE;
  facts.draw_parameters = features11.shaderDrawParameters == VK_TRUE;
  facts.multiview = features11.multiview == VK_TRUE;
  facts.dynamic_rendering = features13.dynamicRendering == VK_TRUE;
  facts.synchronization2 = features13.synchronization2 == VK_TRUE;
}

void ask_table_limit(VkPhysicalDevice device, DeviceFacts& facts) {
  VkPhysicalDeviceVulkan12Properties properties12{
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES};
  VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                         .pNext = &properties12};
  vkGetPhysicalDeviceProperties2(device, &properties);
  // A combined image sampler counts as a sampler and as a sampled image.
  facts.maximum_table_slots = std::min({properties12.maxDescriptorSetUpdateAfterBindSampledImages,
                                        properties12.maxDescriptorSetUpdateAfterBindSamplers,
                                        properties12.maxPerStageDescriptorUpdateAfterBindSampledImages,
                                        properties12.maxPerStageDescriptorUpdateAfterBindSamplers,
                                        properties12.maxPerStageUpdateAfterBindResources});
}

void ask_formats(VkPhysicalDevice device, DeviceFacts& facts) {
  constexpr VkFormatFeatureFlags depth =
      VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
  facts.hdr_color = has_format(device, VK_FORMAT_R16G16B16A16_SFLOAT,
                               VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT |
                                   VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT);
  facts.sampled_depth = has_format(device, VK_FORMAT_D32_SFLOAT, depth) &&
                        (has_format(device, VK_FORMAT_D24_UNORM_S8_UINT, depth) ||
                         has_format(device, VK_FORMAT_D32_SFLOAT_S8_UINT, depth));
}

std::uint64_t largest_local_heap(VkPhysicalDevice device) {
  VkPhysicalDeviceMemoryProperties memory{};
  vkGetPhysicalDeviceMemoryProperties(device, &memory);
  std::uint64_t largest = 0;
  for (const VkMemoryHeap& heap : std::span(memory.memoryHeaps, memory.memoryHeapCount)) {
    if ((heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0) {
      largest = std::max(largest, heap.size);
    }
  }
  return largest;
}

struct NeededFeature {
  Need need;
  bool DeviceFacts::* has;
  std::string_view name;
};

constexpr auto needed_features = std::to_array<NeededFeature>({
    {Need::drawing, &DeviceFacts::vulkan_1_3, "Vulkan 1.3"},
    {Need::drawing, &DeviceFacts::dynamic_rendering, "dynamicRendering"},
    {Need::drawing, &DeviceFacts::synchronization2, "synchronization2"},
    {Need::texture_table, &DeviceFacts::runtime_descriptor_array, "runtimeDescriptorArray"},
    {Need::texture_table, &DeviceFacts::nonuniform_sampled_image_indexing,
     "shaderSampledImageArrayNonUniformIndexing"},
    {Need::texture_table, &DeviceFacts::partially_bound, "descriptorBindingPartiallyBound"},
    {Need::texture_table, &DeviceFacts::variable_descriptor_count,
     "descriptorBindingVariableDescriptorCount"},
    {Need::texture_table, &DeviceFacts::sampled_image_update_after_bind,
     "descriptorBindingSampledImageUpdateAfterBind"},
    {Need::multiview, &DeviceFacts::multiview, "multiview"},
});

}  // namespace

DeviceIdentity identity_of(VkPhysicalDevice device, std::uint32_t index) {
  const VkPhysicalDeviceProperties plain = properties_of(device);
  DeviceIdentity identity{.index = index,
                          .name = plain.deviceName,
                          .type = type_of(plain.deviceType),
                          .api_major = VK_API_VERSION_MAJOR(plain.apiVersion),
                          .api_minor = VK_API_VERSION_MINOR(plain.apiVersion),
                          .api_patch = VK_API_VERSION_PATCH(plain.apiVersion)};
  if (plain.apiVersion < VK_API_VERSION_1_2) {
    return identity;
  }
  VkPhysicalDeviceDriverProperties driver{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
  VkPhysicalDeviceIDProperties id{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES, .pNext = &driver};
  VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                         .pNext = &id};
  vkGetPhysicalDeviceProperties2(device, &properties);
  identity.driver = driver.driverName;
  identity.driver_info = driver.driverInfo;
  std::ranges::copy(id.deviceUUID, identity.uuid.begin());
  return identity;
}

DeviceFacts facts_of(VkPhysicalDevice device) {
  const VkPhysicalDeviceProperties properties = properties_of(device);
  DeviceFacts facts{
      .vulkan_1_3 = properties.apiVersion >= VK_API_VERSION_1_3,
      .device_local_bytes = largest_local_heap(device),
      .maximum_image_dimension = properties.limits.maxImageDimension2D,
      .maximum_image_layers = properties.limits.maxImageArrayLayers,
      .maximum_bound_sets = properties.limits.maxBoundDescriptorSets,
      .maximum_push_bytes = properties.limits.maxPushConstantsSize,
      .maximum_dynamic_storage_buffers = properties.limits.maxDescriptorSetStorageBuffersDynamic,
      .maximum_stage_storage_buffers = properties.limits.maxPerStageDescriptorStorageBuffers};
  if (!facts.vulkan_1_3) {
    return facts;
  }
  ask_features(device, facts);
  ask_table_limit(device, facts);
  ask_formats(device, facts);
  if (const auto family = graphics_family(device)) {
    facts.timestamps =
        families_of(device)[*family].timestampValidBits > 0 && properties.limits.timestampPeriod > 0;
  }
  return facts;
}

std::optional<std::uint32_t> graphics_family(VkPhysicalDevice device) {
  const std::vector<VkQueueFamilyProperties> families = families_of(device);
  for (std::uint32_t i = 0; i < families.size(); ++i) {
    if ((families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0) {
      return i;
    }
  }
  return std::nullopt;
}

std::vector<std::string_view> missing_features(const DeviceFacts& facts, Need need) {
  std::vector<std::string_view> missing;
  for (const NeededFeature& feature : needed_features) {
    if (feature.need == need && !(facts.*feature.has)) {
      missing.push_back(feature.name);
    }
  }
  return missing;
}

}  // namespace rpcts::gpu
