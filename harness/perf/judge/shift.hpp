#pragma once

// By how much the values of head are above those of base: Hodges and Lehmann's estimate, with an interval
// that assumes no distribution. On logarithms, because time scales: a processor that is 5 % slower is so at 1
// us and at 1 ms.

#include <cmath>
#include <optional>
#include <span>
#include <string>

namespace rpcts::perf {

/// Changes are relative to base: 0.02 is 2 % more.
struct Shift {
  double estimate = 0;  ///< median of head / base over all pairs, less 1
  double low = -1;      ///< ends of the interval; -1 and infinity when the groups are too small for the level
  double high = 0;

  /// Whether the interval says anything.
  [[nodiscard]] bool is_bounded() const { return std::isfinite(high); }
  /// Whether the whole interval is on the far side of `effect`: above it, below -effect, between the two.
  [[nodiscard]] bool is_above(double effect) const { return low > effect; }
  [[nodiscard]] bool is_below(double effect) const { return high < -effect; }
  [[nodiscard]] bool is_within(double effect) const { return low >= -effect && high <= effect; }
};

/// The interval covers the true change with at least confidence `level` (0 < level < 1); for groups of more
/// than 50 values about so. None when a group is empty or a value is not positive and finite: a relative
/// change has no meaning then. Takes memory for base.size() * head.size() numbers.
[[nodiscard]] std::optional<Shift> shift_of(std::span<const double> base, std::span<const double> head,
                                            double level = 0.99);

/// "+4.8 % [+4.1, +5.6]".
[[nodiscard]] std::string text_of(const Shift& shift);

}  // namespace rpcts::perf
