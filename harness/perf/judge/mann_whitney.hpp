#pragma once

// The test of Mann and Whitney: whether values of one group tend to be above those of another. It looks only
// at their order, so one wild value counts no more than any other.

#include <cstddef>
#include <span>

namespace rpcts::perf {

/// Up to this many values in each group the distribution of U is counted out, beyond it is the normal one.
inline constexpr std::size_t most_values_for_exact = 50;

struct MannWhitney {
  double u = 0;        ///< pairs in which the value of head is above that of base; equal ones count a half
  double p = 1;        ///< two-sided, in 0..1
  bool exact = false;  ///< whether `p` was counted out
};

/// Compares two groups of finite values. p is counted out when all values differ and no group is larger than
/// most_values_for_exact; else it is approximated, with corrections for continuity and for equal values.
/// An empty group cannot be told from the other: p is 1.
[[nodiscard]] MannWhitney mann_whitney(std::span<const double> base, std::span<const double> head);

/// Which of the sorted differences between all pairs bound their median with confidence `level` (0 < level <
/// 1): the k-th smallest and the k-th largest, counted from 1. k is the largest number with
/// P(U <= k - 1) <= (1 - level) / 2. 0: the groups are too small for this level, and there is no bound.
[[nodiscard]] std::size_t bounding_rank(std::size_t base_count, std::size_t head_count, double level);

}  // namespace rpcts::perf
