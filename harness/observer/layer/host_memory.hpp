#pragma once

// The VkAllocationCallbacks that the layer gives the driver in place of none.

#include <cstdint>
#include <vulkan/vulkan_core.h>

#include "harness/observer/channel.hpp"

namespace rpcts::observer {

/// Counts the allocations of this thread inside one call, and lets one of them fail where that is asked for.
/// Lives on the stack for the time of the call; calls nest where a driver calls Vulkan.
class AllocationScope {
 public:
  AllocationScope(Channel& channel, std::uint16_t command);
  AllocationScope(const AllocationScope&) = delete;
  AllocationScope& operator=(const AllocationScope&) = delete;
  ~AllocationScope();

  /// Whether the allocation that is asked for now must fail.
  static bool refuse(Channel& channel);

 private:
  Channel& channel_;
  AllocationScope* outer_;
  std::uint64_t allocations_ = 0;
  std::uint16_t command_;
  bool refused_ = false;
};

/// Callbacks of any number of objects; `channel` outlives all of them.
[[nodiscard]] VkAllocationCallbacks host_memory(Channel& channel);

}  // namespace rpcts::observer
