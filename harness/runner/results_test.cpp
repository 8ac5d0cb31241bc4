#include "harness/runner/results.hpp"

#include <gtest/gtest.h>

namespace rpcts::runner {
namespace {

TEST(Results, TotalsCountEachOutcome) {
  const std::vector<CaseRecord> records = {
      {.outcome = Outcome::pass}, {.outcome = Outcome::flake}, {.outcome = Outcome::pass}};
  const Totals totals = totals_of(records);
  EXPECT_EQ(totals.at(static_cast<std::size_t>(Outcome::pass)), 2U);
  EXPECT_EQ(totals.at(static_cast<std::size_t>(Outcome::flake)), 1U);
  EXPECT_EQ(totals.at(static_cast<std::size_t>(Outcome::fail)), 0U);
}

TEST(Results, ARunIsGoodWhenNothingFailed) {
  RunRecord run;
  run.complete = true;
  for (const Outcome outcome :
       {Outcome::pass, Outcome::quality_warning, Outcome::not_supported, Outcome::waived, Outcome::flake}) {
    run.cases.push_back({.outcome = outcome});
  }
  EXPECT_TRUE(is_good(run));
  run.complete = false;
  EXPECT_FALSE(is_good(run));
  run.complete = true;
  run.incidents = {"a worker died"};
  EXPECT_FALSE(is_good(run));
  run.incidents.clear();
  run.cases.push_back({.outcome = Outcome::timeout});
  EXPECT_FALSE(is_good(run));
}

TEST(Results, TheRepeatCommandNamesWhatDecides) {
  EXPECT_EQ(repeat_command("c.f.a:n=1;m=2", {}), "rpcts run --filter 'c.f.a:n=1;m=2'");
  EXPECT_EQ(repeat_command("c.f.a", {.device = "llvmpipe", .data = "build/share"}),
            "rpcts run --device llvmpipe --data build/share --filter 'c.f.a'");
  EXPECT_EQ(repeat_command("c.f.a", {.implementation = "./my engine.so", .validation = false}),
            "rpcts run --implementation './my engine.so' --no-validation --filter 'c.f.a'");
  EXPECT_EQ(repeat_command("c.f.a", {.program = "build/my tools/rpcts"}),
            "'build/my tools/rpcts' run --filter 'c.f.a'");
  EXPECT_EQ(repeat_command("c.f.a", {.device = "Bob's GPU (1)"}),
            R"(rpcts run --device 'Bob'\''s GPU (1)' --filter 'c.f.a')");
}

}  // namespace
}  // namespace rpcts::runner
