#pragma once

// The program of benchmark cases (rpcts-bench) as a child that is watched: a case that hangs, takes too much
// memory or crashes is ended and named, and the others are measured all the same.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/perf/sample_set.hpp"

namespace rpcts::perf {

struct BenchCase {
  std::string name;
  std::string unit;
  std::string base;      ///< case that it is a multiple of; empty = none
  double limit = 0;      ///< greatest ratio that the suite promises for itself; 0 = none
  bool gate = false;     ///< of the small set that every change is held to
  bool counted = false;  ///< whether its counts repeat
};

/// What a program offers.
struct BenchList {
  std::vector<BenchCase> cases;
  bool has_counter = false;  ///< the system lends it the processor's counter of instructions
};

struct BenchRequest {
  std::filesystem::path program;
  bool has_counter = false;  ///< BenchList::has_counter; without, it counts under callgrind
  std::string device;        ///< empty = the default choice
  bool times = true;
  bool counts = false;
  unsigned repetitions = 5;
  double seconds = 0.05;                                 ///< of one repetition, at least
  std::chrono::milliseconds time_limit{60'000};          ///< of one case
  std::uint64_t memory_limit = std::uint64_t{8} << 30U;  ///< resident bytes of the child
  std::string commit;                                    ///< goes into every set
  std::vector<std::string> environment{};                ///< variables of the child: "NAME=value"
};

enum class BenchOutcome : std::uint8_t { measured, not_supported, failed, crash, timeout, memory };
[[nodiscard]] std::string_view name_of(BenchOutcome outcome);

struct BenchEnd {
  std::string name;
  BenchOutcome outcome = BenchOutcome::measured;
  std::string reason;  ///< empty when it was measured
};

struct BenchRun {
  std::string run;       ///< of all its sets
  std::string recorded;  ///< UTC
  Environment environment;
  std::vector<SampleSet> sets;
  std::vector<BenchEnd> ends;  ///< one for each case that was asked for, in the order in which they ended
  std::vector<std::string> notices;
};

/// What the program offers. ErrorKind::failed when it does not answer, usage or unsupported when there is no
/// such device.
[[nodiscard]] Result<BenchList> list_benchmarks(const std::filesystem::path& program,
                                                const std::string& device);

/// Measures the cases with these names. Without a counter of the processor the program counts under callgrind
/// where that is installed; else there are no instructions, and a notice says so. `on_end` hears of each case
/// as it ends. ErrorKind::failed when the program cannot be started at all.
[[nodiscard]] Result<BenchRun> run_benchmarks(const BenchRequest& request,
                                              const std::vector<std::string>& names,
                                              const std::function<void(const BenchEnd&)>& on_end = {});

}  // namespace rpcts::perf
