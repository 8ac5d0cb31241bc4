#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <memory>
#include <ostream>
#include <thread>

#include "harness/cli/commands.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/cli/worker_program.hpp"
#include "harness/report/console.hpp"
#include "harness/report/run_folder.hpp"
#include "harness/runner/expectations.hpp"
#include "harness/runner/host.hpp"
#include "harness/runner/interrupt.hpp"
#include "harness/runner/scheduler.hpp"
#include "harness/runner/selection.hpp"

namespace rpcts::cli {
namespace {

struct Options {
  WorkerProgram worker;
  runner::RunSettings settings;
  std::string shard = "1/1";
  std::string output = "rpcts-results";
};

/// What is known before the first case runs.
struct Prepared {
  runner::Catalogue catalogue;
  std::vector<runner::CaseInfo> cases;
  std::filesystem::path worker;
  runner::RunRecord run;
  runner::Expectations expectations;
};

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

bool judges_implementation(const runner::CaseInfo& info) {
  return !info.profiles.empty();
}

Result<Prepared> prepare(const Options& options, std::ostream& err) {
  Prepared prepared;
  prepared.run.suite_version = RPCTS_VERSION;
  prepared.run.started = utc_now();
  prepared.run.host = runner::this_host();
  prepared.run.settings = options.settings;
  prepared.run.settings.device = options.worker.device;
  prepared.run.settings.implementation = options.worker.implementation;
  prepared.run.settings.validation = options.worker.validation;
  prepared.run.settings.data = options.worker.data;
  prepared.run.settings.worker = options.worker.program.string();

  if (!options.settings.expectations.empty()) {
    Result<runner::Expectations> expectations =
        runner::Expectations::from_file(options.settings.expectations);
    if (!expectations) {
      return std::unexpected(std::move(expectations.error()));
    }
    prepared.expectations = std::move(*expectations);
  }
  const Result<runner::Shard> shard = runner::shard_from(options.shard);
  if (!shard) {
    return std::unexpected(shard.error());
  }
  prepared.run.settings.shard = shard->index;
  prepared.run.settings.shards = shard->count;

  Result<std::filesystem::path> worker = options.worker.path();
  if (!worker) {
    return std::unexpected(std::move(worker.error()));
  }
  prepared.worker = std::move(*worker);
  Result<runner::Catalogue> catalogue = options.worker.catalogue();
  if (!catalogue) {
    return std::unexpected(std::move(catalogue.error()));
  }
  prepared.catalogue = std::move(*catalogue);
  const bool named = !options.worker.implementation.empty();
  Result<std::vector<runner::CaseInfo>> cases =
      select(prepared.catalogue, {.contract = options.settings.contract,
                                  .filter = options.settings.filter,
                                  .shard = *shard,
                                  .implementation_only = named,
                                  .nightly = options.settings.nightly});
  if (!cases) {
    return std::unexpected(std::move(cases.error()));
  }
  prepared.cases = std::move(*cases);
  prepared.run.selected = prepared.cases.size();

  if (named || std::ranges::any_of(prepared.cases, judges_implementation)) {
    Result<runner::ImplementationFacts> facts = options.worker.implementation_facts();
    if (facts) {
      prepared.run.implementation = std::move(*facts);
    } else if (facts.error().kind == ErrorKind::unsupported) {
      err << "rpcts: no implementation: " << facts.error().message
          << "; cases that judge one are not supported\n";
    } else {
      return std::unexpected(std::move(facts.error()));
    }
  }

  // A named device must be here even when no case asks for it: the user expects to run on it.
  if (!options.worker.device.empty() ||
      std::ranges::any_of(prepared.cases, &runner::CaseInfo::needs_device)) {
    Result<std::string> line = options.worker.device_line();
    if (line) {
      prepared.run.device = std::move(*line);
    } else if (line.error().kind == ErrorKind::unsupported) {
      err << "rpcts: no device: " << line.error().message << "; cases that need one are not supported\n";
    } else {
      return std::unexpected(std::move(line.error()));
    }
  }
  return prepared;
}

/// Runs everything; the record of the run is complete afterwards. An Error when the run could not go on.
Result<void> execute(Prepared& prepared, const Options& options, report::RunFolder& folder,
                     std::ostream& err) {
  runner::RunRecord& run = prepared.run;
  report::Progress progress(err, progress_on_terminal(), prepared.cases.size(), "cases", "failed");
  Result<void> written;
  const runner::Interrupts interrupts;
  const auto start = std::chrono::steady_clock::now();
  const runner::Schedule schedule{.worker = prepared.worker,
                                  .arguments = options.worker.arguments("--serve"),
                                  .jobs = run.settings.jobs,
                                  .timeout = std::chrono::seconds(run.settings.timeout_seconds),
                                  .retries = run.settings.retries};
  const runner::ScheduleHooks hooks{
      .on_result =
          [&](runner::CaseRecord record) {
            prepared.expectations.apply(record, run.device);
            tell(progress, record);
            if (written) {
              written = folder.add(record);
            }
            run.cases.push_back(std::move(record));
          },
      .on_incident = [&](std::string incident) { run.incidents.push_back(std::move(incident)); },
      .stop = [&] { return runner::Interrupts::came() || !written; }};
  const Result<bool> finished = run_schedule(std::move(prepared.cases), schedule, hooks);
  progress.finish();
  run.milliseconds = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start)
          .count());
  run.complete = finished && *finished;
  for (std::string& sentence : prepared.expectations.outdated()) {
    run.incidents.push_back(std::move(sentence));
  }
  std::ranges::sort(run.cases, {}, [](const runner::CaseRecord& record) { return record.info.id; });
  if (!written) {
    return written;
  }
  if (!finished) {
    return std::unexpected(finished.error());
  }
  if (!*finished) {
    return error(ErrorKind::failed, "the run was interrupted");
  }
  return {};
}

