#pragma once

// What a person reads: progress while a run goes on, and the summary at its end.

#include <chrono>
#include <iosfwd>
#include <string>
#include <vector>

#include "harness/runner/catalogue.hpp"
#include "harness/runner/results.hpp"

namespace rpcts::report {

/// The summary: what ran where, a line for each clause of each contract, every failure with rule, message and
/// the command that repeats it, and what was warned, waived, flaky or not supported. Plain text, the same in
/// every locale.
[[nodiscard]] std::string summary(const runner::RunRecord& run, const std::vector<runner::RuleInfo>& rules);

/// Writes progress to a stream: on a terminal one line that is rewritten, elsewhere a plain line at the start
/// of every tenth of the run. A failure is told at once.
class Progress {
 public:
  /// `out` must outlive the progress. `terminal`: whether it is one.
  Progress(std::ostream& out, bool terminal, std::size_t selected);

  void add(const runner::CaseRecord& record);
  /// Leaves the cursor at the start of a line.
  void finish();

 private:
  void clear_line();

  std::ostream& out_;
  bool terminal_;
  std::size_t selected_;
  std::size_t ended_ = 0;
  std::size_t failed_ = 0;
  std::size_t told_tenths_ = 0;
  bool line_shown_ = false;
};

}  // namespace rpcts::report
