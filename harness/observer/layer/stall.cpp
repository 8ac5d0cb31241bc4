#include "harness/observer/layer/stall.hpp"

#include <algorithm>

namespace rpcts::observer {
namespace {

std::optional<Stall::Time> ahead(Stall::Time until) {
  return until > Stall::Clock::now() ? std::optional(until) : std::nullopt;
}

}  // namespace

void Stall::hold(std::uint64_t queue, std::uint64_t fence, std::span<const Signal> signals, Time until) {
  const std::lock_guard lock(mutex_);
  any_.store(true, std::memory_order_release);
  if (fence != 0) {
    fences_[fence] = until;
  }
  const Time now = Clock::now();
  for (const Signal& one : signals) {
    if (one.value == 0) {
      continue;  // binary: no host can ask
    }
    auto& held = semaphores_[one.semaphore];
    std::erase_if(held, [&](const Held& old) { return old.until <= now; });
    held.push_back({.value = one.value, .until = until});
  }
  Time& last = queues_[queue];
  last = std::max(last, until);
}

void Stall::forget_fence(std::uint64_t fence) {
  const std::lock_guard lock(mutex_);
  fences_.erase(fence);
}

void Stall::forget_semaphore(std::uint64_t semaphore) {
  const std::lock_guard lock(mutex_);
  semaphores_.erase(semaphore);
}

std::optional<Stall::Time> Stall::fence(std::uint64_t fence) const {
  const std::lock_guard lock(mutex_);
  const auto at = fences_.find(fence);
  return at == fences_.end() ? std::nullopt : ahead(at->second);
}

std::optional<Stall::Time> Stall::semaphore(std::uint64_t semaphore, std::uint64_t value) const {
  const std::lock_guard lock(mutex_);
  const auto at = semaphores_.find(semaphore);
  if (at == semaphores_.end()) {
    return std::nullopt;
  }
  // Values only rise, so the first submit that reaches the value decides.
  std::optional<Held> first;
  for (const Held& held : at->second) {
    if (held.value >= value && (!first || held.value < first->value)) {
      first = held;
    }
  }
  return first ? ahead(first->until) : std::nullopt;
}

std::uint64_t Stall::visible(std::uint64_t semaphore, std::uint64_t value) const {
  const std::lock_guard lock(mutex_);
  const auto at = semaphores_.find(semaphore);
  if (at != semaphores_.end()) {
    const Time now = Clock::now();
    for (const Held& held : at->second) {
      if (held.until > now && held.value > 0) {
        value = std::min(value, held.value - 1);
      }
    }
  }
  return value;
}

std::optional<Stall::Time> Stall::queue(std::uint64_t queue) const {
  const std::lock_guard lock(mutex_);
  const auto at = queues_.find(queue);
  return at == queues_.end() ? std::nullopt : ahead(at->second);
}

std::optional<Stall::Time> Stall::device() const {
  const std::lock_guard lock(mutex_);
  std::optional<Time> last;
  for (const auto& [queue, until] : queues_) {
    if (!last || until > *last) {
      last = until;
    }
  }
  return last ? ahead(*last) : std::nullopt;
}

}  // namespace rpcts::observer
