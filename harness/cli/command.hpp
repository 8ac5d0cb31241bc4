#pragma once

// How the subcommands of `rpcts` are put together: each has a file of its own with a function
// `add_<name>(CLI::App&, Command&)` that declares the subcommand and, when the user chose it, sets the
// command to run. main.cpp calls them all, parses, and runs the one that was chosen.

#include <functional>
#include <iosfwd>

namespace CLI {
class App;
}  // namespace CLI

namespace rpcts::cli {

/// A parsed subcommand, ready to run. Writes what was asked for to `out`, complaints and progress to `err`;
/// returns the exit status. Throws nothing.
using Command = std::function<int(std::ostream& out, std::ostream& err)>;

// Exit status, the same for every subcommand.
inline constexpr int exit_as_expected = 0;      ///< accepted, passed
inline constexpr int exit_not_as_expected = 1;  ///< rejected, failed
inline constexpr int exit_wrong_command = 2;    ///< the command, a path or the environment is wrong

}  // namespace rpcts::cli
