#pragma once

// The verdicts on the timed metrics of a comparison, all together: time is noisy, and who looks at many
// series sees some of them move by chance. So a loss must be clear among all of them, must be as large as
// matters, and must show again in values that were taken anew.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/perf/judge/shift.hpp"

namespace rpcts::perf {

/// Values that were taken alternately, in one unit.
struct TimedBatch {
  std::vector<double> base;
  std::vector<double> head;
};

struct TimedSeries {
  std::string benchmark;
  std::string metric;
  std::string unit;
  TimedBatch first;
  TimedBatch second;  ///< taken anew on both sides, for the series that to_confirm() names; else empty
};

/// Effects, spreads and rates are relative: 0.02 is 2 %.
struct TimedRule {
  double smallest_effect = 0.02;  ///< smaller changes do not matter
  double level = 0.99;            ///< confidence of the intervals
  double largest_rate = 0.05;     ///< of false calls among the calls of the first batch
  double confirming_p = 0.05;     ///< largest p of the second batch
  std::size_t fewest = 20;        ///< repetitions on each side of a batch
  double canary_p = 0.01;         ///< largest p of a canary that moved
  double canary_spread = 0.10;    ///< largest interquartile range of a canary's values, by their median
};

enum class TimedOutcome : std::uint8_t {
  unchanged,   ///< the interval lies within +- smallest_effect
  loss,        ///< called in the first batch, confirmed in the second
  gain,        ///< as a loss, to the other side
  no_verdict,  ///< the values do not tell; the reason says why
  withheld,    ///< the machine changed meanwhile: no verdict of this comparison stands
};

/// "unchanged", "loss", "gain", "no verdict", "withheld".
[[nodiscard]] std::string_view name_of(TimedOutcome outcome);

struct TimedVerdict {
  TimedOutcome outcome = TimedOutcome::no_verdict;
  double before = 0;  ///< medians of the first batch, in its unit; 0 when there are no values
  double after = 0;
  std::optional<Shift> shift;         ///< of the first batch; none when it has too few or wrong values
  double p = 1;                       ///< of Mann and Whitney's test of the first batch
  double q = 1;                       ///< p among all series of the comparison (false_discovery.hpp)
  std::optional<Shift> confirmation;  ///< of the second batch
  /// The smallest loss that the first batch would have shown: smallest_effect + (estimate - low). A loss
  /// shows when the low end of the interval is above smallest_effect, and that end lies estimate - low below
  /// the estimate. A true loss of this size shows in about half of all first batches, a larger one in more.
  std::optional<double> smallest_visible_loss;
  std::string reason;  ///< for people; empty for `unchanged`
};

/// Which series (by index) have a change in their first batch, and need a second one before that is a
/// verdict.
[[nodiscard]] std::vector<std::size_t> to_confirm(std::span<const TimedSeries> series,
                                                  const TimedRule& rule = {});

/// Why no timed verdict stands: the canary, a fixed work that was measured among the others, moved, varies
/// too much, or was measured too rarely. Moved: its interval lies beyond half of smallest_effect, or p <=
/// canary_p and the estimate does. One batch for each batch of the comparison. Empty: they stand.
[[nodiscard]] std::string why_withheld(std::span<const TimedBatch> canaries, const TimedRule& rule = {});

/// A verdict for each series, in their order. A change that has no second batch yet has no verdict. Without
/// canaries none is withheld.
[[nodiscard]] std::vector<TimedVerdict> judge_timed(std::span<const TimedSeries> series,
                                                    std::span<const TimedBatch> canaries,
                                                    const TimedRule& rule = {});

}  // namespace rpcts::perf
