#include "harness/perf/judge/shift.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <vector>

#include "harness/perf/judge/mann_whitney.hpp"
#include "harness/perf/sample_set.hpp"

namespace rpcts::perf {
namespace {

bool all_positive(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return value > 0 && std::isfinite(value); });
}

double nth_smallest(std::vector<double>& values, std::size_t n) {
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(n);
  std::ranges::nth_element(values, place);
  return *place;
}

}  // namespace

std::optional<Shift> shift_of(std::span<const double> base, std::span<const double> head, double level) {
  if (base.empty() || head.empty() || !all_positive(base) || !all_positive(head)) {
    return std::nullopt;
  }
  std::vector<double> differences;
  differences.reserve(base.size() * head.size());
  for (const double after : head) {
    for (const double before : base) {
      differences.push_back(std::log(after) - std::log(before));
    }
  }
  Shift shift{.estimate = std::expm1(median(differences)), .high = std::numeric_limits<double>::infinity()};
  const std::size_t rank = bounding_rank(base.size(), head.size(), level);
  if (rank > 0) {
    shift.low = std::expm1(nth_smallest(differences, rank - 1));
    shift.high = std::expm1(nth_smallest(differences, differences.size() - rank));
  }
  return shift;
}

std::string text_of(const Shift& shift) {
  return fmt::format("{:+.1f} % [{:+.1f}, {:+.1f}]", shift.estimate * 100, shift.low * 100, shift.high * 100);
}

}  // namespace rpcts::perf
