#include "harness/spirv/module.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/spirv/assembler_testing.hpp"
#include "harness/spirv/decorations.hpp"
#include "harness/spirv/describe.hpp"

namespace rpcts::spirv {
namespace {

using testing::assemble_words;
using ::testing::ElementsAre;

constexpr std::uint32_t maximum_bound = 4'194'303;

const char* const small_text = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main "main"
OpDecorate %frame DescriptorSet 3
OpDecorate %frame Binding 7
OpDecorate %Frame Block
OpMemberDecorate %Frame 0 Offset 0
OpMemberDecorate %Frame 1 Offset 16
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%vec4 = OpTypeVector %float 4
%Frame = OpTypeStruct %vec4 %vec4
%pointer = OpTypePointer Uniform %Frame
%local_pointer = OpTypePointer Function %vec4
%frame = OpVariable %pointer Uniform
%main = OpFunction %void None %function
%label = OpLabel
%local = OpVariable %local_pointer Function
OpReturn
OpFunctionEnd
)";

/// A module with every id moved up by `offset`, and its bound with them. Only for `small_text`, whose
/// instructions are known.
std::vector<std::uint32_t> with_moved_ids(std::vector<std::uint32_t> words, std::uint32_t offset) {
  const auto is_id = [](Op op, std::size_t operand, std::size_t length) {
    switch (op) {
      case Op::EntryPoint:
        return operand == 2;
      case Op::Decorate:
      case Op::MemberDecorate:
      case Op::TypeFloat:
        return operand == 1;
      case Op::TypeVector:
        return operand <= 2;
      case Op::TypeStruct:
        return operand < length;
      case Op::TypePointer:
        return operand == 1 || operand == 3;
      case Op::Variable:
        return operand <= 2;
      case Op::Function:
        return operand != 3;
      default:
        return static_cast<unsigned>(op) == 19 || static_cast<unsigned>(op) == 33 ||
               static_cast<unsigned>(op) == 248;  // OpTypeVoid, OpTypeFunction, OpLabel
    }
  };
  for (std::size_t i = header_words; i < words.size();) {
    const std::size_t length = words[i] >> 16;
    for (std::size_t operand = 1; operand < length; ++operand) {
      if (is_id(static_cast<Op>(words[i] & 0xFFFF), operand, length)) {
        words[i + operand] += offset;
      }
    }
    i += length;
  }
  words[3] += offset;
  return words;
}

TEST(ModuleTest, lists_what_makes_an_interface) {
  const std::vector<std::uint32_t> words = assemble_words(small_text);
  Module module;
  ASSERT_EQ(module.read(words, maximum_bound), ReadResult{});
  ASSERT_EQ(module.entry_points().size(), 1U);
  EXPECT_EQ(module.opcode(module.entry_points()[0]), Op::EntryPoint);
  // The variable of storage class Function is not of the interface.
  ASSERT_EQ(module.variables().size(), 1U);
  const std::uint32_t variable = module.variables()[0];
  EXPECT_EQ(module.definition(module.operand(variable, 2)), variable);
  EXPECT_EQ(type_text(module, module.operand(module.definition(pointee_of(module, variable)), 2)), "vec4");
  EXPECT_EQ(module.definition(pointee_of(module, variable), Op::TypeVector), 0U);
  EXPECT_TRUE(module.suspects().empty());
}

TEST(ModuleTest, operands_past_an_instruction_are_zero) {
  const std::vector<std::uint32_t> words = assemble_words(small_text);
  Module module;
  ASSERT_EQ(module.read(words, maximum_bound), ReadResult{});
  const auto last = static_cast<std::uint32_t>(words.size() - 1);
  EXPECT_EQ(module.length(last), 1U);
  EXPECT_EQ(module.operand(last, 1), 0U);
  EXPECT_EQ(module.operand(last, 0xFFFFFFFF), 0U);
}

TEST(ModuleTest, numbers_that_are_no_id_have_no_definition) {
  const std::vector<std::uint32_t> words = assemble_words(small_text);
  Module module;
  ASSERT_EQ(module.read(words, maximum_bound), ReadResult{});
  for (const std::uint32_t id : {0U, words[3], 0x7FFFFFFFU, 0xFFFFFFFFU}) {
    EXPECT_EQ(module.definition(id), 0U) << id;
    EXPECT_EQ(module.decorations(id), 0U) << id;
  }
}

TEST(ModuleTest, every_bound_reads_the_same_module) {
  const std::vector<std::uint32_t> words = assemble_words(small_text);
  for (const std::uint32_t offset : {0U, 1U, 100U, 5'000U, 4'000'000U, maximum_bound - words[3]}) {
    SCOPED_TRACE(offset);
    const std::vector<std::uint32_t> moved = with_moved_ids(words, offset);
    Module module;
    ASSERT_EQ(module.read(moved, maximum_bound), ReadResult{});
    ASSERT_EQ(module.variables().size(), 1U);
    const std::uint32_t variable = module.variables()[0];
    const std::uint32_t type = pointee_of(module, variable);
    DecorationReader decorations;
    decorations.reset(module);
    EXPECT_EQ(decorations.of(module.operand(variable, 2)).binding(), 7U);
    std::array<Decorations, 2> members;
    EXPECT_TRUE(decorations.of_struct(type, members).has(decorated::block));
    EXPECT_EQ(members[1].offset(), 16U);
    EXPECT_EQ(type_text(module, module.operand(module.definition(type), 3)), "vec4");
    EXPECT_EQ(module.definition(moved[3]), 0U);
  }
}

TEST(ModuleTest, memory_follows_the_words_and_not_the_bound) {
  const std::vector<std::uint32_t> words = assemble_words(small_text);
  Module module;
  ASSERT_EQ(module.read(with_moved_ids(words, 4'000'000), maximum_bound).error, ReadError::none);
  EXPECT_LT(module.capacity_bytes(), 64 * words.size() * sizeof(std::uint32_t));
  // Of a large module as well: ids and decorations in each of its instructions.
  std::vector<std::uint32_t> large(words.begin(), words.begin() + header_words);
  large[3] = maximum_bound;
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    large.insert(large.end(), {0x00040047, i * 41 + 1, 34, 3});
  }
  Module other;
  ASSERT_EQ(other.read(large, maximum_bound).error, ReadError::none);
  EXPECT_LT(other.capacity_bytes(), 16 * large.size() * sizeof(std::uint32_t));
}

TEST(ModuleTest, a_second_module_of_the_same_size_needs_no_more_memory) {
  const std::vector<std::uint32_t> words = assemble_words(small_text);
  Module module;
  ASSERT_EQ(module.read(words, maximum_bound), ReadResult{});
  const std::size_t bytes = module.capacity_bytes();
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(module.read(words, maximum_bound), ReadResult{});
    EXPECT_EQ(module.variables().size(), 1U);
    EXPECT_EQ(module.entry_points().size(), 1U);
  }
  EXPECT_EQ(module.capacity_bytes(), bytes);
}

