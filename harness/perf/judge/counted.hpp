#pragma once

// The verdict on a counted metric: what a program does, not how long it takes, so one run tells.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/perf/sample_set.hpp"

namespace rpcts::perf {

enum class CountedOutcome : std::uint8_t {
  unchanged,
  loss,
  gain,             ///< better than the limit: no failure, but the baseline should be taken anew
  does_not_repeat,  ///< an exact metric has several values in one run: a defect of the benchmark
  not_comparable,   ///< the two were taken where such values differ anyway
  no_verdict,       ///< a set is empty or not counted
};

/// "unchanged", "loss", "gain", "does not repeat", "not comparable", "no verdict".
[[nodiscard]] std::string_view name_of(CountedOutcome outcome);

struct CountedVerdict {
  CountedOutcome outcome = CountedOutcome::no_verdict;
  double before = 0;  ///< medians, in the unit of the sets; 0 when a set is empty
  double after = 0;
  std::optional<double> change;  ///< relative; none when `before` is 0 and `after` is not
  double limit = 0;              ///< the largest relative change that is none
  std::string reason;            ///< for people; empty for a plain `unchanged`
};

/// Whether the verdict ends a comparison with an error.
[[nodiscard]] constexpr bool is_failure(CountedOutcome outcome) {
  return outcome == CountedOutcome::loss || outcome == CountedOutcome::does_not_repeat;
}

/// Least limit of Kind::instructions, relative: such counts repeat to about 0.1 %.
inline constexpr double least_instructions_limit = 0.005;

/// Judges head against base; against `accepted` instead when there is one that can be compared with head,
/// so that changes below the limit cannot add up unseen. Exact metrics must be equal in every value.
/// Instructions may differ by least_instructions_limit or three times `spread` (own_spread(), relative),
/// whichever is more.
[[nodiscard]] CountedVerdict judge_counted(const SampleSet& base, const SampleSet& head, double spread,
                                           const SampleSet* accepted = nullptr);

}  // namespace rpcts::perf
