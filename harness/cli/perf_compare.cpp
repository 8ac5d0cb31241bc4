// `rpcts perf compare`: what was measured before against what is measured now. Counts are held to equality;
// times only count when both were taken by turns.

#include "harness/cli/perf_compare.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "harness/cli/bench_options.hpp"
#include "harness/cli/output_file.hpp"
#include "harness/perf/history/history.hpp"
#include "harness/perf/history/json_lines.hpp"
#include "harness/perf/judge/comparable.hpp"
#include "harness/perf/judge/counted.hpp"
#include "harness/perf/judge/findings.hpp"
#include "harness/perf/judge/spread.hpp"
#include "harness/perf/judge/timed.hpp"
#include "harness/perf/measure/bench_text.hpp"

namespace rpcts::cli {
namespace {

using perf::Kind;
using perf::SampleSet;

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

/// A verdict of either kind, for the table and the file.
struct Judged {
  std::string benchmark;
  std::string metric;
  std::string unit;
  Kind kind = Kind::timed;
  std::string_view verdict;
  double before = 0;
  double after = 0;
  std::optional<double> change;
  std::optional<perf::Shift> interval;
  std::optional<double> q;
  std::optional<double> smallest_visible_loss;
  std::string reason;
  bool wrong = false;    ///< a loss, or an exact count that is another one
  bool refused = false;  ///< base and head cannot be compared
  std::optional<perf::Step> step;
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
    known[key] = perf::own_spread(series);
  }
  return known;
}

Judged judged(const SampleSet& head, const perf::CountedVerdict& verdict) {
  using perf::CountedOutcome;
  const bool other_count = head.kind == Kind::exact && verdict.outcome == CountedOutcome::gain;
  return {.benchmark = head.benchmark,
          .metric = head.metric,
          .unit = head.unit,
          .kind = head.kind,
          .verdict = name_of(verdict.outcome),
          .before = verdict.before,
          .after = verdict.after,
          .change = verdict.change,
          .reason = verdict.reason,
          .wrong = is_failure(verdict.outcome) || other_count,
          .refused = verdict.outcome == CountedOutcome::not_comparable,
          .step = step_of(head, verdict)};
}

Judged judged(const perf::TimedSeries& series, const perf::TimedVerdict& verdict) {
  return {.benchmark = series.benchmark,
          .metric = series.metric,
          .unit = series.unit,
          .verdict = name_of(verdict.outcome),
          .before = verdict.before,
          .after = verdict.after,
          .change = verdict.shift ? std::optional(verdict.shift->estimate) : std::nullopt,
          .interval = verdict.shift,
          .q = verdict.q,
          .smallest_visible_loss = verdict.smallest_visible_loss,
          .reason = verdict.reason,
          .wrong = verdict.outcome == perf::TimedOutcome::loss,
          .step = step_of(series, verdict)};
}

Result<std::vector<Judged>> judge_counts(const Side& base, const Side& head, const std::string& history) {
  const auto known = spreads(history);
  if (!known) {
    return std::unexpected(known.error());
  }
  std::vector<Judged> all;
  for (const auto& [key, set] : head) {
    const auto before = base.find(key);
    if (set.kind == Kind::timed || before == base.end()) {
      continue;
    }
    const auto found = known->find(series_of(set));
    const double spread =
        std::max(found == known->end() ? 0 : found->second, perf::relative_range(before->second.values));
    all.push_back(judged(set, perf::judge_counted(before->second, set, spread)));
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

/// Pairs of timed series, without the ratios: a ratio's two halves are judged by themselves. Sides that were
/// taken in different environments are told by judge_times().
std::vector<perf::TimedSeries> pairs_of(const Batch& first, const Batch& second) {
  const auto batch_of = [](const Batch& batch, const Side::key_type& key) {
    const auto base = batch.base.find(key);
    const auto head = batch.head.find(key);
    return base == batch.base.end() || head == batch.head.end()
               ? perf::TimedBatch{}
               : perf::TimedBatch{.base = base->second.values, .head = head->second.values};
  };
  std::vector<perf::TimedSeries> all;
  for (const auto& [key, head] : first.head) {
    if (head.kind != Kind::timed || !first.base.contains(key) || key.second == "ratio" ||
        key.first == canary) {
      continue;
    }
    all.push_back({.benchmark = head.benchmark,
                   .metric = head.metric,
                   .unit = head.unit,
                   .first = batch_of(first, key),
                   .second = batch_of(second, key)});
  }
  return all;
}

std::vector<perf::TimedBatch> canaries_of(std::initializer_list<const Batch*> batches) {
  const std::pair key(std::string(canary), std::string("cpu_time"));
  std::vector<perf::TimedBatch> all;
  for (const Batch* batch : batches) {
    const auto base = batch->base.find(key);
    const auto head = batch->head.find(key);
    if (base != batch->base.end() && head != batch->head.end()) {
      all.push_back({.base = base->second.values, .head = head->second.values});
    }
  }
  return all;
}

/// Both batches, once both are there. What was taken where time runs differently is refused.
std::vector<Judged> judge_times(const Batch& first, const Batch& second, const perf::TimedRule& rule) {
  std::vector<Judged> all;
  const std::vector<perf::TimedSeries> pairs = pairs_of(first, second);
  const auto verdicts = perf::judge_timed(pairs, canaries_of({&first, &second}), rule);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::pair key(pairs[i].benchmark, pairs[i].metric);
    const std::string why = perf::why_not_comparable(first.base.at(key), first.head.at(key));
    Judged one = judged(pairs[i], verdicts[i]);
    if (!why.empty()) {
      one.verdict = "not comparable";
      one.reason = why;
      one.wrong = false;
      one.refused = true;
      one.step.reset();
    }
    all.push_back(std::move(one));
  }
  return all;
}

Result<std::vector<Judged>> judge_turns(const Options& options, const ChosenBenchmarks& head,
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
  const perf::TimedRule rule{.smallest_effect = options.smallest / 100};
  Result<Batch> first = take_turns(*base, turn_head, options.rounds, err);
  if (!first) {
    return std::unexpected(std::move(first.error()));
  }
  Batch second;
  const std::vector<perf::TimedSeries> pairs = pairs_of(*first, second);
  const std::vector<std::size_t> wanted = perf::to_confirm(pairs, rule);
  if (!wanted.empty()) {
    std::vector<std::string> names{std::string(canary)};
    for (const std::size_t index : wanted) {
      if (std::ranges::find(names, pairs[index].benchmark) == names.end()) {
        names.push_back(pairs[index].benchmark);
      }
    }
    err << fmt::format("{} cases seem to have changed: a second batch\n", names.size() - 1);
    base->names = turn_head.names = names;
    Result<Batch> again = take_turns(*base, turn_head, options.rounds, err);
    if (!again) {
      return std::unexpected(std::move(again.error()));
    }
    second = std::move(*again);
  }
  return judge_times(*first, second, rule);
}

nlohmann::json json_of(const Judged& one) {
  nlohmann::json json{{"benchmark", one.benchmark}, {"metric", one.metric},   {"kind", name_of(one.kind)},
                      {"unit", one.unit},           {"verdict", one.verdict}, {"base", one.before},
                      {"head", one.after},          {"reason", one.reason}};
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (value && std::isfinite(*value)) {
      json[name] = *value;
    }
  };
  add("change", one.change);
  add("low", one.interval ? std::optional(one.interval->low) : std::nullopt);
  add("high", one.interval ? std::optional(one.interval->high) : std::nullopt);
  add("q", one.q);
  add("smallestVisibleLoss", one.smallest_visible_loss);
  return json;
}

std::string line_of(const Judged& one) {
  std::string text = fmt::format("{:<14} {:<50} {:<17}", one.verdict, one.benchmark, one.metric);
  if (one.change) {
    text += fmt::format(" {:+.2f} %", *one.change * 100);
  }
  if (one.interval && one.interval->is_bounded()) {
    text += fmt::format(" [{:+.2f}, {:+.2f}]", one.interval->low * 100, one.interval->high * 100);
  }
  if (!one.refused) {
    text += fmt::format("  {:.6g} -> {:.6g} {}", one.before, one.after, one.unit);
  }
  if (one.smallest_visible_loss && !one.wrong) {
    text += fmt::format("; a loss of {:.1f} % would have been seen", *one.smallest_visible_loss * 100);
  }
  return text + (one.reason.empty() ? "" : "; " + one.reason) + '\n';
}

/// What changed as findings, then what could not be told, then how many of each there are.
std::string text_of(const std::vector<Judged>& all) {
  std::vector<perf::Step> steps;
  std::string lines;
  std::map<std::string_view, std::size_t> counts;
  std::map<std::string, std::pair<std::size_t, const Judged*>> refusals;
  for (const Judged& one : all) {
    ++counts[one.verdict];
    if (one.step) {
      steps.push_back(*one.step);
    } else if (one.refused) {
      auto& [number, first] = refusals[one.reason];
      ++number;
      first = first == nullptr ? &one : first;
    } else if (one.verdict != "unchanged") {
      lines += line_of(one);
    }
  }
  std::string text = steps.empty() ? std::string() : perf::text_of(perf::findings_of(steps)) + '\n';
  text += lines;
  for (const auto& [reason, refused] : refusals) {
    text += fmt::format("refused: {} series, {} {} the first: {}\n", refused.first, refused.second->benchmark,
                        refused.second->metric, reason);
  }
  text += fmt::format("{} series", all.size());
  for (const auto& [verdict, number] : counts) {
    text += fmt::format(", {} {}", number, verdict);
  }
  return text + '\n';
}

/// 1: something is worse, or an exact count is another one; 2: something could not be compared at all.
int status_of(const std::vector<Judged>& all) {
  if (std::ranges::any_of(all, &Judged::wrong)) {
    return exit_not_as_expected;
  }
  return std::ranges::any_of(all, &Judged::refused) ? exit_wrong_command : exit_as_expected;
}

Result<std::vector<Judged>> judge(const Options& options, std::ostream& err) {
  const bool turns = !options.base_program.empty();
  std::vector<Judged> all;
  Result<ChosenBenchmarks> chosen = error(ErrorKind::usage, "");
  if (turns || options.head.empty()) {
    chosen = choose_benchmarks(options.bench);
    if (!chosen) {
      return std::unexpected(std::move(chosen.error()));
    }
    chosen->request.environment = options.head_environment;
  }
  if (turns) {
    Result<std::vector<Judged>> timed = judge_turns(options, *chosen, err);
    if (!timed) {
      return timed;
    }
    all = std::move(*timed);
  }
  if (options.base.empty()) {
    return turns
               ? Result<std::vector<Judged>>(std::move(all))
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
  Result<std::vector<Judged>> counted = judge_counts(*base, *head, options.history);
  if (!counted) {
    return counted;
  }
  all.insert(all.end(), counted->begin(), counted->end());
  if (!turns) {
    const Batch batch{.base = *base, .head = *head};
    const std::vector<Judged> timed = judge_times(batch, {}, {.smallest_effect = options.smallest / 100});
    all.insert(all.end(), timed.begin(), timed.end());
  }
  return all;
}

int run(const Options& options, std::ostream& out, std::ostream& err) {
  const Result<std::vector<Judged>> all = judge(options, err);
  if (!all) {
    err << "rpcts: " << all.error().message << '\n';
    return exit_wrong_command;
  }
  if (all->empty()) {
    err << "rpcts: base and head have no series in common\n";
    return exit_wrong_command;
  }
  out << text_of(*all);
  if (!options.json.empty()) {
    nlohmann::json json{{"format", "rpcts.perf.comparison"}, {"version", 1}};
    for (const Judged& one : *all) {
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
