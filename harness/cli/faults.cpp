// `rpcts faults`: the mistakes that the reference makes when it is told to, and what catches each.

#include "harness/report/faults.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <ostream>
#include <sstream>
#include <thread>

#include "harness/cli/commands.hpp"
#include "harness/cli/output_file.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/cli/worker_program.hpp"
#include "harness/reference/mistakes/mistake.hpp"
#include "harness/runner/fault_hunt.hpp"
#include "harness/runner/host.hpp"
#include "harness/runner/interrupt.hpp"
#include "harness/runner/selection.hpp"

namespace rpcts::cli {
namespace {

struct Options {
  WorkerProgram worker;
  std::string program;
  std::string filter = "*";
  std::string sample = "1/1";
  std::string output = "rpcts-results";
  unsigned jobs = 1;
  unsigned timeout_seconds = 60;
  bool own_files_only = false;
};

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    words.push_back(word);
  }
  return words;
}

/// The mistakes that are asked for, sorted by id. ErrorKind::usage when there are none.
Result<std::vector<runner::Fault>> selected_faults(const std::string& filter, const runner::Shard& sample) {
  std::vector<runner::Fault> matching;
  std::vector<std::string_view> known;
  for (const reference::Mistake* mistake : reference::all_mistakes()) {
    known.push_back(mistake->id);
    if (runner::matches_glob(mistake->id, filter)) {
      matching.push_back({.id = std::string(mistake->id),
                          .title = std::string(mistake->title),
                          .rules = words_of(mistake->rules),
                          .files = words_of(mistake->seen_by)});
    }
  }
  if (matching.empty()) {
    const std::string_view near = runner::nearest(filter, known);
    return error(ErrorKind::usage,
                 fmt::format("no mistake matches '{}'{} (`rpcts faults list` shows all)", filter,
                             near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
  }
  std::vector<runner::Fault> selected;
  for (std::size_t i = sample.index - 1; i < matching.size(); i += sample.count) {
    selected.push_back(std::move(matching[i]));
  }
  if (selected.empty()) {
    return error(ErrorKind::usage, fmt::format("part {} of {} of {} mistakes is empty", sample.index,
                                               sample.count, matching.size()));
  }
  return selected;
}

int list(const Options& options, std::ostream& out, std::ostream& err) {
  const Result<std::vector<runner::Fault>> faults = selected_faults(options.filter, {});
  if (!faults) {
    err << "rpcts: " << faults.error().message << '\n';
    return exit_wrong_command;
  }
  for (const runner::Fault& fault : *faults) {
    out << fmt::format("{}  {}  {}\n", fault.id, fault.title, fmt::join(fault.rules, ", "));
  }
  return exit_as_expected;
}

/// What is known before the first case runs.
struct Prepared {
  std::vector<runner::Fault> faults;
  runner::Catalogue catalogue;
  runner::HuntSetup setup;
  report::FaultRun run;
};

Result<Prepared> prepare(const Options& options, std::ostream& err) {
  Prepared prepared;
  const Result<runner::Shard> sample = runner::shard_from(options.sample);
  if (!sample) {
    return std::unexpected(sample.error());
  }
  Result<std::vector<runner::Fault>> faults = selected_faults(options.filter, *sample);
  if (!faults) {
    return std::unexpected(std::move(faults.error()));
  }
  prepared.faults = std::move(*faults);
  Result<std::filesystem::path> worker = options.worker.path();
  if (!worker) {
    return std::unexpected(std::move(worker.error()));
  }
  Result<runner::Catalogue> catalogue = options.worker.catalogue();
  if (!catalogue) {
    return std::unexpected(std::move(catalogue.error()));
  }
  prepared.catalogue = std::move(*catalogue);
  if (const Result<void> checked = check_faults(prepared.faults, prepared.catalogue); !checked) {
    return std::unexpected(checked.error());
  }
  WorkerProgram unwatched = options.worker;
  unwatched.validation = false;
  prepared.setup = {.worker = std::move(*worker),
                    .arguments = unwatched.arguments("--serve"),
                    .watched_arguments = options.worker.arguments("--serve"),
                    .variable = reference::mistake_variable,
                    .jobs = options.jobs,
                    .own_files_only = options.own_files_only,
                    .timeout = std::chrono::seconds(options.timeout_seconds)};
  prepared.run = {.suite_version = RPCTS_VERSION,
                  .started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
                  .host = runner::this_host(),
                  .device = {},
                  .asked_device = options.worker.device,
                  .variable = reference::mistake_variable,
                  .program = options.program,
                  .filter = options.filter,
                  .sample = *sample,
                  .jobs = options.jobs,
                  .selected = prepared.faults.size(),
                  .hunt = {},
                  .incidents = {}};
  Result<std::string> device = options.worker.device_line();
  if (device) {
    prepared.run.device = std::move(*device);
  } else if (device.error().kind == ErrorKind::unsupported) {
    err << "rpcts: no device: " << device.error().message << "; cases that need one are not supported\n";
  } else {
    return std::unexpected(std::move(device.error()));
  }
  return prepared;
}

int run(const Options& options, std::ostream& out, std::ostream& err) {
  Result<Prepared> prepared = prepare(options, err);
  if (!prepared) {
    err << "rpcts: " << prepared.error().message << '\n';
    return exit_wrong_command;
  }
  report::FaultRun& run = prepared->run;
  out << fmt::format("rpcts {}: {} mistakes, {} at a time\n", run.suite_version, run.selected, run.jobs);
  if (!run.device.empty()) {
    out << run.device << '\n';
  }
  out << std::flush;
  report::Progress progress(err, progress_on_terminal(), prepared->faults.size(), "mistakes",
                            "not caught and named");
  const auto start = std::chrono::steady_clock::now();
  const runner::Interrupts interrupts;
  Result<runner::HuntRecord> hunted =
      hunt(prepared->faults, prepared->catalogue, prepared->setup,
           {.on_result = [&](const runner::FaultRecord& record) { tell(progress, record); },
            .on_incident = [&](std::string incident) { run.incidents.push_back(std::move(incident)); },
            .stop = runner::Interrupts::came});
  progress.finish();
  if (!hunted) {
    err << "rpcts: " << hunted.error().message << '\n';
    return exit_wrong_command;
  }
  run.hunt = std::move(*hunted);
  run.milliseconds = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start)
          .count());
  out << faults_text(run);
  const Result<void> written =
      write_output(std::filesystem::path(options.output) / report::faults_file, faults_json(run));
  if (!written) {
    err << "rpcts: " << written.error().message << '\n';
    return exit_wrong_command;
  }
  out << fmt::format("Results: {}/{}\n", options.output, report::faults_file);
  if (!run.hunt.complete) {
    err << "rpcts: the run was interrupted\n";
    return exit_wrong_command;
  }
  return is_good(run) ? exit_as_expected : exit_not_as_expected;
}

