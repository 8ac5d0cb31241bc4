#pragma once

// The results of a run as JSON: docs/results.md describes the files, docs/formats/results.schema.json
// and docs/formats/events.schema.json are the schemas.

#include <string>
#include <vector>

#include "harness/runner/catalogue.hpp"
#include "harness/runner/results.hpp"

namespace rpcts::report {

inline constexpr int results_version = 2;

/// The whole document, results.json.
[[nodiscard]] std::string results_json(const runner::RunRecord& run,
                                       const std::vector<runner::RuleInfo>& rules);

/// The lines of results.jsonl, each with its newline: what is known when the run starts, one line for each
/// case as it ends, and one when the run ends. A file that stops anywhere tells what had ended until then.
[[nodiscard]] std::string start_line(const runner::RunRecord& run);
[[nodiscard]] std::string case_line(const runner::CaseRecord& record, const runner::RunSettings& settings);
[[nodiscard]] std::string end_line(const runner::RunRecord& run);

}  // namespace rpcts::report
