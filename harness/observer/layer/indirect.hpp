#pragma once

// The parameters of indirect draws as they lie in host-visible memory when their command buffer is submitted.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>
#include <vulkan/vulkan_core.h>

namespace rpcts::observer {

/// One indirect draw command of a command buffer.
struct IndirectDraw {
  std::uint32_t index = 0;  ///< among those of its command buffer
  bool indexed = false;
  std::uint64_t buffer = 0;
  std::uint64_t offset = 0;
  std::uint32_t draws = 0;  ///< at most, where there is a count buffer
  std::uint32_t stride = 0;
  std::uint64_t count_buffer = 0;  ///< or 0
  std::uint64_t count_offset = 0;
};

/// What the layer calls to look into memory that the application has not mapped.
struct MemoryAccess {
  std::function<void*(std::uint64_t memory)> map;  ///< all of it; null when that fails
  std::function<void(std::uint64_t memory)> unmap;
};

/// Follows memory, bindings, mappings and command buffers of a device. Any thread.
class IndirectReader {
 public:
  void allocated(std::uint64_t memory, bool host_visible);
  void freed(std::uint64_t memory);
  void bound(std::uint64_t buffer, std::uint64_t memory, std::uint64_t offset);
  void forget_buffer(std::uint64_t buffer);
  /// Around the application's own mapping, so that it never meets the layer's: from lock_mapping() to the end
  /// of what it returns no other thread maps.
  [[nodiscard]] std::unique_lock<std::mutex> lock_mapping() { return std::unique_lock(mutex_); }
  void mapped(std::uint64_t memory, void* data, std::uint64_t offset,
              const std::unique_lock<std::mutex>& lock);
  void unmapped(std::uint64_t memory, const std::unique_lock<std::mutex>& lock);

  void begin(std::uint64_t command_buffer);
  /// Its index.
  std::uint32_t drawn(std::uint64_t command_buffer, IndirectDraw draw);
  void executed(std::uint64_t command_buffer, std::span<const std::uint64_t> secondary);

  /// For each draw that a submit of the command buffer makes and whose parameters can be read: `found` is
  /// called with the command buffer that holds it and the parameters, tightly packed.
  using Found = std::function<void(std::uint64_t command_buffer, const IndirectDraw& draw,
                                   std::uint32_t draws, std::span<const std::byte> values)>;
  void read(std::uint64_t command_buffer, const MemoryAccess& access, const Found& found);

 private:
  struct Memory {
    bool host_visible = false;
    std::byte* data = nullptr;  ///< of the application's mapping
    std::uint64_t offset = 0;
  };
  struct Binding {
    std::uint64_t memory = 0;
    std::uint64_t offset = 0;
  };
  struct Commands {
    std::vector<IndirectDraw> draws;
    std::vector<std::uint64_t> secondary;
  };

  bool copy(std::uint64_t buffer, std::uint64_t offset, std::span<std::byte> out, const MemoryAccess& access);
  void read_one(std::uint64_t command_buffer, const MemoryAccess& access, const Found& found);

  std::mutex mutex_;
  std::unordered_map<std::uint64_t, Memory> memory_;
  std::unordered_map<std::uint64_t, Binding> buffers_;
  std::unordered_map<std::uint64_t, Commands> commands_;
};

}  // namespace rpcts::observer
