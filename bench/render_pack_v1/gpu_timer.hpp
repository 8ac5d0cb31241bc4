#pragma once

// Time that the device takes for a recording, from two timestamps around it.

#include <functional>
#include <memory>

#include "harness/gpu/device.hpp"

namespace rpcts::bench {

class GpuTimer {
 public:
  /// Error `unsupported`: the graphics queue counts no time.
  [[nodiscard]] static Result<std::shared_ptr<GpuTimer>> create(const gpu::Device& device);

  /// Records with `record`, submits, waits: one recording is under way at a time. Nanoseconds.
  [[nodiscard]] Result<double> measure(const std::function<void(VkCommandBuffer)>& record) const;

 private:
  GpuTimer(const gpu::Device& device) : device_(device) {}

  const gpu::Device& device_;
  gpu::Owned<VkQueryPool> pool_;
};

}  // namespace rpcts::bench
