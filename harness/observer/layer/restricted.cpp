#include "harness/observer/layer/restricted.hpp"

#include <algorithm>
#include <array>

namespace rpcts::observer {
namespace {

void lower(std::uint32_t& value, std::uint32_t limit) {
  if (limit != 0) {
    value = std::min(value, limit);
  }
}

using Indexing = VkPhysicalDeviceDescriptorIndexingFeatures;
using Twelve = VkPhysicalDeviceVulkan12Features;

/// What descriptor indexing consists of, under its two structures.
constexpr std::array indexing_members{
    &Indexing::shaderInputAttachmentArrayDynamicIndexing,
    &Indexing::shaderUniformTexelBufferArrayDynamicIndexing,
    &Indexing::shaderStorageTexelBufferArrayDynamicIndexing,
    &Indexing::shaderUniformBufferArrayNonUniformIndexing,
    &Indexing::shaderSampledImageArrayNonUniformIndexing,
    &Indexing::shaderStorageBufferArrayNonUniformIndexing,
    &Indexing::shaderStorageImageArrayNonUniformIndexing,
    &Indexing::shaderInputAttachmentArrayNonUniformIndexing,
    &Indexing::shaderUniformTexelBufferArrayNonUniformIndexing,
    &Indexing::shaderStorageTexelBufferArrayNonUniformIndexing,
    &Indexing::descriptorBindingUniformBufferUpdateAfterBind,
    &Indexing::descriptorBindingSampledImageUpdateAfterBind,
    &Indexing::descriptorBindingStorageImageUpdateAfterBind,
    &Indexing::descriptorBindingStorageBufferUpdateAfterBind,
    &Indexing::descriptorBindingUniformTexelBufferUpdateAfterBind,
    &Indexing::descriptorBindingStorageTexelBufferUpdateAfterBind,
    &Indexing::descriptorBindingUpdateUnusedWhilePending,
    &Indexing::descriptorBindingPartiallyBound,
    &Indexing::descriptorBindingVariableDescriptorCount,
    &Indexing::runtimeDescriptorArray,
};
constexpr std::array twelve_members{
    &Twelve::descriptorIndexing,
    &Twelve::shaderInputAttachmentArrayDynamicIndexing,
    &Twelve::shaderUniformTexelBufferArrayDynamicIndexing,
    &Twelve::shaderStorageTexelBufferArrayDynamicIndexing,
    &Twelve::shaderUniformBufferArrayNonUniformIndexing,
    &Twelve::shaderSampledImageArrayNonUniformIndexing,
    &Twelve::shaderStorageBufferArrayNonUniformIndexing,
    &Twelve::shaderStorageImageArrayNonUniformIndexing,
    &Twelve::shaderInputAttachmentArrayNonUniformIndexing,
    &Twelve::shaderUniformTexelBufferArrayNonUniformIndexing,
    &Twelve::shaderStorageTexelBufferArrayNonUniformIndexing,
    &Twelve::descriptorBindingUniformBufferUpdateAfterBind,
    &Twelve::descriptorBindingSampledImageUpdateAfterBind,
    &Twelve::descriptorBindingStorageImageUpdateAfterBind,
    &Twelve::descriptorBindingStorageBufferUpdateAfterBind,
    &Twelve::descriptorBindingUniformTexelBufferUpdateAfterBind,
    &Twelve::descriptorBindingStorageTexelBufferUpdateAfterBind,
    &Twelve::descriptorBindingUpdateUnusedWhilePending,
    &Twelve::descriptorBindingPartiallyBound,
    &Twelve::descriptorBindingVariableDescriptorCount,
    &Twelve::runtimeDescriptorArray,
};

template <class Struct>
using Member = VkBool32 Struct::*;

using Eleven = VkPhysicalDeviceVulkan11Features;
using Multiview = VkPhysicalDeviceMultiviewFeatures;
constexpr std::array multiview_members{&Multiview::multiview, &Multiview::multiviewGeometryShader,
                                       &Multiview::multiviewTessellationShader};
constexpr std::array eleven_members{&Eleven::multiview, &Eleven::multiviewGeometryShader,
                                    &Eleven::multiviewTessellationShader};

/// Whether one of the members is asked for.
template <class Struct, std::size_t Count>
bool any(const VkBaseInStructure* at, const std::array<Member<Struct>, Count>& members) {
  const auto& features = *reinterpret_cast<const Struct*>(at);
  return std::ranges::any_of(members, [&](auto member) { return features.*member == VK_TRUE; });
}

template <class Struct, std::size_t Count>
void take(VkBaseOutStructure* at, const std::array<Member<Struct>, Count>& members) {
  auto& features = *reinterpret_cast<Struct*>(at);
  for (const auto member : members) {
    features.*member = VK_FALSE;
  }
}

}  // namespace

void restrict_features(const Restrictions& restrictions, void* chain) {
  for (auto* at = static_cast<VkBaseOutStructure*>(chain); at != nullptr; at = at->pNext) {
    if (restrictions.no_multiview && at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES) {
      take<Multiview>(at, multiview_members);
    }
    if (restrictions.no_multiview && at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES) {
      take<Eleven>(at, eleven_members);
    }
    if (restrictions.no_descriptor_indexing &&
        at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES) {
      take<Indexing>(at, indexing_members);
    }
    if (restrictions.no_descriptor_indexing &&
        at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES) {
      take<Twelve>(at, twelve_members);
    }
  }
}

void restrict_properties(const Restrictions& restrictions, void* chain) {
  for (auto* at = static_cast<VkBaseOutStructure*>(chain); at != nullptr; at = at->pNext) {
    if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2) {
      restrict_limits(restrictions, reinterpret_cast<VkPhysicalDeviceProperties2*>(at)->properties.limits);
    } else if (restrictions.no_multiview &&
               at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_PROPERTIES) {
      reinterpret_cast<VkPhysicalDeviceMultiviewProperties*>(at)->maxMultiviewViewCount = 0;
    } else if (restrictions.no_multiview &&
               at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES) {
      reinterpret_cast<VkPhysicalDeviceVulkan11Properties*>(at)->maxMultiviewViewCount = 0;
    } else if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_PROPERTIES) {
      lower(reinterpret_cast<VkPhysicalDeviceDescriptorIndexingProperties*>(at)
                ->maxDescriptorSetUpdateAfterBindStorageBuffersDynamic,
            restrictions.dynamic_storage_buffers);
    } else if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES) {
      lower(reinterpret_cast<VkPhysicalDeviceVulkan12Properties*>(at)
                ->maxDescriptorSetUpdateAfterBindStorageBuffersDynamic,
            restrictions.dynamic_storage_buffers);
    }
  }
}

