#pragma once

// Time that the device takes for one frame of a host, which keeps its device and its recordings to itself:
// two timestamps are put into the recording on its way to Vulkan.

#include <functional>
#include <volk.h>

#include "harness/base/result.hpp"

namespace rpcts::bench {

/// For the frames of one host, which must outlive it. Used by one thread.
class FrameGpuTimer {
 public:
  /// `tick_ns` nanoseconds of a timestamp.
  explicit FrameGpuTimer(double tick_ns) : tick_ns_(tick_ns) {}
  ~FrameGpuTimer();
  FrameGpuTimer(const FrameGpuTimer&) = delete;
  FrameGpuTimer& operator=(const FrameGpuTimer&) = delete;
  FrameGpuTimer(FrameGpuTimer&&) = delete;
  FrameGpuTimer& operator=(FrameGpuTimer&&) = delete;

  /// `frame` makes one recording and submits it. Waits for the device. Nanoseconds.
  [[nodiscard]] Result<double> measure(const std::function<Result<void>()>& frame);

 private:
  static VkResult VKAPI_CALL reset(VkDevice device, VkCommandPool pool, VkCommandPoolResetFlags flags);
  static VkResult VKAPI_CALL begin(VkCommandBuffer commands, const VkCommandBufferBeginInfo* info);
  static VkResult VKAPI_CALL end(VkCommandBuffer commands);

  [[nodiscard]] Result<double> read() const;

  double tick_ns_;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueryPool pool_ = VK_NULL_HANDLE;  ///< made with the first frame, which tells the device
  unsigned recordings_ = 0;            ///< of the frame that is measured
};

}  // namespace rpcts::bench
