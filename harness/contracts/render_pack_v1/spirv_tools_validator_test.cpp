// RP-SPV-060: what only a validator of the whole of SPIR-V sees.

#include <gtest/gtest.h>

#include "harness/contracts/render_pack_v1/module_testing.hpp"

namespace rpcts::render_pack_v1::testing {
namespace {

Findings validate(const Bytes& module) {
  Findings findings;
  validate_with_spirv_tools(module, "test.spv", findings);
  return findings;
}

/// Rejected by the validator although the interface rules accept it.
void expect_only_the_validator_rejects(const std::string& text, Stage stage, const Role& role,
                                       std::string_view found) {
  const Bytes module = assemble(text);
  expect_accepted(judge(module, stage, role));
  expect_only(validate(module), "RP-SPV-060", found);
}

TEST(SpirvToolsTest, valid_modules_pass) {
  expect_accepted(validate(assemble(fragment_text)));
  expect_accepted(validate(assemble(vertex_text)));
}

TEST(SpirvToolsTest, a_finding_names_the_file_and_the_first_line_of_the_message) {
  const Findings findings = validate(assemble(edited(fragment_text, "OpReturn\n", "")));
  ASSERT_EQ(findings.all().size(), 1U);
  EXPECT_EQ(findings.all().front().place.file, "test.spv");
  EXPECT_EQ(findings.all().front().found.find('\n'), std::string::npos);
}

TEST(SpirvToolsTest, a_block_without_its_end_is_rejected) {
  expect_only_the_validator_rejects(edited(fragment_text, "OpReturn\n", ""), Stage::fragment, full_pass(),
                                    "");
}

TEST(SpirvToolsTest, an_undefined_id_is_rejected) {
  expect_only_the_validator_rejects(
      edited(vertex_text, "OpStore %position %value", "OpStore %position %nothing"), Stage::vertex,
      world_receiver(), "ID");
}

TEST(SpirvToolsTest, an_id_that_is_defined_twice_is_rejected) {
  expect_only_the_validator_rejects(
      edited(vertex_text, "%n2 = OpConstant %uint 2", "%n2 = OpConstant %uint 2\n%n2 = OpConstant %uint 3"),
      Stage::vertex, world_receiver(), "");
}

TEST(SpirvToolsTest, a_pointer_type_that_lies_about_its_memory_is_rejected) {
  // The chain says Function, its base is a storage buffer: the store through it is not seen as one to memory.
  const std::string text = edited(edited(vertex_text, "%instance = OpAccessChain %p_vec4 %instances",
                                         "%instance = OpAccessChain %p_local %instances"),
                                  "OpStore %position %value", "OpStore %instance %value");
  expect_only_the_validator_rejects(text, Stage::vertex, world_receiver(), "storage class");
}

TEST(SpirvToolsTest, words_of_any_kind_are_safe) {
  EXPECT_FALSE(validate({}).accepted());
  EXPECT_FALSE(validate(Bytes(7)).accepted());
  EXPECT_FALSE(validate(Bytes(64)).accepted());
}

}  // namespace
}  // namespace rpcts::render_pack_v1::testing
