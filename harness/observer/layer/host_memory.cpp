#include "harness/observer/layer/host_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace rpcts::observer {
namespace {

thread_local AllocationScope* innermost = nullptr;

/// Stands right before each block.
struct Header {
  void* base;
  std::size_t size;
};

void* allocate(std::size_t size, std::size_t alignment) {
  const std::size_t step = std::max(alignment, alignof(std::max_align_t));
  // What lies before the block: the header, and what alignment takes.
  const std::size_t before = sizeof(Header) + step - 1;
  if (size == 0 || size > SIZE_MAX - before) {
    return nullptr;
  }
  void* const base = std::malloc(before + size);
  if (base == nullptr) {
    return nullptr;
  }
  const auto address = reinterpret_cast<std::uintptr_t>(base) + before;
  auto* const block =
      static_cast<std::byte*>(base) + (address - (address % step) - reinterpret_cast<std::uintptr_t>(base));
  const Header header{.base = base, .size = size};
  std::memcpy(block - sizeof header, &header, sizeof header);
  return block;
}

Header header_of(void* block) {
  Header header{};
  std::memcpy(&header, static_cast<std::byte*>(block) - sizeof header, sizeof header);
  return header;
}

VKAPI_ATTR void* VKAPI_CALL allocation(void* user, std::size_t size, std::size_t alignment,
                                       VkSystemAllocationScope /*scope*/) {
  return AllocationScope::refuse(*static_cast<Channel*>(user)) ? nullptr : allocate(size, alignment);
}

VKAPI_ATTR void VKAPI_CALL release(void* /*user*/, void* block) {
  if (block != nullptr) {
    std::free(header_of(block).base);
  }
}

VKAPI_ATTR void* VKAPI_CALL reallocation(void* user, void* block, std::size_t size, std::size_t alignment,
                                         VkSystemAllocationScope /*scope*/) {
  if (size == 0) {
    release(user, block);
    return nullptr;
  }
  // Where it fails the old block stays.
  void* const fresh =
      AllocationScope::refuse(*static_cast<Channel*>(user)) ? nullptr : allocate(size, alignment);
  if (fresh != nullptr && block != nullptr) {
    std::memcpy(fresh, block, std::min(size, header_of(block).size));
    release(user, block);
  }
  return fresh;
}

}  // namespace

AllocationScope::AllocationScope(Channel& channel, std::uint16_t command)
    : channel_(channel), outer_(innermost), command_(command) {
  innermost = this;
}

AllocationScope::~AllocationScope() {
  innermost = outer_;
  if (refused_) {
    channel_.attempts.store(allocations_);
  }
}

bool AllocationScope::refuse(Channel& channel) {
  if (channel.counting.load(std::memory_order_acquire) != Counting::host_allocations) {
    return false;
  }
  if (innermost != nullptr) {
    ++innermost->allocations_;
  }
  const std::uint64_t mine = channel.counted.fetch_add(1) + 1;
  if (mine != channel.nth.load(std::memory_order_relaxed)) {
    return false;
  }
  if (innermost != nullptr) {
    innermost->refused_ = true;
  }
  channel.injected_command.store(innermost != nullptr ? innermost->command_ : 0xFFFF);
  channel.injected_result.store(VK_ERROR_OUT_OF_HOST_MEMORY);
  channel.injected.store(1, std::memory_order_release);
  return true;
}

VkAllocationCallbacks host_memory(Channel& channel) {
  return {.pUserData = &channel,
          .pfnAllocation = allocation,
          .pfnReallocation = reallocation,
          .pfnFree = release,
          .pfnInternalAllocation = nullptr,
          .pfnInternalFree = nullptr};
}

}  // namespace rpcts::observer
