// `rpcts perf`: the history of what a frame costs.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <ostream>

#include "harness/base/executable_path.hpp"
#include "harness/cli/bench_options.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/output_file.hpp"
#include "harness/cli/perf_compare.hpp"
#include "harness/cli/perf_series.hpp"
#include "harness/perf/history/google_benchmark.hpp"
#include "harness/perf/history/history.hpp"
#include "harness/perf/history/json_lines.hpp"
#include "harness/perf/page/page.hpp"

namespace rpcts::cli {
namespace {

constexpr const char* default_history = "rpcts-perf.sqlite";

int refuse(std::ostream& err, const Error& why) {
  err << "rpcts: " << why.message << '\n';
  return exit_wrong_command;
}

/// What is measured now, or was before.
struct Source {
  BenchOptions bench;
  std::vector<std::string> files;   ///< lines of sets
  std::vector<std::string> google;  ///< Google Benchmark's JSON; both empty = measure now
};

void add_source(CLI::App& command, Source& source) {
  add_bench_options(command, source.bench);
  command
      .add_option("--from", source.files,
                  "Take sets from these files of `rpcts bench --output` and measure nothing")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command
      .add_option("--from-google-benchmark", source.google,
                  "Take times from Google Benchmark's JSON, likewise")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
}

/// Where a file of Google Benchmark does not tell where it was taken, nothing is known of it.
perf::SampleSet unknown_place(const std::string& file, const std::string& commit) {
  perf::SampleSet set{.run = std::filesystem::path(file).filename().string(), .recorded = ""};
  for (const perf::EnvironmentField& field : perf::environment_fields) {
    set.environment.emplace(field.name, field.name == "commit" ? commit : "");
  }
  return set;
}

Result<std::vector<perf::SampleSet>> sets_of(const Source& source, std::ostream& out, std::ostream& err) {
  std::vector<perf::SampleSet> sets;
  for (const std::string& file : source.files) {
    Result<std::vector<perf::SampleSet>> more = perf::read_lines(file);
    if (!more) {
      return more;
    }
    sets.insert(sets.end(), std::make_move_iterator(more->begin()), std::make_move_iterator(more->end()));
  }
  for (const std::string& file : source.google) {
    Result<std::vector<perf::SampleSet>> more =
        perf::read_google_benchmark(file, unknown_place(file, source.bench.commit));
    if (!more) {
      return more;
    }
    sets.insert(sets.end(), std::make_move_iterator(more->begin()), std::make_move_iterator(more->end()));
  }
  if (!source.files.empty() || !source.google.empty()) {
    return sets;
  }
  const Result<ChosenBenchmarks> chosen = choose_benchmarks(source.bench);
  if (!chosen) {
    return std::unexpected(chosen.error());
  }
  Result<perf::BenchRun> run = measure(*chosen, err);
  if (!run) {
    return std::unexpected(std::move(run.error()));
  }
  for (const std::string& notice : run->notices) {
    out << "note: " << notice << '\n';
  }
  if (!all_well(*run)) {
    return error(ErrorKind::failed, "a case came to grief: nothing is recorded of a run that is not whole");
  }
  return std::move(run->sets);
}

struct RecordOptions {
  Source source;
  std::string history = default_history;
};

int record(const RecordOptions& options, std::ostream& out, std::ostream& err) {
  Result<perf::History> history = perf::History::open(options.history);
  if (!history) {
    return refuse(err, history.error());
  }
  const Result<std::vector<perf::SampleSet>> sets = sets_of(options.source, out, err);
  if (!sets) {
    return refuse(err, sets.error());
  }
  const Result<std::size_t> added = history->append(*sets);
  if (!added) {
    return refuse(err, added.error());
  }
  out << fmt::format("{}: {} of {} sets are new\n", options.history, *added, sets->size());
  return exit_as_expected;
}

struct ExportOptions {
  std::string history = default_history;
  std::string output;
  perf::HistoryFilter filter;
};

int export_lines(const ExportOptions& options, std::ostream& out, std::ostream& err) {
  const Result<perf::History> history = perf::History::open(options.history);
  if (!history) {
    return refuse(err, history.error());
  }
  const Result<std::vector<perf::SampleSet>> sets = history->sets(options.filter);
  if (!sets) {
    return refuse(err, sets.error());
  }
  std::string text;
  for (const perf::SampleSet& set : *sets) {
    text += perf::to_line(set);
  }
  if (auto done = write_output(options.output, text); !done) {
    return refuse(err, done.error());
  }
  out << fmt::format("{}: {} sets\n", options.output, sets->size());
  return exit_as_expected;
}

struct TrendOptions {
  std::string history = default_history;
  std::string benchmark = "*";
  std::string metric = "*";
  double smallest = 1;
};

int trend(const TrendOptions& options, std::ostream& out, std::ostream& err) {
  const auto series =
      series_of_history(options.history, options.benchmark, options.metric, options.smallest / 100);
  if (!series) {
    return refuse(err, series.error());
  }
  std::size_t changes = 0;
  for (const perf::PageSeries& one : *series) {
    out << fmt::format("{:<52} {:<18} {:>3} points, {:.6g} {} last, on {}\n", one.benchmark, one.metric,
                       one.points.size(), one.points.back().median, one.unit, one.device);
    for (const perf::PageChange& change : one.change_points) {
      const perf::PagePoint& point = one.points[change.index];
      out << fmt::format("  {:+.1f} % from {} on ({}, {})\n", change.step * 100, point.recorded, point.commit,
                         point.run);
      ++changes;
    }
  }
  out << fmt::format("{} series, {} change points\n", series->size(), changes);
  for (const std::string& finding : findings_of(*series)) {
    out << finding << '\n';
  }
  return exit_as_expected;
}

struct AcceptOptions {
  Source source;
  std::string baseline;
  std::string reason;
};

/// The counted series of several runs: the instructions of all of them, so that a baseline knows how far they
/// lie apart. Times are left out: those of another machine are no baseline.
std::map<std::string, perf::SampleSet> together(const std::vector<perf::SampleSet>& sets) {
  std::map<std::string, perf::SampleSet> all;
  for (const perf::SampleSet& set : sets) {
    if (set.kind == perf::Kind::timed) {
      continue;
    }
    const auto [found, fresh] = all.emplace(series_of(set), set);
    const bool repeats = set.kind == perf::Kind::exact && found->second.values == set.values;
    if (!fresh && !repeats) {
      found->second.values.insert(found->second.values.end(), set.values.begin(), set.values.end());
    }
  }
  return all;
}

int accept(const AcceptOptions& options, std::ostream& out, std::ostream& err) {
  std::map<std::string, perf::SampleSet> accepted;
  std::error_code ignored;
  if (std::filesystem::exists(options.baseline, ignored)) {
    Result<std::vector<perf::SampleSet>> before = perf::read_lines(options.baseline);
    if (!before) {
      return refuse(err, before.error());
    }
    for (perf::SampleSet& set : *before) {
      accepted.insert_or_assign(series_of(set), std::move(set));
    }
  }
  Result<std::vector<perf::SampleSet>> sets = sets_of(options.source, out, err);
  if (!sets) {
    return refuse(err, sets.error());
  }
  std::size_t changed = 0;
  for (auto& [key, set] : together(*sets)) {
    const auto found = accepted.find(key);
    if (found == accepted.end() || found->second.values != set.values) {
      set.note = options.reason;
      accepted.insert_or_assign(key, std::move(set));
      ++changed;
    }
  }
  std::string text;
  for (const auto& [key, set] : accepted) {
    text += perf::to_line(set);
  }
  if (auto done = write_output(options.baseline, text); !done) {
    return refuse(err, done.error());
  }
  out << fmt::format("{}: {} series, {} of them changed: {}\n", options.baseline, accepted.size(), changed,
                     options.reason);
  return exit_as_expected;
}

struct ReportOptions {
  std::string history = default_history;
  std::string output = "perf.html";
  double smallest = 1;
};

int report(const ReportOptions& options, std::ostream& out, std::ostream& err) {
  auto series = series_of_history(options.history, "*", "*", options.smallest / 100);
  if (!series) {
    return refuse(err, series.error());
  }
  const Result<perf::PageParts> parts = perf::read_page_parts(installed_data_folder() / "perf");
  if (!parts) {
    return refuse(err, parts.error());
  }
  auto comparisons = last_comparisons(options.history);
  if (!comparisons) {
    return refuse(err, comparisons.error());
  }
  perf::PageData data{.title = "What a frame costs",
                      .generated = fmt::format("rpcts {}, {:%Y-%m-%d %H:%M} UTC, from {}", RPCTS_VERSION,
                                               fmt::gmtime(std::time(nullptr)),
                                               std::filesystem::path(options.history).filename().string()),
                      .series = std::move(*series),
                      .comparisons = std::move(*comparisons),
                      .findings = {}};
  data.findings = findings_of(data.series);
  if (auto done = write_output(options.output, perf::page_html(*parts, data)); !done) {
    return refuse(err, done.error());
  }
  out << fmt::format("{}: {} series, {} findings\n", options.output, data.series.size(),
                     data.findings.size());
  return exit_as_expected;
}

template <class Options>
void add(CLI::App& perf, Command& chosen, const char* name, const char* title,
         int (*run)(const Options&, std::ostream&, std::ostream&), void (*declare)(CLI::App&, Options&)) {
  auto options = std::make_shared<Options>();
  CLI::App* command = perf.add_subcommand(name, title);
  declare(*command, *options);
  command->callback([options, run, &chosen] {
    chosen = [options, run](std::ostream& out, std::ostream& err) { return run(*options, out, err); };
  });
}

void add_history(CLI::App& command, std::string& history) {
  command.add_option("--history", history, "The history [rpcts-perf.sqlite]")->type_name("FILE");
}

void add_smallest(CLI::App& command, double& smallest) {
  command.add_option("--smallest", smallest, "Steps below this many per cent do not matter [1]")
      ->type_name("P")
      ->check(CLI::Range(0.0, 100.0));
}

}  // namespace

void add_perf(CLI::App& app, Command& chosen) {
  CLI::App* perf =
      app.add_subcommand("perf", "The history of what a frame costs, and what tells a loss from noise");
  perf->require_subcommand(1);
  add<RecordOptions>(*perf, chosen, "record", "Measure and append to the history", record,
                     [](CLI::App& command, RecordOptions& options) {
                       add_source(command, options.source);
                       add_history(command, options.history);
                     });
  add_perf_compare(*perf, chosen);
  add<ExportOptions>(
      *perf, chosen, "export", "Write the sets of a history as lines, for `record --from` elsewhere",
      export_lines, [](CLI::App& command, ExportOptions& options) {
        add_history(command, options.history);
        command.add_option("--output", options.output, "The lines")->type_name("FILE")->required();
        command.add_option("--benchmark", options.filter.benchmark, "Only these")->type_name("GLOB");
        command.add_option("--metric", options.filter.metric, "Only these")->type_name("GLOB");
        command.add_option("--run", options.filter.run, "Only these")->type_name("GLOB");
      });
  add<TrendOptions>(*perf, chosen, "trend", "Where the series of the history changed", trend,
                    [](CLI::App& command, TrendOptions& options) {
                      add_history(command, options.history);
                      command.add_option("--benchmark", options.benchmark, "Only these")->type_name("GLOB");
                      command.add_option("--metric", options.metric, "Only these")->type_name("GLOB");
                      add_smallest(command, options.smallest);
                    });
  add<AcceptOptions>(
      *perf, chosen, "accept", "Accept counted values as the baseline of later changes", accept,
      [](CLI::App& command, AcceptOptions& options) {
        add_source(command, options.source);
        command.add_option("--baseline", options.baseline, "File of accepted baselines")
            ->type_name("FILE")
            ->required();
        command.add_option("--reason", options.reason, "Why they changed")->type_name("TEXT")->required();
      });
  add<ReportOptions>(
      *perf, chosen, "report", "One self-contained page of the history", report,
      [](CLI::App& command, ReportOptions& options) {
        add_history(command, options.history);
        command.add_option("--output", options.output, "The page [perf.html]")->type_name("FILE");
        add_smallest(command, options.smallest);
      });
}

}  // namespace rpcts::cli
