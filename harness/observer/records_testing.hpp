#pragma once

// Records as the layer would tell them, for tests without a device.

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "harness/observer/commands.hpp"
#include "harness/observer/record.hpp"

namespace rpcts::observer::testing {

/// Tells calls in order; `Sink` has take(const Record&).
template <class Sink>
class Teller {
 public:
  explicit Teller(Sink& sink) : sink_(sink) {}

  std::uint64_t scope = 1;

  Record record(Told what, std::string_view command, std::uint64_t object = 0) {
    Record made;
    made.number = ++calls_;
    made.scope = scope;
    made.what = what;
    made.command = command_index(command).value_or(0xFFFF);
    made.object = object;
    return made;
  }
  std::uint64_t give(const Record& made) {
    sink_.take(made);
    return made.number;
  }
  std::uint64_t create(std::string_view command, VkObjectType type, std::uint64_t handle,
                       std::uint64_t parent = 0, std::initializer_list<std::uint64_t> values = {}) {
    Record made = record(Told::created, command, handle);
    made.type = type;
    made.other = parent;
    fill(made, values);
    return give(made);
  }
  std::uint64_t destroy(std::string_view command, VkObjectType type, std::uint64_t handle) {
    Record made = record(Told::destroyed, command, handle);
    made.type = type;
    return give(made);
  }
  std::uint64_t submit(std::uint64_t queue, std::uint64_t fence, std::vector<std::uint64_t> buffers) {
    Record made = record(Told::submitted, "vkQueueSubmit", queue);
    made.other = fence;
    made.values[0] = ++submits_;
    made.put(std::span<const std::uint64_t>(buffers));
    give(made);
    return submits_;
  }
  void tell(Told what, std::string_view command, std::uint64_t object, std::uint64_t other = 0,
            std::initializer_list<std::uint64_t> values = {}) {
    Record made = record(what, command, object);
    made.other = other;
    fill(made, values);
    give(made);
  }
  template <class T>
  void tell_list(Told what, std::string_view command, std::uint64_t object, std::uint64_t other,
                 std::initializer_list<std::uint64_t> values, std::vector<T> items) {
    Record made = record(what, command, object);
    made.other = other;
    fill(made, values);
    made.put(std::span<const T>(items));
    give(made);
  }

 private:
  static void fill(Record& made, std::initializer_list<std::uint64_t> values) {
    std::copy(values.begin(), values.end(), made.values.begin());
  }

  Sink& sink_;
  std::uint64_t calls_ = 0;
  std::uint64_t submits_ = 0;
};

}  // namespace rpcts::observer::testing
