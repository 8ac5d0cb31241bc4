#include "harness/perf/judge/change_points.hpp"

#include <cmath>
#include <gmock/gmock.h>

namespace rpcts::perf {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

struct Stretch {
  std::size_t count;
  double value;
};

std::vector<double> history_of(std::initializer_list<Stretch> stretches) {
  std::vector<double> history;
  for (const Stretch& stretch : stretches) {
    history.insert(history.end(), stretch.count, stretch.value);
  }
  return history;
}

TEST(Pettitt, IsTheLargestSumOfRanks) {
  // 1 2 3 7 8 9: U(3) = 2 * (1 + 2 + 3) - 3 * 7 = -9; p = 2 exp(-6 * 81 / (216 + 36)).
  const Pettitt test = pettitt(std::vector<double>{1, 3, 2, 8, 7, 9}, 1);
  EXPECT_EQ(test.index, 3U);
  EXPECT_EQ(test.k, 9);
  EXPECT_NEAR(test.p, 2 * std::exp(-486.0 / 252), 1e-12);
}

TEST(Pettitt, SharesTheRanksOfEqualValues) {
  // Eight times 4.5: 2 * 36 - 8 * 17 = -64; p = 2 exp(-6 * 4096 / 4352) = 0.00706.
  const Pettitt test = pettitt(history_of({{8, 2.0}, {8, 1.0}}), 5);
  EXPECT_EQ(test.index, 8U);
  EXPECT_EQ(test.k, 64);
  EXPECT_NEAR(test.p, 0.00706, 5e-6);
}

TEST(Pettitt, LeavesTheShortestStretchAtBothEnds) {
  // The step after two points is not looked for; the nearest place has U(3) = 2 * (1.5 + 1.5 + 5.5) - 3 * 9.
  const Pettitt test = pettitt(history_of({{2, 1.0}, {6, 2.0}}), 3);
  EXPECT_EQ(test.index, 3U);
  EXPECT_EQ(test.k, 10);
  const Pettitt mirrored = pettitt(history_of({{6, 2.0}, {2, 1.0}}), 3);
  EXPECT_EQ(mirrored.index, 5U);
  EXPECT_EQ(mirrored.k, 10);
}

TEST(Pettitt, HasNothingToSayOfAShortOrFlatHistory) {
  EXPECT_EQ(pettitt({}, 0).p, 1);
  EXPECT_EQ(pettitt(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}, 5).p, 1);
  EXPECT_EQ(pettitt(history_of({{40, 3.0}}), 5).p, 1);
}

TEST(ChangePoints, FindsTheStep) {
  const auto points = change_points(history_of({{8, 100.0}, {8, 110.0}}));
  ASSERT_THAT(points, SizeIs(1));
  EXPECT_EQ(points[0].index, 8U);
  EXPECT_NEAR(points[0].p, 0.00706, 5e-6);
  EXPECT_EQ(points[0].before, 100);
  EXPECT_EQ(points[0].after, 110);
  EXPECT_NEAR(points[0].step.value_or(0), 0.1, 1e-12);
}

TEST(ChangePoints, OneStepEarlierIsTooShortForTheLevel) {
  // Seven and seven: K = 49, p = 2 exp(-6 * 2401 / 2940) = 0.0149.
  EXPECT_THAT(change_points(history_of({{7, 100.0}, {7, 110.0}})), IsEmpty());
  EXPECT_THAT(change_points(history_of({{7, 100.0}, {7, 110.0}}), {.level = 0.015}), SizeIs(1));
}

TEST(ChangePoints, FindsEachOfSeveralWithItsNeighboursMedians) {
  const auto points = change_points(history_of({{20, 100.0}, {20, 110.0}, {20, 132.0}}));
  ASSERT_THAT(points, SizeIs(2));
  EXPECT_EQ(points[0].index, 20U);
  EXPECT_EQ(points[0].after, 110);
  EXPECT_EQ(points[1].index, 40U);
  EXPECT_EQ(points[1].before, 110);
  EXPECT_NEAR(points[1].step.value_or(0), 0.2, 1e-12);
}

TEST(ChangePoints, SmallStepsAddUp) {
  // 1.5 % and 1.48 %: neither matters. Without the smaller one the last 40 runs have the median 102.25.
  const auto points = change_points(history_of({{20, 100.0}, {20, 101.5}, {20, 103.0}}));
  ASSERT_THAT(points, SizeIs(1));
  EXPECT_EQ(points[0].index, 20U);
  EXPECT_NEAR(points[0].step.value_or(0), 0.0225, 1e-12);
}

TEST(ChangePoints, LeavesOutWhatDoesNotMatter) {
  const auto history = history_of({{20, 100.0}, {20, 101.0}});
  EXPECT_THAT(change_points(history), IsEmpty());
  EXPECT_THAT(change_points(history, {.smallest_effect = 0.005}), SizeIs(1));
}

TEST(ChangePoints, AStepFromNothingMatters) {
  const auto points = change_points(history_of({{10, 0.0}, {10, 3.0}}));
  ASSERT_THAT(points, SizeIs(1));
  EXPECT_FALSE(points[0].step);
  EXPECT_THAT(change_points({}), IsEmpty());
}

}  // namespace
}  // namespace rpcts::perf
