#pragma once

// Runs cases in worker processes. A case that crashes or hangs takes only its worker along; the cases after
// it go on in a fresh one.

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/runner/case.hpp"
#include "harness/runner/results.hpp"

namespace rpcts::runner {

struct Schedule {
  std::filesystem::path worker;
  std::vector<std::string>
      arguments;      ///< of the worker, the mode included: "--serve", "--device", "llvmpipe"
  unsigned jobs = 1;  ///< workers at a time
  std::chrono::milliseconds timeout{60'000};  ///< of one case, and of a worker's start
  unsigned retries = 0;             ///< further runs of a case that fails, each alone in a fresh worker
  std::size_t largest_chunk = 256;  ///< cases that one worker is given at most
  /// Cases that one worker is given at least, while there are as many: a start costs more than a short case.
  std::size_t smallest_chunk = 1;
  std::vector<std::string> environment{};  ///< of the workers, beside this process's own: "NAME=value"
};

/// What the run tells while it goes on. All are called on the thread of run_schedule.
struct ScheduleHooks {
  /// A case has its final result. In the order in which cases end.
  std::function<void(CaseRecord)> on_result;
  /// Something went wrong that belongs to no case: a worker that dies after its last case.
  std::function<void(std::string)> on_incident;
  /// Asked often; true ends the run at once, without results for the cases that run now.
  std::function<bool()> stop;
};

/// Runs all cases. True when each has a result; false when `stop` ended the run. An Error when no worker can
/// be used at all (it does not start, it speaks another protocol): what has been reported until then stays
/// valid.
[[nodiscard]] Result<bool> run_schedule(std::vector<CaseInfo> cases, const Schedule& schedule,
                                        const ScheduleHooks& hooks);

}  // namespace rpcts::runner
