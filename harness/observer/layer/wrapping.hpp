#pragma once

// What the wrappers of commands stand on: the instances and devices that the layer sits in, and one call.

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan_core.h>

#include "harness/observer/channel.hpp"
#include "harness/observer/layer/device_state.hpp"
#include "harness/observer/layer/host_memory.hpp"
#include "harness/observer/layer/next.hpp"
#include "harness/observer/layer/restricted.hpp"
#include "harness/observer/observer.hpp"

namespace rpcts::observer {

/// A handle as a number, whether the platform makes it a pointer or not.
template <class Handle>
[[nodiscard]] std::uint64_t handle_value(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>) {
    return reinterpret_cast<std::uintptr_t>(handle);
  } else {
    return handle;
  }
}

/// What an instance and a device have in common. Read-only once it is made, so any thread may use it.
struct Scope {
  std::shared_ptr<Channel> channel;  ///< null only at Attention::idle
  std::uint64_t id = 0;
  std::uint32_t process = 0;
  Attention attention = Attention::idle;
  Restrictions restrictions{};
  VkAllocationCallbacks callbacks{};  ///< given to the driver where the application gives none
};

struct Instance : Scope {
  explicit Instance(InstanceNext table) : next(table) {}
  InstanceNext next;
  VkInstance handle = VK_NULL_HANDLE;
  PFN_vkGetInstanceProcAddr get_instance = nullptr;
  PFN_GetPhysicalDeviceProcAddr get_physical_device = nullptr;
};

struct Device : Scope {
  explicit Device(DeviceNext table) : next(table) {}
  DeviceNext next;
  VkDevice handle = VK_NULL_HANDLE;
  PFN_vkGetDeviceProcAddr get_device = nullptr;
  DeviceState state{};
};

/// The loader's dispatch pointer: the same for an instance and its physical devices, and for a device, its
/// queues and command buffers.
template <class Handle>
[[nodiscard]] const void* dispatch_key(Handle handle) {
  return *reinterpret_cast<const void* const*>(handle);
}

[[nodiscard]] Instance& instance_of_key(const void* key);
[[nodiscard]] Device& device_of_key(const void* key);
template <class Handle>
[[nodiscard]] Instance& instance_of(Handle handle) {
  return instance_of_key(dispatch_key(handle));
}
template <class Handle>
[[nodiscard]] Device& device_of(Handle handle) {
  return device_of_key(dispatch_key(handle));
}

/// Tells a record that belongs to no numbered call.
void tell(const Scope& scope, Record& record);

/// One call of the application, from its start to its end.
class Call {
 public:
  Call(const Scope& scope, std::uint16_t command);

  /// VK_SUCCESS, or the error that this call is to return without reaching the driver.
  [[nodiscard]] VkResult refused() const;
  /// What to give the next layer for what the application gave.
  [[nodiscard]] const VkAllocationCallbacks* allocator(const VkAllocationCallbacks* given) const;

  [[nodiscard]] Record record(Told what) const;
  [[nodiscard]] Record creation(VkObjectType type, std::uint64_t handle) const;
  void tell(const Record& record) const { scope_.channel->tell(record); }
  /// Null handles are ignored, as Vulkan does.
  void destroyed(VkObjectType type, std::uint64_t handle) const;

  [[nodiscard]] std::uint64_t number() const { return number_; }

 private:
  const Scope& scope_;
  std::uint64_t number_;
  std::uint16_t command_;
  AllocationScope allocations_;
};

/// Handles that a failed command leaves null.
template <class Handle>
void clear(Handle* handles, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    handles[i] = VK_NULL_HANDLE;
  }
}

/// What the layer hands out for a command.
struct Wrapper {
  std::string_view name;
  PFN_vkVoidFunction function;
  Attention attention;  ///< the least at which it is needed
};

/// Null for a command that the layer leaves alone.
[[nodiscard]] const Wrapper* find_wrapper(std::string_view name);

}  // namespace rpcts::observer

#include "harness/observer/layer/hooks.hpp"