void restrict_limits(const Restrictions& restrictions, VkPhysicalDeviceLimits& limits) {
  lower(limits.maxDescriptorSetStorageBuffersDynamic, restrictions.dynamic_storage_buffers);
  lower(limits.maxImageArrayLayers, restrictions.image_layers);
  lower(limits.maxImageDimension2D, restrictions.image_dimension);
  if (restrictions.no_timestamps) {
    limits.timestampComputeAndGraphics = VK_FALSE;
  }
}

std::optional<std::uint32_t> restricted_heap(const Restrictions& restrictions,
                                             const VkPhysicalDeviceMemoryProperties& memory) {
  std::optional<std::uint32_t> largest;
  if (restrictions.device_local_bytes != 0) {
    for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
      if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0 &&
          (!largest || memory.memoryHeaps[i].size > memory.memoryHeaps[*largest].size)) {
        largest = i;
      }
    }
  }
  return largest;
}

void restrict_memory(const Restrictions& restrictions, VkPhysicalDeviceMemoryProperties& memory) {
  if (const auto heap = restricted_heap(restrictions, memory)) {
    memory.memoryHeaps[*heap].size =
        std::min(memory.memoryHeaps[*heap].size, restrictions.device_local_bytes);
  }
}

void restrict_budget(const Restrictions& restrictions, const VkPhysicalDeviceMemoryProperties& memory,
                     void* chain) {
  if (restrictions.device_local_bytes == 0) {
    return;
  }
  for (auto* at = static_cast<VkBaseOutStructure*>(chain); at != nullptr; at = at->pNext) {
    if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT) {
      auto& budget = *reinterpret_cast<VkPhysicalDeviceMemoryBudgetPropertiesEXT*>(at);
      for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
        budget.heapBudget[i] = std::min(budget.heapBudget[i], memory.memoryHeaps[i].size);
      }
    }
  }
}

void restrict_queue_family(const Restrictions& restrictions, VkQueueFamilyProperties& family) {
  if (restrictions.no_timestamps) {
    family.timestampValidBits = 0;
  }
}

void restrict_image(const Restrictions& restrictions, VkImageFormatProperties& image) {
  lower(image.maxArrayLayers, restrictions.image_layers);
  lower(image.maxExtent.width, restrictions.image_dimension);
  lower(image.maxExtent.height, restrictions.image_dimension);
}

bool extension_taken(const Restrictions& restrictions, std::string_view name) {
  return (restrictions.no_multiview && name == VK_KHR_MULTIVIEW_EXTENSION_NAME) ||
         (restrictions.no_descriptor_indexing && name == VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME);
}

VkResult device_refused(const Restrictions& restrictions, const VkDeviceCreateInfo& info) {
  for (std::uint32_t i = 0; i < info.enabledExtensionCount; ++i) {
    if (extension_taken(restrictions, info.ppEnabledExtensionNames[i])) {
      return VK_ERROR_EXTENSION_NOT_PRESENT;
    }
  }
  for (const auto* at = static_cast<const VkBaseInStructure*>(info.pNext); at != nullptr; at = at->pNext) {
    const bool wanted =
        (restrictions.no_multiview && at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES &&
         any<Multiview>(at, multiview_members)) ||
        (restrictions.no_multiview && at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES &&
         any<Eleven>(at, eleven_members)) ||
        (restrictions.no_descriptor_indexing &&
         at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES &&
         any<Indexing>(at, indexing_members)) ||
        (restrictions.no_descriptor_indexing &&
         at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES &&
         any<Twelve>(at, twelve_members));
    if (wanted) {
      return VK_ERROR_FEATURE_NOT_PRESENT;
    }
  }
  return VK_SUCCESS;
}

}  // namespace rpcts::observer
