#pragma once

// What the interface judge found, as plain numbers. Words are made of it (explain_fault.hpp) only for a
// module that is rejected.

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/contracts/render_pack_v1/blocks.hpp"

namespace rpcts::render_pack_v1 {

/// What is wrong, in the order of section D. The comment says what `value` of the fault holds.
enum class FaultKind : std::uint8_t {
  entry_count,  ///< number of entry points
  entry_model,  ///< the execution model
  entry_name,
  unlocated_variable,  ///< decoration bits that are there
  aliased_variable,    ///< word of the first variable at the location
  second_push_block,   ///< word of the first one
  push_block_shape,    ///< the push variable points to no Block struct
  member_count,        ///< number of members of the block
  member,              ///< number of the member
  table_not_granted,
  table_type,
  set3_storage_class,
  set3_reserved,
  set3_not_granted,
  set3_shape,
  storage_not_granted,
  storage_writable,  ///< number of members that are NonWritable
  storage_shape,
  uniform_not_granted,
  uniform_shape,
  other_variable,
  image_write,
  repeated_decoration,  ///< the decoration bit
  table_image,
  memory_write,
  raw_memory,
  texel_pointer,
};

struct Fault {
  FaultKind kind;
  std::uint32_t word = 0;        ///< the instruction at fault
  std::uint32_t id = 0;          ///< the variable, the entry point's function, the decorated id; 0 = none
  std::uint32_t type = 0;        ///< the struct or the type that the variable points to; 0 = none
  std::uint32_t set = 0;         ///< location of the variable
  std::uint32_t binding = 0;     ///< location of the variable
  std::uint32_t value = 0;       ///< see FaultKind
  std::int32_t member = -1;      ///< member of `type` or, for a repeated decoration, of `id`
  const Block* block = nullptr;  ///< the block whose layout is judged
};

/// Faults in the order in which section D decides. More than `fault_capacity` are not listed.
struct Faults {
  std::vector<Fault> list;
  bool more = false;

  [[nodiscard]] bool full() const { return more; }
  void clear() {
    list.clear();
    more = false;
  }
  void add(const Fault& fault);
};

inline constexpr std::size_t fault_capacity = 100;

inline void Faults::add(const Fault& fault) {
  if (list.size() < fault_capacity) {
    list.push_back(fault);
  } else {
    more = true;
  }
}

}  // namespace rpcts::render_pack_v1
