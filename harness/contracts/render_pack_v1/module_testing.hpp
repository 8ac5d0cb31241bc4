#pragma once

// Modules for the tests of the interface rules: texts for SPIRV-Tools' assembler, and one edit at a time.

#include <gtest/gtest.h>
#include <spirv-tools/libspirv.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "harness/contracts/render_pack_v1/judge_module.hpp"

namespace rpcts::render_pack_v1::testing {

using Bytes = std::vector<std::byte>;

inline Bytes bytes_of(const std::vector<std::uint32_t>& words) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

/// Whatever the assembler can write, raw words (`!0x0004003B`) included, as SPIR-V 1.5.
inline std::vector<std::uint32_t> assemble_words(std::string_view text) {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_5);
  std::string message;
  tools.SetMessageConsumer(
      [&message](spv_message_level_t, const char*, const spv_position_t& position, const char* what) {
        message += "line " + std::to_string(position.line) + ": " + what + "\n";
      });
  std::vector<std::uint32_t> words;
  EXPECT_TRUE(tools.Assemble(text.data(), text.size(), &words)) << message;
  return words;
}

inline Bytes assemble(std::string_view text) {
  return bytes_of(assemble_words(text));
}

/// `text` with its only `from` replaced; a text without it, or with two, fails the test.
inline std::string edited(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << "not in the text: " << from;
  if (at == std::string::npos) {
    return text;
  }
  EXPECT_EQ(text.find(from, at + 1), std::string::npos) << "twice in the text: " << from;
  return text.replace(at, from.size(), to);
}

/// `text` with a line added before the line that begins with `before`.
inline std::string with_line(const std::string& text, std::string_view before, std::string_view line) {
  const std::string marker = "\n" + std::string(before);
  const std::size_t at = text.find(marker);
  EXPECT_NE(at, std::string::npos) << "no line begins with: " << before;
  return at == std::string::npos ? text : std::string(text).insert(at + 1, std::string(line) + "\n");
}

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
