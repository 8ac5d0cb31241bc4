#pragma once

// The folder that a run leaves.

#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/runner/catalogue.hpp"
#include "harness/runner/results.hpp"

namespace rpcts::report {

/// One line for each event, written at once: what is left of a run that was killed.
inline constexpr std::string_view events_file = "results.jsonl";
/// Everything, written at the end; also when the run was interrupted.
inline constexpr std::string_view results_file = "results.json";
inline constexpr std::string_view junit_file = "junit.xml";

/// Writes into one folder while a run goes on. Files of an earlier run are replaced at the start, so that
/// what lies there is always of one run.
class RunFolder {
 public:
  /// Makes the folder where it is missing and writes what is known of the run. ErrorKind::usage when that
  /// cannot be.
  [[nodiscard]] static Result<RunFolder> create(const std::filesystem::path& folder,
                                                const runner::RunRecord& run);

  /// A case has ended. ErrorKind::failed when it cannot be written: a full disk.
  [[nodiscard]] Result<void> add(const runner::CaseRecord& record);

  /// The run has ended. ErrorKind::failed as above.
  [[nodiscard]] Result<void> finish(const runner::RunRecord& run, const std::vector<runner::RuleInfo>& rules);

 private:
  RunFolder(std::filesystem::path folder, runner::RunSettings settings, std::ofstream events)
      : folder_(std::move(folder)), settings_(std::move(settings)), events_(std::move(events)) {}

  std::filesystem::path folder_;
  runner::RunSettings settings_;
  std::ofstream events_;
};

}  // namespace rpcts::report
