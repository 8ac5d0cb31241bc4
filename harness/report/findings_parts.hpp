#pragma once

// What the renderings of findings share.

#include <string>
#include <string_view>

#include "harness/report/findings.hpp"

namespace rpcts::report {

struct Counts {
  std::size_t errors = 0;
  std::size_t warnings = 0;
};

[[nodiscard]] Counts count(const Findings& findings);

/// "accepted", "rejected" or "error"
[[nodiscard]] std::string_view verdict_of(const Subject& subject);

/// Path of the file that a place is in, as the user would name it from where he stands.
[[nodiscard]] std::filesystem::path file_of(const Subject& subject, const Place& place);

/// The facts of a rule; empty ones for an unknown rule.
[[nodiscard]] RuleFacts facts_of(const RuleLookup& rules, std::string_view rule);

}  // namespace rpcts::report
