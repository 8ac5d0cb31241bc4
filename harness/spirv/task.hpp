#pragma once

// What the reader does with an instruction, by opcode: one byte a opcode, so that all it steps over falls
// through one branch.

#include <array>
#include <cstddef>
#include <cstdint>

#include "harness/spirv/grammar.hpp"

namespace rpcts::spirv {

enum class Task : std::uint8_t {
  none,
  type,
  other_type,  ///< a type that only messages need
  pointer_type,
  constant,
  variable,
  decorate,
  member_decorate,
  entry_point,
  group,
  group_decorate,
  group_member_decorate,
  capability,
  memory_model,
  forward_pointer,
  function,
  image_write,
  texel_pointer,
  raw_memory,
  pointer,   ///< has a result that may be a pointer to memory
  write,     ///< writes through the pointer in word 1
  atomic,    ///< works through the pointer in word 3
  extended,  ///< OpExtInst: some write through a pointer in word 6
};

/// Set in a task that is always done, and in one that is done once the module has a pointer to memory.
inline constexpr std::uint8_t task_always = 0x40;
inline constexpr std::uint8_t task_with_memory = 0x80;
inline constexpr std::uint8_t task_mask = 0x3F;

inline constexpr std::size_t task_opcodes = 8192;  ///< opcodes from here on are stepped over

namespace detail {

struct TaskTable {
  std::array<std::uint8_t, task_opcodes> bytes{};

  constexpr void set(Op op, Task task, std::uint8_t when) {
    bytes[static_cast<std::size_t>(op)] = static_cast<std::uint8_t>(static_cast<unsigned>(task) | when);
  }
  constexpr void set(Op first, Op last, Task task, std::uint8_t when) {
    for (auto op = static_cast<std::size_t>(first); op <= static_cast<std::size_t>(last); ++op) {
      bytes[op] = static_cast<std::uint8_t>(static_cast<unsigned>(task) | when);
    }
  }
};

constexpr TaskTable make_tasks() {
  TaskTable table;
  const auto always = [&table](Task task, auto... ops) { (table.set(ops, task, task_always), ...); };
  const auto memory = [&table](Task task, auto... ops) { (table.set(ops, task, task_with_memory), ...); };

  table.set(Op::TypeInt, Op::TypeOpaque, Task::type, task_always);
  always(Task::other_type, Op::TypeBool, Op::TypeAccelerationStructure);
  always(Task::pointer_type, Op::TypePointer);
  always(Task::forward_pointer, Op::TypeForwardPointer);
  always(Task::constant, Op::Constant, Op::SpecConstant, Op::SpecConstantOp);
  always(Task::variable, Op::Variable);
  always(Task::decorate, Op::Decorate);
  always(Task::member_decorate, Op::MemberDecorate);
  always(Task::group, Op::DecorationGroup);
  always(Task::group_decorate, Op::GroupDecorate);
  always(Task::group_member_decorate, Op::GroupMemberDecorate);
  always(Task::entry_point, Op::EntryPoint);
  always(Task::capability, Op::Capability);
  always(Task::memory_model, Op::MemoryModel);
  always(Task::function, Op::Function);
  always(Task::image_write, Op::ImageWrite);
  always(Task::texel_pointer, Op::ImageTexelPointer);
  always(Task::raw_memory, Op::UntypedTypePointer, Op::UntypedVariable, Op::UntypedAccessChain,
         Op::UntypedInBoundsAccessChain, Op::UntypedPtrAccessChain, Op::UntypedInBoundsPtrAccess,
         Op::UntypedArrayLength, Op::UntypedPrefetch, Op::UntypedGroupAsyncCopy, Op::UntypedImageTexelPointer,
         Op::BufferPointer, Op::ConvertUToPtr, Op::ConvertUToAccelerationStructure, Op::ConvertUToImage,
         Op::ConvertUToSampler, Op::ConvertUToSampledImage);

  // A pointer's storage class stands in its type, so each instruction is judged by its own result type, and
  // a pointer needs no following back to its variable.
  memory(Task::pointer, Op::Undef, Op::ConstantNull, Op::FunctionParameter, Op::FunctionCall, Op::Load,
         Op::AccessChain, Op::InBoundsAccessChain, Op::PtrAccessChain, Op::InBoundsPtrAccessChain,
         Op::CompositeExtract, Op::CopyObject, Op::PtrCastToGeneric, Op::GenericCastToPtr,
         Op::GenericCastToPtrExplicit, Op::Bitcast, Op::Select, Op::Phi, Op::CopyLogical, Op::RawAccessChain);
  memory(Task::write, Op::Store, Op::CopyMemory, Op::CopyMemorySized, Op::AtomicStore, Op::AtomicFlagClear,
         Op::CooperativeMatrixStoreKHR, Op::CooperativeMatrixStoreNV, Op::CooperativeMatrixStoreTensor,
         Op::CooperativeVectorStore, Op::CooperativeVectorOuterProductAccumulate,
         Op::CooperativeVectorReduceSumAccumulate, Op::SubgroupBlockWrite, Op::PredicatedStore);
  table.set(Op::AtomicExchange, Op::AtomicXor, Task::atomic, task_with_memory);
  memory(Task::atomic, Op::AtomicLoad, Op::AtomicFlagTestAndSet, Op::AtomicFMin, Op::AtomicFMax,
         Op::AtomicFAdd);
  memory(Task::extended, Op::ExtInst);
  return table;
}

}  // namespace detail

inline constexpr detail::TaskTable tasks = detail::make_tasks();

}  // namespace rpcts::spirv
