#include "harness/perf/judge/false_discovery.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace rpcts::perf {

std::vector<double> false_discovery_rates(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return p[i]; });
  std::vector<double> q(p.size());
  // From the largest p down: that of rank i is p * count / i, but never above that of a larger p.
  double least = 1;
  for (std::size_t rank = p.size(); rank > 0; --rank) {
    const std::size_t i = order[rank - 1];
    least = std::min(least, p[i] * static_cast<double>(p.size()) / static_cast<double>(rank));
    q[i] = least;
  }
  return q;
}

}  // namespace rpcts::perf
