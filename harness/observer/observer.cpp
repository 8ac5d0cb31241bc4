#include "harness/observer/observer.hpp"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <system_error>
#include <thread>

#include "harness/observer/channel.hpp"
#include "harness/observer/commands.hpp"
#include "harness/observer/recording_builder.hpp"
#include "harness/observer/shared_memory.hpp"

namespace rpcts::observer {
namespace {

constexpr const char* layer_name = "VK_LAYER_RPCTS_observer";
constexpr const char* library_file = "librpcts_observer.so";
constexpr const char* manifest_file = "VkLayer_rpcts_observer.json";
/// How long a thread may take between taking a slot and filling it: it may have been put to sleep in between.
/// One that died there never fills it.
constexpr auto patience = std::chrono::seconds(1);

std::string variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  return value == nullptr ? "" : value;
}

void set(const char* name, const std::string& value) {
  ::setenv(name, value.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
}

/// `first` before what a list of the environment already has, without a second time.
std::string in_front(const std::string& first, const std::string& list) {
  std::string all = first;
  std::string_view rest = list;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string_view one = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!one.empty() && one != first) {
      all += fmt::format(":{}", one);
    }
  }
  return all;
}

}  // namespace

struct Observer::State {
  explicit State(SharedMemory shared) : memory(std::move(shared)), channel(*new(memory.data()) Channel) {}

  SharedMemory memory;
  Channel& channel;
  Ledger ledger;
  RecordingBuilder builder;

  void take(const Record& record) {
    ledger.take(record);
    builder.take(record);
  }
};

Observer::Observer(std::unique_ptr<State> state) : state_(std::move(state)) {}

Observer::~Observer() {
  // The layer stays in the list, and does nothing without a channel.
  if (variable(channel_variable) == state_->memory.name()) {
    ::unsetenv(channel_variable);  // NOLINT(concurrency-mt-unsafe)
  }
}

Result<std::unique_ptr<Observer>> Observer::start(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const char* file : {library_file, manifest_file}) {
    if (!std::filesystem::exists(folder / file, ignored)) {
      return error(ErrorKind::unsupported,
                   fmt::format("the observing layer is not in {}: {} is missing", folder.string(), file));
    }
  }
  auto memory = SharedMemory::create(sizeof(Channel));
  if (!memory) {
    return std::unexpected(memory.error());
  }
  auto state = std::make_unique<State>(std::move(*memory));
  Channel& channel = state->channel;
  channel.fingerprint = commands_fingerprint();
  channel.slot_bytes = sizeof(Channel::Slot);
  channel.magic = Channel::magic_number;

  // The loader looks into VK_ADD_LAYER_PATH only where VK_LAYER_PATH is not set.
  const char* const paths = variable("VK_LAYER_PATH").empty() ? "VK_ADD_LAYER_PATH" : "VK_LAYER_PATH";
  set(paths, in_front(std::filesystem::absolute(folder).string(), variable(paths)));
  set("VK_INSTANCE_LAYERS", in_front(layer_name, variable("VK_INSTANCE_LAYERS")));
  set(channel_variable, state->memory.name());
  return std::unique_ptr<Observer>(new Observer(std::move(state)));
}

void Observer::attend(Attention attention) {
  state_->channel.attention.store(static_cast<std::uint32_t>(attention));
}

void Observer::restrict_to(const Restrictions& restrictions) {
  Channel& channel = state_->channel;
  channel.no_multiview.store(restrictions.no_multiview ? 1 : 0);
  channel.no_descriptor_indexing.store(restrictions.no_descriptor_indexing ? 1 : 0);
  channel.no_timestamps.store(restrictions.no_timestamps ? 1 : 0);
  channel.dynamic_storage_buffers.store(restrictions.dynamic_storage_buffers);
  channel.image_layers.store(restrictions.image_layers);
  channel.image_dimension.store(restrictions.image_dimension);
  channel.device_local_bytes.store(restrictions.device_local_bytes);
}

void Observer::disturb(const Disturbance& disturbance) {
  Channel& channel = state_->channel;
  channel.counting.store(Counting::nothing);
  channel.counted.store(0);
  channel.injected.store(0);
  channel.attempts.store(0);
  channel.nth.store(disturbance.nth);
  channel.result.store(disturbance.result);
  constexpr std::uint32_t no_command = 0xFFFFFFFE;
  const auto command = command_index(disturbance.command);
  channel.only_command.store(disturbance.command.empty() ? Channel::any_command
                             : command                   ? std::uint32_t{*command}
                                                         : no_command);
  channel.counting.store(
      disturbance.of == Disturbance::Of::call ? Counting::calls : Counting::host_allocations,
      std::memory_order_release);
}

Disturbed Observer::calm() {
  Channel& channel = state_->channel;
  channel.counting.store(Counting::nothing);
  Disturbed came{.counted = channel.counted.load(), .injected = channel.injected.load() != 0};
  if (came.injected) {
    came.command = command_name(static_cast<std::uint16_t>(channel.injected_command.load()));
    came.result = static_cast<VkResult>(channel.injected_result.load());
    came.attempts = channel.attempts.load();
  }
  return came;
}

void Observer::stall_fences(std::chrono::milliseconds duration) {
  state_->channel.stall_milliseconds.store(static_cast<std::uint32_t>(duration.count()));
}

Result<void> Observer::read() {
  Channel& channel = state_->channel;
  Record record;
  bool skipped = false;
  for (;;) {
    while (channel.next(record)) {
      state_->take(record);
    }
    const auto until = std::chrono::steady_clock::now() + patience;
    bool more = false;
    while (channel.pending() && !more && std::chrono::steady_clock::now() < until) {
      std::this_thread::yield();
      if (channel.next(record)) {
        state_->take(record);
        more = true;
      }
    }
    if (!more && channel.pending()) {
      channel.skip();
      skipped = more = true;
    }
    if (!more) {
      break;
    }
  }
  if (channel.overflow.exchange(0) != 0) {
    return error(ErrorKind::failed,
                 fmt::format("more than {} records came from the observing layer between two "
                             "reads: its ledger is not complete",
                             ring_records));
  }
  if (skipped) {
    return error(ErrorKind::failed, "a process ended while the observing layer told of a call");
  }
  return {};
}

const Ledger& Observer::ledger() const {
  return state_->ledger;
}
std::vector<std::string> Observer::take_findings() {
  return state_->ledger.take_findings();
}
const Recording& Observer::recording() const {
  return state_->builder.recording();
}
void Observer::forget_recording() {
  state_->builder.forget();
}
void Observer::forget_ledger() {
  state_->ledger.forget();
}

}  // namespace rpcts::observer
