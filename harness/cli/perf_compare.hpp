#pragma once

#include "harness/cli/command.hpp"

namespace rpcts::cli {

/// Below `rpcts perf`: base against head. command.hpp tells what an add_… function does.
void add_perf_compare(CLI::App& perf, Command& chosen);

}  // namespace rpcts::cli
