#include "harness/perf/judge/timed.hpp"

#include <gmock/gmock.h>

namespace rpcts::perf {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

using Values = std::vector<double>;

/// Twenty values from `middle` - 1/2 % to `middle` + 1/2 %, all different.
Values around(double middle, double width = 0.01, std::size_t count = 20) {
  Values values;
  for (std::size_t i = 0; i < count; ++i) {
    const double place = static_cast<double>(i) / static_cast<double>(count - 1) - 0.5;
    values.push_back(middle * (1 + width * place));
  }
  return values;
}

TimedBatch batch(double base, double head) {
  return {.base = around(base), .head = around(head)};
}

TimedSeries series(TimedBatch first, TimedBatch second = {}) {
  return {.benchmark = "b",
          .metric = "cpu_time",
          .unit = "ns",
          .first = std::move(first),
          .second = std::move(second)};
}

TimedVerdict verdict_of(const TimedSeries& one, const TimedRule& rule = {}) {
  const std::vector<TimedVerdict> verdicts = judge_timed(std::vector{one}, {}, rule);
  EXPECT_EQ(verdicts.size(), 1U);
  return verdicts.at(0);
}

TEST(Timed, AConfirmedLossIsALoss) {
  const TimedVerdict verdict = verdict_of(series(batch(100, 110), batch(100, 109)));
  EXPECT_EQ(verdict.outcome, TimedOutcome::loss);
  EXPECT_NEAR(verdict.before, 100, 1e-9);
  EXPECT_NEAR(verdict.after, 110, 1e-9);
  EXPECT_NEAR(verdict.shift.value_or(Shift{}).estimate, 0.10, 1e-3);
  EXPECT_NEAR(verdict.confirmation.value_or(Shift{}).estimate, 0.09, 1e-3);
  EXPECT_THAT(verdict.reason, HasSubstr("again +9.0 %"));
  // Twenty and twenty apart: 2 / C(40,20), and C(40,20) = 137846528820.
  EXPECT_NEAR(verdict.p * 137846528820.0, 2, 1e-6);
}

TEST(Timed, AConfirmedGainIsAGain) {
  EXPECT_EQ(verdict_of(series(batch(100, 90), batch(100, 91))).outcome, TimedOutcome::gain);
}

TEST(Timed, AChangeAsksForASecondBatch) {
  const std::vector<TimedSeries> all{series(batch(100, 100)), series(batch(100, 110)), series(batch(100, 90)),
                                     series(batch(100, 101))};
  EXPECT_THAT(to_confirm(all), ElementsAre(1, 2));
  const TimedVerdict verdict = verdict_of(all[1]);
  EXPECT_EQ(verdict.outcome, TimedOutcome::no_verdict);
  EXPECT_THAT(verdict.reason, HasSubstr("not confirmed yet"));
}

TEST(Timed, WhatTheSecondBatchDoesNotShowIsNoLoss) {
  for (const TimedBatch& second : {batch(100, 100), batch(100, 90), batch(100, 102)}) {
    const TimedVerdict verdict = verdict_of(series(batch(100, 110), second));
    EXPECT_EQ(verdict.outcome, TimedOutcome::no_verdict);
    EXPECT_THAT(verdict.reason, HasSubstr("does not confirm"));
  }
  // Nor is one that has too few values, or none on one side.
  const TimedBatch few{.base = around(100), .head = around(110, 0.01, 19)};
  EXPECT_EQ(verdict_of(series(batch(100, 110), few)).outcome, TimedOutcome::no_verdict);
  const TimedBatch none{.base = {}, .head = around(110)};
  EXPECT_EQ(verdict_of(series(batch(100, 110), none)).outcome, TimedOutcome::no_verdict);
}

TEST(Timed, TheSecondBatchHasItsOwnLimitOfP) {
  // Twenty and twenty apart have p = 1.45e-11.
  const TimedSeries one = series(batch(100, 110), batch(100, 110));
  EXPECT_EQ(verdict_of(one, {.confirming_p = 1.5e-11}).outcome, TimedOutcome::loss);
  EXPECT_EQ(verdict_of(one, {.confirming_p = 1.4e-11}).outcome, TimedOutcome::no_verdict);
}

TEST(Timed, WhatDoesNotMatterIsUnchanged) {
  // 1 % is clear (p is tiny), but the interval is within 2 %; with 0.5 % as the smallest effect it is a loss.
  const TimedSeries one = series(batch(100, 101), batch(100, 101));
  const TimedVerdict verdict = verdict_of(one);
  EXPECT_EQ(verdict.outcome, TimedOutcome::unchanged);
  EXPECT_LT(verdict.p, 1e-6);
  EXPECT_EQ(verdict.reason, "");
  EXPECT_EQ(verdict_of(one, {.smallest_effect = 0.005}).outcome, TimedOutcome::loss);
}

TEST(Timed, NoVerdictSaysWhatWouldHaveBeenSeen) {
  const TimedSeries wide = series({.base = around(100, 0.3), .head = around(100, 0.3)});
  const TimedVerdict verdict = verdict_of(wide);
  EXPECT_EQ(verdict.outcome, TimedOutcome::no_verdict);
  const Shift shift = verdict.shift.value_or(Shift{});
  const double visible = verdict.smallest_visible_loss.value_or(0);
  EXPECT_NEAR(visible, 0.02 + shift.estimate - shift.low, 1e-12);
  EXPECT_GT(visible, 0.02);
  EXPECT_LT(visible, 0.5);
  EXPECT_THAT(verdict.reason, HasSubstr("the smallest loss that would have been seen is +"));
}

TEST(Timed, FewerThanTwentyRepetitionsSayNothing) {
  const TimedVerdict verdict = verdict_of(series({.base = around(100), .head = around(200, 0.01, 19)}));
  EXPECT_EQ(verdict.outcome, TimedOutcome::no_verdict);
  EXPECT_EQ(verdict.reason, "20 repetitions of base and 19 of head; 20 of each are needed");
  EXPECT_FALSE(verdict.shift);
  EXPECT_EQ(verdict_of(series({})).outcome, TimedOutcome::no_verdict);
}

TEST(Timed, AValueThatIsNotPositiveSaysNothing) {
  TimedBatch wrong = batch(100, 200);
  wrong.head[3] = 0;
  EXPECT_EQ(verdict_of(series(wrong)).reason, "a value is not above 0");
}

TEST(Timed, RatesAreOverAllSeriesThatSaySomething) {
  // Two that differ clearly among eight that do not: p * 10 / 2. One without enough values does not count.
  std::vector<TimedSeries> all(8, series(batch(100, 100)));
  all.push_back(series(batch(100, 110)));
  all.push_back(series(batch(100, 110)));
  all.push_back(series({}));
  const std::vector<TimedVerdict> verdicts = judge_timed(all, {});
  EXPECT_NEAR(verdicts[8].q / verdicts[8].p, 5, 1e-9);
  EXPECT_NEAR(verdicts[9].q / verdicts[9].p, 5, 1e-9);
  EXPECT_EQ(verdicts[10].q, 1);
}

TEST(Timed, ARateAboveTheLimitCallsNothing) {
  // One of ten: p = 1.45e-11, so q = 1.45e-10.
  std::vector<TimedSeries> all(9, series(batch(100, 100)));
  all.push_back(series(batch(100, 110), batch(100, 110)));
  EXPECT_THAT(to_confirm(all, {.largest_rate = 1.5e-10}), ElementsAre(9));
  EXPECT_THAT(to_confirm(all, {.largest_rate = 1.4e-10}), IsEmpty());
  EXPECT_EQ(judge_timed(all, {}, {.largest_rate = 1.4e-10})[9].outcome, TimedOutcome::no_verdict);
}

TEST(TimedCanary, ThatStandsStillLetsVerdictsStand) {
  const std::vector canaries{batch(50, 50), batch(50, 50.2)};
  EXPECT_EQ(why_withheld(canaries), "");
  const auto verdicts = judge_timed(std::vector{series(batch(100, 110), batch(100, 110))}, canaries);
  EXPECT_EQ(verdicts[0].outcome, TimedOutcome::loss);
}

TEST(TimedCanary, ThatMovedWithholdsAll) {
  const std::vector all{series(batch(100, 110), batch(100, 110)), series(batch(100, 100)), series({})};
  for (const double moved : {51.0, 49.0}) {
    const std::vector canaries{batch(50, 50), batch(50, moved)};
    EXPECT_THAT(why_withheld(canaries), HasSubstr("the canary of batch 2 moved by"));
    EXPECT_THAT(judge_timed(all, canaries), Each(Field(&TimedVerdict::outcome, TimedOutcome::withheld)));
    EXPECT_THAT(judge_timed(all, canaries)[0].reason, HasSubstr("moved by"));
  }
}

TEST(TimedCanary, ASignificantMoveIsEnough) {
  // 2 % between values that spread over 5 %: the interval reaches below 1 %, but p is below 0.01.
  const std::vector canaries{TimedBatch{.base = around(50, 0.05), .head = around(51, 0.05)}};
  const Shift shift = shift_of(canaries[0].base, canaries[0].head).value_or(Shift{.low = 1});
  ASSERT_FALSE(shift.is_above(0.01));
  EXPECT_THAT(why_withheld(canaries), HasSubstr("moved by +2.0 %"));
}

TEST(TimedCanary, AClearMoveIsEnough) {
  EXPECT_THAT(why_withheld(std::vector{batch(50, 51)}, {.canary_p = 0}), HasSubstr("moved by +2.0 %"));
  EXPECT_THAT(why_withheld(std::vector{batch(50, 49)}, {.canary_p = 0}), HasSubstr("moved by -2.0 %"));
}

TEST(TimedCanary, ThatVariesWithholdsAll) {
  // Evenly over 30 %: quartiles are 15 % apart.
  const std::vector canaries{TimedBatch{.base = around(50), .head = around(50, 0.30)}};
  EXPECT_EQ(why_withheld(canaries),
            "the canary of batch 1 varies by 15.0 %, and 10.0 % is allowed: the machine is not calm");
  EXPECT_EQ(why_withheld(canaries, {.canary_spread = 0.2}), "");
}

TEST(TimedCanary, WithoutValuesWithholdsAll) {
  EXPECT_THAT(why_withheld(std::vector{TimedBatch{}}), HasSubstr("tells nothing"));
  EXPECT_EQ(why_withheld({}), "");
}

TEST(Timed, OutcomesHaveNames) {
  EXPECT_EQ(name_of(TimedOutcome::unchanged), "unchanged");
  EXPECT_EQ(name_of(TimedOutcome::loss), "loss");
  EXPECT_EQ(name_of(TimedOutcome::gain), "gain");
  EXPECT_EQ(name_of(TimedOutcome::no_verdict), "no verdict");
  EXPECT_EQ(name_of(TimedOutcome::withheld), "withheld");
}

}  // namespace
}  // namespace rpcts::perf
