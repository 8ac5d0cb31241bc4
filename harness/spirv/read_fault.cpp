#include "harness/spirv/read_fault.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "harness/spirv/instruction_table.hpp"

namespace rpcts::spirv {
namespace {

/// The first id of an instruction that is no id of the module.
class IdCheck {
 public:
  explicit IdCheck(std::uint32_t bound) : bound_(bound) {}

  /// An id that the instruction defines. Zero is left to a validator: nothing can be asked of it.
  void defined(std::uint32_t id) { keep(id < bound_, id); }
  /// An id that the reader follows.
  void followed(std::uint32_t id) { keep(id != 0 && id < bound_, id); }
  /// As followed(), where the reader takes zero for an undefined id.
  void referred(std::uint32_t id) { keep(id < bound_, id); }

  [[nodiscard]] std::optional<std::uint32_t> fault() const { return fault_; }

 private:
  void keep(bool good, std::uint32_t id) {
    if (!good && !fault_) {
      fault_ = id;
    }
  }

  std::uint32_t bound_;
  std::optional<std::uint32_t> fault_;
};

std::optional<std::uint32_t> foreign_id(Words instruction, std::uint32_t bound) {
  const auto length = static_cast<std::uint32_t>(instruction.size());
  const auto op = static_cast<Op>(instruction[0] & 0xFFFF);
  const InstructionInfo info = instruction_info(instruction[0]);
  IdCheck check(bound);
  if (info.result != 0 && info.result < length) {
    check.defined(instruction[info.result]);
  }
  switch (info.task) {
    case Task::decorate:
      check.followed(instruction[1]);
      break;
    case Task::entry_point:
      check.followed(instruction[2]);
      break;
    case Task::group_decorate:
    case Task::group_member_decorate: {
      const std::uint32_t step = info.task == Task::group_member_decorate ? 2 : 1;
      for (std::uint32_t i = 2; i + step <= length; i += step) {
        check.followed(instruction[i]);
      }
      break;
    }
    default:
      break;
  }
  if (op == Op::TypePointer && length > 3) {
    check.referred(instruction[3]);
  }
  for (std::uint32_t part = 0; part < type_part_count(instruction[0]); ++part) {
    check.referred(instruction[2 + part]);
  }
  if (op == Op::Variable && is_interface_class(instruction[3])) {
    check.referred(instruction[1]);
  }
  return check.fault();
}

}  // namespace

bool ends_inside(Words words, std::uint32_t first, std::uint32_t end) {
  return std::ranges::any_of(words.subspan(first, end - first), [](std::uint32_t characters) {
    return ((characters - 0x01010101U) & ~characters & 0x80808080U) != 0;  // one of four bytes is zero
  });
}

std::uint32_t written_pointer(const std::uint32_t* instruction) {
  const std::uint32_t length = instruction[0] >> 16;
  std::uint32_t place = instruction_info(instruction[0]).result != 0 ? 3 : 1;
  if (static_cast<Op>(instruction[0] & 0xFFFF) == Op::ExtInst) {
    // Whatever the set is: in another than GLSL.std.450 word 6 is no pointer to memory, or it is written too.
    const bool writes = length > 4 && (instruction[4] == static_cast<std::uint32_t>(GlslInst::Modf) ||
                                       instruction[4] == static_cast<std::uint32_t>(GlslInst::Frexp));
    place = writes ? 6 : 0;
  }
  return place < length ? place : 0;
}

ReadResult find_read_fault(Words words, std::uint32_t bound) {
  for (std::size_t i = header_words; i < words.size();) {
    const std::size_t length = words[i] >> 16;
    const auto at = static_cast<std::uint32_t>(i);
    if (length == 0 || length > words.size() - i) {
      return {ReadError::length, at, 0};
    }
    if (length < instruction_info(words[i]).minimum_words) {
      return {ReadError::operands, at, 0};
    }
    if (static_cast<Op>(words[i] & 0xFFFF) == Op::EntryPoint &&
        !ends_inside(words, at + 3, at + static_cast<std::uint32_t>(length))) {
      return {ReadError::unterminated, at, 0};
    }
    if (const std::optional<std::uint32_t> id = foreign_id(words.subspan(i, length), bound)) {
      return {ReadError::id, at, *id};
    }
    i += length;
  }
  return {};
}

}  // namespace rpcts::spirv
