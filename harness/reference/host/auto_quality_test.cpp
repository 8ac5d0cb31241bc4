#include "harness/reference/host/auto_quality.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace rpcts::reference {
namespace {

using Decision = AutoQuality::Decision;

constexpr std::array<LevelBudget, 3> budgets{{{3, 0.5, 100}, {4.5, 0.75, 200}, {6, 1, 400}}};

QualitySample sample(float gpu, float cpu = 0.1F, std::int64_t bytes = 10) {
  return {.gpu_milliseconds = gpu, .cpu_milliseconds = cpu, .resident_bytes = bytes, .stable = true};
}

/// Feeds `count` samples; all but the last must say stay. The last one's decision.
Decision feed(AutoQuality& quality, int count, const QualitySample& one) {
  for (int i = 0; i + 1 < count; ++i) {
    EXPECT_EQ(quality.sample(one), Decision::stay) << "sample " << i;
  }
  return quality.sample(one);
}

TEST(AutoQuality, GoesDownAfter180SamplesOverBudget) {
  AutoQuality quality(QualityLevel::medium, QualityLevel::high, budgets);
  EXPECT_EQ(feed(quality, 179, sample(4.6F)), Decision::stay);
  EXPECT_EQ(quality.sample(sample(4.6F)), Decision::down);
}

TEST(AutoQuality, EachMetricCounts) {
  for (const QualitySample& over : {sample(4.6F), sample(1, 0.76F), sample(1, 0.1F, 201)}) {
    AutoQuality quality(QualityLevel::medium, QualityLevel::high, budgets);
    EXPECT_EQ(feed(quality, 180, over), Decision::down);
  }
}

TEST(AutoQuality, BudgetItselfIsNotOver) {
  AutoQuality quality(QualityLevel::medium, QualityLevel::high, budgets);
  EXPECT_EQ(feed(quality, 500, sample(4.5F, 0.75F, 200)), Decision::stay);
}

TEST(AutoQuality, OneGoodSampleBreaksTheRow) {
  AutoQuality quality(QualityLevel::medium, QualityLevel::high, budgets);
  EXPECT_EQ(feed(quality, 179, sample(5)), Decision::stay);
  EXPECT_EQ(quality.sample(sample(4.5F)), Decision::stay);
  EXPECT_EQ(feed(quality, 179, sample(5)), Decision::stay);
  EXPECT_EQ(quality.sample(sample(5)), Decision::down);
}

TEST(AutoQuality, AtLowThePackRetires) {
  AutoQuality quality(QualityLevel::low, QualityLevel::high, budgets);
  EXPECT_EQ(feed(quality, 180, sample(3.1F)), Decision::retire);
}

TEST(AutoQuality, GoesUpAfter900SamplesWellUnderTheNextBudget) {
  AutoQuality light(QualityLevel::medium, QualityLevel::high, budgets);
  EXPECT_EQ(feed(light, 899, sample(4.19F, 0.69F, 200)), Decision::stay);
  EXPECT_EQ(light.sample(sample(4.19F, 0.69F, 200)), Decision::up);
}

TEST(AutoQuality, AboveSeventyPerCentStays) {
  AutoQuality quality(QualityLevel::medium, QualityLevel::high, budgets);
  EXPECT_EQ(feed(quality, 2000, sample(4.21F)), Decision::stay);
}

TEST(AutoQuality, NeverAboveTheMaximum) {
  AutoQuality quality(QualityLevel::medium, QualityLevel::medium, budgets);
  EXPECT_EQ(feed(quality, 2000, sample(0)), Decision::stay);
  AutoQuality high(QualityLevel::high, QualityLevel::high, budgets);
  EXPECT_EQ(feed(high, 2000, sample(0)), Decision::stay);
}

TEST(AutoQuality, IgnoresThreeHundredSamplesAfterAChange) {
  AutoQuality quality(QualityLevel::medium, QualityLevel::high, budgets);
  quality.moved_to(QualityLevel::low);
  EXPECT_EQ(quality.level(), QualityLevel::low);
  EXPECT_EQ(feed(quality, 300 + 179, sample(9)), Decision::stay);
  EXPECT_EQ(quality.sample(sample(9)), Decision::retire);
}

TEST(AutoQuality, UnstableAndUnresolvedFramesDoNotCount) {
  AutoQuality quality(QualityLevel::medium, QualityLevel::high, budgets);
  EXPECT_EQ(feed(quality, 179, sample(5)), Decision::stay);
  QualitySample unstable = sample(5);
  unstable.stable = false;
  EXPECT_EQ(feed(quality, 100, unstable), Decision::stay);
  EXPECT_EQ(feed(quality, 100, sample(NAN)), Decision::stay);
  EXPECT_EQ(quality.sample(sample(5)), Decision::down) << "the row of 179 was kept";
}

TEST(AutoQuality, ForgottenEvidenceStartsAgain) {
  AutoQuality quality(QualityLevel::medium, QualityLevel::high, budgets);
  EXPECT_EQ(feed(quality, 179, sample(5)), Decision::stay);
  quality.forget_evidence();
  EXPECT_EQ(feed(quality, 179, sample(5)), Decision::stay);
  EXPECT_EQ(quality.sample(sample(5)), Decision::down);
}

}  // namespace
}  // namespace rpcts::reference
