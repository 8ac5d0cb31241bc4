#pragma once

// The memory that the suite and the layer share: what is asked of the layer, what it counted, and a ring of
// Records that many threads of many processes write and one thread reads.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "harness/observer/record.hpp"

namespace rpcts::observer {

/// The environment variable that names the channel's file.
inline constexpr const char* channel_variable = "RPCTS_OBSERVER_CHANNEL";

inline constexpr std::uint64_t ring_records = std::uint64_t{1} << 17;

/// What a Channel::disturbance counts.
enum class Counting : std::uint32_t { nothing, calls, host_allocations };

/// Lies in zeroed shared memory; all of it is valid as zeros. A process that dies inside tell() leaves one
/// slot that is taken and never filled: the reader skips it.
struct Channel {
  static constexpr std::uint64_t magic_number = 0x31766F7374637072;  // "rpctsov1"
  static constexpr std::uint32_t any_command = 0xFFFFFFFF;

  // Written by the suite.
  std::uint64_t magic = 0;
  std::uint32_t fingerprint = 0;  ///< commands_fingerprint()
  std::uint32_t slot_bytes = 0;
  std::atomic<std::uint32_t> attention;
  std::atomic<std::uint32_t> no_multiview;
  std::atomic<std::uint32_t> no_descriptor_indexing;
  std::atomic<std::uint32_t> no_timestamps;
  std::atomic<std::uint32_t> dynamic_storage_buffers;
  std::atomic<std::uint32_t> image_layers;
  std::atomic<std::uint32_t> image_dimension;
  std::atomic<std::uint32_t> stall_milliseconds;
  std::atomic<std::uint64_t> device_local_bytes;
  std::atomic<Counting> counting;  ///< written last
  std::atomic<std::uint32_t> only_command;
  std::atomic<std::uint64_t> nth;
  std::atomic<std::int32_t> result;

  // Written by the layer.
  std::atomic<std::uint64_t> counted;
  std::atomic<std::uint32_t> injected;  ///< 1 = it came; what follows is valid
  std::atomic<std::uint32_t> injected_command;
  std::atomic<std::int32_t> injected_result;
  std::atomic<std::uint64_t> attempts;
  std::atomic<std::uint64_t> calls;    ///< numbers of calls that were given out
  std::atomic<std::uint64_t> scopes;   ///< ids of scopes that were given out
  std::atomic<std::uint64_t> submits;  ///< ids of submits that were given out
  std::atomic<std::uint32_t> overflow;

  struct Slot {
    /// Twice the lap = free for it; one more = filled in it.
    std::atomic<std::uint64_t> turn;
    Record record;
  };
  alignas(64) std::atomic<std::uint64_t> head;  ///< slots taken by writers
  alignas(64) std::atomic<std::uint64_t> tail;  ///< slots given back by the reader
  alignas(64) std::array<Slot, ring_records> ring;

  /// Any thread of any process. A full ring sets `overflow` and loses the record.
  void tell(const Record& record) {
    std::uint64_t at = head.load(std::memory_order_relaxed);
    for (;;) {
      Slot& slot = ring[at % ring_records];
      const std::uint64_t free = 2 * (at / ring_records);
      const std::uint64_t turn = slot.turn.load(std::memory_order_acquire);
      if (turn == free) {
        if (head.compare_exchange_weak(at, at + 1, std::memory_order_relaxed)) {
          slot.record = record;
          slot.turn.store(free + 1, std::memory_order_release);
          return;
        }
      } else if (turn < free) {
        overflow.store(1, std::memory_order_relaxed);
        return;
      } else {
        at = head.load(std::memory_order_relaxed);
      }
    }
  }

  /// The reader's thread: the next record, if it is there.
  bool next(Record& record) {
    const std::uint64_t at = tail.load(std::memory_order_relaxed);
    Slot& slot = ring[at % ring_records];
    if (slot.turn.load(std::memory_order_acquire) != (2 * (at / ring_records)) + 1) {
      return false;
    }
    record = slot.record;
    give_back(slot, at);
    return true;
  }
  /// The reader's thread: whether a writer has taken slots that next() has not given yet.
  [[nodiscard]] bool pending() const {
    return tail.load(std::memory_order_relaxed) != head.load(std::memory_order_acquire);
  }
  /// The reader's thread: gives up the slot that next() waits for.
  void skip() {
    const std::uint64_t at = tail.load(std::memory_order_relaxed);
    give_back(ring[at % ring_records], at);
  }

 private:
  void give_back(Slot& slot, std::uint64_t at) {
    slot.turn.store(2 * ((at / ring_records) + 1), std::memory_order_release);
    tail.store(at + 1, std::memory_order_relaxed);
  }
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free &&
                  std::atomic<std::uint32_t>::is_always_lock_free,
              "processes share it");
static_assert(sizeof(Channel::Slot) == 256);

}  // namespace rpcts::observer
