#pragma once

// Cases of a run by the profile of the implementation that they judge.

#include <string_view>
#include <vector>

#include "harness/runner/results.hpp"

namespace rpcts::report {

struct ProfileCount {
  std::string_view profile;  ///< one of runner::profile_order
  bool claimed = false;
  std::size_t cases = 0;      ///< that judge it; a case of two profiles counts for both
  runner::Totals outcomes{};  ///< of these cases, by outcome
};

/// One for each profile that is claimed or that a case of the run judges, in the order of
/// runner::profile_order; empty where the run has no implementation.
[[nodiscard]] std::vector<ProfileCount> profile_counts(const runner::RunRecord& run);

}  // namespace rpcts::report
