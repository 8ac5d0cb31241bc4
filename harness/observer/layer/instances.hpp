#pragma once

// All instances and devices of this process, found by the loader's dispatch pointer.

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace rpcts::observer {

/// Values by key, for many threads. What find() gives lives until take(): Vulkan forbids the use of an object
/// beside its destruction.
template <class T>
class ByKey {
 public:
  void put(const void* key, std::unique_ptr<T> value) {
    const std::lock_guard lock(mutex_);
    values_[key] = std::move(value);
  }
  [[nodiscard]] T* find(const void* key) const {
    const std::shared_lock lock(mutex_);
    const auto at = values_.find(key);
    return at == values_.end() ? nullptr : at->second.get();
  }
  [[nodiscard]] std::unique_ptr<T> take(const void* key) {
    const std::lock_guard lock(mutex_);
    const auto at = values_.find(key);
    if (at == values_.end()) {
      return nullptr;
    }
    auto value = std::move(at->second);
    values_.erase(at);
    return value;
  }

 private:
  mutable std::shared_mutex mutex_;
  std::unordered_map<const void*, std::unique_ptr<T>> values_;
};

}  // namespace rpcts::observer
