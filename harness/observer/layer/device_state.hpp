#pragma once

// What the layer itself must know of a device to answer a call; everything else is told and worked out by the
// suite.

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vulkan/vulkan_core.h>

#include "harness/observer/layer/indirect.hpp"
#include "harness/observer/layer/stall.hpp"

namespace rpcts::observer {

/// Values by handle, for many threads.
template <class T>
class HandleMap {
 public:
  void put(std::uint64_t handle, T value) {
    const std::lock_guard lock(mutex_);
    values_.insert_or_assign(handle, std::move(value));
  }
  [[nodiscard]] std::optional<T> get(std::uint64_t handle) const {
    const std::lock_guard lock(mutex_);
    const auto at = values_.find(handle);
    return at == values_.end() ? std::nullopt : std::optional<T>(at->second);
  }
  std::optional<T> take(std::uint64_t handle) {
    const std::lock_guard lock(mutex_);
    const auto at = values_.find(handle);
    if (at == values_.end()) {
      return std::nullopt;
    }
    std::optional<T> value(std::move(at->second));
    values_.erase(at);
    return value;
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::uint64_t, T> values_;
};

/// Memory of the heap that seems smaller than it is.
class HeapUse {
 public:
  /// Whether `bytes` more fit below `limit`; they count from now on where they do.
  [[nodiscard]] bool reserve(std::uint64_t bytes, std::uint64_t limit) {
    const std::lock_guard lock(mutex_);
    if (bytes > limit || used_ > limit - bytes) {
      return false;
    }
    used_ += bytes;
    return true;
  }
  void give_back(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    used_ -= bytes;
  }

 private:
  std::mutex mutex_;
  std::uint64_t used_ = 0;
};

struct DeviceState {
  VkPhysicalDeviceMemoryProperties memory{};       ///< as the driver tells it
  std::optional<std::uint32_t> restricted_heap{};  ///< where one is
  HeapUse heap_use{};
  HandleMap<std::uint64_t> heap_bytes{};       ///< of memory objects in the restricted heap
  HandleMap<std::uint32_t> template_writes{};  ///< entries of an update template
  HandleMap<std::uint32_t> dynamic_buffers{};  ///< dynamic storage buffers of a set layout, if any
  Stall stall{};
  IndirectReader indirect{};
};

}  // namespace rpcts::observer
