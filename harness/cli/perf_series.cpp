#include "harness/cli/perf_series.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <map>

#include "harness/perf/history/history.hpp"
#include "harness/perf/judge/change_points.hpp"
#include "harness/perf/judge/shift.hpp"

namespace rpcts::cli {
namespace {

using perf::PageSeries;
using perf::SampleSet;

Result<std::vector<SampleSet>> read(const std::string& path, const std::string& benchmark,
                                    const std::string& metric) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    return error(ErrorKind::usage,
                 fmt::format("there is no history '{}'; `rpcts perf record` makes one", path));
  }
  Result<perf::History> history = perf::History::open(path);
  if (!history) {
    return std::unexpected(std::move(history.error()));
  }
  return history->sets({.benchmark = benchmark, .metric = metric});
}

double quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

std::string field(const SampleSet& set, std::string_view name) {
  const auto found = set.environment.find(name);
  return found == set.environment.end() ? std::string() : found->second;
}

void find_changes(PageSeries& series, double smallest) {
  std::vector<double> medians;
  for (const perf::PagePoint& point : series.points) {
    medians.push_back(point.median);
  }
  for (const perf::ChangePoint& change : perf::change_points(medians, {.smallest_effect = smallest})) {
    series.change_points.push_back({.index = change.index, .step = change.step.value_or(0)});
  }
}

}  // namespace

Result<std::vector<PageSeries>> series_of_history(const std::string& history, const std::string& benchmark,
                                                  const std::string& metric, double smallest) {
  const Result<std::vector<SampleSet>> sets = read(history, benchmark, metric);
  if (!sets) {
    return std::unexpected(sets.error());
  }
  std::map<std::string, PageSeries> by_key;
  for (const SampleSet& set : *sets) {
    PageSeries& series = by_key[series_of(set)];
    if (series.points.empty()) {
      series.benchmark = set.benchmark;
      series.metric = set.metric;
      series.unit = set.unit;
      series.kind = set.kind;
      series.device = field(set, "device");
    }
    series.points.push_back({.recorded = set.recorded,
                             .commit = field(set, "commit"),
                             .run = set.run,
                             .median = perf::median(set.values),
                             .low = quantile(set.values, 0.25),
                             .high = quantile(set.values, 0.75)});
  }
  if (by_key.empty()) {
    return error(ErrorKind::usage, fmt::format("no series of '{}' matches", history));
  }
  std::vector<PageSeries> all;
  for (auto& [key, series] : by_key) {
    find_changes(series, smallest);
    all.push_back(std::move(series));
  }
  return all;
}

std::vector<std::string> findings_of(const std::vector<PageSeries>& series) {
  struct Step {
    std::string recorded;
    std::string commit;
    std::vector<std::string> members;
    double largest = 0;
  };
  // Keyed by time first, so that they come in order; losses and gains apart.
  std::map<std::pair<std::string, bool>, Step> steps;
  for (const PageSeries& one : series) {
    for (const perf::PageChange& change : one.change_points) {
      const perf::PagePoint& point = one.points[change.index];
      Step& step = steps[{point.recorded + point.run, change.step > 0}];
      step.recorded = point.recorded;
      step.commit = point.commit;
      step.members.push_back(fmt::format("{} {}", one.benchmark, one.metric));
      if (std::abs(change.step) > std::abs(step.largest)) {
        step.largest = change.step;
      }
    }
  }
  std::vector<std::string> texts;
  for (const auto& [key, step] : steps) {
    texts.push_back(
        fmt::format("{}{}: {} series step together, the largest by {:+.1f} %: {}{}", step.recorded,
                    step.commit.empty() ? "" : " (" + step.commit + ")", step.members.size(),
                    step.largest * 100, step.members.front(),
                    step.members.size() > 1 ? fmt::format(" and {} more", step.members.size() - 1) : ""));
  }
  return texts;
}

Result<std::vector<perf::PageComparison>> last_comparisons(const std::string& history) {
  const Result<std::vector<SampleSet>> sets = read(history, "*", "*_time");
  if (!sets) {
    return std::unexpected(sets.error());
  }
  std::map<std::string, std::vector<const SampleSet*>> by_key;
  for (const SampleSet& set : *sets) {
    by_key[series_of(set)].push_back(&set);
  }
  std::vector<perf::PageComparison> all;
  for (const auto& [key, series] : by_key) {
    if (series.size() < 2 || series.back()->values.size() < 5) {
      continue;
    }
    const SampleSet& base = *series[series.size() - 2];
    const SampleSet& head = *series.back();
    const auto shift = perf::shift_of(base.values, head.values);
    all.push_back(
        {.name = fmt::format("{} {}, {}", head.benchmark, head.metric, field(head, "device")),
         .unit = head.unit,
         .base = base.values,
         .head = head.values,
         .verdict = "not taken by turns",
         .detail = shift ? fmt::format("{} against {}: {:+.1f} % [{:+.1f}, {:+.1f}]", head.run, base.run,
                                       shift->estimate * 100, shift->low * 100, shift->high * 100)
                         : std::string("too few values")});
  }
  return all;
}

}  // namespace rpcts::cli
