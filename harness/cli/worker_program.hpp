#pragma once

// The worker as the subcommands see it: where it is, what it lists, which device it would use.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/runner/catalogue.hpp"
#include "harness/runner/implementation_facts.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace rpcts::cli {

struct WorkerProgram {
  std::filesystem::path program;  ///< empty = the one installed with this program
  std::string data;               ///< empty = the folder installed with this program
  std::string device;             ///< empty = the default choice
  std::string implementation;     ///< library or program; empty = the suite's own reference
  bool validation = true;         ///< whether the validation layer watches the implementation

  /// The program, found beside this one or in ../libexec. ErrorKind::failed names both places when it is in
  /// neither.
  [[nodiscard]] Result<std::filesystem::path> path() const;

  /// Its words for a mode: everything as named.
  [[nodiscard]] std::vector<std::string> arguments(const std::string& mode) const;

  /// Its cases and rules.
  [[nodiscard]] Result<runner::Catalogue> catalogue() const;

  /// One line about the device. ErrorKind::usage when the named one is not here, unsupported when none is
  /// here.
  [[nodiscard]] Result<std::string> device_line() const;

  /// What the implementation says of itself. ErrorKind::usage when the named one cannot be used, unsupported
  /// when none is named and the suite has none of its own here, failed when it crashes or hangs as it loads.
  [[nodiscard]] Result<runner::ImplementationFacts> implementation_facts() const;
};

/// Declares --implementation.
void add_implementation_option(CLI::App& command, WorkerProgram& worker);

/// Declares --data and --worker.
void add_worker_options(CLI::App& command, WorkerProgram& worker);

}  // namespace rpcts::cli
