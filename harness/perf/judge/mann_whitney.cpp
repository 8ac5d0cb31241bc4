#include "harness/perf/judge/mann_whitney.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numeric>
#include <vector>

namespace rpcts::perf {
namespace {

struct Ranked {
  double value;
  bool head;
};

/// Number of pairs with head above base, and what equal values take from the variance.
struct Ranking {
  double u = 0;
  double tie_term = 0;  ///< sum of t^3 - t over all groups of t equal values
};

Ranking ranking_of(std::span<const double> base, std::span<const double> head) {
  std::vector<Ranked> all;
  all.reserve(base.size() + head.size());
  for (const double value : base) {
    all.push_back({.value = value, .head = false});
  }
  for (const double value : head) {
    all.push_back({.value = value, .head = true});
  }
  std::ranges::sort(all, {}, &Ranked::value);
  Ranking ranking;
  double base_below = 0;
  for (auto first = all.begin(); first != all.end();) {
    const auto last =
        std::find_if(first, all.end(), [&](const Ranked& one) { return one.value > first->value; });
    const auto heads =
        static_cast<double>(std::count_if(first, last, [](const Ranked& one) { return one.head; }));
    const auto equal = static_cast<double>(last - first);
    const double bases = equal - heads;
    ranking.u += heads * (base_below + bases / 2);
    ranking.tie_term += equal * equal * equal - equal;
    base_below += bases;
    first = last;
  }
  return ranking;
}

/// P(U = u) for u = 0..most without equal values; most <= m*n. The largest value is in the first group with
/// chance m/(m+n), and is then above all n of the other: so p(m,n,u) = m/(m+n) p(m-1,n,u-n) + n/(m+n)
/// p(m,n-1,u).
std::vector<double> chances_of_u(std::size_t m, std::size_t n, std::size_t most) {
  std::vector<std::vector<double>> row(n + 1, {1.0});  // of i = 0: U is 0
  for (std::size_t i = 1; i <= m; ++i) {
    for (std::size_t j = 1; j <= n; ++j) {
      const std::vector<double>& above = row[j];  // still that of (i - 1, j)
      const std::vector<double>& left = row[j - 1];
      std::vector<double> next(std::min(i * j, most) + 1, 0.0);
      const double share = static_cast<double>(i) / static_cast<double>(i + j);
      for (std::size_t u = j; u < next.size() && u - j < above.size(); ++u) {
        next[u] = share * above[u - j];
      }
      for (std::size_t u = 0; u < left.size(); ++u) {
        next[u] += (1 - share) * left[u];
      }
      row[j] = std::move(next);
    }
  }
  return std::move(row[n]);
}

bool counts_out(std::size_t base_count, std::size_t head_count) {
  return std::max(base_count, head_count) <= most_values_for_exact;
}

double exact_p(std::size_t base_count, std::size_t head_count, double u) {
  const double smaller = std::min(u, static_cast<double>(base_count * head_count) - u);
  const std::vector<double> chances = chances_of_u(head_count, base_count, static_cast<std::size_t>(smaller));
  return std::min(1.0, 2 * std::accumulate(chances.begin(), chances.end(), 0.0));
}

}  // namespace

MannWhitney mann_whitney(std::span<const double> base, std::span<const double> head) {
  if (base.empty() || head.empty()) {
    return {};
  }
  const Ranking ranking = ranking_of(base, head);
  if (ranking.tie_term == 0 && counts_out(base.size(), head.size())) {
    return {.u = ranking.u, .p = exact_p(base.size(), head.size(), ranking.u), .exact = true};
  }
  const auto m = static_cast<double>(base.size());
  const auto n = static_cast<double>(head.size());
  const double all = m + n;
  const double variance = m * n / 12 * (all + 1 - ranking.tie_term / (all * (all - 1)));
  const double distance = std::max(0.0, std::abs(ranking.u - m * n / 2) - 0.5);
  if (variance <= 0 || distance <= 0) {  // all values are equal, or U is where it is expected
    return {.u = ranking.u};
  }
  const boost::math::normal normal;
  const double p = 2 * cdf(complement(normal, distance / std::sqrt(variance)));
  return {.u = ranking.u, .p = std::min(1.0, p)};
}

std::size_t bounding_rank(std::size_t base_count, std::size_t head_count, double level) {
  const double tail = (1 - level) / 2;
  if (base_count == 0 || head_count == 0 || !(tail > 0) || !(tail < 0.5)) {
    return 0;
  }
  if (counts_out(base_count, head_count)) {
    const std::vector<double> chances = chances_of_u(head_count, base_count, base_count * head_count / 2);
    double below = 0;
    std::size_t rank = 0;
    while (rank < chances.size() && below + chances[rank] <= tail) {
      below += chances[rank++];
    }
    return rank;
  }
  const auto m = static_cast<double>(base_count);
  const auto n = static_cast<double>(head_count);
  const double z = quantile(complement(boost::math::normal{}, tail));
  // P(U <= k - 1) is about the normal distribution's share below k - 1/2.
  const double rank = m * n / 2 + 0.5 - z * std::sqrt(m * n * (m + n + 1) / 12);
  return rank < 1 ? 0 : static_cast<std::size_t>(rank);
}

}  // namespace rpcts::perf
