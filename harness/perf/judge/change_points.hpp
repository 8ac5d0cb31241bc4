#pragma once

// Where a history steps. A comparison sees one change at a time; many changes of 1 % each are seen here.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace rpcts::perf {

struct ChangePointRule {
  std::size_t shortest = 5;       ///< points between two steps, and to either end; at least 1
  double level = 0.01;            ///< largest p of a step
  double smallest_effect = 0.02;  ///< relative; smaller steps do not matter
};

/// Pettitt's test for one step in a series: A non-parametric approach to the change-point problem (1979).
struct Pettitt {
  std::size_t index = 0;  ///< the first point after the step
  double k = 0;           ///< the largest |U(t)| of all places that leave `shortest` points on either side
  double p = 1;           ///< 2 exp(-6 k^2 / (n^3 + n^2)), at most 1
};

/// p is 1 for a history that is too short to have a place for a step.
[[nodiscard]] Pettitt pettitt(std::span<const double> history, std::size_t shortest);

struct ChangePoint {
  std::size_t index = 0;  ///< the first point after the step
  double p = 1;           ///< of the split that found it
  double before = 0;      ///< medians of the stretches between this step and its neighbours
  double after = 0;
  std::optional<double> step;  ///< after relative to before; none when only before is 0
};

/// The steps of a history of one series (a number per run, oldest first, all finite), in its order. The
/// history is halved at its clearest step, then each half, until none has p <= level; then steps below the
/// smallest effect are taken out, the smallest first. With the approximation of p that the test has, a step
/// in the middle is found from 16 points on at the level 0.01, and one near an end needs more points.
[[nodiscard]] std::vector<ChangePoint> change_points(std::span<const double> history,
                                                     const ChangePointRule& rule = {});

}  // namespace rpcts::perf
