#pragma once

// Machine-made mutants of an implementation: which cases could see each, and whether one of them does. What a
// mutant does stands in the library under test; here it is a number that workers are given in a variable of
// their environment.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/runner/catalogue.hpp"
#include "harness/runner/outcome.hpp"

namespace rpcts::runner {

struct Mutant {
  std::uint32_t number = 0;  ///< from 1; chooses it
  std::string file;          ///< source, from the root of the project
  unsigned line = 0;
  std::string function;                 ///< that it stands in; empty outside of functions
  std::string what;                     ///< "a + b: + becomes -"
  std::vector<std::string> look_first;  ///< files of cases that are tried first: "slots"
  bool expected_survivor = false;       ///< it is explained, and a tenth of the time is enough for it
};

struct MutantRecord {
  Mutant mutant;
  bool killed = false;
  std::uint64_t could_see = 0;      ///< cases in whose process the mutant made a difference to a value
  std::uint64_t cases = 0;          ///< that were run with it
  std::string case_id;              ///< that killed it; empty when none did
  Outcome outcome = Outcome::pass;  ///< of that case
  std::string message;              ///< the first of that case
  std::uint64_t milliseconds = 0;   ///< wall time
};

struct MutantHuntSetup {
  std::filesystem::path worker;
  std::vector<std::string> arguments;  ///< of a worker
  std::string variable;                ///< names the mutant that a worker runs with
  /// Names a file with a byte for each number, zero at first. The library writes 1 where the mutant of that
  /// number would have made another value than the original did.
  std::string trace_variable;
  std::filesystem::path scratch;              ///< folder for those files; it is there
  unsigned jobs = 1;                          ///< worker processes at a time
  std::chrono::milliseconds timeout{60'000};  ///< of one case
  /// How long the cases that are run with one mutant take without it; what they all miss has survived.
  std::chrono::milliseconds longest{60'000};
  std::size_t traced_together = 8;  ///< cases in one process while it is found out what they reach
};

/// All are called one at a time, from any thread.
struct MutantHuntHooks {
  /// A mutant has its fate. In the order in which they end.
  std::function<void(const MutantRecord&)> on_result;
  /// Asked often, from any thread at any time; true ends the hunt at once.
  std::function<bool()> stop;
};

struct MutantHuntRecord {
  std::uint64_t control_cases = 0;          ///< that ran without a mutant
  std::vector<std::string> control_failed;  ///< those that failed then, sorted: they kill nothing
  std::uint64_t trace_milliseconds = 0;     ///< wall time until it was known which cases reach what
  std::vector<MutantRecord> mutants;        ///< sorted by number
  bool complete = false;                    ///< false: it was stopped
};

/// First runs each case that judges an implementation without a mutant, a few in each process, and notes
/// which mutants would have made a difference to a value there: no other case can see them. Then runs those
/// cases with each mutant until one does not pass, the cheapest first, for a time. An Error when
/// workers cannot be used at all.
[[nodiscard]] Result<MutantHuntRecord> hunt_mutants(std::span<const Mutant> mutants,
                                                    const Catalogue& catalogue, const MutantHuntSetup& setup,
                                                    const MutantHuntHooks& hooks);

}  // namespace rpcts::runner
