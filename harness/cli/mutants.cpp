// `rpcts faults mutants`: the machine-made mutants of the reference (scripts/mutation/build.py), and how many
// of them the cases kill.

#include "harness/report/mutants.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

#include "harness/base/files.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/output_file.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/cli/worker_program.hpp"
#include "harness/runner/host.hpp"
#include "harness/runner/interrupt.hpp"
#include "harness/runner/mutant_hunt.hpp"
#include "harness/runner/selection.hpp"

namespace rpcts::cli {
namespace {

constexpr const char* mutant_variable = "RPCTS_REFERENCE_MUTANT";
constexpr const char* trace_variable = "RPCTS_REFERENCE_MUTANT_TRACE";
constexpr std::size_t maximum_file_bytes = std::size_t{64} * 1024 * 1024;

struct Options {
  WorkerProgram worker;
  std::string folder;
  std::string explained;
  std::string filter = "*";
  std::string sample = "1/1";
  std::string output = "rpcts-results";
  double least_rate = 95;
  unsigned jobs = 1;
  unsigned timeout_seconds = 60;
  unsigned longest_seconds = 60;
};

struct Mutants {
  std::filesystem::path library;
  std::vector<runner::Mutant> list;
};

Result<Mutants> read_mutants(const std::filesystem::path& folder, const std::string& filter,
                             const runner::Shard& sample) {
  const std::filesystem::path path = folder / "mutants.json";
  const auto refuse = [&](std::string_view what) {
    return error(
        ErrorKind::usage,
        fmt::format("the list of mutants '{}' {}; scripts/mutation/build.py writes it", path.string(), what));
  };
  const FileResult<FileBytes> bytes = read_regular_file(path, maximum_file_bytes);
  if (!bytes) {
    return refuse(bytes.error().reason);
  }
  const nlohmann::json json = nlohmann::json::parse(*bytes, nullptr, false);
  if (json.is_discarded()) {
    return refuse("is no JSON");
  }
  Mutants mutants;
  std::size_t matching = 0;
  try {
    if (json.at("version") != 3) {
      return refuse("has another version");
    }
    mutants.library = folder / json.at("library").get<std::string>();
    for (const nlohmann::json& one : json.at("mutants")) {
      if (runner::matches_glob(one.at("file").get<std::string>(), filter) &&
          matching++ % sample.count == sample.index - 1) {
        mutants.list.push_back({.number = one.at("number"),
                                .file = one.at("file"),
                                .line = one.at("line"),
                                .function = one.at("function"),
                                .what = one.at("what"),
                                .look_first = one.at("lookFirst")});
      }
    }
  } catch (const nlohmann::json::exception& wrong) {
    return refuse(fmt::format("is not as it should be: {}", wrong.what()));
  }
  if (mutants.list.empty()) {
    return error(ErrorKind::usage, fmt::format("of the sources that match '{}' part {} of {} has no mutant",
                                               filter, sample.index, sample.count));
  }
  return mutants;
}

/// What is known before the first case runs.
struct Prepared {
  std::vector<runner::Mutant> mutants;
  runner::Catalogue catalogue;
  runner::MutantHuntSetup setup;
  report::MutantRun run;
};

Result<Prepared> prepare(Options options) {
  const Result<runner::Shard> sample = runner::shard_from(options.sample);
  if (!sample) {
    return std::unexpected(sample.error());
  }
  Result<Mutants> mutants = read_mutants(options.folder, options.filter, *sample);
  if (!mutants) {
    return std::unexpected(std::move(mutants.error()));
  }
  Result<std::vector<report::Explanation>> explanations = options.explained.empty()
                                                              ? std::vector<report::Explanation>()
                                                              : report::read_explanations(options.explained);
  if (!explanations) {
    return std::unexpected(std::move(explanations.error()));
  }
  for (runner::Mutant& mutant : mutants->list) {
    mutant.expected_survivor = explanation_of(mutant, *explanations) != nullptr;
  }
  options.worker.implementation = mutants->library.string();
  // What only the validation layer sees is no difference of contract code.
  options.worker.validation = false;
  Result<std::filesystem::path> worker = options.worker.path();
  if (!worker) {
    return std::unexpected(std::move(worker.error()));
  }
  Result<runner::Catalogue> catalogue = options.worker.catalogue();
  if (!catalogue) {
    return std::unexpected(std::move(catalogue.error()));
  }
  Result<std::string> device = options.worker.device_line();
  if (!device) {
    return std::unexpected(std::move(device.error()));
  }
  const std::filesystem::path scratch = std::filesystem::path(options.output) / "traces";
  std::error_code problem;
  std::filesystem::create_directories(scratch, problem);
  if (problem) {
    return error(ErrorKind::failed,
                 fmt::format("'{}' cannot be made: {}", scratch.string(), problem.message()));
  }
  return Prepared{.mutants = std::move(mutants->list),
                  .catalogue = std::move(*catalogue),
                  .setup = {.worker = std::move(*worker),
                            .arguments = options.worker.arguments("--serve"),
                            .variable = mutant_variable,
                            .trace_variable = trace_variable,
                            .scratch = std::filesystem::absolute(scratch),
                            .jobs = options.jobs,
                            .timeout = std::chrono::seconds(options.timeout_seconds),
                            .longest = std::chrono::seconds(options.longest_seconds)},
                  .run = {.suite_version = RPCTS_VERSION,
                          .started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
                          .host = runner::this_host(),
                          .device = std::move(*device),
                          .filter = options.filter,
                          .sample = *sample,
                          .jobs = options.jobs,
                          .least_rate = options.least_rate,
                          .explanations = std::move(*explanations),
                          .hunt = {}}};
}

int run(const Options& options, std::ostream& out, std::ostream& err) {
  const auto refuse = [&](const Error& why) {
    err << "rpcts: " << why.message << '\n';
    return exit_wrong_command;
  };
  Result<Prepared> prepared = prepare(options);
  if (!prepared) {
    return refuse(prepared.error());
  }
  report::MutantRun& run = prepared->run;
  out << fmt::format("rpcts {}: {} mutants, {} at a time\n{}\n", run.suite_version, prepared->mutants.size(),
                     run.jobs, run.device)
      << std::flush;
  report::Progress progress(err, progress_on_terminal(), prepared->mutants.size(), "mutants", "survived");
  const auto start = std::chrono::steady_clock::now();
  const runner::Interrupts interrupts;
  Result<runner::MutantHuntRecord> hunted =
      hunt_mutants(prepared->mutants, prepared->catalogue, prepared->setup,
                   {.on_result = [&](const runner::MutantRecord& one) { tell(progress, one); },
                    .stop = runner::Interrupts::came});
  progress.finish();
  std::error_code ignored;
  std::filesystem::remove_all(prepared->setup.scratch, ignored);
  if (!hunted) {
    return refuse(hunted.error());
  }
  run.hunt = std::move(*hunted);
  run.milliseconds = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start)
          .count());
  out << mutants_text(run);
  if (const Result<void> written =
          write_output(std::filesystem::path(options.output) / report::mutants_file, mutants_json(run));
      !written) {
    return refuse(written.error());
  }
  out << fmt::format("Results: {}/{}\n", options.output, report::mutants_file);
  if (!run.hunt.complete) {
    return refuse({ErrorKind::failed, "the run was interrupted"});
  }
  return is_good(run) ? exit_as_expected : exit_not_as_expected;
}

}  // namespace

