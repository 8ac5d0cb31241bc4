#pragma once

// How far values of the same thing lie apart.

#include <span>

#include "harness/perf/sample_set.hpp"

namespace rpcts::perf {

/// (Largest - smallest) / median; 0 when there is nothing to compare or the median is 0.
[[nodiscard]] double relative_range(std::span<const double> values);

/// (Upper - lower quartile) / median; quartiles are interpolated between neighbours. 0 as above.
[[nodiscard]] double relative_interquartile_range(std::span<const double> values);

/// The spread of one series: relative_range of all values of one commit and binary, the largest of them.
/// What lies apart although the same program ran is noise. A set without commit and binary is compared with
/// no other. `history` is sets of one series.
[[nodiscard]] double own_spread(std::span<const SampleSet> history);

}  // namespace rpcts::perf