TEST(ModuleTest, nothing_is_left_of_a_module_that_fails) {
  std::vector<std::uint32_t> words = assemble_words(small_text);
  Module module;
  ASSERT_EQ(module.read(words, maximum_bound), ReadResult{});
  words.back() = 0;
  const ReadResult result = module.read(words, maximum_bound);
  EXPECT_EQ(result, (ReadResult{ReadError::length, static_cast<std::uint32_t>(words.size() - 1), 0}));
  EXPECT_TRUE(module.variables().empty());
  EXPECT_TRUE(module.entry_points().empty());
  for (std::uint32_t id = 0; id < words[3]; ++id) {
    EXPECT_EQ(module.definition(id), 0U);
    EXPECT_EQ(module.decorations(id), 0U);
  }
}

TEST(ModuleTest, header_faults) {
  const std::vector<std::uint32_t> words = assemble_words(small_text);
  const auto result = [&words](std::size_t at, std::uint32_t value) {
    std::vector<std::uint32_t> changed = words;
    changed[at] = value;
    return Module().read(changed, maximum_bound).error;
  };
  EXPECT_EQ(Module().read({}, maximum_bound).error, ReadError::header);
  EXPECT_EQ(Module().read(std::span(words).first(4), maximum_bound).error, ReadError::header);
  EXPECT_EQ(Module().read(std::span(words).first(5), maximum_bound).error, ReadError::none);
  EXPECT_EQ(result(0, 0x03022307), ReadError::magic);
  EXPECT_EQ(result(1, 0x00010700), ReadError::version);
  EXPECT_EQ(result(3, 0), ReadError::bound);
  EXPECT_EQ(result(3, maximum_bound + 1), ReadError::bound);
  EXPECT_EQ(result(4, 77), ReadError::none);  // the reserved word
}

