#include "harness/perf/judge/shift.hpp"

#include <gmock/gmock.h>
#include <limits>
#include <vector>

namespace rpcts::perf {
namespace {

using Values = std::vector<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();

Values exponentials(const Values& values) {
  Values result;
  for (const double value : values) {
    result.push_back(std::exp(value));
  }
  return result;
}

Shift shift_at(const Values& base, const Values& head, double level = 0.99) {
  const auto shift = shift_of(base, head, level);
  EXPECT_TRUE(shift);
  return shift.value_or(Shift{.estimate = std::nan(""), .low = std::nan(""), .high = std::nan("")});
}

// Hollander and Wolfe (1973), page 69 and after: the estimate of the difference is 0.305, its interval at 95
// % from -0.15 to 0.76 (the ninth smallest and largest of the fifty differences; the critical value is 8).
TEST(Shift, AgreesWithThePublishedExample) {
  const Values head = exponentials({0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46});
  const Values base = exponentials({1.15, 0.88, 0.90, 0.74, 1.21});
  const Shift shift = shift_at(base, head, 0.95);
  EXPECT_NEAR(std::log1p(shift.estimate), 0.305, 1e-12);
  EXPECT_NEAR(std::log1p(shift.low), -0.15, 1e-12);
  EXPECT_NEAR(std::log1p(shift.high), 0.76, 1e-12);
}

TEST(Shift, IsRelativeToBase) {
  // Quotients: 110/100, 132/100, 110/120, 132/120 = 1.1, 1.32, 0.9167, 1.1.
  const Shift shift = shift_at(Values{100, 120}, Values{110, 132});
  EXPECT_NEAR(shift.estimate, 0.1, 1e-12);
}

TEST(Shift, TakesTheOutermostDifferencesOfTheSmallestGroupsThatBound) {
  // Five and five at 99 %: the critical value of U is 0, so the bounds are the least and the largest
  // quotient.
  const Shift shift = shift_at(Values{1, 2, 3, 4, 5}, Values{10, 11, 12, 13, 14});
  EXPECT_NEAR(shift.low, 10.0 / 5 - 1, 1e-12);
  EXPECT_NEAR(shift.high, 14.0 / 1 - 1, 1e-12);
  EXPECT_TRUE(shift.is_bounded());
}

TEST(Shift, OfTooFewValuesHasNoBound) {
  const Shift shift = shift_at(Values{1, 2, 3, 4}, Values{10, 11, 12, 13});
  EXPECT_EQ(shift.low, -1);
  EXPECT_EQ(shift.high, infinity);
  EXPECT_FALSE(shift.is_bounded());
  EXPECT_FALSE(shift.is_above(0.02));
  EXPECT_FALSE(shift.is_below(0.02));
  EXPECT_FALSE(shift.is_within(0.02));
}

TEST(Shift, NeedsPositiveValues) {
  EXPECT_FALSE(shift_of({}, Values{1}));
  EXPECT_FALSE(shift_of(Values{1}, {}));
  EXPECT_FALSE(shift_of(Values{0}, Values{1}));
  EXPECT_FALSE(shift_of(Values{1}, Values{-1}));
  EXPECT_FALSE(shift_of(Values{1}, Values{infinity}));
  EXPECT_FALSE(shift_of(Values{std::nan("")}, Values{1}));
}

TEST(Shift, IsToldInPerCent) {
  EXPECT_EQ(text_of({.estimate = 0.048, .low = 0.041, .high = 0.056}), "+4.8 % [+4.1, +5.6]");
  EXPECT_EQ(text_of({.estimate = -0.5, .low = -1, .high = infinity}), "-50.0 % [-100.0, +inf]");
}

TEST(Shift, KnowsItsSide) {
  const Shift more{.estimate = 0.04, .low = 0.03, .high = 0.05};
  EXPECT_TRUE(more.is_above(0.02));
  EXPECT_FALSE(more.is_above(0.03));
  EXPECT_FALSE(more.is_below(0.02));
  EXPECT_FALSE(more.is_within(0.04));
  EXPECT_TRUE(more.is_within(0.05));
  const Shift less{.estimate = -0.04, .low = -0.05, .high = -0.03};
  EXPECT_TRUE(less.is_below(0.02));
  EXPECT_FALSE(less.is_below(0.03));
  EXPECT_FALSE(less.is_within(0.04));
  EXPECT_TRUE(less.is_within(0.05));
}

}  // namespace
}  // namespace rpcts::perf