void add_filter(CLI::App& command, Options& options) {
  command
      .add_option("--filter", options.filter,
                  "Only mistakes whose id matches; * and ? stand for any text and any character")
      ->type_name("GLOB");
}

}  // namespace

void add_faults(CLI::App& app, Command& chosen, const std::string& program) {
  auto options = std::make_shared<Options>();
  options->program = program;
  options->jobs = std::max(1U, std::thread::hardware_concurrency());
  CLI::App* command = app.add_subcommand(
      "faults", "Make the reference's known mistakes one by one and tell what catches each");
  command->require_subcommand(1);

  CLI::App* shows = command->add_subcommand("list", "Show the mistakes, with the rules that they break");
  add_filter(*shows, *options);
  shows->callback([options, &chosen] {
    chosen = [options](std::ostream& out, std::ostream& err) { return list(*options, out, err); };
  });

  CLI::App* runs = command->add_subcommand(
      "run",
      "Run cases against each mistake until one fails; the status is 1 when a mistake survives or no "
      "case that catches it names a rule that it breaks");
  add_filter(*runs, *options);
  runs->add_option("--jobs", options->jobs, "Mistakes at a time [one for each core]")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U));
  runs->add_option("--device", options->worker.device,
                   "Device by name, index or UUID [a real GPU, else lavapipe]")
      ->type_name("NAME|N");
  runs->add_option("--sample", options->sample, "Only part I of N parts of equal size")->type_name("I/N");
  runs->add_flag(
      "--own-files", options->own_files_only,
      "Only the cases of the files that are named to see a mistake: one that they miss has survived");
  runs->add_option("--timeout", options->timeout_seconds, "Longest time of one case in seconds [60]")
      ->type_name("S")
      ->check(CLI::Range(1U, 86'400U));
  runs->add_option("--output", options->output, "Folder for faults.json [rpcts-results]")->type_name("DIR");
  add_worker_options(*runs, options->worker);
  add_mutants(*command, chosen);
  runs->callback([options, &chosen] {
    chosen = [options](std::ostream& out, std::ostream& err) { return run(*options, out, err); };
  });
}

}  // namespace rpcts::cli
