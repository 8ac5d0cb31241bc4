#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "harness/cli/command.hpp"

namespace rpcts::cli {

/// The whole program: parses the words after its name, which is first among `words`, runs the subcommand that
/// they choose, returns the exit status. Help and version go to `out` with status 0; a wrong command gets one
/// line on `err` that says what is wrong, with the nearest known name, and status 2.
[[nodiscard]] int run_program(std::span<const std::string> words, std::ostream& out, std::ostream& err);

}  // namespace rpcts::cli
