#pragma once

// The options of subcommands that run benchmarks, and the running.

#include <iosfwd>
#include <string>
#include <vector>

#include "harness/perf/measure/bench_program.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace rpcts::cli {

struct BenchOptions {
  std::string program;  ///< empty = the one installed with this program
  std::string device;
  std::vector<std::string> filters;
  std::string commit;
  bool gate = false;
  bool counts = false;
  bool no_times = false;
  unsigned repetitions = 5;
  double seconds = 0.05;
  unsigned time_limit = 60;
  unsigned memory_limit = 8192;
};

/// Declares them.
void add_bench_options(CLI::App& command, BenchOptions& options);

/// The cases that are chosen, and the request that measures them.
struct ChosenBenchmarks {
  std::vector<perf::BenchCase> all;
  std::vector<std::string> names;
  perf::BenchRequest request;
};
/// ErrorKind::usage when no case is left.
[[nodiscard]] Result<ChosenBenchmarks> choose_benchmarks(const BenchOptions& options);

/// Measures them, with progress.
[[nodiscard]] Result<perf::BenchRun> measure(const ChosenBenchmarks& chosen, std::ostream& err);

/// Whether each case was measured or cannot be on this device.
[[nodiscard]] bool all_well(const perf::BenchRun& run);

}  // namespace rpcts::cli
