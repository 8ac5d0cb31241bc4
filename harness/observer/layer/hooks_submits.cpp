// Submits, and what tells that they ended.

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "harness/observer/layer/recorder.hpp"
#include "harness/observer/layer/wrapping.hpp"

namespace rpcts::observer {
namespace {

using Clock = Stall::Clock;
using Signals = std::vector<Stall::Signal>;
using Buffers = std::vector<std::uint64_t>;

void tell_object(const Call& call, Told what, std::uint64_t object, std::uint64_t value = 0) {
  Record record = call.record(what);
  record.object = object;
  record.values[0] = value;
  call.tell(record);
}

/// What a submit consists of.
struct Work {
  Buffers buffers;
  Signals signals;
  Signals waits;
};

void submitted(const Call& call, Device& device, VkQueue queue, const Work& work, VkFence fence) {
  const auto& [buffers, signals, waits] = work;
  if (device.attention >= Attention::record) {
    for (const std::uint64_t buffer : buffers) {
      tell_indirect(call, device, buffer);
    }
  }
  const std::uint64_t id = device.channel->submits.fetch_add(1, std::memory_order_relaxed) + 1;
  std::span<const std::uint64_t> rest(buffers);
  Told what = Told::submitted;
  do {
    Record record = call.record(what);
    record.object = handle_value(queue);
    record.other = handle_value(fence);
    record.values = {id, buffers.size()};
    rest = rest.subspan(record.put(rest));
    call.tell(record);
    what = Told::submitted_more;
  } while (!rest.empty());
  for (const Told told : {Told::signals, Told::waits}) {
    for (const Stall::Signal& one : told == Told::signals ? signals : waits) {
      Record record = call.record(told);
      record.object = one.semaphore;
      record.values = {id, one.value};
      call.tell(record);
    }
  }
  const auto stall = std::chrono::milliseconds(device.channel->stall_milliseconds.load());
  if (stall.count() > 0) {
    device.state.stall.hold(handle_value(queue), handle_value(fence), signals, Clock::now() + stall);
  }
}

/// Nothing, or until when what is asked looks unfinished; a stall that the suite has ended is none.
std::optional<Stall::Time> in_force(const Device& device, std::optional<Stall::Time> until) {
  return until && device.channel->stall_milliseconds.load(std::memory_order_relaxed) != 0 ? until
                                                                                          : std::nullopt;
}

/// Sleeps until `ask` gives nothing any more, or `end`; false when that came first.
template <class Ask>
bool sleep_out(const Device& device, std::optional<Stall::Time> end, const Ask& ask) {
  if (!device.state.stall.any()) {
    return true;
  }
  for (;;) {
    const auto until = in_force(device, ask());
    if (!until) {
      return true;
    }
    const Stall::Time now = Clock::now();
    if (end && now >= *end) {
      return false;
    }
    // In short pieces, so that the end of the stall is seen.
    Stall::Time wake = std::min(*until, now + std::chrono::milliseconds(1));
    if (end) {
      wake = std::min(wake, *end);
    }
    std::this_thread::sleep_until(wake);
  }
}

/// Nothing for waits without an end that matters.
std::optional<Stall::Time> end_of(std::uint64_t timeout) {
  constexpr std::uint64_t day = 86'400'000'000'000;
  if (timeout > day) {
    return std::nullopt;
  }
  return Clock::now() + std::chrono::nanoseconds(timeout);
}

std::uint64_t remaining(std::optional<Stall::Time> end, std::uint64_t timeout) {
  if (!end) {
    return timeout;
  }
  const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(*end - Clock::now()).count();
  return left > 0 ? static_cast<std::uint64_t>(left) : 0;
}

}  // namespace

void after_vkQueueSubmit(const Call& call, Device& device, VkResult result, VkQueue queue,
                         std::uint32_t count, const VkSubmitInfo* infos, VkFence fence) {
  if (result != VK_SUCCESS) {
    return;
  }
  Work work;
  for (std::uint32_t i = 0; i < count; ++i) {
    for (std::uint32_t b = 0; b < infos[i].commandBufferCount; ++b) {
      work.buffers.push_back(handle_value(infos[i].pCommandBuffers[b]));
    }
    const VkTimelineSemaphoreSubmitInfo* timeline = nullptr;
    for (const auto* at = static_cast<const VkBaseInStructure*>(infos[i].pNext); at != nullptr;
         at = at->pNext) {
      if (at->sType == VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO) {
        timeline = reinterpret_cast<const VkTimelineSemaphoreSubmitInfo*>(at);
      }
    }
    for (std::uint32_t s = 0; s < infos[i].signalSemaphoreCount; ++s) {
      work.signals.push_back({.semaphore = handle_value(infos[i].pSignalSemaphores[s]),
                              .value = timeline != nullptr && s < timeline->signalSemaphoreValueCount
                                           ? timeline->pSignalSemaphoreValues[s]
                                           : 0});
    }
    for (std::uint32_t s = 0; s < infos[i].waitSemaphoreCount; ++s) {
      work.waits.push_back({.semaphore = handle_value(infos[i].pWaitSemaphores[s]),
                            .value = timeline != nullptr && s < timeline->waitSemaphoreValueCount
                                         ? timeline->pWaitSemaphoreValues[s]
                                         : 0});
    }
  }
  submitted(call, device, queue, work, fence);
}

void after_vkQueueSubmit2(const Call& call, Device& device, VkResult result, VkQueue queue,
                          std::uint32_t count, const VkSubmitInfo2* infos, VkFence fence) {
  if (result != VK_SUCCESS) {
    return;
  }
  Work work;
  for (std::uint32_t i = 0; i < count; ++i) {
    for (std::uint32_t b = 0; b < infos[i].commandBufferInfoCount; ++b) {
      work.buffers.push_back(handle_value(infos[i].pCommandBufferInfos[b].commandBuffer));
    }
    for (std::uint32_t s = 0; s < infos[i].signalSemaphoreInfoCount; ++s) {
      work.signals.push_back({.semaphore = handle_value(infos[i].pSignalSemaphoreInfos[s].semaphore),
                              .value = infos[i].pSignalSemaphoreInfos[s].value});
    }
    for (std::uint32_t s = 0; s < infos[i].waitSemaphoreInfoCount; ++s) {
      work.waits.push_back({.semaphore = handle_value(infos[i].pWaitSemaphoreInfos[s].semaphore),
                            .value = infos[i].pWaitSemaphoreInfos[s].value});
    }
  }
  submitted(call, device, queue, work, fence);
}

void after_vkQueueBindSparse(const Call& call, Device& device, VkResult result, VkQueue queue,
                             std::uint32_t /*count*/, const VkBindSparseInfo* /*infos*/, VkFence fence) {
  if (result == VK_SUCCESS) {
    submitted(call, device, queue, {}, fence);
  }
}

VkResult instead_vkGetFenceStatus(const Call& call, Device& device, VkDevice handle, VkFence fence) {
  const std::uint64_t value = handle_value(fence);
  if (device.state.stall.any() && in_force(device, device.state.stall.fence(value))) {
    return VK_NOT_READY;
  }
  const VkResult result = device.next.vkGetFenceStatus(handle, fence);
  if (result == VK_SUCCESS) {
    tell_object(call, Told::fence_seen, value);
  }
  return result;
}

VkResult instead_vkWaitForFences(const Call& call, Device& device, VkDevice handle, std::uint32_t count,
                                 const VkFence* fences, VkBool32 all, std::uint64_t timeout) {
  const auto end = end_of(timeout);
  const Stall& stall = device.state.stall;
  if (stall.any()) {
    // Of any: the one that is free first. One that is free already may end the wait while others are held.
    const auto held = [&]() -> std::optional<Stall::Time> {
      std::optional<Stall::Time> until;
      for (std::uint32_t i = 0; i < count; ++i) {
        const auto one = in_force(device, stall.fence(handle_value(fences[i])));
        if (!one && all == VK_FALSE && device.next.vkGetFenceStatus(handle, fences[i]) == VK_SUCCESS) {
          return std::nullopt;
        }
        if (one && (!until || (all == VK_TRUE ? *one > *until : *one < *until))) {
          until = one;
        }
      }
      return until;
    };
    if (!sleep_out(device, end, held)) {
      return VK_TIMEOUT;
    }
  }
  const VkResult result = device.next.vkWaitForFences(handle, count, fences, all, remaining(end, timeout));
  if (result == VK_SUCCESS) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (all == VK_TRUE || count == 1 || device.next.vkGetFenceStatus(handle, fences[i]) == VK_SUCCESS) {
        tell_object(call, Told::fence_seen, handle_value(fences[i]));
      }
    }
  }
  return result;
}

