// Atomic fallback (F.3 to F.6): each fallible Vulkan call of an event fails once, and nothing of the pack may
// be left. The whole of it is nightly; a fixed sample of it always runs.

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/failure_rig.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using implementation::Implementation;
using runner::CaseContext;
using runner::Proof;

/// With one of the three kinds for each event this is one failure in fifty.
constexpr std::uint64_t sample_step = 17;
/// An implementation that makes more calls in one event is not followed to the end.
constexpr std::uint64_t most_calls = 100'000;
/// Then the case has shown enough.
constexpr std::size_t most_broken = 5;

struct Base {
  const char* name;
  const char* preset;
  const char* other;    ///< preset to change to; empty = the base has one
  std::uint64_t parts;  ///< cases among which the calls are dealt, so that each stays short
};

constexpr auto bases = std::to_array<Base>({
    {"custom", "default", "", 1},
    {"full", "low", "medium", 8},
    {"fused", "low", "medium", 8},
    {"mv", "low", "medium", 8},
    {"noop", "default", "", 1},
    {"shadow", "medium", "", 4},
    {"tone", "default", "", 1},
});

constexpr auto events = std::to_array<std::pair<FailureEvent, const char*>>({
    {FailureEvent::activation, "activation"},
    {FailureEvent::frame, "frame"},
    {FailureEvent::preset_change, "preset-change"},
    {FailureEvent::resize, "resize"},
    {FailureEvent::deactivation, "deactivation"},
});

constexpr auto kinds = std::to_array<std::pair<FailureKind, const char*>>({
    {FailureKind::driver, "driver"},
    {FailureKind::memory, "memory"},
    {FailureKind::allocation, "allocation"},
});

/// The calls that one case lets fail: first, first + step, ….
struct Share {
  std::uint64_t first = 1;
  std::uint64_t step = 1;

  [[nodiscard]] std::string text() const {
    return step == 1 ? "each call" : fmt::format("one call in {}, from number {},", step, first);
  }
};

std::vector<runner::Claim> claims_of(FailureEvent event) {
  std::vector<runner::Claim> claims{{"RP-LIFE-015", Proof::negative}, {"RP-LIFE-048", Proof::positive}};
  switch (event) {
    case FailureEvent::activation:
    case FailureEvent::preset_change:
      claims.push_back({"RP-LIFE-018", Proof::negative});
      break;
    case FailureEvent::frame:
      claims.push_back({"RP-LIFE-030", Proof::negative});
      break;
    case FailureEvent::resize:
      claims.push_back({"RP-LIFE-042", Proof::negative});
      break;
    case FailureEvent::deactivation:
      claims.push_back({"RP-LIFE-041", Proof::negative});
      break;
  }
  return claims;
}

Result<void> sweep(CaseContext& context, PictureSet& set, Implementation& implementation,
                   const FailurePlan& plan, const Share& share) {
  std::optional<FailureRig> rig;
  // One host at a time: what the one before has left is not to stand in the baseline of the next.
  const auto open = [&]() -> Result<void> {
    rig.reset();
    Result<FailureRig> opened = FailureRig::open(set, implementation, plan);
    if (!opened) {
      return std::unexpected(opened.error());
    }
    rig.emplace(std::move(*opened));
    return {};
  };
  if (auto opened = open(); !opened) {
    return opened;
  }
  std::uint64_t injected = 0;
  std::uint64_t tolerated = 0;
  std::uint64_t calls = 0;
  std::size_t broken = 0;
  std::map<std::string, std::uint64_t> by_command;
  for (std::uint64_t nth = share.first; nth <= most_calls && broken < most_broken; nth += share.step) {
    const Result<FailureOutcome> outcome = rig->attempt(nth);
    const std::string where = outcome ? fmt::format("{} as number {} fails", outcome->command, nth)
                                      : fmt::format("number {} fails", nth);
    if (!outcome) {
      context.check(false,
                    fmt::format("{}: afterwards the host cannot go on: {}", where, outcome.error().message));
    } else {
      for (const std::string& wrong : outcome->wrong) {
        context.check(false, fmt::format("{}: {}", where, wrong));
      }
    }
    if (!outcome || !outcome->wrong.empty()) {
      ++broken;
      // What is left is of no use for the next failure.
      if (auto opened = open(); !opened) {
        return opened;
      }
    }
    if (outcome && !outcome->injected) {
      calls = outcome->counted;
      if (injected == 0 && calls > 0 && broken == 0 && share.step == sample_step) {
        // The event is shorter than the sample's first call: one of it all the same.
        nth = (nth - 1) % calls + 1 - share.step;
        continue;
      }
      break;
    }
    ++injected;
    if (outcome) {
      tolerated += outcome->tolerated ? 1 : 0;
      ++by_command[outcome->command];
      context.check(true, where);
    }
  }
  if (injected == 0 && broken == 0) {
    return error(ErrorKind::unsupported,
                 fmt::format("the event has {} such calls, and none of this share", calls));
  }
  const std::string part =
      fmt::format("{} {}", plan.base,
                  std::ranges::find(events, plan.event, [](const auto& one) { return one.first; })->second);
  context.tally("injected failures", part, injected);
  if (tolerated > 0) {
    context.tally("tolerated failures", part, tolerated);
  }
  if (calls > 0) {
    context.note("calls of the event", fmt::format("{}", calls));
  }
  std::string list;
  for (const auto& [command, count] : by_command) {
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", command, count);
  }
  context.note("failed calls", list);
  return {};
}

}  // namespace

void add_failure_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set) {
  const auto add = [&](std::string id, bool nightly, const FailurePlan& plan, const Share& share) {
    add_implementation_case(
        table, set->source,
        {.info = {.id = std::move(id),
                  .title = fmt::format(
                      "{} of the event fails; nothing of the pack is left, and the next activation succeeds",
                      share.text()),
                  .claims = claims_of(plan.event),
                  .generated = true,
                  .nightly = nightly},
         .profiles = RPCTS_PROFILE_HOST,
         .body = [set, plan, share](CaseContext& context, Implementation& implementation) {
           return sweep(context, *set, implementation, plan, share);
         }});
  };
  std::uint64_t turn = 0;
  for (const Base& base : bases) {
    for (const auto& [event, event_name] : events) {
      if (event == FailureEvent::preset_change && *base.other == '\0') {
        continue;
      }
      FailurePlan plan{.base = base.name,
                       .preset = base.preset,
                       .other = event == FailureEvent::preset_change ? base.other : "",
                       .event = event};
      const bool makes_objects = event != FailureEvent::frame && event != FailureEvent::deactivation;
      // A frame makes nothing that a driver would take memory for.
      const std::size_t kind_count = makes_objects ? kinds.size() : kinds.size() - 1;
      for (const auto& [kind, kind_name] : std::span(kinds).first(kind_count)) {
        plan.kind = kind;
        const std::uint64_t parts = makes_objects ? base.parts : 1;
        for (std::uint64_t part = 1; part <= parts; ++part) {
          add(fmt::format("render_pack_v1.failures.sweep:base={};event={};of={};part={}of{}", base.name,
                          event_name, kind_name, part, parts),
              true, plan, {.first = part, .step = parts});
        }
      }
      // One kind for each event, by turns, and another first call each time.
      const auto& [kind, kind_name] = kinds.at(turn % kind_count);
      plan.kind = kind;
      add(fmt::format("render_pack_v1.failures.sample:base={};event={};of={}", base.name, event_name,
                      kind_name),
          false, plan, {.first = 1 + turn * 7 % sample_step, .step = sample_step});
      ++turn;
    }
  }
}

}  // namespace rpcts::render_pack_v1
