#include "harness/gpu/buffer.hpp"

#include <algorithm>

#include "harness/gpu/call.hpp"

namespace rpcts::gpu {

Result<Buffer> Buffer::create(const Device& device, std::size_t bytes, VkBufferUsageFlags usage) {
  const VkDevice handle = device.handle();
  const VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                .size = bytes,
                                .usage = usage,
                                .sharingMode = VK_SHARING_MODE_EXCLUSIVE};
  VkBuffer buffer = VK_NULL_HANDLE;
  if (auto done = called(vkCreateBuffer(handle, &info, nullptr, &buffer), "vkCreateBuffer"); !done) {
    return std::unexpected(done.error());
  }
  Owned<VkBuffer> owned(buffer, [handle](VkBuffer old) { vkDestroyBuffer(handle, old, nullptr); });

  VkMemoryRequirements requirements{};
  vkGetBufferMemoryRequirements(handle, buffer, &requirements);
  // Every Vulkan device has a visible and coherent type; a cached one is faster to read from.
  Result<Owned<VkDeviceMemory>> memory = device.allocate(
      requirements, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
      VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
  if (!memory) {
    return std::unexpected(memory.error());
  }
  if (auto done = called(vkBindBufferMemory(handle, buffer, memory->get(), 0), "vkBindBufferMemory"); !done) {
    return std::unexpected(done.error());
  }
  void* mapped = nullptr;
  if (auto done = called(vkMapMemory(handle, memory->get(), 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
      !done) {
    return std::unexpected(done.error());
  }
  Buffer made;
  made.memory_ = std::move(*memory);
  made.buffer_ = std::move(owned);
  made.bytes_ = {static_cast<std::byte*>(mapped), bytes};
  std::ranges::fill(made.bytes_, std::byte{0});
  return made;
}

}  // namespace rpcts::gpu
