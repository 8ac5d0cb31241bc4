// `rpcts faults mutants`: the machine-made mutants of the reference (scripts/mutation/build.py), and how many
// of them the cases kill.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <thread>

#include "harness/base/files.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/cli/worker_program.hpp"
#include "harness/report/faults.hpp"
#include "harness/runner/fault_hunt.hpp"
#include "harness/runner/host.hpp"
#include "harness/runner/interrupt.hpp"
#include "harness/runner/selection.hpp"

namespace rpcts::cli {
namespace {

using runner::Fate;
using runner::FaultRecord;

constexpr const char* mutant_variable = "RPCTS_REFERENCE_MUTANT";
constexpr std::size_t maximum_file_bytes = std::size_t{64} * 1024 * 1024;

struct Options {
  WorkerProgram worker;
  std::string program;
  std::string folder;
  std::string explained;
  std::string filter = "*";
  std::string sample = "1/1";
  std::string output = "rpcts-results";
  double least_rate = 95;
  bool all_files = false;
  unsigned jobs = 1;
  unsigned timeout_seconds = 60;
};

/// A mutant that no case can tell from the reference, and why.
struct Explanation {
  std::string file;
  std::string what;
  std::string reason;
};

struct Mutants {
  std::filesystem::path library;
  std::vector<runner::Fault> faults;  ///< id is the mutant's number, title its place and what it does
};

Result<nlohmann::json> read_json(const std::filesystem::path& path) {
  const FileResult<FileBytes> bytes = read_regular_file(path, maximum_file_bytes);
  if (!bytes) {
    return error(ErrorKind::usage, fmt::format("the file '{}' {}", path.string(), bytes.error().reason));
  }
  nlohmann::json json = nlohmann::json::parse(*bytes, nullptr, false);
  if (json.is_discarded()) {
    return error(ErrorKind::usage, fmt::format("'{}' is no JSON", path.string()));
  }
  return json;
}

Result<Mutants> read_mutants(const std::filesystem::path& folder, const std::string& filter,
                             const runner::Shard& sample) {
  const Result<nlohmann::json> json = read_json(folder / "mutants.json");
  if (!json) {
    return std::unexpected(json.error());
  }
  Mutants mutants;
  try {
    if (json->at("version") != 1) {
      return error(ErrorKind::usage, fmt::format("'{}' has another version; build the mutants again",
                                                 (folder / "mutants.json").string()));
    }
    mutants.library = folder / json->at("library").get<std::string>();
    for (const nlohmann::json& one : json->at("mutants")) {
      const std::string place = one.at("file");
      if (runner::matches_glob(place, filter)) {
        mutants.faults.push_back({.id = one.at("id"),
                                  .title = fmt::format("{}:{}: {}", place, one.at("line").get<unsigned>(),
                                                       one.at("what").get<std::string>()),
                                  .rules = {},
                                  .files = one.at("seenBy")});
      }
    }
  } catch (const nlohmann::json::exception& wrong) {
    return error(ErrorKind::usage, fmt::format("'{}' is not what the mutation script writes: {}",
                                               (folder / "mutants.json").string(), wrong.what()));
  }
  std::vector<runner::Fault> selected;
  for (std::size_t i = sample.index - 1; i < mutants.faults.size(); i += sample.count) {
    selected.push_back(std::move(mutants.faults[i]));
  }
  mutants.faults = std::move(selected);
  if (mutants.faults.empty()) {
    return error(ErrorKind::usage, fmt::format("no mutant is in a file that matches '{}'", filter));
  }
  return mutants;
}

Result<std::vector<Explanation>> read_explanations(const std::string& path) {
  std::vector<Explanation> list;
  if (path.empty()) {
    return list;
  }
  const Result<nlohmann::json> json = read_json(path);
  if (!json) {
    return std::unexpected(json.error());
  }
  try {
    for (const nlohmann::json& one : json->at("survivors")) {
      list.push_back({.file = one.at("file"), .what = one.at("what"), .reason = one.at("reason")});
    }
  } catch (const nlohmann::json::exception& wrong) {
    return error(ErrorKind::usage, fmt::format("'{}': {}", path, wrong.what()));
  }
  return list;
}

/// The title is "file:line: what".
const Explanation* explanation_of(const runner::Fault& fault, const std::vector<Explanation>& list) {
  const auto found = std::ranges::find_if(list, [&](const Explanation& one) {
    return fault.title.starts_with(one.file + ":") && fault.title.ends_with(": " + one.what);
  });
  return found == list.end() ? nullptr : &*found;
}

/// The survivors with their reasons, the kill rate, and whether both are good.
bool tell(const runner::HuntRecord& hunt, const std::vector<Explanation>& explained, double least_rate,
          std::ostream& out) {
  std::size_t killed = 0;
  std::size_t judged = 0;
  std::size_t unexplained = 0;
  std::set<const Explanation*> used;
  for (const FaultRecord& record : hunt.faults) {
    if (record.fate == Fate::not_supported) {
      out << fmt::format("not supported {}: {}\n", record.fault.id, record.fault.title);
      continue;
    }
    ++judged;
    if (record.fate != Fate::survived) {
      ++killed;
      continue;
    }
    const Explanation* why = explanation_of(record.fault, explained);
    used.insert(why);
    unexplained += why == nullptr ? 1 : 0;
    out << fmt::format("survived {}: {}\n  {}\n", record.fault.id, record.fault.title,
                       why == nullptr ? "NOT EXPLAINED" : why->reason);
  }
  const double rate = judged == 0 ? 0 : 100.0 * static_cast<double>(killed) / static_cast<double>(judged);
  for (const std::string& id : hunt.control_failed) {
    out << fmt::format("fails without any mutant, so it kills none: {}\n", id);
  }
  out << fmt::format("{} mutants: {} killed ({:.1f} %), {} survived, {} of them explained\n", judged, killed,
                     rate, judged - killed, judged - killed - unexplained);
  return hunt.control_failed.empty() && unexplained == 0 && rate >= least_rate;
}

int run(Options options, std::ostream& out, std::ostream& err) {
  const auto refuse = [&](const Error& why) {
    err << "rpcts: " << why.message << '\n';
    return exit_wrong_command;
  };
  const Result<runner::Shard> sample = runner::shard_from(options.sample);
  if (!sample) {
    return refuse(sample.error());
  }
  Result<Mutants> mutants = read_mutants(options.folder, options.filter, *sample);
  if (!mutants) {
    return refuse(mutants.error());
  }
  const Result<std::vector<Explanation>> explained = read_explanations(options.explained);
  if (!explained) {
    return refuse(explained.error());
  }
  options.worker.implementation = mutants->library.string();
  const Result<std::filesystem::path> worker = options.worker.path();
  if (!worker) {
    return refuse(worker.error());
  }
  const Result<runner::Catalogue> catalogue = options.worker.catalogue();
  if (!catalogue) {
    return refuse(catalogue.error());
  }
  if (const Result<void> checked = check_faults(mutants->faults, *catalogue); !checked) {
    return refuse(checked.error());
  }
  WorkerProgram unwatched = options.worker;
  unwatched.validation = false;
  report::FaultRun record{.suite_version = RPCTS_VERSION,
                          .started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
                          .host = runner::this_host(),
                          .device = options.worker.device_line().value_or(""),
                          .asked_device = options.worker.device,
                          .variable = mutant_variable,
                          .program = options.program,
                          .filter = options.filter,
                          .sample = *sample,
                          .jobs = options.jobs,
                          .selected = mutants->faults.size(),
                          .hunt = {},
                          .incidents = {}};
  out << fmt::format("rpcts {}: {} mutants, {} at a time\n{}\n", record.suite_version, record.selected,
                     record.jobs, record.device)
      << std::flush;
  const auto start = std::chrono::steady_clock::now();
  const runner::Interrupts interrupts;
  std::size_t ended = 0;
  Result<runner::HuntRecord> hunted =
      hunt(mutants->faults, *catalogue,
           {.worker = *worker,
            .arguments = unwatched.arguments("--serve"),
            // What only the validation layer sees is no difference of contract code.
            .watched_arguments = {},
            .variable = mutant_variable,
            .jobs = options.jobs,
            .own_files_only = !options.all_files,
            .timeout = std::chrono::seconds(options.timeout_seconds)},
           {.on_result =
                [&](const FaultRecord& one) {
                  ++ended;
                  if (one.fate == Fate::survived) {
                    err << fmt::format("[{}/{}] survived {}: {}\n", ended, record.selected, one.fault.id,
                                       one.fault.title);
                  }
                },
            .on_incident = [&](std::string incident) { record.incidents.push_back(std::move(incident)); },
            .stop = runner::Interrupts::came});
  if (!hunted) {
    return refuse(hunted.error());
  }
  record.hunt = std::move(*hunted);
  record.milliseconds = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start)
          .count());
  const bool good = tell(record.hunt, *explained, options.least_rate, out);
  std::error_code problem;
  std::filesystem::create_directories(options.output, problem);
  std::ofstream file(std::filesystem::path(options.output) / "mutants.json", std::ios::binary);
  file << faults_json(record);
  file.close();
  if (!file) {
    return refuse({ErrorKind::failed, fmt::format("'{}/mutants.json' cannot be written", options.output)});
  }
  if (!record.hunt.complete) {
    return refuse({ErrorKind::failed, "the run was interrupted"});
  }
  return good ? exit_as_expected : exit_not_as_expected;
}

}  // namespace

void add_mutants(CLI::App& faults, Command& chosen, const std::string& program) {
  auto options = std::make_shared<Options>();
  options->program = program;
  options->jobs = std::max(1U, std::thread::hardware_concurrency());
  CLI::App* command = faults.add_subcommand(
      "mutants",
      "Run cases against each mutant of the reference; the status is 1 when too few are killed or a "
      "survivor is not explained");
  command->add_option("folder", options->folder, "Folder that scripts/mutation/build.py wrote")->required();
  command
      ->add_option("--explained", options->explained, "Survivors with the reasons why nothing can tell them")
      ->type_name("FILE");
  command->add_flag("--all-files", options->all_files,
                    "Try what the cases of a source's own files miss on all others; takes minutes for each");
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
  command->add_option("--output", options->output, "Folder for mutants.json [rpcts-results]")
      ->type_name("DIR");
  add_worker_options(*command, options->worker);
  command->callback([options, &chosen] {
    chosen = [options](std::ostream& out, std::ostream& err) { return run(*options, out, err); };
  });
}

}  // namespace rpcts::cli
