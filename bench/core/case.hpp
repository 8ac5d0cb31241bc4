#pragma once

// A benchmark case: work that is made once and run a given number of times. The same body is timed and
// counted, so that the two kinds of metric are of one thing.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/perf/sample_set.hpp"

namespace rpcts::bench {

/// What a case does, ready to be run. Used by one thread.
struct Work {
  /// Does the work this many times. Keeps alive what it needs.
  std::function<Result<void>(std::uint64_t iterations)> run;
  double items = 1;  ///< things of the case's unit in one iteration: draws of a frame
  double bytes = 0;  ///< written to memory that the device reads, in one iteration; 0 = not of interest
  std::uint64_t batch = 1;  ///< iterations between two looks at the clock
  /// Nanoseconds that the device took for one iteration; empty where that is not of interest.
  std::function<Result<double>()> gpu{};
};

/// How a case is counted: the slope between two numbers of iterations.
struct Counts {
  std::uint64_t few = 2;
  std::uint64_t many = 6;
};

struct Case {
  std::string name;     ///< "upload/ring/passes:8/flights:2": group, way, parameters
  std::string unit;     ///< what an item is: "frame", "draw"
  std::string base{};   ///< case that this one is a multiple of, measured by turns with it; empty = none
  double limit = 0;     ///< greatest ratio to `base` that the suite promises for itself; 0 = none
  bool counted = true;  ///< whether its counts repeat; what threads do in turn does not
  bool gate = false;    ///< of the small set that every change is held to
  Counts counts{};
  /// Error `unsupported`: the device cannot; the message says what it lacks.
  std::function<Result<Work>()> make;
};

}  // namespace rpcts::bench
