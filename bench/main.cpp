// rpcts-bench: the benchmark cases of all contracts, as the worker of `rpcts bench`.

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <iostream>
#include <string>

#include "bench/core/environment.hpp"
#include "bench/core/worker.hpp"
#include "bench/render_pack_v1/budget.hpp"
#include "bench/render_pack_v1/cases.hpp"
#include "harness/runner/event_pipe.hpp"
#include "harness/runner/protocol.hpp"

namespace {

int run(int argc, char** argv) {
  using namespace rpcts;
  bench::WorkerSetup setup;
  bool list = false;
  bool budgets = false;
  unsigned budget_frames = 200;
  CLI::App app("Benchmark cases; `rpcts bench` runs this program.", "rpcts-bench");
  app.add_flag("--list", list, "Say which cases there are");
  app.add_flag("--times", setup.times, "Take times");
  app.add_flag("--counts", setup.counts, "Take counts");
  app.add_option("--device", setup.device, "Device by name, index or UUID");
  app.add_option("--repetitions", setup.plan.repetitions, "Repetitions of each case")
      ->check(CLI::Range(1U, 10'000U));
  app.add_option("--seconds", setup.plan.seconds, "Shortest time of a repetition")
      ->check(CLI::Range(0.0001, 600.0));
  CLI::Option* const budget_option =
      app.add_flag("--budgets", budgets, "Compare the base packs with the budgets that they declare");
  app.add_option("--frames", budget_frames, "Frames of each side of --budgets")
      ->check(CLI::Range(1U, 100'000U))
      ->needs(budget_option);
  app.add_option("--callgrind-file", setup.callgrind_file, "Where callgrind was told to write");
  CLI11_PARSE(app, argc, argv);

  runner::keep_events_from_children();
  auto rig = bench::Rig::open(setup.device);
  if (!rig) {
    std::cerr << rig.error().message << '\n';
    return rig.error().kind == ErrorKind::unsupported ? runner::status_not_supported : runner::status_refused;
  }
  if (budgets) {
    const auto told = bench::report_budgets(setup.device, budget_frames);
    if (!told) {
      std::cerr << told.error().message << '\n';
    }
    return told ? 0 : runner::status_refused;
  }
  std::vector<bench::Case> cases{bench::canary_case()};
  bench::add_upload_cases(cases, **rig);
  bench::add_cascade_cases(cases, **rig);
  bench::add_lifecycle_cases(cases, setup.device);
  bench::add_frame_cases(cases, setup.device);
  if (list) {
    list_cases(cases);
    return 0;
  }
  std::vector<std::string> names;
  for (std::string name; std::getline(std::cin, name);) {
    names.push_back(name);
  }
  measure_cases(cases, names, bench::environment_of((*rig)->device()), setup);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc, argv);
}
