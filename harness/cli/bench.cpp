// `rpcts bench`: what a frame costs.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <ostream>

#include "harness/cli/bench_budgets.hpp"
#include "harness/cli/bench_options.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/output_file.hpp"
#include "harness/perf/history/google_benchmark.hpp"
#include "harness/perf/history/json_lines.hpp"
#include "harness/perf/measure/bench_text.hpp"

namespace rpcts::cli {
namespace {

struct Options {
  BenchOptions bench;
  bool list = false;
  bool strict = false;
  bool budgets = false;
  unsigned frames = 200;
  std::string output;
};

void list(const ChosenBenchmarks& chosen, std::ostream& out) {
  for (const perf::BenchCase& one : chosen.all) {
    if (std::ranges::find(chosen.names, one.name) != chosen.names.end()) {
      out << one.name
          << (one.limit > 0 ? fmt::format("  at most {:.2f} of {}", one.limit, one.base) : std::string())
          << '\n';
    }
  }
}

Result<void> write(const perf::BenchRun& run, std::span<const perf::BenchCase> cases,
                   const std::filesystem::path& folder) {
  std::string lines;
  for (const perf::SampleSet& set : run.sets) {
    lines += perf::to_line(set);
  }
  if (auto done = write_output(folder / "bench.jsonl", lines); !done) {
    return done;
  }
  if (auto done = write_output(folder / "google-benchmark.json", perf::to_google_benchmark(run.sets));
      !done) {
    return done;
  }
  return write_output(folder / "bench.txt", perf::bench_text(run, cases));
}

int run(const Options& options, std::ostream& out, std::ostream& err) {
  const auto refuse = [&](const Error& why) {
    err << "rpcts: " << why.message << '\n';
    return exit_wrong_command;
  };
  const Result<ChosenBenchmarks> chosen = choose_benchmarks(options.bench);
  if (!chosen) {
    return refuse(chosen.error());
  }
  if (options.list) {
    list(*chosen, out);
    return exit_as_expected;
  }
  if (options.budgets) {
    return report_budgets(chosen->request, options.frames, out, err);
  }
  const Result<perf::BenchRun> measured = measure(*chosen, err);
  if (!measured) {
    return refuse(measured.error());
  }
  out << perf::bench_text(*measured, chosen->all);
  if (!options.output.empty()) {
    if (auto done = write(*measured, chosen->all, options.output); !done) {
      return refuse(done.error());
    }
    out << fmt::format("Results: {}/bench.jsonl, google-benchmark.json, bench.txt\n", options.output);
  }
  const bool kept = std::ranges::all_of(perf::promises(*measured, chosen->all), &perf::Promise::kept);
  return all_well(*measured) && (kept || !options.strict) ? exit_as_expected : exit_not_as_expected;
}

}  // namespace

void add_bench(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "bench", "Measure what the ABI costs a frame; the status is 1 when a case crashes, hangs or fails");
  add_bench_options(*command, options->bench);
  command->add_flag("--list", options->list, "Only say which cases there are");
  CLI::Option* budgets =
      command->add_flag("--budgets", options->budgets,
                        "Instead: what each base pack adds to a frame, against its declared budgets");
  command->add_option("--frames", options->frames, "Frames of each side of --budgets [200]; P99 wants 100")
      ->type_name("N")
      ->check(CLI::Range(1U, 100'000U))
      ->needs(budgets);
  command->add_flag("--strict", options->strict, "The status is also 1 when a promised ratio is missed");
  command
      ->add_option("--output", options->output, "Folder for bench.jsonl, google-benchmark.json and bench.txt")
      ->type_name("DIR");
  command->callback([options, &chosen] {
    chosen = [options](std::ostream& out, std::ostream& err) { return run(*options, out, err); };
  });
}

}  // namespace rpcts::cli
