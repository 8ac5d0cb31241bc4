#pragma once

// Benjamini and Hochberg's adjustment: who makes hundreds of comparisons finds one below p = 0.01 by chance.

#include <span>
#include <vector>

namespace rpcts::perf {

/// q of each p, in the same order: when everything with q <= x is called changed, a share of about x of the
/// calls is wrong at most. The p are in 0..1, of all comparisons that were made, not only the promising ones.
[[nodiscard]] std::vector<double> false_discovery_rates(std::span<const double> p);

}  // namespace rpcts::perf
