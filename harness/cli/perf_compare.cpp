// `rpcts perf compare`: what was measured before against what is measured now. Counts are held to equality;
// times only count when both were taken by turns.

#include "harness/cli/perf_compare.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "harness/cli/bench_options.hpp"
#include "harness/cli/output_file.hpp"
#include "harness/perf/history/history.hpp"
#include "harness/perf/history/json_lines.hpp"
#include "harness/perf/judge/counted.hpp"
#include "harness/perf/judge/findings.hpp"
#include "harness/perf/judge/timed.hpp"
#include "harness/perf/measure/bench_text.hpp"

namespace rpcts::cli {
namespace {

using perf::Judgement;
using perf::Kind;
using perf::SampleSet;
using perf::Verdict;

constexpr std::string_view canary = "canary/fixed_work";

struct Options {
  BenchOptions bench;
  std::vector<std::string> base;
  std::vector<std::string> head;
  std::string base_program;
  std::vector<std::string> base_environment;
  std::vector<std::string> head_environment;
  std::string history;
  std::string json;
  unsigned rounds = 20;
  double smallest = 2;
};

/// Sets of one side, found by benchmark and metric.
using Side = std::map<std::pair<std::string, std::string>, SampleSet>;

void add_to(Side& side, SampleSet set) {
  const std::pair key(set.benchmark, set.metric);
  const auto found = side.find(key);
  if (found == side.end()) {
    side.emplace(key, std::move(set));
  } else {
    found->second.values.insert(found->second.values.end(), set.values.begin(), set.values.end());
  }
}

Result<Side> read_side(const std::vector<std::string>& files) {
  Side side;
  for (const std::string& file : files) {
    Result<std::vector<SampleSet>> sets = perf::read_lines(file);
    if (!sets) {
      return std::unexpected(std::move(sets.error()));
    }
    for (SampleSet& set : *sets) {
      add_to(side, std::move(set));
    }
  }
  return side;
}

Result<Side> measured_side(const ChosenBenchmarks& chosen, std::ostream& err) {
  Result<perf::BenchRun> run = measure(chosen, err);
  if (!run) {
    return std::unexpected(std::move(run.error()));
  }
  if (!all_well(*run)) {
    return error(ErrorKind::failed, "a case came to grief: a run that is not whole is not compared");
  }
  Side side;
  for (SampleSet& set : run->sets) {
    add_to(side, std::move(set));
  }
  return side;
}

/// How well each counted series repeats, from the history; none is known without.
Result<std::map<std::string, double>> spreads(const std::string& path) {
  std::map<std::string, double> known;
  if (path.empty()) {
    return known;
  }
  const Result<perf::History> history = perf::History::open(path);
  if (!history) {
    return std::unexpected(history.error());
  }
  const Result<std::vector<SampleSet>> sets = history->sets({});
  if (!sets) {
    return std::unexpected(sets.error());
  }
  std::map<std::string, std::vector<SampleSet>> by_key;
  for (const SampleSet& set : *sets) {
    if (set.kind == Kind::instructions) {
      by_key[series_of(set)].push_back(set);
    }
  }
  for (const auto& [key, series] : by_key) {
    known[key] = perf::spread_of(series);
  }
  return known;
}

Result<std::vector<Judgement>> judge_counts(const Side& base, const Side& head, const std::string& history) {
  const auto known = spreads(history);
  if (!known) {
    return std::unexpected(known.error());
  }
  std::vector<Judgement> all;
  for (const auto& [key, set] : head) {
    const auto before = base.find(key);
    if (set.kind == Kind::timed || before == base.end()) {
      continue;
    }
    const auto found = known->find(series_of(set));
    const std::vector<SampleSet> both{before->second};
    const double spread = std::max(found == known->end() ? 0 : found->second, perf::spread_of(both));
    all.push_back(perf::judge_counted(before->second, set, spread));
  }
  return all;
}

/// Both sides of one batch of turns.
struct Batch {
  Side base;
  Side head;
};

/// A B B A A B B A …: what drifts with time falls on both sides alike.
Result<Batch> take_turns(const ChosenBenchmarks& base, const ChosenBenchmarks& head, unsigned rounds,
                         std::ostream& err) {
  Batch batch;
  for (unsigned turn = 0; turn < 2 * rounds; ++turn) {
    const bool is_base = (turn % 4) == 0 || (turn % 4) == 3;
    const ChosenBenchmarks& side = is_base ? base : head;
    const Result<perf::BenchRun> run = perf::run_benchmarks(side.request, side.names);
    if (!run) {
      return std::unexpected(run.error());
    }
    if (!all_well(*run)) {
      return error(ErrorKind::failed, fmt::format("turn {}: a case came to grief", turn + 1));
    }
    for (const SampleSet& set : run->sets) {
      add_to(is_base ? batch.base : batch.head, set);
    }
    if ((turn + 1) % 10 == 0) {
      err << fmt::format("turn {} of {}\n", turn + 1, 2 * rounds);
    }
  }
  return batch;
}

/// Pairs of timed series, without the ratios: a ratio's two halves are judged by themselves.
std::vector<perf::TimedSeries> pairs_of(const Batch& first, const Batch& second) {
  std::vector<perf::TimedSeries> all;
  for (const auto& [key, head] : first.head) {
    const auto base = first.base.find(key);
    if (head.kind != Kind::timed || base == first.base.end() || key.second == "ratio" ||
        key.first == canary) {
      continue;
    }
    perf::TimedSeries pair{.base = base->second, .head = head, .confirm_base = {}, .confirm_head = {}};
    const auto again_base = second.base.find(key);
    const auto again_head = second.head.find(key);
    if (again_base != second.base.end() && again_head != second.head.end()) {
      pair.confirm_base = again_base->second;
      pair.confirm_head = again_head->second;
    }
    all.push_back(std::move(pair));
  }
  return all;
}

perf::Canary canary_of(const Batch& batch) {
  const std::pair key(std::string(canary), std::string("cpu_time"));
  const auto base = batch.base.find(key);
  const auto head = batch.head.find(key);
  return base == batch.base.end() || head == batch.head.end()
             ? perf::Canary{}
             : perf::Canary{.base = base->second.values, .head = head->second.values};
}

Result<std::vector<Judgement>> judge_turns(const Options& options, const ChosenBenchmarks& head,
                                           std::ostream& err) {
  BenchOptions other = options.bench;
  other.program = options.base_program;
  Result<ChosenBenchmarks> base = choose_benchmarks(other);
  if (!base) {
    return std::unexpected(std::move(base.error()));
  }
  ChosenBenchmarks turn_head = head;
  for (ChosenBenchmarks* side : {&*base, &turn_head}) {
    side->request.counts = false;
    side->request.repetitions = 1;
    if (std::ranges::find(side->names, canary) == side->names.end()) {
      side->names.emplace_back(canary);
    }
  }
  base->request.environment = options.base_environment;
  turn_head.request.environment = options.head_environment;
  const perf::TimedSettings settings{.smallest_effect = options.smallest / 100};
  Result<Batch> first = take_turns(*base, turn_head, options.rounds, err);
  if (!first) {
    return std::unexpected(std::move(first.error()));
  }
  Batch second;
  std::vector<perf::TimedSeries> pairs = pairs_of(*first, second);
  const std::vector<std::size_t> wanted = perf::wants_confirmation(pairs, settings);
  if (!wanted.empty()) {
    std::vector<std::string> names;
    for (const std::size_t index : wanted) {
      if (std::ranges::find(names, pairs[index].head.benchmark) == names.end()) {
        names.push_back(pairs[index].head.benchmark);
      }
    }
    err << fmt::format("{} cases seem to have changed: a second batch\n", names.size());
    base->names = turn_head.names = names;
    Result<Batch> again = take_turns(*base, turn_head, options.rounds, err);
    if (!again) {
      return std::unexpected(std::move(again.error()));
    }
    second = std::move(*again);
    pairs = pairs_of(*first, second);
  }
  return perf::judge_timed(pairs, canary_of(*first), settings);
}

nlohmann::json json_of(const Judgement& one) {
  nlohmann::json json{{"benchmark", one.benchmark},      {"metric", one.metric},
                      {"kind", name_of(one.kind)},       {"unit", one.unit},
                      {"verdict", name_of(one.verdict)}, {"base", one.base_median},
                      {"head", one.head_median},         {"reason", one.reason}};
  if (one.shift) {
    json["change"] = one.shift->estimate;
    json["low"] = one.shift->low;
    json["high"] = one.shift->high;
  }
  if (one.q) {
    json["q"] = *one.q;
  }
  if (one.smallest_visible_loss) {
    json["smallestVisibleLoss"] = *one.smallest_visible_loss;
  }
  return json;
}

/// 1: something is worse, or an exact count is another one; 2: something could not be compared at all.
int status_of(const std::vector<Judgement>& all) {
  const auto is_wrong = [](const Judgement& one) {
    return one.verdict == Verdict::loss || one.verdict == Verdict::does_not_repeat ||
           (one.kind == Kind::exact && one.verdict == Verdict::gain);
  };
  if (std::ranges::any_of(all, is_wrong)) {
    return exit_not_as_expected;
  }
  const bool refused =
      std::ranges::any_of(all, [](const Judgement& one) { return one.verdict == Verdict::not_comparable; });
  return refused ? exit_wrong_command : exit_as_expected;
}

Result<std::vector<Judgement>> judge(const Options& options, std::ostream& err) {
  const bool turns = !options.base_program.empty();
  std::vector<Judgement> all;
  Result<ChosenBenchmarks> chosen = error(ErrorKind::usage, "");
  if (turns || options.head.empty()) {
    chosen = choose_benchmarks(options.bench);
    if (!chosen) {
      return std::unexpected(std::move(chosen.error()));
    }
    chosen->request.environment = options.head_environment;
  }
  if (turns) {
    Result<std::vector<Judgement>> timed = judge_turns(options, *chosen, err);
    if (!timed) {
      return timed;
    }
    all = std::move(*timed);
  }
  if (options.base.empty()) {
    return turns
               ? Result<std::vector<Judgement>>(std::move(all))
               : error(ErrorKind::usage, "nothing to compare with: give --base FILE or --base-program FILE");
  }
  const Result<Side> base = read_side(options.base);
  if (!base) {
    return std::unexpected(base.error());
  }
  const Result<Side> head = options.head.empty() ? measured_side(*chosen, err) : read_side(options.head);
  if (!head) {
    return std::unexpected(head.error());
  }
  Result<std::vector<Judgement>> counted = judge_counts(*base, *head, options.history);
  if (!counted) {
    return counted;
  }
  all.insert(all.end(), counted->begin(), counted->end());
  if (!turns) {
    const perf::TimedSettings settings{.smallest_effect = options.smallest / 100};
    const Batch batch{.base = *base, .head = *head};
    const std::vector<Judgement> timed = perf::judge_timed(pairs_of(batch, {}), canary_of(batch), settings);
    all.insert(all.end(), timed.begin(), timed.end());
  }
  return all;
}

int run(const Options& options, std::ostream& out, std::ostream& err) {
  const Result<std::vector<Judgement>> all = judge(options, err);
  if (!all) {
    err << "rpcts: " << all.error().message << '\n';
    return exit_wrong_command;
  }
  if (all->empty()) {
    err << "rpcts: base and head have no series in common\n";
    return exit_wrong_command;
  }
  out << perf::text_of(*all);
  if (!options.json.empty()) {
    nlohmann::json json{{"format", "rpcts.perf.comparison"}, {"version", 1}};
    for (const Judgement& one : *all) {
      json["judgements"].push_back(json_of(one));
    }
    if (auto done = write_output(options.json, json.dump(1) + '\n'); !done) {
      err << "rpcts: " << done.error().message << '\n';
      return exit_wrong_command;
    }
  }
  return status_of(*all);
}

}  // namespace

void add_perf_compare(CLI::App& perf, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App* command = perf.add_subcommand("compare",
                                          "Base against head. The status is 1 for a loss, and for an exact "
                                          "count that is another one; 2 where base and "
                                          "head cannot be compared");
  add_bench_options(*command, options->bench);
  command
      ->add_option("--base", options->base,
                   "Sets measured before: of `bench --output`, or accepted baselines")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command->add_option("--head", options->head, "Sets to judge; without, they are measured now")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command
      ->add_option("--base-program", options->base_program,
                   "The rpcts-bench of the base: times are taken by turns")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command->add_option("--base-environment", options->base_environment, "A variable for the base")
      ->type_name("NAME=VALUE");
  command->add_option("--head-environment", options->head_environment, "A variable for the head")
      ->type_name("NAME=VALUE");
  command->add_option("--history", options->history, "History that tells how well counts repeat")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command->add_option("--rounds", options->rounds, "Turns of each side in a batch [20]")
      ->type_name("N")
      ->check(CLI::Range(1U, 1000U));
  command
      ->add_option("--smallest", options->smallest, "Smallest change of a time that matters in per cent [2]")
      ->type_name("P")
      ->check(CLI::Range(0.0, 1000.0));
  command->add_option("--json", options->json, "Where the judgements go as JSON")->type_name("FILE");
  command->callback([options, &chosen] {
    chosen = [options](std::ostream& out, std::ostream& err) { return run(*options, out, err); };
  });
}

}  // namespace rpcts::cli
