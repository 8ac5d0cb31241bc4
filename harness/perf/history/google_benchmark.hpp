#pragma once

// Google Benchmark's JSON, read and written, so that what others measured joins the history and its own tools
// read ours.

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/perf/sample_set.hpp"

namespace rpcts::perf {

/// cpu_time and real_time of each benchmark in nanoseconds an iteration, a value for each repetition.
/// Aggregates and benchmarks that failed are left out. Environment, run and time are those of `like`; the
/// machine, its processors, the build and the date are the file's own where it tells them.
/// ErrorKind::usage names the file and what is wrong.
[[nodiscard]] Result<std::vector<SampleSet>> read_google_benchmark(const std::filesystem::path& path,
                                                                   const SampleSet& like);

/// The timed sets in its shape, one entry a repetition: cpu_time and, where it was taken, wall_time as
/// real_time, in nanoseconds an item.
[[nodiscard]] std::string to_google_benchmark(std::span<const SampleSet> sets);

}  // namespace rpcts::perf
