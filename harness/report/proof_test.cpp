#include "harness/report/proof.hpp"

#include <gtest/gtest.h>

#include "harness/report/example_run.hpp"

namespace rpcts::report {
namespace {

using runner::Outcome;
using runner::Proof;

/// The verdict on R-1 when these outcomes claim it.
std::optional<Outcome> verdict(const std::vector<Outcome>& outcomes) {
  const std::vector<runner::RuleInfo> rules = example_rules();
  std::vector<runner::CaseRecord> records;
  for (const Outcome outcome : outcomes) {
    records.push_back(example_record("c.f.a", outcome, {{"R-1", Proof::positive}}));
  }
  return prove(rules, records).front().verdict;
}

TEST(Proof, ARuleThatNoCaseClaimsHasNoVerdict) {
  EXPECT_EQ(verdict({}), std::nullopt);
}

TEST(Proof, TheGravestDecides) {
  EXPECT_EQ(verdict({Outcome::pass}), Outcome::pass);
  EXPECT_EQ(verdict({Outcome::pass, Outcome::fail, Outcome::pass}), Outcome::fail);
  EXPECT_EQ(verdict({Outcome::fail, Outcome::timeout}), Outcome::timeout);
  EXPECT_EQ(verdict({Outcome::timeout, Outcome::crash}), Outcome::crash);
  EXPECT_EQ(verdict({Outcome::quality_warning, Outcome::pass}), Outcome::quality_warning);
  EXPECT_EQ(verdict({Outcome::quality_warning, Outcome::fail}), Outcome::fail);
  EXPECT_EQ(verdict({Outcome::pass, Outcome::flake}), Outcome::flake);
  EXPECT_EQ(verdict({Outcome::pass, Outcome::waived}), Outcome::waived);
}

TEST(Proof, NotSupportedCountsOnlyWhereNothingElseWasShown) {
  EXPECT_EQ(verdict({Outcome::not_supported}), Outcome::not_supported);
  EXPECT_EQ(verdict({Outcome::not_supported, Outcome::pass}), Outcome::pass);
  EXPECT_EQ(verdict({Outcome::not_supported, Outcome::fail}), Outcome::fail);
}

TEST(Proof, PassesAreCountedByKind) {
  const std::vector<runner::RuleInfo> rules = example_rules();
  const std::vector<runner::CaseRecord> records = {
      example_record("c.f.a", Outcome::pass, {{"R-1", Proof::positive}, {"R-2", Proof::negative}}),
      example_record("c.f.b", Outcome::pass, {{"R-1", Proof::negative}}),
      example_record("c.f.c", Outcome::fail, {{"R-1", Proof::negative}}),
      example_record("c.f.d", Outcome::pass, {{"R-unknown", Proof::negative}}),
  };
  const std::vector<RuleProof> proofs = prove(rules, records);
  ASSERT_EQ(proofs.size(), rules.size());
  EXPECT_EQ(proofs[0].positive, 1U);
  EXPECT_EQ(proofs[0].negative, 1U);
  EXPECT_EQ(proofs[1].positive, 0U);
  EXPECT_EQ(proofs[1].negative, 1U);
}

TEST(Proof, ClausesCountTheirRules) {
  const std::vector<runner::RuleInfo> rules = example_rules();
  const runner::RunRecord run = example_run();
  const std::vector<ClauseProof> clauses = by_clause(prove(rules, run.cases));
  ASSERT_EQ(clauses.size(), 3U);
  EXPECT_EQ(clauses[0].clause, "C.1");  // R-1 crashes, R-2 fails once and warns once
  EXPECT_EQ(clauses[0].rules, 2U);
  EXPECT_EQ(clauses[0].failed, 2U);
  EXPECT_EQ(clauses[0].warned, 0U);
  EXPECT_EQ(clauses[1].clause, "C.2");  // R-3 is not supported, R-4 passes
  EXPECT_EQ(clauses[1].not_supported, 1U);
  EXPECT_EQ(clauses[1].proved, 1U);
  EXPECT_EQ(clauses[2].not_run, 1U);
}

}  // namespace
}  // namespace rpcts::report
