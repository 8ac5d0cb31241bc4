#include "harness/perf/judge/counted.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "harness/perf/judge/comparable.hpp"
#include "harness/perf/judge/relative.hpp"

namespace rpcts::perf {
namespace {

/// Why an exact metric of this set does not repeat; empty when it does.
std::string why_not_repeated(const SampleSet& set, std::string_view name) {
  const auto [least, most] = std::ranges::minmax(set.values);
  return least == most ? std::string() : fmt::format("{} has values from {} to {}", name, least, most);
}

std::string reason_of(const CountedVerdict& verdict, bool against_accepted) {
  const std::string_view reference = against_accepted ? "the accepted baseline" : "base";
  const std::string amount = verdict.change ? fmt::format("{:+.2f} %, and {:.2f} % is allowed",
                                                          *verdict.change * 100, verdict.limit * 100)
                                            : std::string("from nothing");
  return fmt::format("{} in {}, {} in head: {}{}", verdict.before, reference, verdict.after, amount,
                     verdict.outcome == CountedOutcome::gain ? "; accept a new baseline" : "");
}

CountedVerdict compare(const SampleSet& reference, const SampleSet& head, double spread,
                       bool against_accepted) {
  CountedVerdict verdict{.before = median(reference.values), .after = median(head.values)};
  if (head.kind == Kind::exact) {
    verdict.reason = why_not_repeated(reference, against_accepted ? "the accepted baseline" : "base");
    const std::string of_head = why_not_repeated(head, "head");
    verdict.reason += verdict.reason.empty() || of_head.empty() ? of_head : "; " + of_head;
    if (!verdict.reason.empty()) {
      verdict.outcome = CountedOutcome::does_not_repeat;
      return verdict;
    }
  } else {
    verdict.limit = std::max(least_instructions_limit, 3 * spread);
  }
  verdict.change = relative_change(verdict.before, verdict.after);
  if (verdict.change && std::abs(*verdict.change) <= verdict.limit) {
    verdict.outcome = CountedOutcome::unchanged;
    return verdict;
  }
  verdict.outcome = verdict.after > verdict.before ? CountedOutcome::loss : CountedOutcome::gain;
  verdict.reason = reason_of(verdict, against_accepted);
  return verdict;
}

}  // namespace

std::string_view name_of(CountedOutcome outcome) {
  switch (outcome) {
    case CountedOutcome::unchanged:
      return "unchanged";
    case CountedOutcome::loss:
      return "loss";
    case CountedOutcome::gain:
      return "gain";
    case CountedOutcome::does_not_repeat:
      return "does not repeat";
    case CountedOutcome::not_comparable:
      return "not comparable";
    case CountedOutcome::no_verdict:
      return "no verdict";
  }
  return "";
}

CountedVerdict judge_counted(const SampleSet& base, const SampleSet& head, double spread,
                             const SampleSet* accepted) {
  if (head.kind == Kind::timed) {
    return {.reason = "a timed metric is not counted"};
  }
  if (head.values.empty()) {
    return {.reason = "head has no values"};
  }
  const bool has_accepted = accepted != nullptr && !accepted->values.empty();
  const std::string why_not_accepted = has_accepted ? why_not_comparable(*accepted, head) : std::string();
  if (has_accepted && why_not_accepted.empty()) {
    return compare(*accepted, head, spread, true);
  }
  if (base.values.empty()) {
    return {.reason = "base has no values"};
  }
  if (std::string why = why_not_comparable(base, head); !why.empty()) {
    return {.outcome = CountedOutcome::not_comparable, .reason = std::move(why)};
  }
  CountedVerdict verdict = compare(base, head, spread, false);
  if (!why_not_accepted.empty()) {
    verdict.reason += fmt::format("{}the accepted baseline is not used ({})",
                                  verdict.reason.empty() ? "" : "; ", why_not_accepted);
  }
  return verdict;
}

}  // namespace rpcts::perf
