#pragma once

// What a person reads: progress while a run goes on, and the summary at its end.

#include <chrono>
#include <iosfwd>
#include <string>
#include <vector>

#include "harness/report/progress.hpp"
#include "harness/runner/catalogue.hpp"
#include "harness/runner/results.hpp"

namespace rpcts::report {

/// The summary: what ran where, a line for each clause of each contract, every failure with rule, message and
/// the command that repeats it, and what was warned, waived, flaky or not supported. Plain text, the same in
/// every locale.
[[nodiscard]] std::string summary(const runner::RunRecord& run, const std::vector<runner::RuleInfo>& rules);

/// A case has ended.
void tell(Progress& progress, const runner::CaseRecord& record);

}  // namespace rpcts::report
