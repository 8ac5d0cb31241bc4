// The numbers of grammar.hpp and the places of results against the headers of SPIR-V.

#include "harness/spirv/grammar.hpp"

#include <gtest/gtest.h>

#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/spirv.hpp11>

#include "harness/spirv/instruction_table.hpp"

namespace rpcts::spirv {
namespace {

static_assert(magic_word == spv::MagicNumber);

template <class Ours, class Theirs>
constexpr bool same(Ours ours, Theirs theirs) {
  return static_cast<unsigned>(ours) == static_cast<unsigned>(theirs);
}

static_assert(same(Op::ExtInst, spv::Op::OpExtInst) && same(Op::MemoryModel, spv::Op::OpMemoryModel));
static_assert(same(Op::EntryPoint, spv::Op::OpEntryPoint) && same(Op::Capability, spv::Op::OpCapability));
static_assert(same(Op::TypeInt, spv::Op::OpTypeInt) && same(Op::TypeFloat, spv::Op::OpTypeFloat));
static_assert(same(Op::TypeVector, spv::Op::OpTypeVector) && same(Op::TypeMatrix, spv::Op::OpTypeMatrix));
static_assert(same(Op::TypeImage, spv::Op::OpTypeImage) && same(Op::TypeSampler, spv::Op::OpTypeSampler));
static_assert(same(Op::TypeSampledImage, spv::Op::OpTypeSampledImage));
static_assert(same(Op::TypeArray, spv::Op::OpTypeArray));
static_assert(same(Op::TypeRuntimeArray, spv::Op::OpTypeRuntimeArray));
static_assert(same(Op::TypeStruct, spv::Op::OpTypeStruct) && same(Op::TypeOpaque, spv::Op::OpTypeOpaque));
static_assert(same(Op::TypePointer, spv::Op::OpTypePointer));
static_assert(same(Op::TypeForwardPointer, spv::Op::OpTypeForwardPointer));
static_assert(same(Op::Constant, spv::Op::OpConstant) && same(Op::SpecConstant, spv::Op::OpSpecConstant));
static_assert(same(Op::Function, spv::Op::OpFunction) && same(Op::Variable, spv::Op::OpVariable));
static_assert(same(Op::ImageTexelPointer, spv::Op::OpImageTexelPointer));
static_assert(same(Op::Store, spv::Op::OpStore) && same(Op::CopyMemory, spv::Op::OpCopyMemory));
static_assert(same(Op::CopyMemorySized, spv::Op::OpCopyMemorySized));
static_assert(same(Op::Decorate, spv::Op::OpDecorate));
static_assert(same(Op::MemberDecorate, spv::Op::OpMemberDecorate));
static_assert(same(Op::DecorationGroup, spv::Op::OpDecorationGroup));
static_assert(same(Op::GroupDecorate, spv::Op::OpGroupDecorate));
static_assert(same(Op::GroupMemberDecorate, spv::Op::OpGroupMemberDecorate));
static_assert(same(Op::ImageWrite, spv::Op::OpImageWrite) &&
              same(Op::ConvertUToPtr, spv::Op::OpConvertUToPtr));
static_assert(same(Op::AtomicLoad, spv::Op::OpAtomicLoad) && same(Op::AtomicXor, spv::Op::OpAtomicXor));
static_assert(same(Op::AtomicFlagTestAndSet, spv::Op::OpAtomicFlagTestAndSet));
static_assert(same(Op::AtomicFlagClear, spv::Op::OpAtomicFlagClear));
static_assert(same(Op::AtomicFMin, spv::Op::OpAtomicFMinEXT) &&
              same(Op::AtomicFMax, spv::Op::OpAtomicFMaxEXT));
static_assert(same(Op::AtomicFAdd, spv::Op::OpAtomicFAddEXT));
static_assert(same(Op::ConvertUToAccelerationStructure, spv::Op::OpConvertUToAccelerationStructureKHR));
static_assert(same(Op::CooperativeMatrixStoreNV, spv::Op::OpCooperativeMatrixStoreNV));
static_assert(same(Op::SubgroupBlockWrite, spv::Op::OpSubgroupBlockWriteINTEL));
static_assert(same(Op::TypeAccelerationStructure, spv::Op::OpTypeAccelerationStructureKHR));

static_assert(same(StorageClass::StorageBuffer, spv::StorageClass::StorageBuffer));
static_assert(same(StorageClass::PushConstant, spv::StorageClass::PushConstant));
static_assert(same(StorageClass::UniformConstant, spv::StorageClass::UniformConstant));
static_assert(same(StorageClass::PhysicalStorageBuffer, spv::StorageClass::PhysicalStorageBuffer));
static_assert(same(StorageClass::TaskPayloadWorkgroup, spv::StorageClass::TaskPayloadWorkgroupEXT));
static_assert(same(Decoration::Block, spv::Decoration::Block));
static_assert(same(Decoration::BufferBlock, spv::Decoration::BufferBlock));
static_assert(same(Decoration::RowMajor, spv::Decoration::RowMajor));
static_assert(same(Decoration::ColMajor, spv::Decoration::ColMajor));
static_assert(same(Decoration::ArrayStride, spv::Decoration::ArrayStride));
static_assert(same(Decoration::MatrixStride, spv::Decoration::MatrixStride));
static_assert(same(Decoration::NonWritable, spv::Decoration::NonWritable));
static_assert(same(Decoration::Binding, spv::Decoration::Binding));
static_assert(same(Decoration::DescriptorSet, spv::Decoration::DescriptorSet));
static_assert(same(Decoration::Offset, spv::Decoration::Offset));
static_assert(same(Dim::SubpassData, spv::Dim::SubpassData) && same(Dim::Buffer, spv::Dim::Buffer));
static_assert(same(Capability::PhysicalStorageBufferAddresses,
                   spv::Capability::PhysicalStorageBufferAddresses));
static_assert(same(ExecutionModel::Fragment, spv::ExecutionModel::Fragment));

TEST(InstructionTableTest, results_stand_where_the_headers_say) {
  std::size_t compared = 0;
  for (std::uint32_t opcode = 0; opcode < known_opcodes; ++opcode) {
    bool has_result = false;
    bool has_type = false;
    spv::HasResultAndType(static_cast<spv::Op>(opcode), &has_result, &has_type);
    const InstructionInfo& info = instruction_info(opcode);
    if (info.result != 0 && has_result) {
      EXPECT_EQ(info.result, has_type ? 2 : 1) << opcode;
      ++compared;
    }
    EXPECT_EQ(info.id_mask, info.result != 0 ? -1 : 0) << opcode;
    EXPECT_GT(info.readable_words, info.result) << opcode;
    EXPECT_GE(info.readable_words, info.minimum_words) << opcode;
  }
  EXPECT_GT(compared, 250U);
}

TEST(InstructionTableTest, no_instruction_of_shaders_is_left_out) {
  // Core SPIR-V to OpPtrDiff; pipes, events and groups of kernels stand from 256 to 304 and from 321 to 331.
  for (std::uint32_t opcode = 0; opcode < 404; ++opcode) {
    bool has_result = false;
    bool has_type = false;
    spv::HasResultAndType(static_cast<spv::Op>(opcode), &has_result, &has_type);
    const bool kernel = (opcode >= 256 && opcode <= 304) || (opcode >= 321 && opcode <= 331);
    if (has_result && !kernel) {
      EXPECT_EQ(instruction_info(opcode).result, has_type ? 2 : 1) << opcode;
    }
    if (!has_result) {
      EXPECT_EQ(instruction_info(opcode).result, 0) << opcode;
    }
  }
}

TEST(InstructionTableTest, an_opcode_past_the_table_is_unknown) {
  for (const std::uint32_t opcode : {8191U, 8192U, 0xFFFFU}) {
    EXPECT_EQ(instruction_info(opcode).result, 0);
    EXPECT_EQ(instruction_info(opcode).task, Task::none);
    EXPECT_EQ(instruction_info(opcode).is_later, 0);
    EXPECT_EQ(instruction_info(opcode).minimum_words, 1);
  }
}

TEST(VersionTest, six_minor_versions_are_known) {
  for (std::uint32_t minor = 0; minor <= 6; ++minor) {
    EXPECT_TRUE(is_known_version(0x00010000 | minor << 8));
  }
  for (const std::uint32_t word : {0U, 0x00010700U, 0x00010001U, 0x00020000U, 0x01010000U, 0x0000FF00U}) {
    EXPECT_FALSE(is_known_version(word)) << word;
  }
}

TEST(StorageClassTest, an_unknown_class_is_raw) {
  for (const std::uint32_t own : {1U, 3U, 4U, 6U, 7U, 11U, 4172U, 5402U}) {
    EXPECT_FALSE(is_raw_class(own)) << own;
    EXPECT_FALSE(is_interface_class(own)) << own;
  }
  for (const std::uint32_t interface : {0U, 2U, 9U, 12U}) {
    EXPECT_TRUE(is_interface_class(interface)) << interface;
    EXPECT_FALSE(is_raw_class(interface)) << interface;
  }
  for (const std::uint32_t raw : {5U, 8U, 10U, 13U, 31U, 32U, 34U, 5343U, 5349U, 0xFFFFFFFFU}) {
    EXPECT_TRUE(is_raw_class(raw)) << raw;
    EXPECT_FALSE(is_interface_class(raw)) << raw;
  }
}

}  // namespace
}  // namespace rpcts::spirv
