#pragma once

// The command line of a worker program; what a conformance folder adds is its table and its rules.

#include <filesystem>
#include <functional>
#include <string>

#include "harness/base/result.hpp"
#include "harness/runner/catalogue.hpp"
#include "harness/runner/implementation_facts.hpp"

namespace rpcts::runner {

/// What a worker was told before any case is added.
struct WorkerSetup {
  std::filesystem::path data;  ///< folder of the built fixtures of all contracts
  std::string device;          ///< as the user named it; empty = the default choice
  std::string implementation;  ///< library or program under test; empty = the suite's own reference
  bool validation = true;      ///< whether the validation layer watches the implementation
  /// The only case that will be asked for; empty = any may be. What is not this case need not be added.
  std::string only;
};

/// What a worker offers: the cases with their bodies, and the rules that they claim.
struct WorkerCases {
  CaseTable table;
  std::vector<RuleInfo> rules;
  /// One line that names the device that cases will use and its driver. ErrorKind::usage when the user named
  /// one that is not here, unsupported when none is here.
  std::function<Result<std::string>()> describe_device = [] {
    return Result<std::string>(error(ErrorKind::unsupported, "no case of this worker uses a device"));
  };
  /// Loads the implementation that cases will judge. ErrorKind::usage when that cannot be, unsupported when
  /// the user named none and the suite has none of its own here.
  std::function<Result<ImplementationFacts>()> describe_implementation = [] {
    return Result<ImplementationFacts>(
        error(ErrorKind::unsupported, "no case of this worker judges an implementation"));
  };
};

using LoadCases = std::function<Result<WorkerCases>(const WorkerSetup&)>;

/// The whole of a worker's main function. Modes: `--list` writes the catalogue, `--catalogue` the same to
/// event_descriptor; `--describe-device` and `--describe-implementation` write there what they name;
/// `--run-one ID` runs one case for a person or CTest (0 passed, 1 not, 77 not supported);
/// `--serve` reads ids from standard input, one a line, runs them and writes events to event_descriptor.
/// Status 2: the command or the environment is wrong. `default_data` is used where `--data` is not given.
[[nodiscard]] int worker_main(int argc, char** argv, const std::filesystem::path& default_data,
                              const LoadCases& load);

}  // namespace rpcts::runner
