#pragma once

// The one-pass reader of a SPIR-V module. It reads what an interface is made of (entry points, types,
// constants, variables, decorations) and where the module could write memory; everything else it steps over.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/spirv/grammar.hpp"
#include "harness/spirv/id_table.hpp"

namespace rpcts::spirv {

/// Words of a module in the order of the machine, header included.
using Words = std::span<const std::uint32_t>;

/// Why a module could not be read to its end.
enum class ReadError : std::uint8_t {
  none,
  header,        ///< fewer words than a header has
  magic,         ///< the first word is not the magic word
  version,       ///< not SPIR-V 1.0 to 1.6
  bound,         ///< the id bound is 0 or over the limit; nothing has been allocated for it
  length,        ///< an instruction of no words, or one that goes past the end
  operands,      ///< an instruction is too short for operands that it must have
  unterminated,  ///< the name of an entry point does not end inside its instruction
  id,            ///< an id that is defined, or that the reader follows, is at or above the bound
};

struct ReadResult {
  ReadError error = ReadError::none;
  std::uint32_t word = 0;  ///< word of the instruction (of the header word) at fault
  std::uint32_t id = 0;    ///< ReadError::id: the id

  friend bool operator==(const ReadResult&, const ReadResult&) = default;
};

/// Instructions that the reader notes by their word.
enum class Site : std::uint8_t {
  image_write,    ///< OpImageWrite
  texel_pointer,  ///< OpImageTexelPointer
  memory_write,  ///< a store, a copy or an atomic through a pointer to StorageBuffer or PhysicalStorageBuffer
  raw_memory,    ///< raw addresses, untyped pointers, storage classes that reach memory by another road
};
inline constexpr std::size_t site_count = 4;
inline constexpr std::size_t site_capacity = 100;  ///< sites noted of one kind; what follows is only counted

/// The bits of the decorations that the reader keeps; those with a literal first.
namespace decorated {
inline constexpr std::uint16_t set = 1U << 0;
inline constexpr std::uint16_t binding = 1U << 1;
inline constexpr std::uint16_t offset = 1U << 2;
inline constexpr std::uint16_t array_stride = 1U << 3;
inline constexpr std::uint16_t matrix_stride = 1U << 4;
inline constexpr std::size_t literals = 5;
inline constexpr std::uint16_t block = 1U << 5;
inline constexpr std::uint16_t buffer_block = 1U << 6;
inline constexpr std::uint16_t row_major = 1U << 7;
inline constexpr std::uint16_t col_major = 1U << 8;
inline constexpr std::uint16_t non_writable = 1U << 9;
}  // namespace decorated

/// A decoration on one target. Chained per target, the latest first.
struct DecorationRecord {
  std::uint32_t next = 0;   ///< index of the next record of the target; 0 = end
  std::uint32_t word = 0;   ///< the instruction; of a group, the word of the operand that names the target
  std::uint32_t value = 0;  ///< the literal; of a group, its id
  std::uint16_t bit = 0;    ///< of namespace decorated; 0 = all that the group of this id is decorated with
  bool of_member = false;   ///< one member of the target is decorated, not the target itself
};

/// A module and its tables. One object reads any number of modules one after the other and keeps its memory:
/// a module no larger than an earlier one allocates nothing. Memory is proportional to the module. Not shared
/// between threads.
class Module {
 public:
  /// Reads a module; the words must stay where they are while the tables are used. On an error, which is the
  /// first in module order, only the words may be used.
  ReadResult read(Words words, std::uint32_t maximum_bound);

  [[nodiscard]] Words words() const { return words_; }
  [[nodiscard]] std::uint32_t bound() const { return bound_; }

  // One instruction, by its word.
  [[nodiscard]] Op opcode(std::uint32_t word) const { return static_cast<Op>(words_[word] & 0xFFFF); }
  [[nodiscard]] std::uint32_t length(std::uint32_t word) const { return words_[word] >> 16; }
  /// Word `index` of the instruction; 0 when the instruction is shorter.
  [[nodiscard]] std::uint32_t operand(std::uint32_t word, std::uint32_t index) const {
    return index < length(word) ? words_[word + index] : 0;
  }

  /// The instruction that defines an id; 0 = none that the reader knows. Of several, the last.
  [[nodiscard]] std::uint32_t definition(std::uint32_t id) const { return ids_.definition(ids_.row(id)); }
  /// The definition when it is this instruction; else 0.
  [[nodiscard]] std::uint32_t definition(std::uint32_t id, Op op) const {
    const std::uint32_t word = definition(id);
    return word != 0 && opcode(word) == op ? word : 0;
  }

  /// OpEntryPoint instructions, in module order.
  [[nodiscard]] std::span<const std::uint32_t> entry_points() const { return entry_points_; }
  /// OpVariable instructions of storage class UniformConstant, Uniform, PushConstant and StorageBuffer, in
  /// module order; a variable whose id is defined again later is among them.
  [[nodiscard]] std::span<const std::uint32_t> variables() const { return variables_; }
  /// The first site_capacity instructions of a kind.
  [[nodiscard]] std::span<const std::uint32_t> sites(Site kind) const {
    return sites_[static_cast<std::size_t>(kind)];
  }

  /// First decoration record of an id; 0 = none.
  [[nodiscard]] std::uint32_t decorations(std::uint32_t id) const {
    return ids_.marks(ids_.row(id)).decorations;
  }
  [[nodiscard]] const DecorationRecord& record(std::uint32_t index) const { return records_[index]; }
  /// OpDecorationGroup instructions, in module order.
  [[nodiscard]] std::span<const std::uint32_t> groups() const { return groups_; }
  /// Ids that may carry one decoration twice; every id that does is among them.
  [[nodiscard]] std::span<const std::uint32_t> suspects() const { return suspects_; }

  /// Bytes held by all tables; for tests of proportion.
  [[nodiscard]] std::size_t capacity_bytes() const;

 private:
  template <bool Chained>
  class Pass;

  void reset();

  Words words_;
  std::uint32_t bound_ = 0;
  IdTable ids_;
  std::vector<std::uint32_t> later_;       ///< instructions that are looked at after the run over the words
  std::vector<DecorationRecord> records_;  ///< the first is no record, the last ones are not yet used
  std::uint32_t record_end_ = 1;
  std::vector<std::uint32_t> entry_points_;
  std::vector<std::uint32_t> variables_;
  std::vector<std::uint32_t> groups_;
  std::vector<std::uint32_t> suspects_;
  std::array<std::vector<std::uint32_t>, site_count> sites_;
};

}  // namespace rpcts::spirv
