#pragma once

// Takes the values of a case: times through Google Benchmark, counts as a slope between two numbers of
// iterations.

#include <span>
#include <string>
#include <vector>

#include "bench/core/case.hpp"
#include "bench/core/instructions.hpp"

namespace rpcts::bench {

/// A metric of a case without what the run knows of itself (environment, run, time).
struct Measured {
  std::string benchmark;
  std::string metric;
  perf::Kind kind = perf::Kind::timed;
  std::string unit;
  std::vector<double> values;
};

struct TimedPlan {
  unsigned repetitions = 5;
  double seconds = 0.05;  ///< of one repetition, at least
};

/// Fixed work that needs no device: when it moves between two runs the machine has changed, not the suite.
[[nodiscard]] Case canary_case();

/// CPU and wall time for each item, and where the case has a base the ratio to it, the repetitions of both by
/// turns in a random order; GPU time where the work has some. Error: the work could not be made (kind
/// `unsupported`: nor can it be) or failed.
[[nodiscard]] Result<std::vector<Measured>> measure_times(const Case& one, const Case* base,
                                                          const TimedPlan& plan);

/// Calls, commands, draws, writes, barriers, objects, allocations, bytes and, with a counter, instructions.
[[nodiscard]] Result<std::vector<Measured>> measure_counts(const Case& one, InstructionCounter* instructions);

}  // namespace rpcts::bench
