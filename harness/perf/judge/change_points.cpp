#include "harness/perf/judge/change_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "harness/perf/judge/relative.hpp"
#include "harness/perf/sample_set.hpp"

namespace rpcts::perf {
namespace {

/// Ranks from 1; equal values share the mean of theirs.
std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && values[order[last]] == values[order[first]]) {
      ++last;
    }
    for (std::size_t i = first; i < last; ++i) {
      ranks[order[i]] = static_cast<double>(first + 1 + last) / 2;
    }
    first = last;
  }
  return ranks;
}

void split(std::span<const double> history, std::size_t first, std::size_t last, const ChangePointRule& rule,
           std::vector<ChangePoint>& found) {
  const Pettitt test = pettitt(history.subspan(first, last - first), rule.shortest);
  if (!(test.p <= rule.level) || test.index == 0) {
    return;
  }
  const std::size_t index = first + test.index;
  split(history, first, index, rule, found);
  found.push_back({.index = index, .p = test.p});
  split(history, index, last, rule, found);
}

void measure(std::span<const double> history, std::vector<ChangePoint>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    ChangePoint& point = points[i];
    const std::size_t first = i == 0 ? 0 : points[i - 1].index;
    const std::size_t last = i + 1 == points.size() ? history.size() : points[i + 1].index;
    point.before = median(history.subspan(first, point.index - first));
    point.after = median(history.subspan(point.index, last - point.index));
    point.step = relative_change(point.before, point.after);
  }
}

double size_of(const ChangePoint& point) {
  return point.step ? std::abs(*point.step) : std::numeric_limits<double>::infinity();
}

}  // namespace

Pettitt pettitt(std::span<const double> history, std::size_t shortest) {
  shortest = std::max<std::size_t>(shortest, 1);
  if (history.size() / 2 < shortest) {
    return {};
  }
  const std::vector<double> ranks = ranks_of(history);
  const auto n = static_cast<double>(history.size());
  Pettitt result;
  double sum = 0;
  for (std::size_t t = 1; t + shortest <= history.size(); ++t) {
    sum += ranks[t - 1];
    const double u = std::abs(2 * sum - static_cast<double>(t) * (n + 1));
    if (t >= shortest && u > result.k) {
      result.index = t;
      result.k = u;
    }
  }
  result.p = std::min(1.0, 2 * std::exp(-6 * result.k * result.k / (n * n * n + n * n)));
  return result;
}

std::vector<ChangePoint> change_points(std::span<const double> history, const ChangePointRule& rule) {
  std::vector<ChangePoint> points;
  split(history, 0, history.size(), rule, points);
  measure(history, points);
  // The smallest first: what is left of a slow climb are steps between longer stretches, and those are
  // larger.
  while (!points.empty()) {
    const auto least = std::ranges::min_element(points, {}, size_of);
    if (size_of(*least) >= rule.smallest_effect) {
      break;
    }
    points.erase(least);
    measure(history, points);
  }
  return points;
}

}  // namespace rpcts::perf
