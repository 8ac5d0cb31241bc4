#include "harness/observer/ledger.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <tuple>
#include <utility>

#include "harness/observer/commands.hpp"
#include "harness/observer/record.hpp"
#include "harness/observer/submits.hpp"

namespace rpcts::observer {
namespace {

/// Destructions that are remembered, for a sentence that names them.
constexpr std::size_t remembered = 65536;

struct Layout {
  std::vector<std::uint32_t> bindings;
};

/// `all` as a list, with what lies beyond the first few counted only.
std::string listed(const std::vector<std::string>& all) {
  constexpr std::size_t shown = 8;
  std::string text = fmt::format(
      "{}",
      fmt::join(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(shown, all.size())), ", "));
  if (all.size() > shown) {
    text += fmt::format(" and {} more", all.size() - shown);
  }
  return text;
}

std::string named(VkObjectType type, std::uint64_t handle) {
  return fmt::format("{} {:#x}", object_type_name(type), handle);
}

}  // namespace

std::uint32_t Snapshot::count(VkObjectType type) const {
  const auto at = objects.find(type);
  return at == objects.end() ? 0 : at->second;
}

std::uint32_t Snapshot::layouts_with_more_sets_than(std::uint32_t sets) const {
  std::uint32_t count = 0;
  for (auto at = pipeline_layouts.upper_bound(sets); at != pipeline_layouts.end(); ++at) {
    count += at->second;
  }
  return count;
}

struct Ledger::State {
  /// More than one under a key only where a driver gives one handle twice.
  std::map<ObjectKey, std::vector<LiveObject>> live;
  std::map<ObjectKey, Layout> set_layouts;
  std::map<ObjectKey, std::set<ObjectKey>> children;                  ///< of a pool
  std::map<ObjectKey, std::pair<std::uint64_t, std::uint16_t>> gone;  ///< call and command
  std::set<ObjectKey> forgotten;  ///< alive when the ledger was started anew
  Submits pending;
  std::uint64_t last_call = 0;
  std::uint64_t writes = 0;
  std::uint64_t submits = 0;
  std::uint64_t created = 0;
  std::vector<std::string> findings;

  void create(const Record& record);
  void destroy(const Record& record, const ObjectKey& key);
  void free_children(const Record& record, const ObjectKey& pool);
  void check_use(const Record& record, const ObjectKey& key);
  void end_scope(const Record& record);
  void beyond(const Record& record);
  [[nodiscard]] static std::string call(const Record& record) {
    return fmt::format("{} (call {})", command_name(record.command), record.number);
  }
};

void Ledger::State::create(const Record& record) {
  const ObjectKey key{.scope = record.scope, .type = record.type, .handle = record.object};
  LiveObject object{.type = record.type,
                    .handle = record.object,
                    .call = record.number,
                    .command = std::string(command_name(record.command)),
                    .parent = record.other,
                    .process = record.process};
  if (record.type == VK_OBJECT_TYPE_DEVICE_MEMORY) {
    object.bytes = record.values[0];
  } else if (record.type == VK_OBJECT_TYPE_PIPELINE_LAYOUT) {
    object.sets = static_cast<std::uint32_t>(record.values[0]);
  } else if (record.type == VK_OBJECT_TYPE_DESCRIPTOR_SET || record.type == VK_OBJECT_TYPE_COMMAND_BUFFER) {
    const VkObjectType pool = record.type == VK_OBJECT_TYPE_DESCRIPTOR_SET ? VK_OBJECT_TYPE_DESCRIPTOR_POOL
                                                                           : VK_OBJECT_TYPE_COMMAND_POOL;
    children[{.scope = record.scope, .type = pool, .handle = record.other}].insert(key);
  }
  live[key].push_back(std::move(object));
  gone.erase(key);
  ++created;
}

void Ledger::State::check_use(const Record& record, const ObjectKey& key) {
  if (const auto user = pending.user_of(key)) {
    const auto at = live.find(key);
    const std::string maker =
        at != live.end() && !at->second.empty()
            ? fmt::format(" of {} (call {})", at->second.back().command, at->second.back().call)
            : "";
    findings.push_back(fmt::format("{} ends {}{} while {} (call {}) that uses it has not been seen to end",
                                   call(record), named(key.type, key.handle), maker,
                                   command_name(user->command), user->call));
  }
}

