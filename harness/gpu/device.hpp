#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <volk.h>

#include "harness/base/device_facts.hpp"
#include "harness/base/result.hpp"
#include "harness/gpu/instance.hpp"
#include "harness/gpu/owned.hpp"

namespace rpcts::gpu {

/// What no contract needs and a comparison may want; each is on only where it was asked for and the device
/// has it.
struct DeviceExtras {
  bool push_descriptors = false;     ///< VK_KHR_push_descriptor
  bool multi_draw_indirect = false;  ///< indirect draws of any count, each with a first instance
};

/// A device that is open for drawing, with one graphics queue. Used by one thread; whatever is made with it
/// must be gone before it.
class Device {
 public:
  /// Opens with every feature of DeviceFacts that the device has. The instance that listed `physical` must
  /// outlive the device. Error `unsupported`: the device lacks what every use of it needs (facts.hpp).
  [[nodiscard]] static Result<Device> open(const PhysicalDevice& physical, const DeviceExtras& wanted = {});

  [[nodiscard]] VkDevice handle() const { return device_.get(); }
  [[nodiscard]] const DeviceIdentity& identity() const { return identity_; }
  [[nodiscard]] const DeviceFacts& facts() const { return facts_; }

  /// Those of the wanted extras that are on.
  [[nodiscard]] const DeviceExtras& extras() const { return extras_; }

  /// Limits as the driver gives them.
  [[nodiscard]] const VkPhysicalDeviceLimits& limits() const { return limits_; }
  /// The one queue, for a user that keeps recordings and fences of its own.
  [[nodiscard]] VkQueue queue() const { return queue_; }
  [[nodiscard]] std::uint32_t queue_family() const { return queue_family_; }

  /// Records with `record`, submits, and waits until it is done, however long that takes: only the one who
  /// started this process can end a driver that hangs. Whatever it returns, the device no longer works with
  /// what was recorded.
  [[nodiscard]] Result<void> run(const std::function<void(VkCommandBuffer)>& record) const;

  /// Waits until the device has nothing more to do, also after a wait for a fence has failed. A lost device
  /// has nothing more to do. An Error when the driver goes on failing otherwise: then it may still be at
  /// work.
  [[nodiscard]] Result<void> wait_idle() const;

  /// Memory for `requirements` that has all of `properties`, of the type that also has most of `preferred`.
  /// Error `failed`: no such type, or no memory.
  [[nodiscard]] Result<Owned<VkDeviceMemory>> allocate(const VkMemoryRequirements& requirements,
                                                       VkMemoryPropertyFlags properties,
                                                       VkMemoryPropertyFlags preferred = 0) const;

 private:
  Device() = default;

  DeviceIdentity identity_;
  DeviceFacts facts_;
  DeviceExtras extras_;
  VkPhysicalDeviceMemoryProperties memory_{};
  VkPhysicalDeviceLimits limits_{};
  std::uint32_t queue_family_ = 0;
  VkQueue queue_ = VK_NULL_HANDLE;
  Owned<VkDevice> device_;
  Owned<VkCommandPool> pool_;
  Owned<VkFence> fence_;
};

}  // namespace rpcts::gpu
