#include "harness/perf/judge/mann_whitney.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <numeric>
#include <vector>

namespace rpcts::perf {
namespace {

using Values = std::vector<double>;

Values counting(std::size_t count, double first) {
  Values values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

// Hollander and Wolfe, Nonparametric Statistical Methods (1973), page 69: permeability of membranes. The
// published one-sided p is 0.1272 = 382/3003, with U = 35.
const Values& term() {
  static const Values values{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  return values;
}
const Values& early() {
  static const Values values{1.15, 0.88, 0.90, 0.74, 1.21};
  return values;
}

TEST(MannWhitney, AgreesWithThePublishedExample) {
  const MannWhitney result = mann_whitney(early(), term());
  EXPECT_EQ(result.u, 35);
  EXPECT_TRUE(result.exact);
  EXPECT_NEAR(result.p, 2 * 382.0 / 3003, 1e-12);
}

TEST(MannWhitney, ExchangedGroupsHaveTheSamePAndTheOtherPairs) {
  const MannWhitney result = mann_whitney(term(), early());
  EXPECT_EQ(result.u, 50 - 35);
  EXPECT_NEAR(result.p, 2 * 382.0 / 3003, 1e-12);
}

TEST(MannWhitney, ApartIsOneArrangementOfAll) {
  // Three and three: two of the C(6,3) = 20 arrangements have the groups apart.
  EXPECT_NEAR(mann_whitney(Values{1, 2, 3}, Values{4, 5, 6}).p, 0.1, 1e-15);
  EXPECT_EQ(mann_whitney(Values{1, 2, 3}, Values{4, 5, 6}).u, 9);
  // One next to it: U = 8 and 9, so 2 * 2 / 20.
  EXPECT_NEAR(mann_whitney(Values{1, 2, 4}, Values{3, 5, 6}).p, 0.2, 1e-15);
  // Fifty and fifty: 2 / C(100,50), and C(100,50) = 1.00891344545564e29.
  const double p = mann_whitney(counting(50, 0), counting(50, 50)).p;
  EXPECT_NEAR(p * 1.00891344545564193334812497256e29, 2, 1e-9);
}

TEST(MannWhitney, InTheMiddlePIsOne) {
  EXPECT_EQ(mann_whitney(Values{1, 4}, Values{2, 3}).p, 1);
}

TEST(MannWhitney, EqualValuesTakeTheCorrectedApproximation) {
  // base 1 2 2 3, head 2 3 4 5. Pairs: 2 is above 1 and equal to two 2s: 2; 3: 3.5; 4 and 5: 4 each: U
  // = 13.5. Equal values: three 2s (24), two 3s (6). Variance 16/12 * (9 - 30/56) = 11.2857143. z = (13.5 - 8
  // - 0.5) / 3.35942 = 1.488354; two-sided p = 0.13666 by a table of the normal distribution.
  const MannWhitney result = mann_whitney(Values{1, 2, 2, 3}, Values{2, 3, 4, 5});
  EXPECT_EQ(result.u, 13.5);
  EXPECT_FALSE(result.exact);
  EXPECT_NEAR(result.p, std::erfc(5 / std::sqrt(2 * (16.0 / 12) * (9 - 30.0 / 56))), 1e-12);
  EXPECT_NEAR(result.p, 0.1367, 5e-5);
}

TEST(MannWhitney, BeyondFiftyIsApproximated) {
  // 51 and 51 apart: variance 51*51*103/12, z = (51*51/2 - 1/2) / sqrt of it.
  const MannWhitney result = mann_whitney(counting(51, 0), counting(51, 51));
  EXPECT_FALSE(result.exact);
  const double z = (51 * 51 / 2.0 - 0.5) / std::sqrt(51 * 51 * 103 / 12.0);
  EXPECT_NEAR(result.p / std::erfc(z / std::sqrt(2.0)), 1, 1e-9);
}

TEST(MannWhitney, WhatCannotBeToldApartHasPOne) {
  EXPECT_EQ(mann_whitney({}, Values{1, 2}).p, 1);
  EXPECT_EQ(mann_whitney(Values{1, 2}, {}).p, 1);
  EXPECT_EQ(mann_whitney(Values{7, 7, 7}, Values{7, 7}).p, 1);
}

// The published tables of critical values of U (two-sided) give the largest U that rejects; the bounding rank
// is one more, and 0 where the table has no entry.
TEST(BoundingRank, IsOneAboveThePublishedCriticalValue) {
  EXPECT_EQ(bounding_rank(20, 20, 0.99), 105U + 1);
  EXPECT_EQ(bounding_rank(20, 20, 0.95), 127U + 1);
  EXPECT_EQ(bounding_rank(10, 10, 0.99), 16U + 1);
  EXPECT_EQ(bounding_rank(10, 10, 0.95), 23U + 1);
  EXPECT_EQ(bounding_rank(8, 12, 0.95), 22U + 1);
  EXPECT_EQ(bounding_rank(12, 8, 0.95), 22U + 1);
  EXPECT_EQ(bounding_rank(5, 5, 0.99), 0U + 1);
  EXPECT_EQ(bounding_rank(4, 4, 0.95), 0U + 1);
  EXPECT_EQ(bounding_rank(4, 4, 0.99), 0U);
  EXPECT_EQ(bounding_rank(3, 3, 0.95), 0U);
}

TEST(BoundingRank, OfLargeGroupsIsTheNormalOne) {
  // 100 and 100: 5000.5 - 2.5758293 * sqrt(100*100*201/12) = 5000.5 - 2.5758293 * 409.26764 = 3946.3.
  EXPECT_EQ(bounding_rank(100, 100, 0.99), 3946U);
  EXPECT_EQ(bounding_rank(1, 60, 0.99), 0U);
}

TEST(BoundingRank, HasNoneForALevelThatIsNone) {
  EXPECT_EQ(bounding_rank(20, 20, 1), 0U);
  EXPECT_EQ(bounding_rank(20, 20, 0), 0U);
  EXPECT_EQ(bounding_rank(20, 20, std::nan("")), 0U);
  EXPECT_EQ(bounding_rank(0, 20, 0.99), 0U);
}

}  // namespace
}  // namespace rpcts::perf
