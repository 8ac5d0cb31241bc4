#include "harness/perf/judge/false_discovery.hpp"

#include <algorithm>
#include <gmock/gmock.h>

namespace rpcts::perf {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

// The p of the example in Benjamini and Hochberg (1995), 15 comparisons of treatments of myocardial
// infarction.
const std::vector<double>& published() {
  static const std::vector<double> p{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                                     0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000};
  return p;
}

TEST(FalseDiscovery, AgreesWithThePublishedExample) {
  const std::vector<double> q = false_discovery_rates(published());
  // The paper rejects the four smallest at 5 %.
  EXPECT_EQ(std::ranges::count_if(q, [](double one) { return one <= 0.05; }), 4);
  EXPECT_NEAR(q[0], 0.0001 * 15 / 1, 1e-12);
  EXPECT_NEAR(q[1], 0.0004 * 15 / 2, 1e-12);
  EXPECT_NEAR(q[2], 0.0019 * 15 / 3, 1e-12);
  EXPECT_NEAR(q[3], 0.0095 * 15 / 4, 1e-12);
  EXPECT_NEAR(q[4], 0.0201 * 15 / 5, 1e-12);
  // 0.0278 * 15 / 6 = 0.0695 is above 0.0298 * 15 / 7 = 0.06386, and takes that.
  EXPECT_NEAR(q[5], 0.0298 * 15 / 7, 1e-12);
  EXPECT_NEAR(q[14], 1, 1e-12);
}

TEST(FalseDiscovery, KeepsTheOrderOfTheComparisons) {
  // Sorted 0.01, 0.02, 0.04: 0.03, 0.03, 0.04.
  EXPECT_THAT(false_discovery_rates(std::vector{0.04, 0.01, 0.02}),
              ElementsAre(DoubleNear(0.04, 1e-15), DoubleNear(0.03, 1e-15), DoubleNear(0.03, 1e-15)));
}

TEST(FalseDiscovery, OfOneComparisonChangesNothing) {
  EXPECT_THAT(false_discovery_rates(std::vector{0.03}), ElementsAre(0.03));
  EXPECT_THAT(false_discovery_rates({}), IsEmpty());
}

}  // namespace
}  // namespace rpcts::perf