void Ledger::State::destroy(const Record& record, const ObjectKey& key) {
  const auto at = live.find(key);
  if (at == live.end()) {
    if (forgotten.erase(key) != 0) {
      return;
    }
    const auto before = gone.find(key);
    findings.push_back(
        before != gone.end()
            ? fmt::format("{} ends {}, which {} (call {}) ended before", call(record),
                          named(key.type, key.handle), command_name(before->second.second),
                          before->second.first)
            : fmt::format("{} ends {}, which nothing created", call(record), named(key.type, key.handle)));
    return;
  }
  check_use(record, key);
  const std::uint64_t parent = at->second.back().parent;
  at->second.pop_back();
  if (!at->second.empty()) {
    return;
  }
  live.erase(at);
  if (gone.size() >= remembered) {
    gone.clear();
  }
  gone[key] = {record.number, record.command};
  if (key.type == VK_OBJECT_TYPE_DESCRIPTOR_SET || key.type == VK_OBJECT_TYPE_COMMAND_BUFFER) {
    const VkObjectType pool = key.type == VK_OBJECT_TYPE_DESCRIPTOR_SET ? VK_OBJECT_TYPE_DESCRIPTOR_POOL
                                                                        : VK_OBJECT_TYPE_COMMAND_POOL;
    const auto siblings = children.find({.scope = key.scope, .type = pool, .handle = parent});
    if (siblings != children.end()) {
      siblings->second.erase(key);
    }
  } else if (key.type == VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT) {
    set_layouts.erase(key);
  }
}

void Ledger::State::free_children(const Record& record, const ObjectKey& pool) {
  const auto at = children.find(pool);
  if (at == children.end()) {
    return;
  }
  const std::set<ObjectKey> all = std::move(at->second);
  children.erase(at);
  for (const ObjectKey& child : all) {
    destroy(record, child);
  }
}

void Ledger::State::end_scope(const Record& record) {
  std::vector<std::string> left;
  for (const auto& [key, objects] : live) {
    // What a pool frees goes without saying where the pool is named.
    if (key.scope != record.scope || key.type == record.type || key.type == VK_OBJECT_TYPE_DESCRIPTOR_SET ||
        key.type == VK_OBJECT_TYPE_COMMAND_BUFFER) {
      continue;
    }
    for (const LiveObject& one : objects) {
      left.push_back(fmt::format("{} of {} (call {})", named(one.type, one.handle), one.command, one.call));
    }
  }
  if (!left.empty()) {
    findings.push_back(
        fmt::format("{} while {} {}", call(record), listed(left), left.size() == 1 ? "lives" : "live"));
  }
  pending.end_scope(record.scope);
}

void Ledger::State::beyond(const Record& record) {
  const char* what = "?";
  switch (static_cast<Limit>(record.values[0])) {
    case Limit::image_layers:
      what = "maxImageArrayLayers";
      break;
    case Limit::image_dimension:
      what = "maxImageDimension2D";
      break;
    case Limit::dynamic_storage_buffers:
      what = "maxDescriptorSetStorageBuffersDynamic";
      break;
    case Limit::timestamps:
      findings.push_back(fmt::format("{} on a device without timestamps", call(record)));
      return;
  }
  findings.push_back(
      fmt::format("{} asks for {} where {} is {}", call(record), record.values[1], what, record.values[2]));
}

Ledger::Ledger() : state_(std::make_unique<State>()) {}
Ledger::~Ledger() = default;
Ledger::Ledger(Ledger&&) noexcept = default;
Ledger& Ledger::operator=(Ledger&&) noexcept = default;

