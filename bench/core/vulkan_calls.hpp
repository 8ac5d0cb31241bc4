#pragma once

// Counts the Vulkan calls that this process makes through volk.

#include <cstdint>

namespace rpcts::bench {

/// Calls by what they cost an engine. Each call is in `calls`, and in the others that it belongs to.
struct VulkanCalls {
  std::uint64_t calls = 0;
  std::uint64_t commands = 0;           ///< vkCmd…
  std::uint64_t draws = 0;              ///< vkCmdDraw…
  std::uint64_t descriptor_writes = 0;  ///< vkUpdateDescriptorSets, by write and copy; pushed descriptors
  std::uint64_t barriers = 0;           ///< vkCmdPipelineBarrier…
  std::uint64_t objects = 0;            ///< vkCreate… and vkAllocate…
};

/// While it lives every call goes through a counter; without one they go straight to the driver. One at a
/// time; calls of several threads are all counted.
class CallCounter {
 public:
  CallCounter();
  ~CallCounter();
  CallCounter(const CallCounter&) = delete;
  CallCounter& operator=(const CallCounter&) = delete;
  CallCounter(CallCounter&&) = delete;
  CallCounter& operator=(CallCounter&&) = delete;

  /// Since it was made.
  [[nodiscard]] VulkanCalls counted() const;
};

}  // namespace rpcts::bench
