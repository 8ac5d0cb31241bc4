#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace rpcts::runner {

/// What became of a case.
enum class Outcome : std::uint8_t {
  pass,             ///< everything that was checked is right, and something was checked
  fail,             ///< something is wrong, a case that checks nothing included
  quality_warning,  ///< something is wrong that only rules of level REF ask for
  not_supported,    ///< the device or the host lacks what the case needs; neither a pass nor hidden
  waived,           ///< a failure that a list of expectations names with a reason
  crash,            ///< the worker process ended while the case ran
  timeout,          ///< the case ran longer than it may; its worker was ended
  flake,            ///< repeated runs of the case disagree
};

/// Outcomes in the order in which summaries list them, with the names that every output uses.
inline constexpr auto outcome_names = std::to_array<std::pair<Outcome, std::string_view>>({
    {Outcome::pass, "pass"},
    {Outcome::fail, "fail"},
    {Outcome::quality_warning, "quality warning"},
    {Outcome::not_supported, "not supported"},
    {Outcome::waived, "waived"},
    {Outcome::crash, "crash"},
    {Outcome::timeout, "timeout"},
    {Outcome::flake, "flake"},
});
inline constexpr std::size_t outcome_count = outcome_names.size();

[[nodiscard]] constexpr std::string_view name_of(Outcome outcome) {
  return outcome_names.at(static_cast<std::size_t>(outcome)).second;
}

[[nodiscard]] constexpr std::optional<Outcome> outcome_named(std::string_view name) {
  for (const auto& [outcome, known] : outcome_names) {
    if (known == name) {
      return outcome;
    }
  }
  return std::nullopt;
}

/// Whether a run with this outcome in it ends with status 1.
[[nodiscard]] constexpr bool is_failure(Outcome outcome) {
  return outcome == Outcome::fail || outcome == Outcome::crash || outcome == Outcome::timeout;
}

/// What two runs of one case say together: two failures are the graver of the two, anything else on which
/// they disagree is a flake, and a flake stays one. Symmetric.
[[nodiscard]] constexpr Outcome merge(Outcome a, Outcome b) {
  if (a == b) {
    return a;
  }
  if (is_failure(a) && is_failure(b)) {
    constexpr auto gravity = [](Outcome outcome) {
      return outcome == Outcome::crash ? 2 : outcome == Outcome::timeout ? 1 : 0;
    };
    return gravity(a) > gravity(b) ? a : b;
  }
  return Outcome::flake;
}

}  // namespace rpcts::runner