void Ledger::take(const Record& record) {
  State& state = *state_;
  state.last_call = std::max(state.last_call, record.number);
  const ObjectKey key{.scope = record.scope, .type = record.type, .handle = record.object};
  switch (record.what) {
    case Told::created:
      state.create(record);
      break;
    case Told::destroyed:
      if (record.type == VK_OBJECT_TYPE_DEVICE || record.type == VK_OBJECT_TYPE_INSTANCE) {
        state.end_scope(record);
      }
      if (record.type == VK_OBJECT_TYPE_DESCRIPTOR_POOL || record.type == VK_OBJECT_TYPE_COMMAND_POOL) {
        state.free_children(record, key);
      }
      state.destroy(record, key);
      break;
    case Told::children_freed:
      state.free_children(record, key);
      break;
    case Told::layout_bindings: {
      auto& bindings = state
                           .set_layouts[{.scope = record.scope,
                                         .type = VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT,
                                         .handle = record.object}]
                           .bindings;
      for (std::size_t i = 0; i < record.count_of<std::uint32_t>(); ++i) {
        bindings.push_back(record.item<std::uint32_t>(i));
      }
      break;
    }
    case Told::descriptors_written:
      state.writes += record.values[0];
      break;
    case Told::beyond:
      state.beyond(record);
      break;
    case Told::submitted:
      ++state.submits;
      break;
    default:
      break;
  }
  state.pending.take(record);
}

Snapshot Ledger::snapshot() const {
  Snapshot now{.last_call = state_->last_call};
  for (const auto& [key, objects] : state_->live) {
    for (const LiveObject& one : objects) {
      ++now.objects[key.type];
      now.memory_bytes += one.bytes;
      if (key.type == VK_OBJECT_TYPE_PIPELINE_LAYOUT) {
        ++now.pipeline_layouts[one.sets];
      }
    }
  }
  for (const auto& [key, layout] : state_->set_layouts) {
    for (const std::uint32_t binding : layout.bindings) {
      ++now.set_layouts_with_binding[binding];
    }
  }
  return now;
}

std::vector<LiveObject> Ledger::live() const {
  std::vector<LiveObject> all;
  for (const auto& [key, objects] : state_->live) {
    all.insert(all.end(), objects.begin(), objects.end());
  }
  std::ranges::sort(all, {}, [](const LiveObject& one) { return std::pair(one.call, one.handle); });
  return all;
}

std::vector<std::string> Ledger::differences(const Snapshot& before) const {
  const Snapshot now = snapshot();
  std::map<VkObjectType, std::int64_t> change;
  for (const auto& [type, count] : now.objects) {
    change[type] += count;
  }
  for (const auto& [type, count] : before.objects) {
    change[type] -= count;
  }
  std::map<VkObjectType, std::vector<std::string>> fresh;
  for (const LiveObject& one : live()) {
    if (one.call > before.last_call) {
      fresh[one.type].push_back(fmt::format("{:#x} of {} (call {})", one.handle, one.command, one.call));
    }
  }
  std::vector<std::string> sentences;
  for (const auto& [type, count] : change) {
    if (count == 0) {
      continue;
    }
    std::string text = fmt::format("{} {} {} than before", count > 0 ? count : -count,
                                   count > 0 ? "more" : "fewer", object_type_name(type));
    if (!fresh[type].empty()) {
      text += fmt::format("; new: {}", listed(fresh[type]));
    }
    sentences.push_back(std::move(text));
  }
  if (now.memory_bytes != before.memory_bytes) {
    sentences.push_back(
        now.memory_bytes > before.memory_bytes
            ? fmt::format("{} more bytes of device memory", now.memory_bytes - before.memory_bytes)
            : fmt::format("{} fewer bytes of device memory", before.memory_bytes - now.memory_bytes));
  }
  return sentences;
}

std::uint64_t Ledger::descriptor_writes() const {
  return state_->writes;
}
std::uint64_t Ledger::submits() const {
  return state_->submits;
}
std::uint64_t Ledger::objects_created() const {
  return state_->created;
}

std::vector<std::string> Ledger::take_findings() {
  return std::exchange(state_->findings, {});
}

void Ledger::forget() {
  State fresh;
  fresh.last_call = state_->last_call;
  fresh.forgotten = std::move(state_->forgotten);
  for (const auto& [key, objects] : state_->live) {
    fresh.forgotten.insert(key);
  }
  *state_ = std::move(fresh);
}

}  // namespace rpcts::observer
