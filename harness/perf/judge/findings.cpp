#include "harness/perf/judge/findings.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <tuple>
#include <utility>

namespace rpcts::perf {
namespace {

std::string percent(double change) {
  const double shown = change * 100;
  // A count that changes by one in a million changes, and is not "+0.0 %".
  return std::abs(shown) < 0.05 && shown != 0 ? fmt::format("{:+.1g} %", shown)
                                              : fmt::format("{:+.1f} %", shown);
}

std::string change_text(const Step& step) {
  if (step.interval) {
    return text_of(*step.interval);
  }
  return step.change ? percent(*step.change) : std::string("from 0");
}

std::string value_text(double value) {
  const double size = std::abs(value);
  if (value == std::trunc(value) || size >= 100) {
    return size < 1e15 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
  }
  return size >= 10 ? fmt::format("{:.1f}", value) : fmt::format("{:.3g}", value);
}

/// Steps by a key, keys in the order of their first step.
struct Group {
  std::string key;
  Direction direction;
  std::vector<Step> members;
};

void add(std::vector<Group>& groups, std::string key, const Step& step) {
  auto found = std::ranges::find_if(
      groups, [&](const Group& group) { return group.key == key && group.direction == step.direction(); });
  if (found == groups.end()) {
    groups.push_back({.key = std::move(key), .direction = step.direction(), .members = {}});
    found = groups.end() - 1;
  }
  found->members.push_back(step);
}

Finding finding_of(Group group) {
  std::ranges::sort(group.members, {},
                    [](const Step& step) { return std::tuple(-step.size(), step.benchmark, step.metric); });
  const Step& largest = group.members.front();
  std::string title =
      fmt::format("{}: {} in {} series", group.key, name_of(group.direction), group.members.size());
  title += largest.change ? fmt::format(", {} at most", percent(*largest.change)) : std::string(", from 0");
  return {.direction = group.direction, .title = std::move(title), .members = std::move(group.members)};
}

std::vector<Finding> findings_of_groups(std::vector<Group> groups) {
  std::vector<Finding> findings;
  findings.reserve(groups.size());
  for (Group& group : groups) {
    findings.push_back(finding_of(std::move(group)));
  }
  return findings;
}

std::string name_of(const Step& step) {
  return step.benchmark + ' ' + step.metric;
}

std::string member_lines(const Finding& finding) {
  std::size_t change_width = 0;
  std::size_t name_width = 0;
  for (const Step& step : finding.members) {
    change_width = std::max(change_width, change_text(step).size());
    name_width = std::max(name_width, name_of(step).size());
  }
  std::string text;
  for (const Step& step : finding.members) {
    text += fmt::format("  {}  {:<{}}  {:<{}}  {} -> {}{}{}\n", name_of(finding.direction), change_text(step),
                        change_width, name_of(step), name_width, value_text(step.before),
                        value_text(step.after), step.unit.empty() ? "" : " ", step.unit);
  }
  return text;
}

}  // namespace

std::string_view name_of(Direction direction) {
  return direction == Direction::loss ? "loss" : "gain";
}

Direction Step::direction() const {
  const bool is_more = change ? *change > 0 : after > before;
  return is_more ? Direction::loss : Direction::gain;
}

double Step::size() const {
  return change ? std::abs(*change) : std::numeric_limits<double>::infinity();
}

std::optional<Step> step_of(const SampleSet& head, const CountedVerdict& verdict) {
  if (verdict.outcome != CountedOutcome::loss && verdict.outcome != CountedOutcome::gain) {
    return std::nullopt;
  }
  return Step{.benchmark = head.benchmark,
              .metric = head.metric,
              .unit = head.unit,
              .before = verdict.before,
              .after = verdict.after,
              .change = verdict.change};
}

std::optional<Step> step_of(const TimedSeries& series, const TimedVerdict& verdict) {
  if ((verdict.outcome != TimedOutcome::loss && verdict.outcome != TimedOutcome::gain) || !verdict.shift) {
    return std::nullopt;
  }
  return Step{.benchmark = series.benchmark,
              .metric = series.metric,
              .unit = series.unit,
              .before = verdict.before,
              .after = verdict.after,
              .change = verdict.shift->estimate,
              .interval = verdict.shift};
}

HistoryStep step_of(const SampleSet& any, const ChangePoint& point, std::string run) {
  return {.step = {.benchmark = any.benchmark,
                   .metric = any.metric,
                   .unit = any.unit,
                   .before = point.before,
                   .after = point.after,
                   .change = point.step},
          .run = std::move(run)};
}

std::vector<Finding> findings_of(std::span<const Step> steps) {
  std::vector<Group> groups;
  for (const Step& step : steps) {
    add(groups, step.benchmark.substr(0, step.benchmark.find('/')) + ' ' + step.metric, step);
  }
  std::vector<Finding> findings = findings_of_groups(std::move(groups));
  std::ranges::sort(findings, {}, [](const Finding& finding) {
    return std::tuple(finding.direction, -finding.largest().size(), finding.title);
  });
  return findings;
}

std::vector<Finding> findings_of(std::span<const HistoryStep> steps) {
  std::vector<Group> groups;
  for (const HistoryStep& one : steps) {
    add(groups, one.run, one.step);
  }
  std::ranges::sort(groups, {}, [&](const Group& group) {
    return std::pair(std::ranges::find(steps, group.key, &HistoryStep::run), group.direction);
  });
  return findings_of_groups(std::move(groups));
}

std::string text_of(std::span<const Finding> findings) {
  std::string text;
  for (const Finding& finding : findings) {
    text += fmt::format("{}{}\n{}", text.empty() ? "" : "\n", finding.title, member_lines(finding));
  }
  return text;
}

}  // namespace rpcts::perf
