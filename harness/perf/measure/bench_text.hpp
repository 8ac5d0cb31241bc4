#pragma once

// A run of benchmarks for people.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/perf/measure/bench_program.hpp"

namespace rpcts::perf {

/// A ratio that the suite promises for its own implementation.
struct Promise {
  std::string benchmark;
  std::string base;
  double ratio = 0;
  double limit = 0;
  std::string metric;  ///< what the ratio is of: "time", "instructions"
  [[nodiscard]] bool kept() const { return ratio <= limit; }
};

/// Of every case with a limit: the ratio of the fastest repetitions, and where both were counted the ratio of
/// their instructions.
[[nodiscard]] std::vector<Promise> promises(const BenchRun& run, std::span<const BenchCase> cases);

/// How the time of a frame grows with the number of casters, fitted from 100 on: 1 is in proportion.
struct Growth {
  std::string benchmark;  ///< with `*` in place of the number
  double exponent = 0;
  std::size_t points = 0;
};
[[nodiscard]] std::vector<Growth> growths(const BenchRun& run);

/// The set of a benchmark's metric; null when it was not measured.
[[nodiscard]] const SampleSet* find_set(const BenchRun& run, std::string_view benchmark,
                                        std::string_view metric);

/// Device and environment, a line for each case, what was not measured and why, promises, growth.
[[nodiscard]] std::string bench_text(const BenchRun& run, std::span<const BenchCase> cases);

}  // namespace rpcts::perf