/// The words after the header of a module with this bound, one instruction after the other.
ReadResult read_instructions(std::uint32_t bound, std::vector<std::uint32_t> instructions) {
  instructions.insert(instructions.begin(), {magic_word, newest_version, 0, bound, 0});
  return Module().read(instructions, maximum_bound);
}

TEST(ModuleTest, the_last_words_of_a_module_are_read_with_care) {
  // Each is the end of its module: the reader may not look past it (the sanitizers watch).
  for (const std::uint32_t opcode : {1U, 21U, 43U, 61U, 62U, 71U, 72U, 74U, 75U, 227U, 248U, 4096U, 65535U}) {
    for (std::uint32_t words = 1; words <= 6; ++words) {
      std::vector<std::uint32_t> instruction(words, 1);
      const auto error_of = [&instruction, opcode](std::uint32_t length) {
        instruction[0] = length << 16 | opcode;
        return read_instructions(10, instruction).error;
      };
      EXPECT_EQ(error_of(0), ReadError::length) << opcode;
      EXPECT_NE(error_of(words), ReadError::length) << opcode;
      EXPECT_EQ(error_of(words + 1), ReadError::length) << opcode;
      EXPECT_EQ(error_of(0xFFFF), ReadError::length) << opcode;
    }
  }
}

TEST(ModuleTest, an_id_past_the_bound_is_found_whatever_its_size) {
  // OpUndef: type, result. 5 ids fit a table of 8 rows.
  for (const std::uint32_t id : {5U, 6U, 7U, 8U, 9U, 1000U, 0x80000000U, 0xFFFFFFFFU}) {
    EXPECT_EQ(read_instructions(5, {0x00030001, 1, id, 0x000100FD, 0x000100FD}),
              (ReadResult{ReadError::id, 5, id}))
        << id;
  }
  EXPECT_EQ(read_instructions(5, {0x00030001, 1, 4, 0x000100FD, 0x000100FD}).error, ReadError::none);
}

TEST(ModuleTest, a_long_chain_of_ids_is_bounded) {
  // All ids agree in as many low bits as the words allow; still each is found.
  std::vector<std::uint32_t> instructions;
  for (std::uint32_t i = 1; i < 200; ++i) {
    instructions.insert(instructions.end(), {0x00030001, 1, i << 14});
  }
  instructions.insert(instructions.begin(), {magic_word, newest_version, 0, maximum_bound, 0});
  Module module;
  ASSERT_EQ(module.read(instructions, maximum_bound).error, ReadError::none);
  for (std::uint32_t i = 1; i < 200; ++i) {
    EXPECT_EQ(module.definition(i << 14), header_words + 3 * (i - 1));
    EXPECT_EQ(module.definition((i << 14) + 1), 0U);
  }
}

TEST(ModuleTest, sites_are_noted_up_to_their_number) {
  std::vector<std::uint32_t> instructions{magic_word, newest_version, 0, 10, 0};
  for (std::size_t i = 0; i < 3 * site_capacity; ++i) {
    instructions.insert(instructions.end(), {0x00040063, 1, 2, 3});  // OpImageWrite
  }
  Module module;
  ASSERT_EQ(module.read(instructions, maximum_bound).error, ReadError::none);
  ASSERT_EQ(module.sites(Site::image_write).size(), site_capacity);
  EXPECT_EQ(module.sites(Site::image_write)[1], header_words + 4);
  EXPECT_TRUE(module.sites(Site::raw_memory).empty());
}

TEST(ModuleTest, raw_memory_is_noted_in_module_order) {
  // A pointer of an unknown class, which is looked at last, and before and after it untyped pointers.
  const std::vector<std::uint32_t> words{
      magic_word, newest_version, 0, 10, 0, 0x00031141, 1, 12, 0x00040020, 2, 4711, 3, 0x00031141, 4, 12};
  Module module;
  ASSERT_EQ(module.read(words, maximum_bound).error, ReadError::none);
  EXPECT_THAT(module.sites(Site::raw_memory), ElementsAre(5U, 8U, 12U));
}

}  // namespace
}  // namespace rpcts::spirv
