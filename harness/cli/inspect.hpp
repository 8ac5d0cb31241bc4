#pragma once

// `rpcts inspect`: what a module offers to the host, with byte offsets; of a pack also its slots and
// settings.

#include <filesystem>
#include <iosfwd>
#include <vector>

#include "harness/cli/command.hpp"

namespace rpcts::cli {

struct InspectArguments {
  std::vector<std::filesystem::path> paths;  ///< SPIR-V files, and folders of packs
};

/// Writes what it finds to `out` and complaints to `err`. Judges nothing. Returns exit_as_expected;
/// exit_not_as_expected when a pack.json or a module cannot be read as one; exit_wrong_command when a path is
/// wrong. What could be read is written in any case.
[[nodiscard]] int run_inspect(const InspectArguments& arguments, std::ostream& out, std::ostream& err);

/// Declares the subcommand.
void add_inspect(CLI::App& app, Command& chosen);

}  // namespace rpcts::cli
