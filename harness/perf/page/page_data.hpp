#pragma once

// What a page shows. Plain data: whoever has a history and its verdicts fills it in.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/perf/sample_set.hpp"

namespace rpcts::perf {

/// One run's place in a series. `low` to `high` is drawn as a band around the median.
struct PagePoint {
  std::string recorded;  ///< UTC, "2025-01-31T12:00:00Z"
  std::string commit;
  std::string run;
  double median = 0;
  double low = 0;
  double high = 0;
};

/// Where a series moved to another level.
struct PageChange {
  std::size_t index = 0;  ///< the first point of the new level
  double step = 0;        ///< relative: 0.05 is 5 % more than before
};

/// A metric of a benchmark on a device over time: one chart.
struct PageSeries {
  std::string benchmark;
  std::string metric;
  std::string unit;
  Kind kind = Kind::timed;
  std::string device;
  std::vector<PagePoint> points;  ///< oldest first
  std::vector<PageChange> change_points;
};

/// How a verdict is coloured; less is better in every metric.
enum class Tone : std::uint8_t { neutral, better, worse };

/// Two sets of values, drawn as two distributions.
struct PageComparison {
  std::string name;
  std::string unit;
  std::vector<double> base;
  std::vector<double> head;
  std::string verdict;  ///< a few words
  std::string detail;   ///< a sentence: the numbers behind it
  Tone tone = Tone::neutral;
};

struct PageData {
  std::string title;
  std::string generated;  ///< when, and from what
  std::vector<PageSeries> series;
  std::vector<PageComparison> comparisons;
  std::vector<std::string> findings;
};

}  // namespace rpcts::perf