int run(const Options& options, std::ostream& out, std::ostream& err) {
  Result<Prepared> prepared = prepare(options, err);
  if (!prepared) {
    err << "rpcts: " << prepared.error().message << '\n';
    return exit_wrong_command;
  }
  Result<report::RunFolder> folder = report::RunFolder::create(options.output, prepared->run);
  if (!folder) {
    err << "rpcts: " << folder.error().message << '\n';
    return exit_wrong_command;
  }
  out << fmt::format("rpcts {}: {} cases, {} at a time\n", prepared->run.suite_version,
                     prepared->cases.size(), std::max(1U, prepared->run.settings.jobs));
  if (!prepared->run.device.empty()) {
    out << prepared->run.device << '\n';
  }
  if (prepared->run.implementation) {
    out << describe(*prepared->run.implementation) << '\n';
  }
  out << std::flush;

  const Result<void> executed = execute(*prepared, options, *folder, err);
  const Result<void> finished = folder->finish(prepared->run, prepared->catalogue.rules);
  out << report::summary(prepared->run, prepared->catalogue.rules);
  if (finished) {
    out << fmt::format("Results: {0}/{1}, {0}/{2}\n", options.output, report::results_file,
                       report::junit_file);
  }
  for (const Result<void>* step : {&executed, &finished}) {
    if (!*step) {
      err << "rpcts: " << step->error().message << '\n';
    }
  }
  if (!executed || !finished) {
    return exit_wrong_command;
  }
  return is_good(prepared->run) ? exit_as_expected : exit_not_as_expected;
}

}  // namespace

void add_run(CLI::App& app, Command& chosen, const std::string& program) {
  auto options = std::make_shared<Options>();
  options->settings.program = program;
  options->settings.jobs = std::max(1U, std::thread::hardware_concurrency());
  options->settings.timeout_seconds = 60;
  CLI::App* command = app.add_subcommand("run", "Run cases and tell what they prove");
  add_implementation_option(*command, options->worker);
  command->add_flag("!--no-validation", options->worker.validation,
                    "Do not watch the implementation with the validation layer");
  command
      ->add_option("--device", options->worker.device,
                   "Device by name, index or UUID [a real GPU, else lavapipe]")
      ->type_name("NAME|N");
  command->add_option("--contract", options->settings.contract, "Only cases of this contract")
      ->type_name("C");
  command
      ->add_option("--filter", options->settings.filter,
                   "Only cases whose id matches; * and ? stand for any text and any character")
      ->type_name("GLOB");
  command->add_flag("--nightly", options->settings.nightly, "Also the long cases that a nightly job runs");
  command->add_option("--jobs", options->settings.jobs, "Worker processes at a time [one for each core]")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U));
  command->add_option("--shard", options->shard, "Only part I of N parts of equal size")->type_name("I/N");
  command
      ->add_option("--timeout", options->settings.timeout_seconds, "Longest time of one case in seconds [60]")
      ->type_name("S")
      ->check(CLI::Range(1U, 86'400U));
  command
      ->add_option("--retries", options->settings.retries,
                   "Further runs of a case that fails [0]; one that then passes is a flake")
      ->type_name("N")
      ->check(CLI::Range(0U, 100U));
  command
      ->add_option("--expectations", options->settings.expectations,
                   "Known failures with their reasons; they are reported as waived")
      ->type_name("FILE");
  command
      ->add_option("--output", options->output,
                   "Folder for results.json, junit.xml and results.jsonl [rpcts-results]")
      ->type_name("DIR");
  add_worker_options(*command, options->worker);
  command->callback([options, &chosen] {
    chosen = [options](std::ostream& out, std::ostream& err) { return run(*options, out, err); };
  });
}

}  // namespace rpcts::cli
