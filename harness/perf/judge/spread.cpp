#include "harness/perf/judge/spread.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

namespace rpcts::perf {
namespace {

double value_at(std::span<const double> sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

double relative_distance(std::span<const double> values, double lower, double upper) {
  if (values.size() < 2) {
    return 0;
  }
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  const double middle = std::abs(value_at(sorted, 0.5));
  return middle == 0 ? 0 : (value_at(sorted, upper) - value_at(sorted, lower)) / middle;
}

std::string field_of(const SampleSet& set, std::string_view name) {
  const auto found = set.environment.find(name);
  return found == set.environment.end() ? std::string() : found->second;
}

}  // namespace

double relative_range(std::span<const double> values) {
  return relative_distance(values, 0, 1);
}

double relative_interquartile_range(std::span<const double> values) {
  return relative_distance(values, 0.25, 0.75);
}

double own_spread(std::span<const SampleSet> history) {
  std::map<std::pair<std::string, std::string>, std::vector<double>> programs;
  double largest = 0;
  for (const SampleSet& set : history) {
    std::pair<std::string, std::string> program{field_of(set, "commit"), field_of(set, "binary")};
    if (program.first.empty() && program.second.empty()) {
      largest = std::max(largest, relative_range(set.values));
      continue;
    }
    std::vector<double>& values = programs[std::move(program)];
    values.insert(values.end(), set.values.begin(), set.values.end());
  }
  for (const auto& [program, values] : programs) {
    largest = std::max(largest, relative_range(values));
  }
  return largest;
}

}  // namespace rpcts::perf
