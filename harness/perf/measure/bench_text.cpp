#include "harness/perf/measure/bench_text.hpp"

#include <algorithm>
#include <boost/math/statistics/linear_regression.hpp>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace rpcts::perf {
namespace {

constexpr double fitted_from = 100;  ///< casters: below, what is done once a frame tells

/// "draws" of "a/casters:100/b" and what stands around it.
struct Parameter {
  std::string pattern;
  double value;
};

std::optional<Parameter> casters_of(const std::string& name) {
  constexpr std::string_view key = "/casters:";
  const std::size_t at = name.find(key);
  if (at == std::string::npos) {
    return std::nullopt;
  }
  const std::size_t begin = at + key.size();
  const std::size_t end = std::min(name.find('/', begin), name.size());
  double value = 0;
  if (std::from_chars(name.data() + begin, name.data() + end, value).ec != std::errc()) {
    return std::nullopt;
  }
  return Parameter{.pattern = name.substr(0, begin) + '*' + name.substr(end), .value = value};
}

std::string median_text(const BenchRun& run, std::string_view benchmark, std::string_view metric) {
  const SampleSet* set = find_set(run, benchmark, metric);
  if (set == nullptr) {
    return "-";
  }
  const double value = median(set->values);
  return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string rate_text(const BenchRun& run, std::string_view benchmark) {
  const SampleSet* bytes = find_set(run, benchmark, "bytes");
  const SampleSet* time = find_set(run, benchmark, "cpu_time");
  if (bytes == nullptr || time == nullptr || median(time->values) <= 0) {
    return "-";
  }
  return fmt::format("{:.2f}", median(bytes->values) / median(time->values));  // bytes a ns are GB a second
}

std::string head_text(const BenchRun& run) {
  const auto field = [&](std::string_view name) {
    const auto found = run.environment.find(name);
    return found == run.environment.end() ? std::string() : found->second;
  };
  return fmt::format("{} [{}, {}], {}, {} {}, {} cores\n", field("device"), field("driver"),
                     field("driver_version"), field("cpu"), field("compiler"), field("build"),
                     field("cores"));
}

}  // namespace

const SampleSet* find_set(const BenchRun& run, std::string_view benchmark, std::string_view metric) {
  const auto found = std::ranges::find_if(
      run.sets, [&](const SampleSet& set) { return set.benchmark == benchmark && set.metric == metric; });
  return found == run.sets.end() ? nullptr : &*found;
}

std::vector<Promise> promises(const BenchRun& run, std::span<const BenchCase> cases) {
  std::vector<Promise> all;
  for (const BenchCase& one : cases) {
    if (one.limit <= 0) {
      continue;
    }
    if (const SampleSet* ratio = find_set(run, one.name, "ratio")) {
      all.push_back({.benchmark = one.name,
                     .base = one.base,
                     .ratio = median(ratio->values),
                     .limit = one.limit,
                     .metric = "time"});
    }
    const SampleSet* mine = find_set(run, one.name, "instructions");
    const SampleSet* theirs = find_set(run, one.base, "instructions");
    if (mine != nullptr && theirs != nullptr && median(theirs->values) > 0) {
      all.push_back({.benchmark = one.name,
                     .base = one.base,
                     .ratio = median(mine->values) / median(theirs->values),
                     .limit = one.limit,
                     .metric = "instructions"});
    }
  }
  return all;
}

std::vector<Growth> growths(const BenchRun& run) {
  struct Points {
    std::vector<double> draws;
    std::vector<double> times;
  };
  std::map<std::string, Points> curves;
  for (const SampleSet& set : run.sets) {
    const std::optional<Parameter> casters = casters_of(set.benchmark);
    if (set.metric == "cpu_time" && casters && casters->value >= fitted_from && median(set.values) > 0) {
      Points& points = curves[casters->pattern];
      points.draws.push_back(std::log(casters->value));
      // The set is for one draw; a frame has all of them.
      points.times.push_back(std::log(median(set.values) * casters->value));
    }
  }
  std::vector<Growth> all;
  for (const auto& [pattern, points] : curves) {
    if (points.draws.size() >= 3) {
      const auto [offset, slope] =
          boost::math::statistics::simple_ordinary_least_squares(points.draws, points.times);
      static_cast<void>(offset);
      all.push_back({.benchmark = pattern, .exponent = slope, .points = points.draws.size()});
    }
  }
  return all;
}

std::string bench_text(const BenchRun& run, std::span<const BenchCase> cases) {
  std::string text = head_text(run);
  for (const std::string& notice : run.notices) {
    text += "note: " + notice + '\n';
  }
  text += fmt::format("\n{:<52} {:>10} {:>8} {:>9} {:>8} {:>10} {:>7} {:>7}\n", "case", "CPU ns", "GB/s",
                      "ratio", "GPU ns", "instr.", "allocs", "writes");
  for (const BenchEnd& end : run.ends) {
    if (end.outcome != BenchOutcome::measured) {
      continue;
    }
    const auto found = std::ranges::find(cases, end.name, &BenchCase::name);
    const std::string unit = found != cases.end() ? "/" + found->unit : "";
    text += fmt::format("{:<52} {:>10} {:>8} {:>9} {:>8} {:>10} {:>7} {:>7}  {}\n", end.name,
                        median_text(run, end.name, "cpu_time"), rate_text(run, end.name),
                        median_text(run, end.name, "ratio"), median_text(run, end.name, "gpu_time"),
                        median_text(run, end.name, "instructions"), median_text(run, end.name, "allocations"),
                        median_text(run, end.name, "descriptor_writes"), unit);
  }
  for (const BenchEnd& end : run.ends) {
    if (end.outcome != BenchOutcome::measured) {
      text += fmt::format("{}: {}: {}\n", name_of(end.outcome), end.name, end.reason);
    }
  }
  const std::vector<Growth> curves = growths(run);
  text += curves.empty()
              ? ""
              : "\nhow the time of a frame grows with the casters, from 100 on (1 = in proportion)\n";
  for (const Growth& growth : curves) {
    text += fmt::format("{:<52} {:>10.3f}  {} points\n", growth.benchmark, growth.exponent, growth.points);
  }
  const std::vector<Promise> promised = promises(run, cases);
  const auto missed = std::ranges::count_if(promised, [](const Promise& one) { return !one.kept(); });
  text += promised.empty() ? "" : fmt::format("\n{} promises, {} missed\n", promised.size(), missed);
  for (const Promise& one : promised) {
    text +=
        fmt::format("{} {:<52} {:.3f} of the {} of {}, at most {:.2f}\n", one.kept() ? "kept  " : "missed",
                    one.benchmark, one.ratio, one.metric, one.base, one.limit);
  }
  const auto of = [&](BenchOutcome outcome) {
    return std::ranges::count(run.ends, outcome, &BenchEnd::outcome);
  };
  const auto ended = std::ssize(run.ends);
  const auto good = of(BenchOutcome::measured);
  const auto unsupported = of(BenchOutcome::not_supported);
  text += fmt::format("\n{} cases: {} measured, {} not supported, {} came to grief\n", ended, good,
                      unsupported, ended - good - unsupported);
  return text;
}

}  // namespace rpcts::perf
