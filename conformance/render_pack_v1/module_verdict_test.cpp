#include "conformance/render_pack_v1/module_verdict.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "fixtures/render_pack_v1/generated/probe_module.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using generated::DeclarationKind;

class ModuleVerdictTest : public testing::Test {
 protected:
  /// A fragment shader with (3,7): granted to a fullscreen pass, not to a variant.
  [[nodiscard]] const std::vector<std::byte>& module() {
    return **modules_.get(Stage::fragment, {{DeclarationKind::uniform_block, 3, 7}});
  }

  generated::ProbeModules modules_;
  Role pass_ = role_of(Pass{});
  Role variant_ = role_of(PipelineVariant{});
  runner::CaseContext context_{"."};
};

TEST_F(ModuleVerdictTest, right_verdicts_count_as_checks) {
  EXPECT_TRUE(ModuleVerdict(pass_, Stage::fragment, "x.spv", context_).accepts(module(), "the pass"));
  EXPECT_TRUE(
      ModuleVerdict(pass_, Stage::fragment, "x.spv", context_).accepts_as_valid(module(), "the pass"));
  EXPECT_TRUE(ModuleVerdict(variant_, Stage::fragment, "x.spv", context_)
                  .rejects(module(), "RP-SPV-034", "the variant"));
  EXPECT_EQ(context_.checks(), 3U);
  EXPECT_EQ(context_.failures(), 0U);
}

TEST_F(ModuleVerdictTest, wrong_verdicts_fail_and_say_what_was_found) {
  EXPECT_NONFATAL_FAILURE(
      ModuleVerdict(variant_, Stage::fragment, "x.spv", context_).accepts(module(), "the variant"),
      "the variant: rejected by RP-SPV-034");
  EXPECT_NONFATAL_FAILURE(
      ModuleVerdict(pass_, Stage::fragment, "x.spv", context_).rejects(module(), "RP-SPV-034", "the pass"),
      "the pass: accepted, expected rejection by RP-SPV-034");
  EXPECT_NONFATAL_FAILURE(ModuleVerdict(variant_, Stage::fragment, "x.spv", context_)
                              .rejects(module(), "RP-SPV-033", "the variant"),
                          "expected RP-SPV-033");
  EXPECT_NONFATAL_FAILURE(
      ModuleVerdict(pass_, Stage::vertex, "x.spv", context_).accepts_as_valid(module(), "the wrong stage"),
      "RP-SPV-011");
  EXPECT_EQ(context_.failures(), 4U);
}

TEST_F(ModuleVerdictTest, validity_counts_only_where_it_is_asked_for) {
  // A module-scope variable in the Function class: the ABI skips it, SPIR-V forbids it.
  std::vector<std::byte> invalid = module();
  for (std::size_t at = 20; at + 16 <= invalid.size(); at += 4) {
    const auto word = [&](std::size_t n) { return std::to_integer<unsigned>(invalid[at + 4 * n]); };
    if (word(0) == 59 && invalid[at + 2] == std::byte{4}) {  // OpVariable of four words
      invalid[at + 12] = std::byte{7};
    }
  }
  EXPECT_TRUE(ModuleVerdict(pass_, Stage::fragment, "x.spv", context_).accepts(invalid, "the interface"));
  EXPECT_NONFATAL_FAILURE(
      ModuleVerdict(pass_, Stage::fragment, "x.spv", context_).accepts_as_valid(invalid, "the module"),
      "RP-SPV-060");
}

TEST(ClaimSetTest, each_claim_stands_once) {
  ClaimSet claims;
  claims.add("RP-SPV-036", runner::Proof::negative);
  claims.add("RP-SPV-036", runner::Proof::negative);
  claims.add("RP-SPV-036", runner::Proof::positive);
  EXPECT_EQ(claims.claims().size(), 2U);
}

}  // namespace
}  // namespace rpcts::render_pack_v1
