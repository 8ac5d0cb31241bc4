// RP-AST-004, RP-SPV-001 to 005, 010 to 012 and 056: what a module is before its interface is looked at.

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>

#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/module_testing.hpp"

namespace rpcts::render_pack_v1::testing {
namespace {

Findings judge_bare(const Bytes& module, Stage stage = Stage::fragment) {
  Findings findings;
  ModuleJudge().judge_bare(module, stage, full_pass(), "test.spv", findings);
  return findings;
}

Findings judge_words(const std::vector<std::uint32_t>& words) {
  return judge(bytes_of(words), Stage::fragment, full_pass());
}

std::vector<std::uint32_t> fragment_words() {
  return assemble_words(fragment_text);
}

/// The word of the first instruction of this opcode.
std::size_t find_op(const std::vector<std::uint32_t>& words, std::uint32_t opcode) {
  for (std::size_t i = 5; i < words.size(); i += words[i] >> 16) {
    if ((words[i] & 0xFFFF) == opcode) {
      return i;
    }
  }
  ADD_FAILURE() << "no opcode " << opcode;
  return 0;
}

/// The module with one instruction cut to its first `length` words; its other words are taken out.
std::vector<std::uint32_t> shortened(std::vector<std::uint32_t> words, std::size_t at, std::uint32_t length) {
  const std::uint32_t old_length = words[at] >> 16;
  words[at] = (length << 16) | (words[at] & 0xFFFF);
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(at + length),
              words.begin() + static_cast<std::ptrdiff_t>(at + old_length));
  return words;
}

TEST(AssetTest, a_module_is_accepted) {
  expect_accepted(judge_text(fragment_text, Stage::fragment, full_pass()));
  expect_accepted(judge_text(vertex_text, Stage::vertex, world_receiver()));
}

TEST(AssetTest, bytes_that_are_no_module_fail_the_asset_rule) {
  Bytes module = assemble(fragment_text);
  const auto first = [&module](std::size_t count) {
    return Bytes(module.begin(), module.begin() + static_cast<std::ptrdiff_t>(count));
  };
  expect_only(judge({}, Stage::fragment, full_pass()), "RP-AST-004", "0 bytes");
  expect_only(judge(first(3), Stage::fragment, full_pass()), "RP-AST-004", "3 bytes");
  expect_only(judge(first(6), Stage::fragment, full_pass()), "RP-AST-004", "6 bytes");
  expect_only(judge(first(module.size() - 1), Stage::fragment, full_pass()), "RP-AST-004",
              "no multiple of 4");
  const Bytes counting{std::byte{0}, std::byte{1}, std::byte{2}, std::byte{3}};
  expect_only(judge(counting, Stage::fragment, full_pass()), "RP-AST-004", "0x03020100");
  std::reverse(module.begin(), module.begin() + 4);
  expect_only(judge(module, Stage::fragment, full_pass()), "RP-AST-004", "big-endian");
}

TEST(AssetTest, a_place_names_the_file_and_the_role) {
  const Findings findings = judge({}, Stage::vertex, pass_role(RenderPassSemantic::SunRays, {}));
  EXPECT_EQ(findings.all().front().place.file, "test.spv");
  EXPECT_EQ(findings.all().front().place.role, "SunRays (vertex)");
}

TEST(ReadingTest, fewer_words_than_a_header_fail_001) {
  const std::vector<std::uint32_t> words = fragment_words();
  for (const std::ptrdiff_t count : {1, 4}) {
    expect_only(judge_words({words.begin(), words.begin() + count}), "RP-SPV-001",
                std::to_string(count * 4) + " bytes");
  }
  // The header alone is read; it has no entry point.
  expect_only(judge_words({words.begin(), words.begin() + 5}), "RP-SPV-010", "no entry point");
}

TEST(ReadingTest, a_bare_module_is_judged_without_the_asset_rule) {
  Bytes module = assemble(fragment_text);
  expect_accepted(judge_bare(module));
  expect_only(judge_bare({}), "RP-SPV-001", "0 bytes");
  expect_only(judge_bare(Bytes(module.begin(), module.begin() + 6)), "RP-SPV-001", "6 bytes");
  expect_only(judge_bare(Bytes(module.begin(), module.end() - 1)), "RP-SPV-001", "bytes");
  std::reverse(module.begin(), module.begin() + 4);
  expect_only(judge_bare(module), "RP-SPV-002", "0x03022307");
}

TEST(ReadingTest, bytes_at_an_odd_address_are_read_as_well) {
  const Bytes module = assemble(fragment_text);
  Bytes moved(module.size() + 1);
  std::ranges::copy(module, moved.begin() + 1);
  Findings findings;
  ModuleJudge().judge(std::span(moved).subspan(1), Stage::fragment, full_pass(), "test.spv", findings);
  expect_accepted(findings);
}

TEST(ReadingTest, a_word_count_of_zero_fails_003) {
  std::vector<std::uint32_t> words = fragment_words();
  const std::size_t at = find_op(words, 253);  // OpReturn
  words[at] &= 0xFFFF;
  expect_only(judge_words(words), "RP-SPV-003", "word count 0");
  EXPECT_EQ(judge_words(words).all().front().place.word, at);
}

TEST(ReadingTest, an_instruction_past_the_end_fails_003) {
  std::vector<std::uint32_t> words = fragment_words();
  words[words.size() - 1] += 1U << 16;  // OpFunctionEnd
  expect_only(judge_words(words), "RP-SPV-003", "takes 2 words, and 1 are left");
  words = fragment_words();
  words.resize(words.size() - 4);  // OpStore, OpReturn and OpFunctionEnd lose their end
  expect_only(judge_words(words), "RP-SPV-003", "OpStore");
  words = fragment_words();
  words[find_op(words, 62)] = 0xFFFF0000 | 62;
  expect_only(judge_words(words), "RP-SPV-003", "takes 65535 words");
}

struct Shortened {
  const char* name;
  std::uint32_t opcode;
  std::uint32_t length;  ///< the longest that is too short
};

class ShortInstructionTest : public ::testing::TestWithParam<Shortened> {};

TEST_P(ShortInstructionTest, fails_004_and_one_word_more_does_not) {
  const std::vector<std::uint32_t> words = fragment_words();
  const std::size_t at = find_op(words, GetParam().opcode);
  for (std::uint32_t length = 1; length <= GetParam().length; ++length) {
    const Findings findings = judge_words(shortened(words, at, length));
    expect_only(findings, "RP-SPV-004", std::string(GetParam().name) + " at word");
    EXPECT_EQ(findings.all().front().place.word, at);
  }
  const Findings longer = judge_words(shortened(words, at, GetParam().length + 1));
  for (const Diagnostic& finding : longer.all()) {
    EXPECT_NE(finding.rule, "RP-SPV-004") << listed(longer);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ShortInstructionTest,
    ::testing::Values(Shortened{"OpEntryPoint", 15, 3}, Shortened{"OpTypeInt", 21, 1},
                      Shortened{"OpTypeFloat", 22, 1}, Shortened{"OpTypeVector", 23, 1},
                      Shortened{"OpTypeMatrix", 24, 1}, Shortened{"OpTypeImage", 25, 1},
                      Shortened{"OpTypeSampledImage", 27, 1}, Shortened{"OpTypeArray", 28, 1},
                      Shortened{"OpTypeRuntimeArray", 29, 1}, Shortened{"OpTypeStruct", 30, 1},
                      Shortened{"OpTypePointer", 32, 1}, Shortened{"OpVariable", 59, 3},
                      Shortened{"OpDecorate", 71, 2}, Shortened{"OpMemberDecorate", 72, 3}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(ReadingTest, other_short_instructions_are_left_to_the_validator) {
  const std::vector<std::uint32_t> words = fragment_words();
  for (const std::uint32_t opcode : {17U, 62U, 248U}) {  // OpCapability, OpStore, OpLabel
    expect_accepted(judge_words(shortened(words, find_op(words, opcode), 1)));
  }
}

TEST(ReadingTest, an_entry_point_name_without_its_zero_fails_005) {
  std::vector<std::uint32_t> words = fragment_words();
  const std::size_t at = find_op(words, 15);
  // "main" and its zero word: the instruction ends after "main".
  expect_only(judge_words(shortened(words, at, 4)), "RP-SPV-005", "no terminating zero");
}

TEST(ReadingTest, the_first_fault_in_module_order_decides) {
  std::vector<std::uint32_t> words = fragment_words();
  words[words.size() - 1] &= 0xFFFF;                // 003 at the end
  words = shortened(words, find_op(words, 71), 2);  // 004 before it
  expect_only(judge_words(words), "RP-SPV-004", "OpDecorate");
  words = shortened(words, find_op(words, 15), 4);  // 005 before both
  expect_only(judge_words(words), "RP-SPV-005", "entry point");
}

TEST(VersionTest, versions_outside_the_range_fail_056) {
  std::vector<std::uint32_t> words = fragment_words();
  for (const std::uint32_t version : {0x00010000U, 0x00010300U, 0x00010600U}) {
    words[1] = version;
    expect_accepted(judge_words(words));
  }
  for (const std::uint32_t version : {0U, 0x00000900U, 0x00010700U, 0x00020000U, 0x00010001U, 0x01010000U}) {
    words[1] = version;
    expect_only(judge_words(words), "RP-SPV-056", "version");
  }
}

TEST(BoundTest, bounds_outside_the_range_fail_056) {
  std::vector<std::uint32_t> words = fragment_words();
  for (const std::uint32_t bound : {words[3] + 1, 100'000U, maximum_spirv_id_bound}) {
    words[3] = bound;
    expect_accepted(judge_words(words));
  }
  for (const std::uint32_t bound : {0U, maximum_spirv_id_bound + 1, 0xFFFFFFFFU}) {
    words[3] = bound;
    expect_only(judge_words(words), "RP-SPV-056", "id bound is " + std::to_string(bound));
  }
}

TEST(BoundTest, every_bound_below_the_highest_id_fails_056) {
  std::vector<std::uint32_t> words = fragment_words();
  for (std::uint32_t bound = words[3] - 1; bound > 0; --bound) {
    words[3] = bound;
    expect_decides(judge_words(words), "RP-SPV-056", "uses the id");
  }
}

/// An id at the bound, at one operand.
struct ForeignId {
  const char* name;
  std::uint32_t opcode;
  std::uint32_t operand;
};

class ForeignIdTest : public ::testing::TestWithParam<ForeignId> {};

TEST_P(ForeignIdTest, fails_056) {
  std::vector<std::uint32_t> words = fragment_words();
  const std::size_t at = find_op(words, GetParam().opcode);
  for (const std::uint32_t id : {words[3], words[3] + 1000, 0xFFFFFFFFU}) {
    std::vector<std::uint32_t> changed = words;
    changed[at + GetParam().operand] = id;
    const Findings findings = judge_words(changed);
    expect_only(findings, "RP-SPV-056", "uses the id " + std::to_string(id));
    EXPECT_EQ(findings.all().front().place.word, at);
    EXPECT_EQ(findings.all().front().place.id, id);
  }
  words[at + GetParam().operand] = words[3] - 1;
  const Findings inside = judge_words(words);
  for (const Diagnostic& finding : inside.all()) {
    EXPECT_NE(finding.rule, "RP-SPV-056");
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ForeignIdTest,
    ::testing::Values(ForeignId{"entry_point_function", 15, 2}, ForeignId{"decorated_id", 71, 1},
                      ForeignId{"decorated_struct", 72, 1}, ForeignId{"int_result", 21, 1},
                      ForeignId{"vector_component", 23, 2}, ForeignId{"matrix_column", 24, 2},
                      ForeignId{"image_component", 25, 2}, ForeignId{"sampled_image", 27, 2},
                      ForeignId{"array_element", 28, 2}, ForeignId{"array_length", 28, 3},
                      ForeignId{"runtime_array_element", 29, 2}, ForeignId{"struct_member", 30, 2},
                      ForeignId{"last_struct_member", 30, 8}, ForeignId{"pointee", 32, 3},
                      ForeignId{"variable_result", 59, 2}, ForeignId{"constant_result", 43, 2},
                      ForeignId{"function_result", 54, 2}, ForeignId{"label", 248, 1}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(EntryPointTest, none_and_two_fail_010) {
  expect_only(judge_text(edited(fragment_text,
                                "OpEntryPoint Fragment %main \"main\" %color %table %frame %shadow %pass "
                                "%settings %push\nOpExecutionMode %main OriginUpperLeft\n",
                                ""),
                         Stage::fragment, full_pass()),
              "RP-SPV-010", "no entry point");
  const Findings two =
      judge_text(with_line(fragment_text, "OpExecutionMode", "OpEntryPoint Vertex %main \"other\""),
                 Stage::fragment, full_pass());
  expect_only(two, "RP-SPV-010", "2 entry points");
}

TEST(EntryPointTest, the_model_must_be_that_of_the_stage) {
  const std::string control = edited(fragment_text, "\nOpExecutionMode %main OriginUpperLeft", "");
  expect_accepted(judge_text(control, Stage::fragment, full_pass()));
  expect_only(judge_text(control, Stage::vertex, full_pass()), "RP-SPV-011", "fragment shader");
  const auto with_model = [&control](const char* model) {
    return edited(control, "OpEntryPoint Fragment", std::string("OpEntryPoint ") + model);
  };
  expect_accepted(judge_text(with_model("Vertex"), Stage::vertex, full_pass()));
  expect_only(judge_text(with_model("Vertex"), Stage::fragment, full_pass()), "RP-SPV-011", "vertex shader");
  expect_only(judge_text(with_model("GLCompute"), Stage::fragment, full_pass()), "RP-SPV-011", "compute");
  expect_only(judge_text(with_model("Geometry"), Stage::vertex, full_pass()), "RP-SPV-011", "geometry");
}

TEST(EntryPointTest, the_name_must_be_main) {
  for (const char* name : {"main2", "Main", "mai", "", "maim", "main ", "ma\xC3\xAFn"}) {
    expect_only(judge_text(edited(fragment_text, "\"main\"", std::string("\"") + name + "\""),
                           Stage::fragment, full_pass()),
                "RP-SPV-012", "is named");
  }
}

TEST(EntryPointTest, model_and_name_are_both_reported) {
  const Findings findings =
      judge_text(edited(fragment_text, "\"main\"", "\"start\""), Stage::vertex, full_pass());
  ASSERT_EQ(findings.all().size(), 2U) << listed(findings);
  EXPECT_EQ(findings.all()[0].rule, "RP-SPV-011");
  EXPECT_EQ(findings.all()[1].rule, "RP-SPV-012");
}

TEST(JudgeTest, a_judge_serves_one_module_after_the_other) {
  const Bytes good = assemble(fragment_text);
  const Bytes bad =
      assemble(edited(fragment_text, "OpDecorate %pass Binding 7", "OpDecorate %pass Binding 9"));
  const Bytes vertex = assemble(vertex_text);
  ModuleJudge judge;
  for (int round = 0; round < 3; ++round) {
    Findings findings;
    judge.judge(good, Stage::fragment, full_pass(), "good.spv", findings);
    expect_accepted(findings);
    judge.judge(vertex, Stage::vertex, world_receiver(), "vertex.spv", findings);
    expect_accepted(findings);
    judge.judge(std::span(good).first(8), Stage::fragment, full_pass(), "short.spv", findings);
    judge.judge(bad, Stage::fragment, full_pass(), "bad.spv", findings);
    ASSERT_EQ(findings.all().size(), 2U);
    EXPECT_EQ(findings.all()[0].rule, "RP-SPV-001");
    EXPECT_EQ(findings.all()[1].rule, "RP-SPV-033");
    EXPECT_EQ(findings.all()[1].place.file, "bad.spv");
  }
}

}  // namespace
}  // namespace rpcts::render_pack_v1::testing
