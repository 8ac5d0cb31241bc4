#include "harness/runner/outcome.hpp"

#include <gtest/gtest.h>

namespace rpcts::runner {
namespace {

TEST(Outcome, NamesStandInTheOrderOfTheEnumerationAndReadBack) {
  for (std::size_t i = 0; i < outcome_count; ++i) {
    const auto outcome = static_cast<Outcome>(i);
    EXPECT_EQ(outcome_names.at(i).first, outcome);
    EXPECT_EQ(outcome_named(name_of(outcome)), outcome);
  }
  EXPECT_EQ(outcome_named("Pass"), std::nullopt);
  EXPECT_EQ(outcome_named(""), std::nullopt);
}

TEST(Outcome, FailuresAreFailCrashAndTimeoutOnly) {
  for (const auto& [outcome, name] : outcome_names) {
    const bool expected = name == "fail" || name == "crash" || name == "timeout";
    EXPECT_EQ(is_failure(outcome), expected) << name;
  }
}

TEST(Outcome, MergeOfEqualOutcomesChangesNothing) {
  for (const auto& [outcome, name] : outcome_names) {
    EXPECT_EQ(merge(outcome, outcome), outcome) << name;
  }
}

TEST(Outcome, MergeIsSymmetric) {
  for (const auto& [a, a_name] : outcome_names) {
    for (const auto& [b, b_name] : outcome_names) {
      EXPECT_EQ(merge(a, b), merge(b, a)) << a_name << ", " << b_name;
    }
  }
}

TEST(Outcome, MergeOfFailuresIsTheGraver) {
  EXPECT_EQ(merge(Outcome::fail, Outcome::timeout), Outcome::timeout);
  EXPECT_EQ(merge(Outcome::fail, Outcome::crash), Outcome::crash);
  EXPECT_EQ(merge(Outcome::timeout, Outcome::crash), Outcome::crash);
}

TEST(Outcome, MergeOfDifferentVerdictsIsAFlake) {
  EXPECT_EQ(merge(Outcome::pass, Outcome::fail), Outcome::flake);
  EXPECT_EQ(merge(Outcome::crash, Outcome::pass), Outcome::flake);
  EXPECT_EQ(merge(Outcome::pass, Outcome::quality_warning), Outcome::flake);
  EXPECT_EQ(merge(Outcome::not_supported, Outcome::pass), Outcome::flake);
  EXPECT_EQ(merge(Outcome::flake, Outcome::fail), Outcome::flake);
}

}  // namespace
}  // namespace rpcts::runner
