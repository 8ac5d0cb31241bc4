#include "harness/perf/sample_set.hpp"

#include <algorithm>
#include <cstddef>

namespace rpcts::perf {
namespace {

bool shifts(const EnvironmentField& field, Kind kind) {
  return static_cast<std::uint8_t>(field.shifts) <= static_cast<std::uint8_t>(kind);
}

std::string value_of(const Environment& environment, std::string_view field) {
  const auto found = environment.find(field);
  return found == environment.end() ? std::string() : found->second;
}

}  // namespace

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::exact:
      return "exact";
    case Kind::instructions:
      return "instructions";
    case Kind::timed:
      return "timed";
  }
  return "";
}

std::string series_of(const SampleSet& set) {
  std::string key = set.benchmark + '\n' + set.metric + '\n';
  for (const EnvironmentField& field : environment_fields) {
    if (shifts(field, set.kind)) {
      key += value_of(set.environment, field.name);
      key += '\n';
    }
  }
  return key;
}

std::vector<Difference> differences(const Environment& one, const Environment& other, Kind kind) {
  std::vector<Difference> found;
  for (const EnvironmentField& field : environment_fields) {
    if (!shifts(field, kind)) {
      continue;
    }
    std::string mine = value_of(one, field.name);
    std::string theirs = value_of(other, field.name);
    if (mine != theirs) {
      found.push_back({.field = field.name, .one = std::move(mine), .other = std::move(theirs)});
    }
  }
  return found;
}

double median(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::ranges::nth_element(sorted, middle);
  if (sorted.size() % 2 != 0) {
    return *middle;
  }
  return (*middle + *std::max_element(sorted.begin(), middle)) / 2;
}

}  // namespace rpcts::perf
