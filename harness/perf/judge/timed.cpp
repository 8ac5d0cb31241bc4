#include "harness/perf/judge/timed.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "harness/perf/judge/false_discovery.hpp"
#include "harness/perf/judge/mann_whitney.hpp"
#include "harness/perf/judge/spread.hpp"
#include "harness/perf/sample_set.hpp"

namespace rpcts::perf {
namespace {

/// What one batch says by itself.
struct BatchLook {
  std::optional<Shift> shift;
  double p = 1;
  std::string why_none;  ///< why there is no shift
};

BatchLook look_at(const TimedBatch& batch, const TimedRule& rule) {
  if (std::min(batch.base.size(), batch.head.size()) < rule.fewest) {
    return {.why_none = fmt::format("{} repetitions of base and {} of head; {} of each are needed",
                                    batch.base.size(), batch.head.size(), rule.fewest)};
  }
  const std::optional<Shift> shift = shift_of(batch.base, batch.head, rule.level);
  if (!shift) {
    return {.why_none = "a value is not above 0"};
  }
  return {.shift = shift, .p = mann_whitney(batch.base, batch.head).p};
}

double median_or_zero(std::span<const double> values) {
  return values.empty() ? 0 : median(values);
}

/// What the first batches say; the rates are over those that say something.
std::vector<TimedVerdict> first_look(std::span<const TimedSeries> series, const TimedRule& rule) {
  std::vector<TimedVerdict> verdicts;
  std::vector<double> p;
  for (const TimedSeries& one : series) {
    BatchLook look = look_at(one.first, rule);
    TimedVerdict verdict{.before = median_or_zero(one.first.base),
                         .after = median_or_zero(one.first.head),
                         .shift = look.shift,
                         .p = look.p,
                         .reason = std::move(look.why_none)};
    if (look.shift) {
      p.push_back(look.p);
      if (look.shift->is_bounded()) {
        verdict.smallest_visible_loss = rule.smallest_effect + look.shift->estimate - look.shift->low;
      }
    }
    verdicts.push_back(std::move(verdict));
  }
  const std::vector<double> q = false_discovery_rates(p);
  auto next = q.begin();
  for (TimedVerdict& verdict : verdicts) {
    if (verdict.shift) {
      verdict.q = *next++;
    }
  }
  return verdicts;
}

bool is_called(const TimedVerdict& verdict, const TimedRule& rule) {
  return verdict.shift && verdict.q <= rule.largest_rate &&
         (verdict.shift->is_above(rule.smallest_effect) || verdict.shift->is_below(rule.smallest_effect));
}

/// Judges a series that the first batch calls changed, by `shift`.
void confirm(TimedVerdict& verdict, const Shift& shift, const TimedBatch& second, const TimedRule& rule) {
  if (second.base.empty() && second.head.empty()) {
    verdict.reason = text_of(shift) + "; not confirmed yet by a second batch";
    return;
  }
  const BatchLook again = look_at(second, rule);
  verdict.confirmation = again.shift;
  if (!again.shift) {
    verdict.reason =
        fmt::format("{}; the second batch does not confirm it: {}", text_of(shift), again.why_none);
    return;
  }
  const bool is_loss = shift.is_above(rule.smallest_effect);
  const bool is_confirmed =
      again.p <= rule.confirming_p &&
      (is_loss ? again.shift->is_above(rule.smallest_effect) : again.shift->is_below(rule.smallest_effect));
  if (is_confirmed) {
    verdict.outcome = is_loss ? TimedOutcome::loss : TimedOutcome::gain;
    verdict.reason = fmt::format("{}, again {}", text_of(shift), text_of(*again.shift));
  } else {
    verdict.reason =
        fmt::format("{}; the second batch does not confirm it: {}", text_of(shift), text_of(*again.shift));
  }
}

void judge(TimedVerdict& verdict, const TimedBatch& second, const TimedRule& rule) {
  if (!verdict.shift) {
    return;
  }
  if (is_called(verdict, rule)) {
    confirm(verdict, *verdict.shift, second, rule);
  } else if (verdict.shift->is_within(rule.smallest_effect)) {
    verdict.outcome = TimedOutcome::unchanged;
  } else {
    verdict.reason = text_of(*verdict.shift);
    if (verdict.smallest_visible_loss) {
      verdict.reason += fmt::format("; the smallest loss that would have been seen is {:+.1f} %",
                                    *verdict.smallest_visible_loss * 100);
    }
  }
}

}  // namespace

std::string_view name_of(TimedOutcome outcome) {
  switch (outcome) {
    case TimedOutcome::unchanged:
      return "unchanged";
    case TimedOutcome::loss:
      return "loss";
    case TimedOutcome::gain:
      return "gain";
    case TimedOutcome::no_verdict:
      return "no verdict";
    case TimedOutcome::withheld:
      return "withheld";
  }
  return "";
}

std::vector<std::size_t> to_confirm(std::span<const TimedSeries> series, const TimedRule& rule) {
  const std::vector<TimedVerdict> verdicts = first_look(series, rule);
  std::vector<std::size_t> called;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (is_called(verdicts[i], rule)) {
      called.push_back(i);
    }
  }
  return called;
}

std::string why_withheld(std::span<const TimedBatch> canaries, const TimedRule& rule) {
  const double half = rule.smallest_effect / 2;
  for (std::size_t i = 0; i < canaries.size(); ++i) {
    const BatchLook look = look_at(canaries[i], rule);
    if (!look.shift) {
      return fmt::format("the canary of batch {} tells nothing: {}", i + 1, look.why_none);
    }
    const bool is_clear = look.shift->is_above(half) || look.shift->is_below(half);
    if (is_clear || (look.p <= rule.canary_p && std::abs(look.shift->estimate) > half)) {
      return fmt::format("the canary of batch {} moved by {}: the machine changed", i + 1,
                         text_of(*look.shift));
    }
    const double spread = std::max(relative_interquartile_range(canaries[i].base),
                                   relative_interquartile_range(canaries[i].head));
    if (spread > rule.canary_spread) {
      return fmt::format(
          "the canary of batch {} varies by {:.1f} %, and {:.1f} % is allowed: the machine is not calm",
          i + 1, spread * 100, rule.canary_spread * 100);
    }
  }
  return {};
}

std::vector<TimedVerdict> judge_timed(std::span<const TimedSeries> series,
                                      std::span<const TimedBatch> canaries, const TimedRule& rule) {
  std::vector<TimedVerdict> verdicts = first_look(series, rule);
  const std::string withheld = why_withheld(canaries, rule);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (withheld.empty()) {
      judge(verdicts[i], series[i].second, rule);
    } else {
      verdicts[i].outcome = TimedOutcome::withheld;
      verdicts[i].reason = withheld;
    }
  }
  return verdicts;
}

}  // namespace rpcts::perf
