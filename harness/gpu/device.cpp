#include "harness/gpu/device.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <string_view>
#include <vector>

#include "harness/gpu/call.hpp"
#include "harness/gpu/choice.hpp"
#include "harness/gpu/facts.hpp"

namespace rpcts::gpu {
namespace {

/// The features of `facts` as Vulkan wants them; the structs point at one another, so they stay where they
/// are.
struct EnabledFeatures {
  VkPhysicalDeviceVulkan13Features features13{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
  VkPhysicalDeviceVulkan12Features features12{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                              .pNext = &features13};
  VkPhysicalDeviceVulkan11Features features11{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                                              .pNext = &features12};

  explicit EnabledFeatures(const DeviceFacts& facts) {
    features11.multiview = facts.multiview ? VK_TRUE : VK_FALSE;
    features11.shaderDrawParameters = facts.draw_parameters ? VK_TRUE : VK_FALSE;
    features12.runtimeDescriptorArray = facts.runtime_descriptor_array ? VK_TRUE : VK_FALSE;
    features12.shaderSampledImageArrayNonUniformIndexing =
        facts.nonuniform_sampled_image_indexing ? VK_TRUE : VK_FALSE;
    features12.descriptorBindingPartiallyBound = facts.partially_bound ? VK_TRUE : VK_FALSE;
    features12.descriptorBindingVariableDescriptorCount =
        facts.variable_descriptor_count ? VK_TRUE : VK_FALSE;
    features12.descriptorBindingSampledImageUpdateAfterBind =
        facts.sampled_image_update_after_bind ? VK_TRUE : VK_FALSE;
    features12.descriptorBindingUpdateUnusedWhilePending =
        facts.update_unused_while_pending ? VK_TRUE : VK_FALSE;
    features12.scalarBlockLayout = facts.scalar_block_layout ? VK_TRUE : VK_FALSE;
    features13.dynamicRendering = facts.dynamic_rendering ? VK_TRUE : VK_FALSE;
    features13.synchronization2 = facts.synchronization2 ? VK_TRUE : VK_FALSE;
  }
  EnabledFeatures(const EnabledFeatures&) = delete;
  EnabledFeatures& operator=(const EnabledFeatures&) = delete;
};

Result<DeviceExtras> extras_of(VkPhysicalDevice physical, const DeviceExtras& wanted) {
  DeviceExtras there;
  if (wanted.push_descriptors) {
    std::uint32_t count = 0;
    std::vector<VkExtensionProperties> extensions;
    VkResult result = VK_INCOMPLETE;
    while (result == VK_INCOMPLETE) {
      vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, nullptr);
      extensions.resize(count);
      result = vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, extensions.data());
    }
    if (auto done = called(result, "vkEnumerateDeviceExtensionProperties"); !done) {
      return std::unexpected(done.error());
    }
    there.push_descriptors = std::ranges::any_of(extensions, [](const VkExtensionProperties& one) {
      return std::string_view(one.extensionName) == VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME;
    });
  }
  if (wanted.multi_draw_indirect) {
    VkPhysicalDeviceFeatures features{};
    vkGetPhysicalDeviceFeatures(physical, &features);
    there.multi_draw_indirect =
        features.multiDrawIndirect == VK_TRUE && features.drawIndirectFirstInstance == VK_TRUE;
  }
  return there;
}

}  // namespace

Result<Device> Device::open(const PhysicalDevice& physical, const DeviceExtras& wanted) {
  const auto missing = missing_features(physical.facts, Need::drawing);
  const std::optional<std::uint32_t> family = graphics_family(physical.handle);
  if (!missing.empty() || !family) {
    return error(
        ErrorKind::unsupported,
        fmt::format("{} cannot be used: it lacks {}", describe(physical.identity),
                    missing.empty() ? "a graphics queue" : fmt::format("{}", fmt::join(missing, ", "))));
  }

  const Result<DeviceExtras> extras = extras_of(physical.handle, wanted);
  if (!extras) {
    return std::unexpected(extras.error());
  }
  const EnabledFeatures features(physical.facts);
  VkPhysicalDeviceFeatures plain{};
  plain.multiDrawIndirect = plain.drawIndirectFirstInstance =
      extras->multi_draw_indirect ? VK_TRUE : VK_FALSE;
  constexpr std::array push_descriptors{VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME};
  constexpr float priority = 1.0F;
  const VkDeviceQueueCreateInfo queue{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                      .queueFamilyIndex = *family,
                                      .queueCount = 1,
                                      .pQueuePriorities = &priority};
  const VkDeviceCreateInfo info{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                .pNext = &features.features11,
                                .queueCreateInfoCount = 1,
                                .pQueueCreateInfos = &queue,
                                .enabledExtensionCount = extras->push_descriptors ? 1U : 0U,
                                .ppEnabledExtensionNames = push_descriptors.data(),
                                .pEnabledFeatures = &plain};
  VkDevice handle = VK_NULL_HANDLE;
  if (auto done = called(vkCreateDevice(physical.handle, &info, nullptr, &handle), "vkCreateDevice"); !done) {
    return std::unexpected(done.error());
  }
  Device made;
  made.identity_ = physical.identity;
  made.facts_ = physical.facts;
  made.extras_ = *extras;
  made.queue_family_ = *family;
  VkPhysicalDeviceProperties properties{};
  vkGetPhysicalDeviceProperties(physical.handle, &properties);
  made.limits_ = properties.limits;
  vkGetPhysicalDeviceMemoryProperties(physical.handle, &made.memory_);
  made.device_ = {handle, [](VkDevice device) { vkDestroyDevice(device, nullptr); }};
  vkGetDeviceQueue(handle, *family, 0, &made.queue_);

  const VkCommandPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                          .queueFamilyIndex = *family};
  VkCommandPool pool = VK_NULL_HANDLE;
  if (auto done = called(vkCreateCommandPool(handle, &pool_info, nullptr, &pool), "vkCreateCommandPool");
      !done) {
    return std::unexpected(done.error());
  }
  made.pool_ = {pool, [handle](VkCommandPool old) { vkDestroyCommandPool(handle, old, nullptr); }};

  const VkFenceCreateInfo fence_info{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  VkFence fence = VK_NULL_HANDLE;
  if (auto done = called(vkCreateFence(handle, &fence_info, nullptr, &fence), "vkCreateFence"); !done) {
    return std::unexpected(done.error());
  }
  made.fence_ = {fence, [handle](VkFence old) { vkDestroyFence(handle, old, nullptr); }};
  return made;
}

