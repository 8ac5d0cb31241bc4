#include "harness/perf/sample_set.hpp"

#include <gmock/gmock.h>

namespace rpcts::perf {
namespace {

SampleSet set_of(Kind kind) {
  SampleSet set{.benchmark = "upload/ring", .metric = "m", .kind = kind, .unit = "ns", .values = {1}};
  for (const EnvironmentField& field : environment_fields) {
    set.environment.emplace(field.name, "a");
  }
  return set;
}

TEST(SampleSet, WhatShiftsAKindStartsAnotherSeries) {
  for (const Kind kind : {Kind::exact, Kind::instructions, Kind::timed}) {
    const SampleSet one = set_of(kind);
    for (const EnvironmentField& field : environment_fields) {
      SampleSet other = one;
      other.environment.find(field.name)->second = "b";
      const bool shifted = static_cast<int>(field.shifts) <= static_cast<int>(kind);
      EXPECT_EQ(series_of(one) != series_of(other), shifted) << field.name << ' ' << name_of(kind);
      const auto found = differences(one.environment, other.environment, kind);
      ASSERT_EQ(found.size(), shifted ? 1U : 0U) << field.name << ' ' << name_of(kind);
      if (shifted) {
        EXPECT_EQ(found.front().field, field.name);
        EXPECT_EQ(found.front().one + found.front().other, "ab");
      }
    }
  }
}

TEST(SampleSet, TheCommitAndTheProgramAreWhatASeriesRunsAcross) {
  for (const EnvironmentField& field : environment_fields) {
    EXPECT_EQ(field.shifts == Shifts::nothing, field.name == "commit" || field.name == "binary");
  }
}

TEST(SampleSet, BenchmarkAndMetricNameASeries) {
  const SampleSet one = set_of(Kind::exact);
  SampleSet other = one;
  other.benchmark = "upload/staging";
  EXPECT_NE(series_of(one), series_of(other));
  other = one;
  other.metric = "n";
  EXPECT_NE(series_of(one), series_of(other));
  other = one;
  other.values = {5};
  other.run = "later";
  EXPECT_EQ(series_of(one), series_of(other));
}

TEST(SampleSet, Median) {
  EXPECT_EQ(median(std::vector{3.0, 1.0, 2.0}), 2);
  EXPECT_EQ(median(std::vector{4.0, 1.0, 3.0, 2.0}), 2.5);
  EXPECT_EQ(median(std::vector{7.0}), 7);
}

}  // namespace
}  // namespace rpcts::perf
