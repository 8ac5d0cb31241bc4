#pragma once

// The subcommands of `rpcts` that work on cases. command.hpp tells what an add_… function does.

#include <string>

#include "harness/cli/command.hpp"

namespace rpcts::cli {

void add_list(CLI::App& app, Command& chosen);
/// `program`: the name that the user called, for the command that repeats a case.
void add_run(CLI::App& app, Command& chosen, const std::string& program);
/// `program`: as for add_run.
void add_faults(CLI::App& app, Command& chosen, const std::string& program);
/// Below add_faults.
void add_mutants(CLI::App& faults, Command& chosen);
void add_explain(CLI::App& app, Command& chosen);
/// What a frame costs, and its history.
void add_bench(CLI::App& app, Command& chosen);
void add_perf(CLI::App& app, Command& chosen);
void add_requirements(CLI::App& app, Command& chosen);

}  // namespace rpcts::cli
