// The restricted heap, and what indirect draws read from.

#include "harness/observer/layer/wrapping.hpp"

namespace rpcts::observer {
namespace {

bool in_restricted_heap(const Device& device, const VkMemoryAllocateInfo& info) {
  const DeviceState& state = device.state;
  return state.restricted_heap && info.memoryTypeIndex < state.memory.memoryTypeCount &&
         state.memory.memoryTypes[info.memoryTypeIndex].heapIndex == *state.restricted_heap;
}

}  // namespace

VkResult before_vkAllocateMemory(const Call& /*call*/, Device& device, VkDevice /*handle*/,
                                 const VkMemoryAllocateInfo* info, const VkAllocationCallbacks* /*allocator*/,
                                 VkDeviceMemory* /*memory*/) {
  if (in_restricted_heap(device, *info) &&
      !device.state.heap_use.reserve(info->allocationSize, device.restrictions.device_local_bytes)) {
    return VK_ERROR_OUT_OF_DEVICE_MEMORY;
  }
  return VK_SUCCESS;
}

void after_vkAllocateMemory(const Call& /*call*/, Device& device, VkResult result, VkDevice /*handle*/,
                            const VkMemoryAllocateInfo* info, const VkAllocationCallbacks* /*allocator*/,
                            const VkDeviceMemory* memory) {
  DeviceState& state = device.state;
  if (in_restricted_heap(device, *info)) {
    if (result == VK_SUCCESS) {
      state.heap_bytes.put(handle_value(*memory), info->allocationSize);
    } else {
      state.heap_use.give_back(info->allocationSize);
    }
  }
  if (result == VK_SUCCESS && device.attention >= Attention::record &&
      info->memoryTypeIndex < state.memory.memoryTypeCount) {
    state.indirect.allocated(handle_value(*memory),
                             (state.memory.memoryTypes[info->memoryTypeIndex].propertyFlags &
                              VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) != 0);
  }
}

void before_vkFreeMemory(const Call& /*call*/, Device& device, VkDevice /*handle*/, VkDeviceMemory memory,
                         const VkAllocationCallbacks* /*allocator*/) {
  if (const auto bytes = device.state.heap_bytes.take(handle_value(memory))) {
    device.state.heap_use.give_back(*bytes);
  }
  if (device.attention >= Attention::record) {
    device.state.indirect.freed(handle_value(memory));
  }
}

void after_vkBindBufferMemory(const Call& /*call*/, Device& device, VkResult result, VkDevice /*handle*/,
                              VkBuffer buffer, VkDeviceMemory memory, VkDeviceSize offset) {
  if (result == VK_SUCCESS && device.attention >= Attention::record) {
    device.state.indirect.bound(handle_value(buffer), handle_value(memory), offset);
  }
}

void after_vkBindBufferMemory2(const Call& call, Device& device, VkResult result, VkDevice handle,
                               std::uint32_t count, const VkBindBufferMemoryInfo* infos) {
  for (std::uint32_t i = 0; i < count; ++i) {
    after_vkBindBufferMemory(call, device, result, handle, infos[i].buffer, infos[i].memory,
                             infos[i].memoryOffset);
  }
}

void before_vkDestroyBuffer(const Call& /*call*/, Device& device, VkDevice /*handle*/, VkBuffer buffer,
                            const VkAllocationCallbacks* /*allocator*/) {
  if (device.attention >= Attention::record) {
    device.state.indirect.forget_buffer(handle_value(buffer));
  }
}

VkResult instead_vkMapMemory(const Call& /*call*/, Device& device, VkDevice handle, VkDeviceMemory memory,
                             VkDeviceSize offset, VkDeviceSize size, VkMemoryMapFlags flags, void** data) {
  if (device.attention < Attention::record) {
    return device.next.vkMapMemory(handle, memory, offset, size, flags, data);
  }
  const auto lock = device.state.indirect.lock_mapping();
  const VkResult result = device.next.vkMapMemory(handle, memory, offset, size, flags, data);
  if (result == VK_SUCCESS) {
    device.state.indirect.mapped(handle_value(memory), *data, offset, lock);
  }
  return result;
}

void instead_vkUnmapMemory(const Call& /*call*/, Device& device, VkDevice handle, VkDeviceMemory memory) {
  if (device.attention < Attention::record) {
    device.next.vkUnmapMemory(handle, memory);
    return;
  }
  const auto lock = device.state.indirect.lock_mapping();
  device.state.indirect.unmapped(handle_value(memory), lock);
  device.next.vkUnmapMemory(handle, memory);
}

}  // namespace rpcts::observer