void after_vkResetFences(const Call& /*call*/, Device& device, VkResult result, VkDevice /*handle*/,
                         std::uint32_t count, const VkFence* fences) {
  if (result == VK_SUCCESS && device.state.stall.any()) {
    for (std::uint32_t i = 0; i < count; ++i) {
      device.state.stall.forget_fence(handle_value(fences[i]));
    }
  }
}

void before_vkDestroyFence(const Call& /*call*/, Device& device, VkDevice /*handle*/, VkFence fence,
                           const VkAllocationCallbacks* /*allocator*/) {
  if (device.state.stall.any()) {
    device.state.stall.forget_fence(handle_value(fence));
  }
}

VkResult instead_vkGetSemaphoreCounterValue(const Call& call, Device& device, VkDevice handle,
                                            VkSemaphore semaphore, std::uint64_t* value) {
  const VkResult result = device.next.vkGetSemaphoreCounterValue(handle, semaphore, value);
  if (result == VK_SUCCESS) {
    if (device.state.stall.any() && device.channel->stall_milliseconds.load() != 0) {
      *value = device.state.stall.visible(handle_value(semaphore), *value);
    }
    tell_object(call, Told::semaphore_seen, handle_value(semaphore), *value);
  }
  return result;
}

VkResult instead_vkWaitSemaphores(const Call& call, Device& device, VkDevice handle,
                                  const VkSemaphoreWaitInfo* info, std::uint64_t timeout) {
  const auto end = end_of(timeout);
  const bool any = (info->flags & VK_SEMAPHORE_WAIT_ANY_BIT) != 0;
  const auto held = [&]() -> std::optional<Stall::Time> {
    std::optional<Stall::Time> until;
    for (std::uint32_t i = 0; i < info->semaphoreCount; ++i) {
      const auto one = in_force(
          device, device.state.stall.semaphore(handle_value(info->pSemaphores[i]), info->pValues[i]));
      if (!one && any) {
        return std::nullopt;
      }
      if (one && (!until || (any ? *one < *until : *one > *until))) {
        until = one;
      }
    }
    return until;
  };
  if (!sleep_out(device, end, held)) {
    return VK_TIMEOUT;
  }
  const VkResult result = device.next.vkWaitSemaphores(handle, info, remaining(end, timeout));
  if (result == VK_SUCCESS && (!any || info->semaphoreCount == 1)) {
    for (std::uint32_t i = 0; i < info->semaphoreCount; ++i) {
      tell_object(call, Told::semaphore_seen, handle_value(info->pSemaphores[i]), info->pValues[i]);
    }
  }
  return result;
}

void before_vkDestroySemaphore(const Call& /*call*/, Device& device, VkDevice /*handle*/,
                               VkSemaphore semaphore, const VkAllocationCallbacks* /*allocator*/) {
  if (device.state.stall.any()) {
    device.state.stall.forget_semaphore(handle_value(semaphore));
  }
}

VkResult instead_vkQueueWaitIdle(const Call& call, Device& device, VkQueue queue) {
  const std::uint64_t value = handle_value(queue);
  (void)sleep_out(device, std::nullopt, [&] { return device.state.stall.queue(value); });
  const VkResult result = device.next.vkQueueWaitIdle(queue);
  if (result == VK_SUCCESS) {
    tell_object(call, Told::queue_idle, value);
  }
  return result;
}

VkResult instead_vkDeviceWaitIdle(const Call& call, Device& device, VkDevice handle) {
  (void)sleep_out(device, std::nullopt, [&] { return device.state.stall.device(); });
  const VkResult result = device.next.vkDeviceWaitIdle(handle);
  if (result == VK_SUCCESS) {
    tell_object(call, Told::device_idle, handle_value(handle));
  }
  return result;
}

}  // namespace rpcts::observer
