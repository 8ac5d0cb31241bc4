#pragma once

#include <iosfwd>

#include "harness/perf/measure/bench_program.hpp"

namespace rpcts::cli {

/// A frame of each base pack and preset against the budgets that the preset declares: P50 and P99 of what it
/// adds to a frame of retail, on the CPU and on the GPU. Gives the exit status.
[[nodiscard]] int report_budgets(const perf::BenchRequest& request, unsigned frames, std::ostream& out,
                                 std::ostream& err);

}  // namespace rpcts::cli
