#include "harness/observer/commands.hpp"
#include "harness/observer/layer/wrapping.hpp"

namespace rpcts::observer {

void tell(const Scope& scope, Record& record) {
  record.scope = scope.id;
  record.process = scope.process;
  scope.channel->tell(record);
}

Call::Call(const Scope& scope, std::uint16_t command)
    : scope_(scope),
      number_(scope.channel->calls.fetch_add(1, std::memory_order_relaxed) + 1),
      command_(command),
      allocations_(*scope.channel, command) {}

VkResult Call::refused() const {
  Channel& channel = *scope_.channel;
  if (channel.counting.load(std::memory_order_acquire) != Counting::calls) {
    return VK_SUCCESS;
  }
  const std::uint32_t only = channel.only_command.load(std::memory_order_relaxed);
  if (only != Channel::any_command && only != command_) {
    return VK_SUCCESS;
  }
  const std::uint64_t mine = channel.counted.fetch_add(1) + 1;
  if (mine != channel.nth.load(std::memory_order_relaxed)) {
    return VK_SUCCESS;
  }
  const VkResult result =
      error_of(command_, static_cast<VkResult>(channel.result.load(std::memory_order_relaxed)));
  channel.injected_command.store(command_);
  channel.injected_result.store(result);
  channel.injected.store(1, std::memory_order_release);
  return result;
}

const VkAllocationCallbacks* Call::allocator(const VkAllocationCallbacks* given) const {
  return given != nullptr ? given : &scope_.callbacks;
}

Record Call::record(Told what) const {
  Record record;
  record.number = number_;
  record.scope = scope_.id;
  record.what = what;
  record.command = command_;
  record.process = scope_.process;
  return record;
}

Record Call::creation(VkObjectType type, std::uint64_t handle) const {
  Record made = record(Told::created);
  made.type = type;
  made.object = handle;
  return made;
}

void Call::destroyed(VkObjectType type, std::uint64_t handle) const {
  if (handle != 0) {
    Record gone = record(Told::destroyed);
    gone.type = type;
    gone.object = handle;
    tell(gone);
  }
}

}  // namespace rpcts::observer
