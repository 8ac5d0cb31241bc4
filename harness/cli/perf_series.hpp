#pragma once

// The series of a history, with their change points, and what they say together.

#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/perf/page/page_data.hpp"

namespace rpcts::cli {

/// `smallest`: relative step below which a change does not matter. ErrorKind::usage when nothing matches.
[[nodiscard]] Result<std::vector<perf::PageSeries>> series_of_history(const std::string& history,
                                                                      const std::string& benchmark,
                                                                      const std::string& metric,
                                                                      double smallest);

/// Change points of several series at one run and in one direction are one finding.
[[nodiscard]] std::vector<std::string> findings_of(const std::vector<perf::PageSeries>& series);

/// The timed series of the last two runs that can be compared, as distributions without a verdict: two runs
/// one after the other are not taken by turns.
[[nodiscard]] Result<std::vector<perf::PageComparison>> last_comparisons(const std::string& history);

}  // namespace rpcts::cli
