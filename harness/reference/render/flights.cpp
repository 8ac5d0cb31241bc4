#include "harness/reference/render/flights.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "harness/gpu/call.hpp"
#include "harness/reference/render/layouts.hpp"

namespace rpcts::reference {

void RetirementQueue::add(std::uint64_t serial, std::shared_ptr<void> thing) {
  if (serial > completed_) {
    waiting_.push_back({serial, std::move(thing)});
  }
}

void RetirementQueue::complete(std::uint64_t serial) {
  completed_ = std::max(completed_, serial);
  std::erase_if(waiting_, [this](const Entry& entry) { return entry.serial <= completed_; });
}

Result<Flight> Flight::create(const gpu::Device& device, const gpu::PipelineLayout& retail) {
  const VkDevice handle = device.handle();
  Flight made;
  const VkCommandPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                          .queueFamilyIndex = device.queue_family()};
  VkCommandPool pool = VK_NULL_HANDLE;
  if (auto done = gpu::called(vkCreateCommandPool(handle, &pool_info, nullptr, &pool), "vkCreateCommandPool");
      !done) {
    return std::unexpected(done.error());
  }
  made.pool_ = {pool, [handle](VkCommandPool old) { vkDestroyCommandPool(handle, old, nullptr); }};
  const VkCommandBufferAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                               .commandPool = pool,
                                               .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                               .commandBufferCount = 1};
  if (auto done = gpu::called(vkAllocateCommandBuffers(handle, &allocation, &made.commands_),
                              "vkAllocateCommandBuffers");
      !done) {
    return std::unexpected(done.error());
  }
  const VkFenceCreateInfo fence_info{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  VkFence fence = VK_NULL_HANDLE;
  if (auto done = gpu::called(vkCreateFence(handle, &fence_info, nullptr, &fence), "vkCreateFence"); !done) {
    return std::unexpected(done.error());
  }
  made.fence_ = {fence, [handle](VkFence old) { vkDestroyFence(handle, old, nullptr); }};

  constexpr std::array<std::size_t, 4> bytes{sizeof(SceneLighting), sizeof(ClipPlanes), sizeof(TerrainTiling),
                                             sizeof(SkyParameters)};
  const std::size_t alignment = std::max<std::size_t>(device.limits().minUniformBufferOffsetAlignment, 16);
  std::size_t end = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    made.offsets_[i] = static_cast<std::uint32_t>(end);
    end = (end + bytes[i] + alignment - 1) / alignment * alignment;
  }
  auto buffer = gpu::Buffer::create(device, end, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
  if (!buffer) {
    return std::unexpected(buffer.error());
  }
  auto set = gpu::DescriptorSet::create(device, retail, uniform_set);
  if (!set) {
    return std::unexpected(set.error());
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    set->write_uniform(static_cast<std::uint32_t>(i) + 1, *buffer, bytes[i]);
  }
  // Clip planes and sky stay zeros; every terrain kind fills one cell once.
  TerrainTiling tiling;
  tiling.repeats.fill(1.0F);
  std::memcpy(buffer->bytes().data() + made.offsets_[2], &tiling, sizeof(tiling));
  made.buffer_.emplace(std::move(*buffer));
  made.uniforms_.emplace(std::move(*set));
  return made;
}

Result<std::uint64_t> Flight::wait(const gpu::Device& device) {
  if (pending_ == 0) {
    return 0;
  }
  const VkFence fence = fence_.get();
  if (auto done =
          gpu::called(vkWaitForFences(device.handle(), 1, &fence, VK_TRUE, UINT64_MAX), "vkWaitForFences");
      !done) {
    return std::unexpected(done.error());
  }
  if (auto done = gpu::called(vkResetFences(device.handle(), 1, &fence), "vkResetFences"); !done) {
    return std::unexpected(done.error());
  }
  return std::exchange(pending_, 0);
}

Result<VkCommandBuffer> Flight::begin(const gpu::Device& device) {
  if (auto done = gpu::called(vkResetCommandPool(device.handle(), pool_.get(), 0), "vkResetCommandPool");
      !done) {
    return std::unexpected(done.error());
  }
  const VkCommandBufferBeginInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
  if (auto done = gpu::called(vkBeginCommandBuffer(commands_, &info), "vkBeginCommandBuffer"); !done) {
    return std::unexpected(done.error());
  }
  return commands_;
}

Result<void> Flight::submit(const gpu::Device& device, std::uint64_t serial) {
  if (auto done = gpu::called(vkEndCommandBuffer(commands_), "vkEndCommandBuffer"); !done) {
    return done;
  }
  const VkCommandBufferSubmitInfo recording{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                            .commandBuffer = commands_};
  const VkSubmitInfo2 info{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                           .commandBufferInfoCount = 1,
                           .pCommandBufferInfos = &recording};
  auto done = gpu::called(vkQueueSubmit2(device.queue(), 1, &info, fence_.get()), "vkQueueSubmit2");
  if (done) {
    pending_ = serial;
  }
  return done;
}

void Flight::publish(const SceneLighting& lighting) const {
  std::memcpy(buffer_->bytes().data() + offsets_[0], &lighting, sizeof(lighting));
}

}  // namespace rpcts::reference
