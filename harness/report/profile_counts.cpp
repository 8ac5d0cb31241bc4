#include "harness/report/profile_counts.hpp"

#include <algorithm>

namespace rpcts::report {

std::vector<ProfileCount> profile_counts(const runner::RunRecord& run) {
  std::vector<ProfileCount> counts;
  if (!run.implementation) {
    return counts;
  }
  for (const std::string_view profile : runner::profile_order) {
    ProfileCount count{.profile = profile, .claimed = run.implementation->claims(profile)};
    for (const runner::CaseRecord& record : run.cases) {
      if (std::ranges::find(record.info.profiles, profile) != record.info.profiles.end()) {
        ++count.cases;
        ++count.outcomes.at(static_cast<std::size_t>(record.outcome));
      }
    }
    if (count.claimed || count.cases > 0) {
      counts.push_back(count);
    }
  }
  return counts;
}

}  // namespace rpcts::report
