// How often the verdicts are right, on noise whose true change is known. Seeds are fixed, so a run repeats;
// the limits are what is asked of the verdicts, not what these seeds happen to give.

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <random>

#include "harness/perf/judge/change_points.hpp"
#include "harness/perf/judge/timed.hpp"

namespace rpcts::perf {
namespace {

constexpr std::size_t repetitions = 20;

/// Lognormal noise of the standard deviation `noise` about `middle`.
std::vector<double> noisy(std::mt19937_64& random, double middle, double noise) {
  std::normal_distribution<double> normal(std::log(middle), noise);
  std::vector<double> values(repetitions);
  std::ranges::generate(values, [&] { return std::exp(normal(random)); });
  return values;
}

/// A series that truly changes by `change`, with both batches.
TimedSeries simulated(std::mt19937_64& random, double change, double noise) {
  const auto batch = [&] {
    return TimedBatch{.base = noisy(random, 100, noise), .head = noisy(random, 100 * (1 + change), noise)};
  };
  return {.benchmark = "b", .metric = "cpu_time", .unit = "ns", .first = batch(), .second = batch()};
}

struct Rates {
  double loss = 0;
  double gain = 0;
  double unchanged = 0;
};

/// Of `comparisons` comparisons of `count` series each.
Rates rates_of(std::size_t comparisons, std::size_t count, double change, double noise) {
  std::mt19937_64 random(20250131);
  Rates rates;
  const double share = 1 / static_cast<double>(comparisons * count);
  for (std::size_t i = 0; i < comparisons; ++i) {
    std::vector<TimedSeries> series(count);
    std::ranges::generate(series, [&] { return simulated(random, change, noise); });
    for (const TimedVerdict& verdict : judge_timed(series, {})) {
      rates.loss += verdict.outcome == TimedOutcome::loss ? share : 0;
      rates.gain += verdict.outcome == TimedOutcome::gain ? share : 0;
      rates.unchanged += verdict.outcome == TimedOutcome::unchanged ? share : 0;
    }
  }
  return rates;
}

TEST(Simulation, NoiseAloneIsNoLoss) {
  const Rates rates = rates_of(1000, 1, 0, 0.05);
  EXPECT_LT(rates.loss, 0.01);
  EXPECT_LT(rates.gain, 0.01);
}

TEST(Simulation, NoiseInManySeriesIsNoLoss) {
  // Ten series a comparison: fewer than one series in a hundred, so that hardly a comparison has one.
  const Rates rates = rates_of(100, 10, 0, 0.05);
  EXPECT_LT(rates.loss, 0.01);
  EXPECT_LT(rates.gain, 0.01);
}

TEST(Simulation, TenPercentIsFound) {
  EXPECT_GT(rates_of(1000, 1, 0.10, 0.03).loss, 0.95);
  EXPECT_GT(rates_of(1000, 1, -0.10, 0.03).gain, 0.95);
}

TEST(Simulation, WhatDoesNotMatterIsNoLoss) {
  // A true 1 % at 1 % of noise: the interval is about +-0.9 %, so many are even called unchanged.
  const Rates rates = rates_of(1000, 1, 0.01, 0.01);
  EXPECT_LT(rates.loss, 0.01);
  EXPECT_GT(rates.unchanged, 0.5);
}

/// Whether the interval covers the true change, in a share of `comparisons`.
double coverage(std::size_t comparisons, double change, double noise) {
  std::mt19937_64 random(7);
  double covered = 0;
  for (std::size_t i = 0; i < comparisons; ++i) {
    const TimedSeries one = simulated(random, change, noise);
    const auto shift = shift_of(one.first.base, one.first.head);
    covered += shift && shift->low <= change && change <= shift->high ? 1 : 0;
  }
  return covered / static_cast<double>(comparisons);
}

TEST(Simulation, TheIntervalCoversTheTrueChange) {
  // 99 % are to be covered. Of 2000 the standard error is 0.22 %: four of them on either side, and one that
  // always covers is as wrong as one that is too narrow.
  const double share = coverage(2000, 0.04, 0.05);
  EXPECT_GT(share, 0.99 - 4 * 0.0022);
  EXPECT_LT(share, 0.99 + 4 * 0.0022);
}

/// Medians of runs with a level for each run; `spread` is the standard deviation of their noise.
std::vector<double> history_of(std::mt19937_64& random, const std::vector<double>& levels, double spread) {
  std::normal_distribution<double> noise(0, spread);
  std::vector<double> history = levels;
  for (double& value : history) {
    value *= std::exp(noise(random));
  }
  return history;
}

TEST(Simulation, StepsThatCreepAreFound) {
  // Three steps of 3 %, 15 runs apart. The difference of two medians of 15 runs has a standard deviation of
  // about 0.5 % * 1.25 * sqrt(2 / 15) = 0.23 %, so each is clear of the smallest effect of 2 %.
  std::vector<double> levels;
  for (const double level : {100.0, 103.0, 106.09, 109.27}) {
    levels.insert(levels.end(), 15, level);
  }
  std::mt19937_64 random(3);
  int all_found = 0;
  for (int i = 0; i < 200; ++i) {
    const auto points = change_points(history_of(random, levels, 0.005));
    const auto near = [&](std::size_t index) {
      return std::ranges::any_of(points, [&](const ChangePoint& point) {
        return point.index + 1 >= index && point.index <= index + 1 && point.after > point.before;
      });
    };
    all_found += near(15) && near(30) && near(45) ? 1 : 0;
  }
  EXPECT_GT(all_found, 190);
}

TEST(Simulation, ASlowClimbIsFound) {
  // 0.2 % a run over 50 runs: no step in it is large, together they are 10 %.
  std::vector<double> levels(50, 100);
  for (std::size_t run = 1; run < levels.size(); ++run) {
    levels[run] = levels[run - 1] * 1.002;
  }
  std::mt19937_64 random(4);
  for (int i = 0; i < 200; ++i) {
    const auto points = change_points(history_of(random, levels, 0.005));
    ASSERT_FALSE(points.empty());
    for (const ChangePoint& point : points) {
      EXPECT_GT(point.after, point.before);
    }
  }
}

TEST(Simulation, ASteadyHistoryHasNoSteps) {
  // The noise is larger than the smallest effect, so only the level of the test (1 %) keeps false steps out.
  std::mt19937_64 random(5);
  int found = 0;
  for (int i = 0; i < 1000; ++i) {
    found += change_points(history_of(random, std::vector<double>(60, 100), 0.05)).empty() ? 0 : 1;
  }
  EXPECT_LE(found, 10);
}

}  // namespace
}  // namespace rpcts::perf
