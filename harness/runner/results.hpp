#pragma once

// What a run leaves behind, as values; harness/report writes them.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/runner/case.hpp"
#include "harness/runner/implementation_facts.hpp"
#include "harness/runner/outcome.hpp"
#include "harness/runner/protocol.hpp"

namespace rpcts::runner {

/// What became of one case.
struct CaseRecord {
  CaseInfo info;
  Outcome outcome = Outcome::fail;
  std::uint64_t checks = 0;
  std::uint64_t microseconds = 0;  ///< of the body; of crash and timeout the time until the worker's end
  std::vector<Message> messages;   ///< empty for a pass
  std::map<std::string, std::string> notes;
  std::string output;     ///< what the worker printed while the case ran, cut to a bound; empty for a pass
  unsigned attempts = 1;  ///< runs of the case in this run
};

/// Where the run took place.
struct Host {
  std::string name;
  std::string system;  ///< "Linux 6.1.0 x86_64"
  unsigned cores = 0;  ///< 0 = unknown
};

/// What was asked for, as far as it decides what runs and how a case is repeated.
struct RunSettings {
  std::string program = "rpcts";  ///< as the user called it
  std::string contract;           ///< empty = all
  std::string filter = "*";
  bool nightly = false;
  std::string device;          ///< as the user named it; empty = the default choice
  std::string implementation;  ///< as the user named it; empty = the suite's own reference
  std::string data;            ///< as the user named it; empty = the installed folder
  std::string worker;          ///< as the user named it; empty = the installed program
  std::string expectations;    ///< file of known failures, as the user named it; empty = none
  unsigned jobs = 1;
  unsigned shard = 1;  ///< 1-based
  unsigned shards = 1;
  unsigned retries = 0;
  std::uint64_t timeout_seconds = 0;
  bool validation = true;  ///< whether the validation layer watches the implementation
};

struct RunRecord {
  std::string suite_version;  ///< "0.1.0"
  std::string started;        ///< UTC, ISO 8601: "2025-01-31T12:00:00Z"
  Host host;
  std::string device;  ///< one line that names device and driver; empty when no case needs one
  /// What the cases judge; nothing when no case judges an implementation.
  std::optional<ImplementationFacts> implementation;
  RunSettings settings;
  std::uint64_t selected = 0;          ///< cases that were to run
  std::vector<CaseRecord> cases;       ///< sorted by id; fewer than `selected` when the run was cut short
  std::vector<std::string> incidents;  ///< what went wrong outside any case
  std::uint64_t milliseconds = 0;      ///< wall time
  bool complete = false;               ///< false: interrupted, or the workers could not go on
};

/// Number of records for each outcome, by its ordinal.
using Totals = std::array<std::size_t, outcome_count>;

[[nodiscard]] Totals totals_of(std::span<const CaseRecord> records);

/// Whether everything is as expected: complete, nothing failed, no incident.
[[nodiscard]] bool is_good(const RunRecord& run);

/// The shell command that runs this case alone, the way it ran here.
[[nodiscard]] std::string repeat_command(const std::string& case_id, const RunSettings& settings);

}  // namespace rpcts::runner
