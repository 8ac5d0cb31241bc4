#pragma once

// What is known of each id of a module, kept between modules: where it is defined and how it is decorated.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rpcts::spirv {

/// How an id is decorated.
struct IdMarks {
  std::uint32_t decorations = 0;  ///< first of its chain of decoration records; 0 = none
  std::uint32_t seen = 0;  ///< decoration bits in the low half, member bits of `last_member` in the high
  std::uint32_t last_member = 0;  ///< number of the member decorated last, plus one
};

/// Two columns by id. While the bound is no larger than the number of words, a row is found by its id; a
/// larger bound (legal, and the first thing a hostile module tries) is served by chains, so that memory
/// follows the size of the file and not the bound. A chain holds at most bound / words + 1 ids, since it
/// collects the ids that agree in their low bits.
class IdTable {
 public:
  /// Forgets everything. `bound` as checked by the caller: ids are 1 … bound - 1.
  void reset(std::uint32_t bound, std::size_t words);

  [[nodiscard]] bool chained() const { return chained_; }

  /// The row of an id in 1 … bound - 1 of a chained table, made when it is not there.
  [[nodiscard]] std::uint32_t add_row(std::uint32_t id);
  /// The row of any number; 0, an empty row, for what is no id of the module.
  [[nodiscard]] std::uint32_t row(std::uint32_t id) const {
    return id >= bound_ ? 0 : chained_ ? find_row(id) : id;
  }

  /// By row. add_row() moves them.
  [[nodiscard]] std::uint32_t* definitions() { return definitions_.data(); }
  /// Not chained: an id or any other number, taken with this mask, is a row.
  [[nodiscard]] std::uint32_t row_mask() const { return mask_; }
  /// Not chained: an id that is no smaller than the bound got a definition by its row.
  [[nodiscard]] bool defines_past_bound() const;
  [[nodiscard]] std::uint32_t definition(std::uint32_t row) const { return definitions_[row]; }
  [[nodiscard]] IdMarks& marks(std::uint32_t row) { return marks_[row]; }
  [[nodiscard]] const IdMarks& marks(std::uint32_t row) const { return marks_[row]; }

  /// Bytes held; for tests of proportion.
  [[nodiscard]] std::size_t capacity_bytes() const;

 private:
  struct Link {
    std::uint32_t id = 0;
    std::uint32_t next = 0;
  };

  [[nodiscard]] std::uint32_t find_row(std::uint32_t id) const;

  // Row 0 belongs to no id. The others are found by id, or are chained in the order of their making.
  std::vector<std::uint32_t> definitions_ = std::vector<std::uint32_t>(1);
  std::vector<IdMarks> marks_ = std::vector<IdMarks>(1);
  std::vector<Link> links_;           ///< chained: the id of each row and the next row of its chain
  std::vector<std::uint32_t> heads_;  ///< chained: first row of each chain
  std::uint32_t bound_ = 0;
  std::uint32_t mask_ = 0;  ///< of the bits that choose a row or, chained, a chain
  bool chained_ = false;
};

}  // namespace rpcts::spirv
