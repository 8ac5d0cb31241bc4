#include "harness/perf/judge/findings.hpp"

#include <gmock/gmock.h>
#include <limits>

namespace rpcts::perf {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

Step step(std::string benchmark, std::string metric, double change) {
  return {.benchmark = std::move(benchmark),
          .metric = std::move(metric),
          .unit = "ns",
          .before = 100,
          .after = 100 * (1 + change),
          .change = change};
}

TEST(Findings, OneFamilyAndMetricIsOneFinding) {
  const std::vector steps{step("upload/ring", "cpu_time", 0.03), step("cascades/a", "cpu_time", 0.05),
                          step("upload/staging", "cpu_time", 0.10),
                          step("upload/ring", "instructions", 0.01)};
  const auto findings = findings_of(steps);
  ASSERT_THAT(findings, SizeIs(3));
  EXPECT_EQ(findings[0].title, "upload cpu_time: loss in 2 series, +10.0 % at most");
  ASSERT_THAT(findings[0].members, SizeIs(2));
  EXPECT_EQ(findings[0].largest().benchmark, "upload/staging");
  EXPECT_EQ(findings[0].members[1].benchmark, "upload/ring");
  EXPECT_EQ(findings[1].title, "cascades cpu_time: loss in 1 series, +5.0 % at most");
  EXPECT_EQ(findings[2].title, "upload instructions: loss in 1 series, +1.0 % at most");
}

TEST(Findings, LossesComeFirstAndGainsStandApart) {
  const std::vector steps{step("upload/ring", "cpu_time", -0.5), step("upload/staging", "cpu_time", 0.03)};
  const auto findings = findings_of(steps);
  ASSERT_THAT(findings, SizeIs(2));
  EXPECT_EQ(findings[0].direction, Direction::loss);
  EXPECT_EQ(findings[1].title, "upload cpu_time: gain in 1 series, -50.0 % at most");
}

TEST(Findings, FromNothingIsTheLargestLoss) {
  Step from_nothing{.benchmark = "life", .metric = "allocations", .unit = "1/frame", .before = 0, .after = 3};
  EXPECT_EQ(from_nothing.direction(), Direction::loss);
  EXPECT_EQ(from_nothing.size(), std::numeric_limits<double>::infinity());
  const auto findings = findings_of(std::vector{step("life", "allocations", 9), from_nothing});
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].title, "life allocations: loss in 2 series, from 0");
  EXPECT_EQ(findings[0].largest().before, 0);
}

TEST(Findings, StepsOfOneRunAndDirectionAreOneFinding) {
  const std::vector<HistoryStep> steps{{step("a/x", "cpu_time", -0.1), "run 7"},
                                       {step("a/x", "cpu_time", 0.1), "run 9"},
                                       {step("b/y", "instructions", 0.2), "run 7"},
                                       {step("c/z", "cpu_time", 0.3), "run 7"}};
  const auto findings = findings_of(steps);
  ASSERT_THAT(findings, SizeIs(3));
  EXPECT_EQ(findings[0].title, "run 7: loss in 2 series, +30.0 % at most");
  EXPECT_EQ(findings[0].largest().benchmark, "c/z");
  EXPECT_EQ(findings[1].title, "run 7: gain in 1 series, -10.0 % at most");
  EXPECT_EQ(findings[2].title, "run 9: loss in 1 series, +10.0 % at most");
}

TEST(Findings, ReadAsATable) {
  Step timed = step("cascades/pass_per_cascade/casters:1000", "cpu_time", 0.048);
  timed.before = 12.34;
  timed.after = 12.94;
  timed.unit = "ns/draw";
  timed.interval = Shift{.estimate = 0.048, .low = 0.041, .high = 0.056};
  Step small = timed;
  small.benchmark = "cascades/one_pass";
  small.interval = Shift{.estimate = 0.03, .low = 0.021, .high = 0.04};
  small.change = 0.03;
  small.before = 1.2345;
  small.after = 1.272;
  const Step counted{.benchmark = "life",
                     .metric = "calls",
                     .unit = "",
                     .before = 1'000'000,
                     .after = 1'000'100,
                     .change = 0.0001};
  EXPECT_EQ(
      text_of(findings_of(std::vector{small, counted, timed})),
      "cascades cpu_time: loss in 2 series, +4.8 % at most\n"
      "  loss  +4.8 % [+4.1, +5.6]  cascades/pass_per_cascade/casters:1000 cpu_time  12.3 -> 12.9 ns/draw\n"
      "  loss  +3.0 % [+2.1, +4.0]  cascades/one_pass cpu_time                       1.23 -> 1.27 ns/draw\n"
      "\n"
      "life calls: loss in 1 series, +0.01 % at most\n"
      "  loss  +0.01 %  life calls  1000000 -> 1000100\n");
  EXPECT_EQ(text_of(std::span<const Finding>{}), "");
}

TEST(Findings, VerdictsGiveSteps) {
  const SampleSet head{.benchmark = "b", .metric = "m", .unit = "1/draw", .values = {3}};
  const CountedVerdict loss{.outcome = CountedOutcome::loss, .before = 2, .after = 3, .change = 0.5};
  const Step counted = step_of(head, loss).value_or(Step{});
  EXPECT_EQ(counted.benchmark + ' ' + counted.metric + ' ' + counted.unit, "b m 1/draw");
  EXPECT_EQ(counted.change, 0.5);
  EXPECT_FALSE(counted.interval);
  EXPECT_FALSE(step_of(head, CountedVerdict{.outcome = CountedOutcome::unchanged}));
  EXPECT_FALSE(step_of(head, CountedVerdict{.outcome = CountedOutcome::does_not_repeat}));

  const TimedSeries series{.benchmark = "t", .metric = "cpu_time", .unit = "ns", .first = {}, .second = {}};
  TimedVerdict gain{.outcome = TimedOutcome::gain, .before = 10, .after = 9};
  gain.shift = Shift{.estimate = -0.1, .low = -0.12, .high = -0.08};
  const Step timed = step_of(series, gain).value_or(Step{});
  EXPECT_EQ(timed.direction(), Direction::gain);
  EXPECT_EQ(timed.change, -0.1);
  EXPECT_EQ(timed.interval.value_or(Shift{}).low, -0.12);
  gain.outcome = TimedOutcome::withheld;
  EXPECT_FALSE(step_of(series, gain));

  const ChangePoint point{.index = 8, .p = 0.001, .before = 4, .after = 6, .step = 0.5};
  const HistoryStep history = step_of(head, point, "run 8");
  EXPECT_EQ(history.run, "run 8");
  EXPECT_EQ(history.step.after, 6);
  EXPECT_EQ(history.step.change, 0.5);
  EXPECT_THAT(findings_of(std::vector<Step>{}), IsEmpty());
}

}  // namespace
}  // namespace rpcts::perf
