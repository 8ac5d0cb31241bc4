#include "bench/render_pack_v1/frame_gpu_timer.hpp"

#include <array>
#include <cstdint>
#include <fmt/format.h>

#include "bench/render_pack_v1/replaced_call.hpp"
#include "harness/gpu/call.hpp"

namespace rpcts::bench {
namespace {

/// Vulkan's functions have no place for a context.
struct Measuring {
  FrameGpuTimer* timer = nullptr;
  PFN_vkResetCommandPool reset = nullptr;
  PFN_vkBeginCommandBuffer begin = nullptr;
  PFN_vkEndCommandBuffer end = nullptr;
};

Measuring& measuring() {
  static Measuring one;
  return one;
}

}  // namespace

FrameGpuTimer::~FrameGpuTimer() {
  if (pool_ != VK_NULL_HANDLE) {
    vkDestroyQueryPool(device_, pool_, nullptr);
  }
}

Result<double> FrameGpuTimer::measure(const std::function<Result<void>()>& frame) {
  recordings_ = 0;
  Result<void> drawn;
  {
    const ReplacedCall<PFN_vkResetCommandPool> reset_call(vkResetCommandPool, &reset);
    const ReplacedCall<PFN_vkBeginCommandBuffer> begin_call(vkBeginCommandBuffer, &begin);
    const ReplacedCall<PFN_vkEndCommandBuffer> end_call(vkEndCommandBuffer, &end);
    measuring() = {
        .timer = this, .reset = reset_call.old(), .begin = begin_call.old(), .end = end_call.old()};
    drawn = frame();
    measuring() = {};
  }
  if (device_ != VK_NULL_HANDLE) {
    if (auto done = gpu::called(vkDeviceWaitIdle(device_), "vkDeviceWaitIdle"); !done) {
      return std::unexpected(done.error());
    }
  }
  if (!drawn) {
    return std::unexpected(drawn.error());
  }
  if (recordings_ != 1) {
    return error(ErrorKind::internal, fmt::format("a frame of {} recordings has no one time", recordings_));
  }
  return read();
}

Result<double> FrameGpuTimer::read() const {
  std::array<std::uint64_t, 2> ticks{};
  if (auto done = gpu::called(
          vkGetQueryPoolResults(device_, pool_, 0, 2, sizeof(ticks), ticks.data(), sizeof(ticks[0]),
                                VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
          "vkGetQueryPoolResults");
      !done) {
    return std::unexpected(done.error());
  }
  return static_cast<double>(ticks[1] - ticks[0]) * tick_ns_;
}

/// A flight resets its pool before it records: the only call of a frame that tells the device early enough.
VkResult FrameGpuTimer::reset(VkDevice device, VkCommandPool pool, VkCommandPoolResetFlags flags) {
  FrameGpuTimer& timer = *measuring().timer;
  if (timer.pool_ == VK_NULL_HANDLE) {
    const VkQueryPoolCreateInfo info{.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                     .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                     .queryCount = 2};
    const VkResult made = vkCreateQueryPool(device, &info, nullptr, &timer.pool_);
    if (made != VK_SUCCESS) {
      return made;
    }
    timer.device_ = device;
  }
  return measuring().reset(device, pool, flags);
}

VkResult FrameGpuTimer::begin(VkCommandBuffer commands, const VkCommandBufferBeginInfo* info) {
  const VkResult begun = measuring().begin(commands, info);
  FrameGpuTimer& timer = *measuring().timer;
  if (begun == VK_SUCCESS && timer.pool_ != VK_NULL_HANDLE && timer.recordings_++ == 0) {
    vkCmdResetQueryPool(commands, timer.pool_, 0, 2);
    vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT, timer.pool_, 0);
  }
  return begun;
}

VkResult FrameGpuTimer::end(VkCommandBuffer commands) {
  const FrameGpuTimer& timer = *measuring().timer;
  if (timer.recordings_ == 1) {
    vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT, timer.pool_, 1);
  }
  return measuring().end(commands);
}

}  // namespace rpcts::bench
