#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "bench/core/measure.hpp"

namespace rpcts::bench {
namespace {

constexpr unsigned gpu_repetitions = 20;

/// Keeps the times of each repetition, in nanoseconds an iteration.
class Times : public benchmark::BenchmarkReporter {
 public:
  struct Pair {
    std::vector<double> cpu;
    std::vector<double> wall;
  };
  bool ReportContext(const Context& /*of no interest*/) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.error_occurred || run.run_type != Run::RT_Iteration) {
        continue;
      }
      Pair& to = of[run.run_name.function_name];
      to.cpu.push_back(run.GetAdjustedCPUTime());
      to.wall.push_back(run.GetAdjustedRealTime());
    }
  }
  std::map<std::string, Pair> of;
};

struct Running {
  const Case* one;
  Work work;
  Result<void> state{};
};

void add([[maybe_unused]] Running& running, [[maybe_unused]] const TimedPlan& plan) {
#ifndef __clang_analyzer__  // it does not see that the library keeps what is registered
  benchmark::RegisterBenchmark(
      running.one->name.c_str(),
      [&running](benchmark::State& state) {
        while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(running.work.batch))) {
          if (auto done = running.work.run(running.work.batch); !done) {
            running.state = done;
            state.SkipWithError("the work failed");
            break;
          }
        }
      })
      ->Unit(benchmark::kNanosecond)
      ->MeasureProcessCPUTime()
      ->MinTime(plan.seconds)
      ->Repetitions(static_cast<int>(plan.repetitions));
#endif
}

/// Google Benchmark reads its flags once in a process.
void set_flags() {
  static const bool once = [] {
    std::string program = "rpcts-bench";
    std::string interleaved = "--benchmark_enable_random_interleaving=true";
    std::vector<char*> words{program.data(), interleaved.data(), nullptr};
    int count = 2;
    benchmark::Initialize(&count, words.data());
    return true;
  }();
  static_cast<void>(once);
}

std::vector<double> per_item(std::vector<double> values, double items) {
  for (double& value : values) {
    value /= items;
  }
  return values;
}

Result<void> add_gpu(const Case& one, const Work& work, std::vector<Measured>& measured) {
  if (!work.gpu) {
    return {};
  }
  Measured times{.benchmark = one.name, .metric = "gpu_time", .unit = "ns/" + one.unit, .values = {}};
  for (unsigned i = 0; i <= gpu_repetitions; ++i) {
    const Result<double> time = work.gpu();
    if (!time) {
      return std::unexpected(time.error());
    }
    if (i > 0) {  // the first finds caches cold and clocks low
      times.values.push_back(*time / work.items);
    }
  }
  measured.push_back(std::move(times));
  return {};
}

}  // namespace

Result<std::vector<Measured>> measure_times(const Case& one, const Case* base, const TimedPlan& plan) {
  set_flags();
  std::vector<Running> running;
  for (const Case* part : {&one, base}) {
    if (part == nullptr) {
      continue;
    }
    Result<Work> work = part->make();
    if (!work) {
      return std::unexpected(work.error());
    }
    running.push_back({.one = part, .work = std::move(*work)});
  }
  benchmark::ClearRegisteredBenchmarks();
  for (Running& part : running) {
    add(part, plan);
  }
  Times times;
  benchmark::RunSpecifiedBenchmarks(&times, std::string("."));
  benchmark::ClearRegisteredBenchmarks();
  for (const Running& part : running) {
    if (!part.state) {
      return std::unexpected(part.state.error());
    }
  }
  const Times::Pair& mine = times.of[one.name];
  if (mine.cpu.empty()) {
    return error(ErrorKind::internal, fmt::format("{} gave no times", one.name));
  }
  const Work& work = running.front().work;
  std::vector<Measured> measured;
  measured.push_back({.benchmark = one.name,
                      .metric = "cpu_time",
                      .unit = "ns/" + one.unit,
                      .values = per_item(mine.cpu, work.items)});
  measured.push_back({.benchmark = one.name,
                      .metric = "wall_time",
                      .unit = "ns/" + one.unit,
                      .values = per_item(mine.wall, work.items)});
  if (work.bytes > 0) {
    measured.push_back({.benchmark = one.name,
                        .metric = "bytes",
                        .kind = perf::Kind::exact,
                        .unit = "1/" + one.unit,
                        .values = {work.bytes}});
  }
  if (base != nullptr) {
    Measured ratio{.benchmark = one.name, .metric = "ratio", .unit = base->name, .values = {}};
    // Threads share the work out: what counts is how long it took, not how much of the processors.
    const bool threaded = !one.counted;
    const std::vector<double>& over = threaded ? mine.wall : mine.cpu;
    const Times::Pair& theirs = times.of[base->name];
    const std::vector<double>& under = threaded ? theirs.wall : theirs.cpu;
    if (under.empty()) {
      return error(ErrorKind::internal, fmt::format("{} gave no times", base->name));
    }
    // Of the fastest repetitions: what else the machine does only ever adds time.
    ratio.values.push_back(std::ranges::min(over) / std::ranges::min(under));
    measured.push_back(std::move(ratio));
  }
  if (auto done = add_gpu(one, work, measured); !done) {
    return std::unexpected(done.error());
  }
  return measured;
}

Case canary_case() {
  return {.name = "canary/fixed_work",
          .unit = "round",
          .gate = true,
          .counts = {.few = 10, .many = 30},
          .make = [] {
            return Result<Work>(Work{.run = [](std::uint64_t iterations) -> Result<void> {
                                       std::uint64_t state = 0x9e3779b97f4a7c15U;
                                       for (std::uint64_t i = 0; i < iterations; ++i) {
                                         for (int step = 0; step < 1000; ++step) {
                                           state ^= state << 13U;
                                           state ^= state >> 7U;
                                           state ^= state << 17U;
                                         }
                                         benchmark::DoNotOptimize(state);
                                       }
                                       return {};
                                     },
                                     .batch = 16});
          }};
}

}  // namespace rpcts::bench
