#pragma once

// The inside of rpcts-bench: which cases there are, and the measuring of those that are asked for, one line
// of JSON for each thing that is known, on the descriptor of events. `rpcts bench` is the other side.

#include <string>
#include <vector>

#include "bench/core/case.hpp"
#include "bench/core/measure.hpp"

namespace rpcts::bench {

struct WorkerSetup {
  bool times = false;
  bool counts = false;
  TimedPlan plan;
  std::string callgrind_file;
  std::string device;
};

/// {"counter": true|false}, whether instructions can be counted, and one line a case on the events'
/// descriptor: {"case": …, "unit": …, "base": …, "limit": …, "gate": …, "counted": …}.
void list_cases(const std::vector<Case>& cases);

/// {"environment": {…}}, then for each name {"begin": …}, {"metric": …} for each metric and {"end": …,
/// "outcome": "measured"|"not supported"|"failed", "reason": …}.
void measure_cases(const std::vector<Case>& cases, const std::vector<std::string>& names,
                   const perf::Environment& environment, const WorkerSetup& setup);

}  // namespace rpcts::bench
