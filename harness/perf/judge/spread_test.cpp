#include "harness/perf/judge/spread.hpp"

#include <gmock/gmock.h>

namespace rpcts::perf {
namespace {

SampleSet taken(std::string commit, std::string binary, std::vector<double> values) {
  return {.benchmark = "b",
          .metric = "m",
          .kind = Kind::instructions,
          .values = std::move(values),
          .environment = {{"commit", std::move(commit)}, {"binary", std::move(binary)}}};
}

TEST(Spread, IsRelativeToTheMedian) {
  const std::vector<double> values{8, 1, 2, 4, 3};  // 1 2 3 4 8: median 3, quartiles 2 and 4
  EXPECT_NEAR(relative_range(values), 7.0 / 3, 1e-12);
  EXPECT_NEAR(relative_interquartile_range(values), 2.0 / 3, 1e-12);
}

TEST(Spread, QuartilesLieBetweenValues) {
  // 1 2 3 4: quartiles at 0.75 and 2.25 steps, 1.75 and 3.25; median 2.5.
  EXPECT_NEAR(relative_interquartile_range(std::vector<double>{4, 3, 2, 1}), 1.5 / 2.5, 1e-12);
}

TEST(Spread, OfNothingIsNothing) {
  EXPECT_EQ(relative_range({}), 0);
  EXPECT_EQ(relative_range(std::vector<double>{5}), 0);
  EXPECT_EQ(relative_range(std::vector<double>{-1, 0, 1}), 0);
  EXPECT_EQ(own_spread({}), 0);
}

TEST(OwnSpread, ComparesTheRunsOfOneProgram) {
  // Program a: 100 and 101 of two runs, median 100.5. That b is 20 % more is no spread.
  const std::vector history{taken("1", "a", {100}), taken("2", "b", {120}), taken("1", "a", {101})};
  EXPECT_NEAR(own_spread(history), 1 / 100.5, 1e-12);
}

TEST(OwnSpread, IsTheLargestOfThePrograms) {
  const std::vector history{taken("1", "a", {100, 101}), taken("1", "b", {100, 104}),
                            taken("2", "b", {100, 102})};
  EXPECT_NEAR(own_spread(history), 4 / 102.0, 1e-12);
}

TEST(OwnSpread, WhatIsNotNamedIsNotTheSame) {
  const std::vector history{taken("", "", {100, 101}), taken("", "", {200})};
  EXPECT_NEAR(own_spread(history), 1 / 100.5, 1e-12);
}

}  // namespace
}  // namespace rpcts::perf