Result<void> Device::run(const std::function<void(VkCommandBuffer)>& record) const {
  const VkCommandBufferAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                               .commandPool = pool_.get(),
                                               .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                               .commandBufferCount = 1};
  VkCommandBuffer commands = VK_NULL_HANDLE;
  if (auto done =
          called(vkAllocateCommandBuffers(handle(), &allocation, &commands), "vkAllocateCommandBuffers");
      !done) {
    return done;
  }
  const Owned<VkCommandBuffer> owner(
      commands, [this](VkCommandBuffer old) { vkFreeCommandBuffers(handle(), pool_.get(), 1, &old); });
  const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                       .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
  if (auto done = called(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer"); !done) {
    return done;
  }
  record(commands);
  if (auto done = called(vkEndCommandBuffer(commands), "vkEndCommandBuffer"); !done) {
    return done;
  }
  // Before it is used, not after: whatever fails after a submit, the next one starts from here.
  const VkFence fence = fence_.get();
  if (auto done = called(vkResetFences(handle(), 1, &fence), "vkResetFences"); !done) {
    return done;
  }
  const VkCommandBufferSubmitInfo submitted{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                            .commandBuffer = commands};
  const VkSubmitInfo2 submit{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                             .commandBufferInfoCount = 1,
                             .pCommandBufferInfos = &submitted};
  if (auto done = called(vkQueueSubmit2(queue_, 1, &submit, fence), "vkQueueSubmit2"); !done) {
    return done;
  }
  auto done = called(vkWaitForFences(handle(), 1, &fence, VK_TRUE, UINT64_MAX), "vkWaitForFences");
  if (!done) {
    // The caller gives up what was recorded.
    if (auto idle = wait_idle(); !idle) {
      return idle;
    }
  }
  return done;
}

Result<void> Device::wait_idle() const {
  constexpr int attempts = 8;  // a driver that is out of memory may have some the next time
  VkResult result = VK_SUCCESS;
  for (int i = 0; i < attempts; ++i) {
    result = vkDeviceWaitIdle(handle());
    if (result == VK_SUCCESS || result == VK_ERROR_DEVICE_LOST) {
      return {};
    }
  }
  return called(result, "vkDeviceWaitIdle");
}

Result<Owned<VkDeviceMemory>> Device::allocate(const VkMemoryRequirements& requirements,
                                               VkMemoryPropertyFlags properties,
                                               VkMemoryPropertyFlags preferred) const {
  std::optional<std::uint32_t> chosen;
  int most = -1;
  for (std::uint32_t i = 0; i < memory_.memoryTypeCount; ++i) {
    const VkMemoryPropertyFlags has = memory_.memoryTypes[i].propertyFlags;
    const bool fits = (requirements.memoryTypeBits & (1U << i)) != 0 && (has & properties) == properties;
    const int liked = std::popcount(has & preferred);
    if (fits && liked > most) {
      chosen = i;
      most = liked;
    }
  }
  if (!chosen) {
    return error(ErrorKind::failed,
                 fmt::format("{} has no memory type among the bits {:#x} with the properties {:#x}",
                             identity_.name, requirements.memoryTypeBits, properties));
  }
  const VkMemoryAllocateInfo info{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .allocationSize = requirements.size,
                                  .memoryTypeIndex = *chosen};
  VkDeviceMemory memory = VK_NULL_HANDLE;
  if (auto done = called(vkAllocateMemory(handle(), &info, nullptr, &memory), "vkAllocateMemory"); !done) {
    return std::unexpected(done.error());
  }
  const VkDevice device = handle();
  return Owned<VkDeviceMemory>(memory, [device](VkDeviceMemory old) { vkFreeMemory(device, old, nullptr); });
}

}  // namespace rpcts::gpu
