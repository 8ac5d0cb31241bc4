#include "harness/cli/bench_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <ostream>

#include "harness/base/executable_path.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/report/progress.hpp"
#include "harness/runner/selection.hpp"

namespace rpcts::cli {

void add_bench_options(CLI::App& command, BenchOptions& options) {
  command.add_option("--device", options.device, "Device by name, index or UUID")->type_name("NAME|N");
  command.add_option("--filter", options.filters, "Only cases whose name matches one of these")
      ->type_name("GLOB");
  command.add_flag("--gate", options.gate, "Only the small set that every change is held to");
  command.add_flag(
      "--counts", options.counts,
      "Also count calls, allocations and instructions (under callgrind where the system lends no "
      "counter)");
  command.add_flag("--no-times", options.no_times, "Take no times");
  command.add_option("--repetitions", options.repetitions, "Repetitions of each time [5]")
      ->type_name("N")
      ->check(CLI::Range(1U, 10'000U));
  command.add_option("--seconds", options.seconds, "Shortest time of a repetition [0.05]")
      ->type_name("S")
      ->check(CLI::Range(0.0001, 600.0));
  command.add_option("--time-limit", options.time_limit, "Longest time of one case in seconds [60]")
      ->type_name("S")
      ->check(CLI::Range(1U, 86'400U));
  command.add_option("--memory-limit", options.memory_limit, "Most memory of one case in MiB [8192]")
      ->type_name("MIB")
      ->check(CLI::Range(16U, 16'777'216U));
  command.add_option("--commit", options.commit, "What is measured, as the history shall name it")
      ->type_name("TEXT");
  command.add_option("--program", options.program, "The rpcts-bench of another build")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
}

Result<ChosenBenchmarks> choose_benchmarks(const BenchOptions& options) {
  ChosenBenchmarks chosen;
  chosen.request = {.program = options.program.empty() ? executable_path().parent_path() / "rpcts-bench"
                                                       : std::filesystem::absolute(options.program),
                    .device = options.device,
                    .times = !options.no_times,
                    .counts = options.counts,
                    .repetitions = options.repetitions,
                    .seconds = options.seconds,
                    .time_limit = std::chrono::seconds(options.time_limit),
                    .memory_limit = std::uint64_t{options.memory_limit} << 20U,
                    .commit = options.commit};
  if (options.no_times && !options.counts) {
    return error(ErrorKind::usage,
                 "neither times nor counts are asked for: leave out --no-times or add --counts");
  }
  Result<perf::BenchList> list = perf::list_benchmarks(chosen.request.program, options.device);
  if (!list) {
    return std::unexpected(std::move(list.error()));
  }
  chosen.request.has_counter = list->has_counter;
  chosen.all = std::move(list->cases);
  for (const perf::BenchCase& one : chosen.all) {
    const bool wanted =
        options.filters.empty() || std::ranges::any_of(options.filters, [&](const auto& filter) {
          return runner::matches_glob(one.name, filter);
        });
    if (wanted && (one.gate || !options.gate) && (one.counted || !options.no_times)) {
      chosen.names.push_back(one.name);
    }
  }
  if (chosen.names.empty()) {
    return error(ErrorKind::usage, "no case is left; `rpcts bench --list` shows them");
  }
  return chosen;
}

Result<perf::BenchRun> measure(const ChosenBenchmarks& chosen, std::ostream& err) {
  report::Progress progress(err, progress_on_terminal(), chosen.names.size(), "cases", "came to grief");
  Result<perf::BenchRun> run =
      perf::run_benchmarks(chosen.request, chosen.names, [&](const perf::BenchEnd& end) {
        const bool well =
            end.outcome == perf::BenchOutcome::measured || end.outcome == perf::BenchOutcome::not_supported;
        progress.add(end.name, well
                                   ? std::string()
                                   : fmt::format("{}: {}: {}\n", name_of(end.outcome), end.name, end.reason));
      });
  progress.finish();
  return run;
}

bool all_well(const perf::BenchRun& run) {
  return std::ranges::all_of(run.ends, [](const perf::BenchEnd& end) {
    return end.outcome == perf::BenchOutcome::measured || end.outcome == perf::BenchOutcome::not_supported;
  });
}

}  // namespace rpcts::cli
