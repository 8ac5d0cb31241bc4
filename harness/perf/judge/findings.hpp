#pragma once

// Series that step together have one cause, and are told as one finding.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/perf/judge/change_points.hpp"
#include "harness/perf/judge/counted.hpp"
#include "harness/perf/judge/shift.hpp"
#include "harness/perf/judge/timed.hpp"
#include "harness/perf/sample_set.hpp"

namespace rpcts::perf {

enum class Direction : std::uint8_t { loss, gain };  // in the order in which they are listed

/// "loss", "gain".
[[nodiscard]] std::string_view name_of(Direction direction);

/// One series that changed.
struct Step {
  std::string benchmark;
  std::string metric;
  std::string unit;
  double before = 0;  ///< medians, in the unit
  double after = 0;
  std::optional<double> change;   ///< relative; none when only `before` is 0
  std::optional<Shift> interval;  ///< of a timed metric

  [[nodiscard]] Direction direction() const;
  /// |change|; infinity when that is none.
  [[nodiscard]] double size() const;
};

/// The step that a verdict tells; none when it is neither a loss nor a gain.
[[nodiscard]] std::optional<Step> step_of(const SampleSet& head, const CountedVerdict& verdict);
[[nodiscard]] std::optional<Step> step_of(const TimedSeries& series, const TimedVerdict& verdict);

/// A step in the history of a series.
struct HistoryStep {
  Step step;
  std::string run;  ///< the first run (or commit) after the step: what the caller knows it by
};

/// `any` is a set of the series, `run` names the run at point.index.
[[nodiscard]] HistoryStep step_of(const SampleSet& any, const ChangePoint& point, std::string run);

struct Finding {
  Direction direction = Direction::loss;
  std::string title;          ///< "cascades cpu_time: loss in 3 series, +4.8 % at most"
  std::vector<Step> members;  ///< never empty; the largest first

  [[nodiscard]] const Step& largest() const { return members.front(); }
};

/// Groups the steps of one comparison by direction, metric and the benchmark's name up to its first '/'.
/// Losses come first, then the larger findings.
[[nodiscard]] std::vector<Finding> findings_of(std::span<const Step> steps);

/// Groups the steps of histories by run and direction; in the order in which the runs first stand in `steps`,
/// losses first.
[[nodiscard]] std::vector<Finding> findings_of(std::span<const HistoryStep> steps);

/// For people: the title, then a line for each member, in columns; an empty line between findings.
[[nodiscard]] std::string text_of(std::span<const Finding> findings);

}  // namespace rpcts::perf
