#pragma once

// What the reader knows of an instruction by its opcode, so that stepping over an instruction takes one look
// and no branch that depends on it.

#include <array>
#include <cstddef>
#include <cstdint>

#include "harness/spirv/grammar.hpp"

namespace rpcts::spirv {

/// What is done while the instruction is met.
enum class Task : std::uint8_t {
  none,
  decorate,  ///< OpDecorate and OpMemberDecorate
  entry_point,
  group,
  group_decorate,
  group_member_decorate,
  capability,
  memory_model,
  forward_pointer,
  image_write,
  texel_pointer,
  raw_memory,
};

/// What is looked at after the run over the words.
enum class Later : std::uint8_t {
  none,
  type,      ///< a type that is made of others
  pointer,   ///< OpTypePointer
  variable,  ///< OpVariable
  write,     ///< stores, copies or works atomically through a pointer
};

/// One opcode, in eight bytes. The reader takes most fields for every instruction; so each is what it
/// computes with.
struct InstructionInfo {
  std::int8_t id_mask = 0;          ///< all ones when the instruction has a result id, else 0
  std::uint8_t result = 0;          ///< the word of the result id, 1 or 2; 0 = it has none
  std::uint8_t readable_words = 1;  ///< the reader takes nothing from a shorter instruction
  std::uint8_t minimum_words = 1;   ///< a shorter instruction is a fault of the module
  Task task = Task::none;
  Later later = Later::none;
  std::uint8_t is_later = 0;  ///< 1 when `later` is not none
  std::uint8_t unused = 0;
};
static_assert(sizeof(InstructionInfo) == 8);

inline constexpr std::size_t known_opcodes = 8192;  ///< opcodes from here on are stepped over

namespace detail {

using InstructionTable = std::array<InstructionInfo, known_opcodes>;

constexpr unsigned number(Op op) {
  return static_cast<unsigned>(op);
}

constexpr void add_tasks(InstructionTable& table) {
  const auto set = [&table](Task task, auto... ops) { ((table[number(ops)].task = task), ...); };
  set(Task::decorate, Op::Decorate, Op::MemberDecorate);
  set(Task::entry_point, Op::EntryPoint);
  set(Task::group, Op::DecorationGroup);
  set(Task::group_decorate, Op::GroupDecorate);
  set(Task::group_member_decorate, Op::GroupMemberDecorate);
  set(Task::capability, Op::Capability);
  set(Task::memory_model, Op::MemoryModel);
  set(Task::forward_pointer, Op::TypeForwardPointer);
  set(Task::image_write, Op::ImageWrite);
  set(Task::texel_pointer, Op::ImageTexelPointer);
  set(Task::raw_memory, Op::UntypedTypePointer, Op::UntypedVariable, Op::UntypedAccessChain,
      Op::UntypedInBoundsAccessChain, Op::UntypedPtrAccessChain, Op::UntypedInBoundsPtrAccess,
      Op::UntypedArrayLength, Op::UntypedPrefetch, Op::UntypedGroupAsyncCopy, Op::UntypedImageTexelPointer,
      Op::BufferPointer, Op::ConvertUToPtr, Op::ConvertUToAccelerationStructure, Op::ConvertUToImage,
      Op::ConvertUToSampler, Op::ConvertUToSampledImage);
}

/// Where the result id stands. Instructions that are not here define nothing that the reader looks up: those
/// of kernels, and most of the extensions.
constexpr void add_results(InstructionTable& table) {
  const auto set = [&table](std::uint8_t word, unsigned first, unsigned last) {
    for (unsigned op = first; op <= last; ++op) {
      table[op].result = word;
      table[op].id_mask = -1;
    }
  };
  const auto only = [&set](unsigned first, unsigned last) { set(1, first, last); };   // result
  const auto typed = [&set](unsigned first, unsigned last) { set(2, first, last); };  // type, result
  typed(1, 1);                                                                        // OpUndef
  only(7, 7);                                                                         // OpString
  only(11, 11);                                                                       // OpExtInstImport
  typed(12, 12);                                                                      // OpExtInst
  only(19, 38);                                                                       // types
  typed(41, 46);                                                                      // constants
  typed(48, 52);    // specialization constants
  typed(54, 55);    // OpFunction, OpFunctionParameter
  typed(57, 57);    // OpFunctionCall
  typed(59, 61);    // OpVariable, OpImageTexelPointer, OpLoad
  typed(65, 70);    // access chains, OpArrayLength, OpGenericPtrMemSemantics
  only(73, 73);     // OpDecorationGroup
  typed(77, 84);    // composites, OpCopyObject, OpTranspose
  typed(86, 98);    // sampling, fetching, OpImageRead
  typed(100, 107);  // image queries
  typed(109, 124);  // conversions
  typed(126, 152);  // arithmetic
  typed(154, 191);  // comparison and logic
  typed(194, 205);  // bits
  typed(207, 215);  // derivatives
  typed(227, 227);  // OpAtomicLoad
  typed(229, 242);  // the other atomics with a result
  typed(245, 245);  // OpPhi
  only(248, 248);   // OpLabel
  typed(305, 316);  // sparse images
  typed(318, 318);  // OpAtomicFlagTestAndSet
  typed(320, 320);  // OpImageSparseRead
  typed(333, 366);  // OpGroupNonUniform…
  typed(400, 403);  // OpCopyLogical, OpPtrEqual, OpPtrNotEqual, OpPtrDiff
  for (const Op op : {Op::UntypedVariable, Op::UntypedAccessChain, Op::UntypedInBoundsAccessChain,
                      Op::UntypedPtrAccessChain, Op::UntypedInBoundsPtrAccess, Op::BufferPointer,
                      Op::RawAccessChain, Op::AtomicFMin, Op::AtomicFMax, Op::AtomicFAdd}) {
    typed(number(op), number(op));
  }
  for (const Op op : {Op::UntypedTypePointer, Op::TypeAccelerationStructure}) {
    only(number(op), number(op));
  }
}

constexpr void add_later(InstructionTable& table) {
  const auto set = [&table](Later later, auto... ops) { ((table[number(ops)].later = later), ...); };
  set(Later::type, Op::TypeVector, Op::TypeMatrix, Op::TypeImage, Op::TypeSampledImage, Op::TypeArray,
      Op::TypeRuntimeArray, Op::TypeStruct);
  set(Later::pointer, Op::TypePointer);
  set(Later::variable, Op::Variable);
  for (unsigned op = number(Op::AtomicLoad); op <= number(Op::AtomicXor); ++op) {
    table[op].later = Later::write;
  }
  set(Later::write, Op::Store, Op::CopyMemory, Op::CopyMemorySized, Op::AtomicFlagTestAndSet,
      Op::AtomicFlagClear, Op::AtomicFMin, Op::AtomicFMax, Op::AtomicFAdd, Op::CooperativeMatrixStoreKHR,
      Op::CooperativeMatrixStoreNV, Op::CooperativeMatrixStoreTensor, Op::CooperativeVectorStore,
      Op::CooperativeVectorOuterProductAccumulate, Op::CooperativeVectorReduceSumAccumulate,
      Op::SubgroupBlockWrite, Op::PredicatedStore, Op::ExtInst);
  for (InstructionInfo& info : table) {
    info.is_later = info.later != Later::none ? 1 : 0;
  }
}

/// RP-SPV-004 of the render-pack contract names the instructions that may not be shorter.
constexpr void add_words(InstructionTable& table) {
  for (unsigned op = number(Op::TypeInt); op <= number(Op::TypePointer); ++op) {
    table[op].minimum_words = 2;
  }
  table[number(Op::Decorate)].minimum_words = 3;
  table[number(Op::MemberDecorate)].minimum_words = 4;
  table[number(Op::EntryPoint)].minimum_words = 4;
  table[number(Op::Variable)].minimum_words = 4;
  for (InstructionInfo& info : table) {
    const unsigned result = info.result + 1U;
    const unsigned listed = info.is_later != 0 ? 2U : 1U;
    unsigned words = info.minimum_words;
    words = result > words ? result : words;
    words = listed > words ? listed : words;
    info.readable_words = static_cast<std::uint8_t>(words);
  }
}

constexpr InstructionTable make_instruction_table() {
  InstructionTable table;
  add_tasks(table);
  add_results(table);
  add_later(table);
  add_words(table);
  return table;
}

inline constexpr InstructionTable instruction_table = make_instruction_table();

}  // namespace detail

/// By the first word of an instruction; nothing is known of an opcode past the table.
[[nodiscard]] constexpr const InstructionInfo& instruction_info(std::uint32_t first_word) {
  const std::uint32_t opcode = first_word & 0xFFFF;
  return detail::instruction_table[opcode < known_opcodes ? opcode : known_opcodes - 1];
}

/// How many words of a type instruction, from word 2 on, are ids of what it is made of; a pointer is not made
/// of what it points to.
[[nodiscard]] constexpr std::uint32_t type_part_count(std::uint32_t first_word) {
  const std::uint32_t length = first_word >> 16;
  const std::uint32_t there = length < 2 ? 0 : length - 2;
  switch (static_cast<Op>(first_word & 0xFFFF)) {
    case Op::TypeStruct:
      return there;
    case Op::TypeVector:
    case Op::TypeMatrix:
    case Op::TypeImage:
    case Op::TypeSampledImage:
    case Op::TypeRuntimeArray:
      return there < 1 ? there : 1;
    case Op::TypeArray:
      return there < 2 ? there : 2;
    default:
      return 0;
  }
}

}  // namespace rpcts::spirv
