#pragma once

// Modules for the tests of the interface rules, and what is expected of their judgement.

#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

#include "harness/contracts/render_pack_v1/judge_module.hpp"
#include "harness/spirv/assembler_testing.hpp"

namespace rpcts::render_pack_v1::testing {

using spirv::testing::assemble;
using spirv::testing::assemble_words;
using spirv::testing::Bytes;
using spirv::testing::bytes_of;
using spirv::testing::edited;
using spirv::testing::with_line;

inline Role pass_role(RenderPassSemantic semantic, std::vector<RenderSemanticInput> inputs,
                      std::size_t reads = 0) {
  Pass pass;
  pass.semantic = semantic;
  pass.semantic_inputs = std::move(inputs);
  pass.resource_reads.assign(reads, "resource");
  return role_of(pass);
}

inline Role variant_role(RenderPipelineVariantSemantic semantic,
                         std::vector<RenderSemanticInput> inputs = {}) {
  PipelineVariant variant;
  variant.semantic = semantic;
  variant.semantic_inputs = std::move(inputs);
  return role_of(variant);
}

/// A custom pass that may use the table and all four blocks.
inline Role full_pass() {
  return pass_role(RenderPassSemantic::CustomFullscreen,
                   {RenderSemanticInput::WorldColor, RenderSemanticInput::FrameTime,
                    RenderSemanticInput::DirectionalShadowMaps});
}

inline Role world_receiver() {
  return variant_role(RenderPipelineVariantSemantic::WorldDirectionalShadowReceiver);
}

inline Findings judge(const Bytes& module, Stage stage, const Role& role) {
  Findings findings;
  ModuleJudge().judge(module, stage, role, "test.spv", findings);
  return findings;
}

inline Findings judge_text(std::string_view text, Stage stage, const Role& role) {
  return judge(assemble(text), stage, role);
}

/// All findings, for messages of tests.
inline std::string listed(const Findings& findings) {
  std::string text;
  for (const Diagnostic& finding : findings.all()) {
    text += std::string(finding.rule) + ": found " + finding.found + "; required " + finding.required + "\n";
  }
  return text;
}

inline void expect_accepted(const Findings& findings) {
  EXPECT_TRUE(findings.all().empty()) << listed(findings);
}

/// The one finding, of this rule, with this in its `found`.
inline void expect_only(const Findings& findings, std::string_view rule, std::string_view found) {
  ASSERT_EQ(findings.all().size(), 1U) << listed(findings);
  EXPECT_EQ(findings.all().front().rule, rule) << listed(findings);
  EXPECT_NE(findings.all().front().found.find(found), std::string::npos) << "not found: " << found << "\n"
                                                                         << listed(findings);
}

/// The deciding finding is of this rule and has this in its `found`.
inline void expect_decides(const Findings& findings, std::string_view rule, std::string_view found) {
  const Diagnostic* deciding = findings.deciding();
  ASSERT_NE(deciding, nullptr) << "accepted";
  EXPECT_EQ(deciding->rule, rule) << listed(findings);
  EXPECT_NE(deciding->found.find(found), std::string::npos) << "not found: " << found << "\n"
                                                            << listed(findings);
}

/// A fragment shader of the whole pack interface: the table, blocks 5 to 8, the push block.
extern const char* const fragment_text;

/// A vertex shader with storage buffer (0, 0), NonWritable by its variable, and (0, 1), by its members, and
/// uniform block (1, 1).
extern const char* const vertex_text;

}  // namespace rpcts::render_pack_v1::testing
