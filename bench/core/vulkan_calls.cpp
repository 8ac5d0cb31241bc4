#include "bench/core/vulkan_calls.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <string_view>
#include <volk.h>

namespace rpcts::bench {
namespace {

/// What every counter adds to. Vulkan's functions have no place for a context.
struct Sums {
  std::atomic<std::uint64_t> calls{0};
  std::atomic<std::uint64_t> commands{0};
  std::atomic<std::uint64_t> draws{0};
  std::atomic<std::uint64_t> descriptor_writes{0};
  std::atomic<std::uint64_t> barriers{0};
  std::atomic<std::uint64_t> objects{0};
};

Sums& sums() {
  static Sums one;
  return one;
}

void add(std::atomic<std::uint64_t>& sum, std::uint64_t number = 1) {
  sum.fetch_add(number, std::memory_order_relaxed);
}

/// What a call is, by its name.
struct Sort {
  bool command;
  bool draw;
  bool barrier;
  bool object;
};

consteval Sort sort_of(std::string_view name) {
  return {.command = name.starts_with("vkCmd"),
          .draw = name.starts_with("vkCmdDraw"),
          .barrier = name.starts_with("vkCmdPipelineBarrier"),
          .object = name.starts_with("vkCreate") || name.starts_with("vkAllocate")};
}

template <class... Arguments>
std::uint64_t writes_of(Arguments... /*of no interest*/) {
  return 0;
}
/// vkUpdateDescriptorSets
std::uint64_t writes_of(VkDevice /*device*/, std::uint32_t writes, const VkWriteDescriptorSet* /*list*/,
                        std::uint32_t copies, const VkCopyDescriptorSet* /*list*/) {
  return std::uint64_t{writes} + copies;
}
/// vkCmdPushDescriptorSetKHR
std::uint64_t writes_of(VkCommandBuffer /*commands*/, VkPipelineBindPoint /*point*/,
                        VkPipelineLayout /*layout*/, std::uint32_t /*set*/, std::uint32_t writes,
                        const VkWriteDescriptorSet* /*list*/) {
  return writes;
}

template <auto* slot, Sort sort, class Function>
struct Hook;

/// The function behind one of volk's pointers, and the one that counts before it.
template <auto* slot, Sort sort, class Returned, class... Arguments>
struct Hook<slot, sort, Returned(VKAPI_PTR*)(Arguments...)> {
  using Function = Returned(VKAPI_PTR*)(Arguments...);

  static Function& kept() {
    static Function one = nullptr;
    return one;
  }
  static Returned VKAPI_PTR count(Arguments... arguments) {
    Sums& to = sums();
    add(to.calls);
    if constexpr (sort.command) {
      add(to.commands);
    }
    if constexpr (sort.draw) {
      add(to.draws);
    }
    if constexpr (sort.barrier) {
      add(to.barriers);
    }
    if constexpr (sort.object) {
      add(to.objects);
    }
    if (const std::uint64_t writes = writes_of(arguments...); writes > 0) {
      add(to.descriptor_writes, writes);
    }
    return kept()(arguments...);
  }
  static void put_in() {
    kept() = *slot;
    if (*slot != nullptr) {
      *slot = count;
    }
  }
  static void take_out() { *slot = kept(); }
};

struct Switch {
  void (*put_in)();
  void (*take_out)();
};

template <auto* slot, Sort sort>
consteval Switch switch_of() {
  using One = Hook<slot, sort, std::remove_pointer_t<decltype(slot)>>;
  return {One::put_in, One::take_out};
}

constexpr std::array switches{
#define RPCTS_VULKAN_CALL(NAME) switch_of<&(NAME), sort_of(#NAME)>(),
#include <rpcts_vulkan_calls.inc>
#undef RPCTS_VULKAN_CALL
};

VulkanCalls now() {
  const Sums& from = sums();
  return {.calls = from.calls,
          .commands = from.commands,
          .draws = from.draws,
          .descriptor_writes = from.descriptor_writes,
          .barriers = from.barriers,
          .objects = from.objects};
}

}  // namespace

CallCounter::CallCounter() {
  Sums& to = sums();
  to.calls = to.commands = to.draws = to.descriptor_writes = to.barriers = to.objects = 0;
  for (const Switch& one : switches) {
    one.put_in();
  }
}

CallCounter::~CallCounter() {
  for (const Switch& one : switches) {
    one.take_out();
  }
}

VulkanCalls CallCounter::counted() const {  // NOLINT(readability-convert-member-functions-to-static)
  return now();
}

}  // namespace rpcts::bench
