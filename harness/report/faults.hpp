#pragma once

// What `rpcts faults run` says: a table, a summary, and JSON.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/progress.hpp"
#include "harness/runner/fault_hunt.hpp"
#include "harness/runner/results.hpp"
#include "harness/runner/selection.hpp"

namespace rpcts::report {

inline constexpr int faults_version = 1;
inline constexpr std::string_view faults_file = "faults.json";

/// A hunt with where it took place and what was asked for.
struct FaultRun {
  std::string suite_version;
  std::string started;  ///< UTC, ISO 8601
  runner::Host host;
  std::string device;        ///< one line; empty when there is none
  std::string asked_device;  ///< as the user named it; empty = the default choice
  std::string variable;      ///< of the environment, that chooses a mistake
  std::string program = "rpcts";
  std::string filter = "*";
  runner::Shard sample;
  unsigned jobs = 1;
  std::uint64_t selected = 0;  ///< mistakes that were to be hunted
  std::uint64_t milliseconds = 0;
  runner::HuntRecord hunt;
  std::vector<std::string> incidents;
};

/// Whether every mistake was caught and named, or is not supported, and the unfaulted cases passed.
[[nodiscard]] bool is_good(const FaultRun& run);

/// The shell command that runs the case that caught the mistake, or the first file that should have.
[[nodiscard]] std::string repeat_command(const runner::FaultRecord& record, const FaultRun& run);

/// A line for each mistake with the case that caught it, the rule that the case names, and the seconds; a
/// line for each group; what is wrong, each with the command that repeats it; the summary. Plain text.
[[nodiscard]] std::string faults_text(const FaultRun& run);

/// docs/formats/faults.schema.json.
[[nodiscard]] std::string faults_json(const FaultRun& run);

/// A mistake has its fate.
void tell(Progress& progress, const runner::FaultRecord& record);

}  // namespace rpcts::report
