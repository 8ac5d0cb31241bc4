#include "harness/reference/host/auto_quality.hpp"

#include <cmath>

namespace rpcts::reference {
namespace {

// F.8
constexpr std::uint32_t samples_to_go_down = 180;
constexpr std::uint32_t samples_to_go_up = 900;
constexpr std::uint32_t samples_of_cooldown = 300;
constexpr double share_of_next_budget = 0.7;

const LevelBudget& budget_of(const std::array<LevelBudget, quality_levels>& budgets, QualityLevel level) {
  return budgets[static_cast<std::size_t>(level)];
}

QualityLevel next(QualityLevel level) {
  return static_cast<QualityLevel>(static_cast<std::uint8_t>(level) + 1);
}

bool within(const QualitySample& sample, const LevelBudget& budget, double share) {
  return double{sample.gpu_milliseconds} <= budget.gpu_milliseconds * share &&
         double{sample.cpu_milliseconds} <= budget.cpu_milliseconds * share &&
         static_cast<double>(sample.resident_bytes) <= static_cast<double>(budget.resident_bytes) * share;
}

}  // namespace

AutoQuality::AutoQuality(QualityLevel start, QualityLevel maximum,
                         const std::array<LevelBudget, quality_levels>& budgets)
    : level_(start), maximum_(maximum), budgets_(budgets) {}

AutoQuality::Decision AutoQuality::sample(const QualitySample& sample) {
  if (!sample.stable || !std::isfinite(sample.gpu_milliseconds) || !std::isfinite(sample.cpu_milliseconds)) {
    return Decision::stay;
  }
  if (cooldown_ > 0) {
    --cooldown_;
    return Decision::stay;
  }
  over_ = within(sample, budget_of(budgets_, level_), 1) ? 0 : over_ + 1;
  const bool well_under =
      level_ < maximum_ && within(sample, budget_of(budgets_, next(level_)), share_of_next_budget);
  under_ = well_under ? under_ + 1 : 0;
  if (over_ >= samples_to_go_down) {
    forget_evidence();
    return level_ == QualityLevel::low ? Decision::retire : Decision::down;
  }
  if (under_ >= samples_to_go_up) {
    forget_evidence();
    return Decision::up;
  }
  return Decision::stay;
}

void AutoQuality::moved_to(QualityLevel level) {
  level_ = level;
  forget_evidence();
  cooldown_ = samples_of_cooldown;
}

void AutoQuality::set_budgets(const std::array<LevelBudget, quality_levels>& budgets) {
  budgets_ = budgets;
  forget_evidence();
}

void AutoQuality::forget_evidence() {
  over_ = 0;
  under_ = 0;
}

}  // namespace rpcts::reference
