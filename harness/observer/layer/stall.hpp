#pragma once

// Submits that look unfinished for longer than they are.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace rpcts::observer {

/// Until when what a device's submits signal is kept back. Any thread.
class Stall {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  struct Signal {
    std::uint64_t semaphore = 0;  ///< timeline
    std::uint64_t value = 0;
  };

  /// A submit was made that looks unfinished until then.
  void hold(std::uint64_t queue, std::uint64_t fence, std::span<const Signal> signals, Time until);
  /// A fence was reset or destroyed: what is known of it ends.
  void forget_fence(std::uint64_t fence);
  void forget_semaphore(std::uint64_t semaphore);

  /// False while nothing was ever held: then nothing else need be asked.
  [[nodiscard]] bool any() const { return any_.load(std::memory_order_acquire); }
  [[nodiscard]] std::optional<Time> fence(std::uint64_t fence) const;
  /// Until when the semaphore looks as if it had not reached `value`.
  [[nodiscard]] std::optional<Time> semaphore(std::uint64_t semaphore, std::uint64_t value) const;
  /// What a counter that is at `value` looks like now.
  [[nodiscard]] std::uint64_t visible(std::uint64_t semaphore, std::uint64_t value) const;
  [[nodiscard]] std::optional<Time> queue(std::uint64_t queue) const;
  [[nodiscard]] std::optional<Time> device() const;

 private:
  struct Held {
    std::uint64_t value;
    Time until;
  };
  std::atomic<bool> any_ = false;
  mutable std::mutex mutex_;
  std::unordered_map<std::uint64_t, Time> fences_;
  std::unordered_map<std::uint64_t, std::vector<Held>> semaphores_;
  std::unordered_map<std::uint64_t, Time> queues_;
};

}  // namespace rpcts::observer
