#include "harness/reference/host/auto_quality.hpp"

#include <cmath>

#include "harness/reference/mistakes/automatic.hpp"

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
         (double{sample.cpu_milliseconds} <= budget.cpu_milliseconds * share ||
          makes(find_mistake(automatic_mistakes, "automatic.cpu-ignored"))) &&
         static_cast<double>(sample.resident_bytes) <= static_cast<double>(budget.resident_bytes) * share;
}

/// F.8: whether the frame says anything.
bool counts(const QualitySample& sample) {
  const bool stable =
      sample.stable || makes(find_mistake(automatic_mistakes, "automatic.unstable-frames-count"));
  const bool resolved = std::isfinite(sample.gpu_milliseconds) ||
                        makes(find_mistake(automatic_mistakes, "automatic.unresolved-frames-count"));
  return stable && resolved && std::isfinite(sample.cpu_milliseconds);
}

std::uint32_t frames_to_go_down() {
  if (makes(find_mistake(automatic_mistakes, "automatic.down-too-early"))) {
    return samples_to_go_down - 1;
  }
  return makes(find_mistake(automatic_mistakes, "automatic.down-too-late")) ? samples_to_go_down + 1
                                                                            : samples_to_go_down;
}

std::uint32_t frames_to_go_up() {
  return makes(find_mistake(automatic_mistakes, "automatic.up-too-early")) ? samples_to_go_up - 1
                                                                           : samples_to_go_up;
}

double share_to_go_up() {
  return makes(find_mistake(automatic_mistakes, "automatic.up-at-full-budget")) ? 1 : share_of_next_budget;
}

}  // namespace

AutoQuality::AutoQuality(QualityLevel start, QualityLevel maximum,
                         const std::array<LevelBudget, quality_levels>& budgets)
    : level_(start), maximum_(maximum), budgets_(budgets) {}

AutoQuality::Decision AutoQuality::sample(const QualitySample& sample) {
  if (!counts(sample)) {
    return Decision::stay;
  }
  if (cooldown_ > 0) {
    --cooldown_;
    return Decision::stay;
  }
  const bool summed = makes(find_mistake(automatic_mistakes, "automatic.frames-are-summed"));
  over_ = !within(sample, budget_of(budgets_, level_), 1) ? over_ + 1 : (summed ? over_ : 0);
  const bool well_under =
      level_ < maximum_ && within(sample, budget_of(budgets_, next(level_)), share_to_go_up());
  under_ = well_under ? under_ + 1 : 0;
  if (over_ >= frames_to_go_down()) {
    forget_evidence();
    if (level_ == QualityLevel::low && makes(find_mistake(automatic_mistakes, "automatic.low-stays"))) {
      return Decision::stay;
    }
    return level_ == QualityLevel::low ? Decision::retire : Decision::down;
  }
  if (under_ >= frames_to_go_up()) {
    forget_evidence();
    return Decision::up;
  }
  return Decision::stay;
}

void AutoQuality::moved_to(QualityLevel level) {
  level_ = level;
  forget_evidence();
  cooldown_ = makes(find_mistake(automatic_mistakes, "automatic.no-cooldown")) ? 0 : samples_of_cooldown;
}

void AutoQuality::set_budgets(const std::array<LevelBudget, quality_levels>& budgets) {
  budgets_ = budgets;
  if (makes(find_mistake(automatic_mistakes, "automatic.evidence-survives-resize"))) {
    return;
  }
  forget_evidence();
}

void AutoQuality::forget_evidence() {
  over_ = 0;
  under_ = 0;
}

}  // namespace rpcts::reference
