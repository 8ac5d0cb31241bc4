#include "bench/core/allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t>& counter() noexcept {
  static std::atomic<std::uint64_t> one{0};
  return one;
}

}  // namespace

// Not inlined: GCC takes malloc() and delete in one function for a mistake.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  counter().fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(bytes > 0 ? bytes : 1)) {
    return memory;
  }
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
  std::free(memory);
}

namespace rpcts::bench {

std::uint64_t allocations() noexcept {
  return counter().load(std::memory_order_relaxed);
}

}  // namespace rpcts::bench
