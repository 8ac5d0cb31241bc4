#include "harness/perf/judge/counted.hpp"

#include <gmock/gmock.h>

namespace rpcts::perf {
namespace {

using testing::HasSubstr;

SampleSet set_of(Kind kind, std::vector<double> values) {
  return {.benchmark = "upload/ring",
          .metric = "m",
          .kind = kind,
          .unit = "1/draw",
          .values = std::move(values),
          .environment = {{"commit", "1"}, {"compiler", "GCC 12"}, {"device", "llvmpipe"}}};
}

SampleSet exact(std::vector<double> values) {
  return set_of(Kind::exact, std::move(values));
}
SampleSet instructions(std::vector<double> values) {
  return set_of(Kind::instructions, std::move(values));
}

TEST(CountedExact, EqualIsUnchanged) {
  const CountedVerdict verdict = judge_counted(exact({7, 7}), exact({7, 7, 7}), 0);
  EXPECT_EQ(verdict.outcome, CountedOutcome::unchanged);
  EXPECT_EQ(verdict.change, 0.0);
  EXPECT_EQ(verdict.reason, "");
}

TEST(CountedExact, OneMoreIsALossWhateverTheSpread) {
  const CountedVerdict verdict = judge_counted(exact({1000}), exact({1001}), 0.5);
  EXPECT_EQ(verdict.outcome, CountedOutcome::loss);
  EXPECT_TRUE(is_failure(verdict.outcome));
  EXPECT_NEAR(verdict.change.value_or(0), 0.001, 1e-12);
  EXPECT_EQ(verdict.reason, "1000 in base, 1001 in head: +0.10 %, and 0.00 % is allowed");
}

TEST(CountedExact, OneLessIsAGainToAccept) {
  const CountedVerdict verdict = judge_counted(exact({1000}), exact({999}), 0);
  EXPECT_EQ(verdict.outcome, CountedOutcome::gain);
  EXPECT_FALSE(is_failure(verdict.outcome));
  EXPECT_THAT(verdict.reason, HasSubstr("accept a new baseline"));
}

TEST(CountedExact, FromNothingHasNoRelativeChange) {
  const CountedVerdict verdict = judge_counted(exact({0}), exact({3}), 0);
  EXPECT_EQ(verdict.outcome, CountedOutcome::loss);
  EXPECT_FALSE(verdict.change);
  EXPECT_EQ(verdict.reason, "0 in base, 3 in head: from nothing");
  EXPECT_EQ(judge_counted(exact({0}), exact({0}), 0).outcome, CountedOutcome::unchanged);
  EXPECT_EQ(judge_counted(exact({3}), exact({0}), 0).outcome, CountedOutcome::gain);
}

TEST(CountedExact, SeveralValuesInOneSetDoNotRepeat) {
  const CountedVerdict verdict = judge_counted(exact({7, 7}), exact({7, 8, 6}), 0);
  EXPECT_EQ(verdict.outcome, CountedOutcome::does_not_repeat);
  EXPECT_TRUE(is_failure(verdict.outcome));
  EXPECT_EQ(verdict.reason, "head has values from 6 to 8");
  EXPECT_EQ(judge_counted(exact({1, 2}), exact({3, 4}), 0).reason,
            "base has values from 1 to 2; head has values from 3 to 4");
}

TEST(CountedInstructions, HalfAPercentIsAllowed) {
  const SampleSet base = instructions({200000});
  EXPECT_EQ(judge_counted(base, instructions({201000}), 0).outcome, CountedOutcome::unchanged);
  EXPECT_EQ(judge_counted(base, instructions({201001}), 0).outcome, CountedOutcome::loss);
  EXPECT_EQ(judge_counted(base, instructions({199000}), 0).outcome, CountedOutcome::unchanged);
  EXPECT_EQ(judge_counted(base, instructions({198999}), 0).outcome, CountedOutcome::gain);
  EXPECT_EQ(judge_counted(base, instructions({201001}), 0).limit, 0.005);
}

TEST(CountedInstructions, ThreeTimesTheSpreadIsAllowedWhenThatIsMore) {
  const SampleSet base = instructions({100000});
  EXPECT_EQ(judge_counted(base, instructions({102900}), 0.01).outcome, CountedOutcome::unchanged);
  EXPECT_EQ(judge_counted(base, instructions({103100}), 0.01).outcome, CountedOutcome::loss);
  EXPECT_EQ(judge_counted(base, instructions({100400}), 0.001).outcome, CountedOutcome::unchanged);
}

TEST(CountedInstructions, MediansAreCompared) {
  const CountedVerdict verdict =
      judge_counted(instructions({1000, 1001, 2000}), instructions({900, 1001, 1002}), 0);
  EXPECT_EQ(verdict.outcome, CountedOutcome::unchanged);
  EXPECT_EQ(verdict.before, 1001);
  EXPECT_EQ(verdict.after, 1001);
}

TEST(CountedInstructions, FromNothingIsALoss) {
  EXPECT_EQ(judge_counted(instructions({0}), instructions({1}), 1).outcome, CountedOutcome::loss);
}

TEST(Counted, AnotherEnvironmentIsNotComparable) {
  SampleSet head = instructions({5000});
  head.environment["compiler"] = "Clang 19";
  const CountedVerdict verdict = judge_counted(instructions({1000}), head, 0);
  EXPECT_EQ(verdict.outcome, CountedOutcome::not_comparable);
  EXPECT_EQ(verdict.reason, "compiler: 'GCC 12' in base, 'Clang 19' in head");
  EXPECT_FALSE(is_failure(verdict.outcome));
}

TEST(Counted, BadInputHasNoVerdict) {
  EXPECT_EQ(judge_counted(exact({}), exact({1}), 0).outcome, CountedOutcome::no_verdict);
  EXPECT_EQ(judge_counted(exact({1}), exact({}), 0).outcome, CountedOutcome::no_verdict);
  EXPECT_EQ(judge_counted(set_of(Kind::timed, {1}), set_of(Kind::timed, {1}), 0).outcome,
            CountedOutcome::no_verdict);
}

TEST(CountedAccepted, StandsInForBase) {
  const SampleSet accepted = exact({9});
  EXPECT_EQ(judge_counted(exact({7}), exact({9}), 0, &accepted).outcome, CountedOutcome::unchanged);
  const CountedVerdict loss = judge_counted(exact({10}), exact({10}), 0, &accepted);
  EXPECT_EQ(loss.outcome, CountedOutcome::loss);
  EXPECT_THAT(loss.reason, HasSubstr("9 in the accepted baseline, 10 in head"));
  // Also without a base.
  EXPECT_EQ(judge_counted(exact({}), exact({9}), 0, &accepted).outcome, CountedOutcome::unchanged);
}

TEST(CountedAccepted, SmallChangesDoNotAddUp) {
  const SampleSet accepted = instructions({100000});
  EXPECT_EQ(judge_counted(instructions({100400}), instructions({100800}), 0, &accepted).outcome,
            CountedOutcome::loss);
}

TEST(CountedAccepted, OfAnotherEnvironmentIsNotUsed) {
  SampleSet accepted = instructions({100000});
  accepted.environment["compiler"] = "GCC 11";
  const CountedVerdict verdict = judge_counted(instructions({200000}), instructions({200000}), 0, &accepted);
  EXPECT_EQ(verdict.outcome, CountedOutcome::unchanged);
  EXPECT_EQ(verdict.reason,
            "the accepted baseline is not used (compiler: 'GCC 11' in base, 'GCC 12' in head)");
}

TEST(Counted, OutcomesHaveNames) {
  EXPECT_EQ(name_of(CountedOutcome::unchanged), "unchanged");
  EXPECT_EQ(name_of(CountedOutcome::loss), "loss");
  EXPECT_EQ(name_of(CountedOutcome::gain), "gain");
  EXPECT_EQ(name_of(CountedOutcome::does_not_repeat), "does not repeat");
  EXPECT_EQ(name_of(CountedOutcome::not_comparable), "not comparable");
  EXPECT_EQ(name_of(CountedOutcome::no_verdict), "no verdict");
}

}  // namespace
}  // namespace rpcts::perf