void add_mutants(CLI::App& faults, Command& chosen) {
  auto options = std::make_shared<Options>();
  options->jobs = std::max(1U, std::thread::hardware_concurrency());
  CLI::App* command = faults.add_subcommand("mutants",
                                            "Run the cases that could see it against each mutant of the "
                                            "reference; the status is 1 when too few are "
                                            "killed or a survivor is not explained");
  command->add_option("folder", options->folder, "Folder that scripts/mutation/build.py wrote")->required();
  command
      ->add_option("--explained", options->explained, "Survivors with the reasons why nothing can tell them")
      ->type_name("FILE");
  command->add_option("--filter", options->filter, "Only mutants of sources whose path matches")
      ->type_name("GLOB");
  command->add_option("--sample", options->sample, "Only part I of N parts of equal size")->type_name("I/N");
  command->add_option("--kill-rate", options->least_rate, "Least share of killed mutants in per cent [95]")
      ->type_name("P")
      ->check(CLI::Range(0.0, 100.0));
  command->add_option("--jobs", options->jobs, "Mutants at a time [one for each core]")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U));
  command->add_option("--device", options->worker.device, "Device by name, index or UUID")
      ->type_name("NAME|N");
  command->add_option("--timeout", options->timeout_seconds, "Longest time of one case in seconds [60]")
      ->type_name("S")
      ->check(CLI::Range(1U, 86'400U));
  command
      ->add_option("--longest", options->longest_seconds,
                   "How long the cases tried on one mutant take without it, in seconds [60]")
      ->type_name("S")
      ->check(CLI::Range(1U, 86'400U));
  command->add_option("--output", options->output, "Folder for mutants.json [rpcts-results]")
      ->type_name("DIR");
  add_worker_options(*command, options->worker);
  command->callback([options, &chosen] {
    chosen = [options](std::ostream& out, std::ostream& err) { return run(*options, out, err); };
  });
}

}  // namespace rpcts::cli
