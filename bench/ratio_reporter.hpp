#pragma once

// Ratios between benchmarks of one run: what a machine does at the same time changes both sides alike.

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace rpcts::bench {

/// Prints the usual table and keeps the times.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
  RatioReporter() : ConsoleReporter(isatty(fileno(stdout)) != 0 ? OO_Defaults : OO_None) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (!run.error_occurred && run.run_type == Run::RT_Iteration) {
        times_[run.run_name.function_name].push_back(run.GetAdjustedCPUTime());
      }
    }
  }

  /// The fastest repetition of `name` as a multiple of that of `base`; nothing when one did not run. Other
  /// work on the machine only ever adds time.
  [[nodiscard]] std::optional<double> ratio(const std::string& name, const std::string& base) const {
    const auto mine = times_.find(name);
    const auto theirs = times_.find(base);
    if (mine == times_.end() || theirs == times_.end()) {
      return std::nullopt;
    }
    return std::ranges::min(mine->second) / std::ranges::min(theirs->second);
  }

  /// One line with the ratio, if there is one.
  void print_ratio(const std::string& name, const std::string& base) const {
    if (const std::optional<double> value = ratio(name, base)) {
      fmt::print("{} takes {:.2f} of the time of {}\n", name, *value, base);
    }
  }

 private:
  std::map<std::string, std::vector<double>> times_;
};

}  // namespace rpcts::bench
