#pragma once

// What is known of each id of a module: one entry of 16 bytes an id, kept between modules.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rpcts::spirv {

struct IdEntry {
  std::uint32_t definition = 0;   ///< word of the defining instruction; 0 = none that the reader keeps
  std::uint32_t decorations = 0;  ///< first of its chain of decoration records; 0 = none
  std::uint32_t seen = 0;  ///< decoration bits in the low half, member bits of `last_member` in the high
  std::uint32_t last_member = 0;  ///< number of the member decorated last, plus one
};

/// Entries by id. While the bound is no larger than the number of words, the table is an array; a larger
/// bound (legal, and the first thing a hostile module tries) is served by chains, so that memory follows the
/// size of the file and not the bound. A chain holds at most (bound / words + 1) ids, since it collects the
/// ids that agree in their low bits.
class IdTable {
 public:
  /// Forgets everything. `bound` as checked by the caller: ids are 1 … bound - 1.
  void reset(std::uint32_t bound, std::size_t words);

  /// The entry of an id in 1 … bound - 1, made when it is not there. Valid until the next touch().
  [[nodiscard]] IdEntry& touch(std::uint32_t id) { return chained_ ? touch_chained(id) : entries_[id]; }

  /// The entry of any number; an empty one for what is no id of the module.
  [[nodiscard]] const IdEntry& at(std::uint32_t id) const {
    return id < bound_ ? (chained_ ? at_chained(id) : entries_[id]) : entries_[0];
  }

  /// Bytes held; for tests of proportion.
  [[nodiscard]] std::size_t capacity_bytes() const;

 private:
  struct Link {
    std::uint32_t id = 0;
    std::uint32_t next = 0;
  };

  [[nodiscard]] IdEntry& touch_chained(std::uint32_t id);
  [[nodiscard]] const IdEntry& at_chained(std::uint32_t id) const;

  /// Entry 0 stays empty; the others by id, or chained in the order of their first touch.
  std::vector<IdEntry> entries_ = std::vector<IdEntry>(1);
  std::vector<Link> links_;           ///< chained: the id of each entry and the next one of its chain
  std::vector<std::uint32_t> heads_;  ///< chained: first entry of each chain
  std::uint32_t bound_ = 0;
  std::uint32_t mask_ = 0;
  bool chained_ = false;
};

}  // namespace rpcts::spirv
