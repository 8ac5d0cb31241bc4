#pragma once

// Automatic quality: when to take the next level, section F.8.

#include <array>
#include <cstdint>

namespace rpcts::reference {

enum class QualityLevel : std::uint8_t { low, medium, high };
inline constexpr std::size_t quality_levels = 3;

/// What a level may cost per frame, over retail.
struct LevelBudget {
  double gpu_milliseconds = 0;
  double cpu_milliseconds = 0;
  std::int64_t resident_bytes = 0;
};

struct QualitySample {
  float gpu_milliseconds = 0;  ///< not finite: none was resolved, and the frame does not count
  float cpu_milliseconds = 0;  ///< likewise
  std::int64_t resident_bytes = 0;
  bool stable = true;  ///< false: the frame does not count
};

class AutoQuality {
 public:
  enum class Decision : std::uint8_t { stay, down, up, retire };

  /// `start` is at most `maximum`, the best level that can be had.
  AutoQuality(QualityLevel start, QualityLevel maximum,
              const std::array<LevelBudget, quality_levels>& budgets);

  /// One frame. After down or up the caller makes the new level and calls moved_to(), or stays and asks
  /// again.
  [[nodiscard]] Decision sample(const QualitySample& sample);

  /// The level holds from now on; the samples that follow are ignored for a while.
  void moved_to(QualityLevel level);
  /// For new sizes of the main world; forgets the evidence.
  void set_budgets(const std::array<LevelBudget, quality_levels>& budgets);
  /// Runtime or targets are new: what was counted says nothing any more.
  void forget_evidence();

  [[nodiscard]] QualityLevel level() const { return level_; }

 private:
  QualityLevel level_;
  QualityLevel maximum_;
  std::array<LevelBudget, quality_levels> budgets_;
  std::uint32_t over_ = 0;      ///< consecutive samples over the level's budget
  std::uint32_t under_ = 0;     ///< consecutive samples well under the next level's
  std::uint32_t cooldown_ = 0;  ///< samples still to be ignored
};

}  // namespace rpcts::reference
