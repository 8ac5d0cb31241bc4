#include "harness/contracts/render_pack_v1/settings.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <vector>

#include "harness/base/decimal.hpp"
#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/ids.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using Reason = SettingFault::Reason;
using Encoded = std::expected<float, SettingFault>;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view white = "\t\n\v\f\r ";  // C.9, in every locale
  const std::size_t first = text.find_first_not_of(white);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(white) - first + 1);
}

std::unexpected<SettingFault> fault(Reason reason, const Setting& setting, std::string_view text,
                                    std::string_view what, std::string required) {
  return std::unexpected(
      SettingFault{reason, fmt::format("value {} of setting {} {}", quoted(text), quoted(setting.id), what),
                   std::move(required)});
}

Encoded encode_boolean(const Setting& setting, std::string_view text) {
  // 0.3 compares ids without regard to case; the words of a Boolean are compared in the same way.
  const std::string_view word = trimmed(text);
  if (same_id(word, "true")) {
    return 1.0F;
  }
  if (same_id(word, "false")) {
    return 0.0F;
  }
  return fault(Reason::not_a_boolean, setting, text, "is no Boolean", "true or false");
}

Encoded encode_choice(const Setting& setting, std::string_view text) {
  const auto choice = std::ranges::find(setting.choices, text);
  if (choice != setting.choices.end()) {
    return static_cast<float>(choice - setting.choices.begin());
  }
  if (setting.choices.empty()) {
    return fault(Reason::not_a_choice, setting, text, "is refused: the setting declares no choices",
                 "at least one choice, and a value that is one of them");
  }
  std::vector<std::string> quotes;
  const std::size_t shown = std::min<std::size_t>(setting.choices.size(), 12);
  quotes.reserve(shown);
  for (std::size_t i = 0; i < shown; ++i) {
    quotes.push_back(quoted(setting.choices[i]));
  }
  const std::vector<std::string_view> words(quotes.begin(), quotes.end());
  return fault(Reason::not_a_choice, setting, text, "is none of its choices",
               shown < setting.choices.size() ? fmt::format("one of {}, …", fmt::join(words, ", "))
                                              : joined(words, "or"));
}

/// Is `value` a whole number of steps away from `origin`?
bool on_step(double value, double origin, double step) {
  const double quotient = (value - origin) / step;
  if (!std::isfinite(quotient) || !(step > 0)) {
    return false;
  }
  constexpr double tolerance = 1e-7;
  return std::abs(quotient - std::nearbyint(quotient)) <= std::max(tolerance, std::abs(quotient) * tolerance);
}

/// The checks that Integer and Float share; bounds are inclusive and compared in double.
Encoded in_bounds(const Setting& setting, std::string_view text, double value) {
  if (setting.minimum && value < *setting.minimum) {
    return fault(Reason::below_minimum, setting, text, "is below its minimum",
                 fmt::format("at least {}", *setting.minimum));
  }
  if (setting.maximum && value > *setting.maximum) {
    return fault(Reason::above_maximum, setting, text, "is above its maximum",
                 fmt::format("at most {}", *setting.maximum));
  }
  const double origin = setting.minimum.value_or(0.0);
  if (setting.step && !on_step(value, origin, *setting.step)) {
    return fault(Reason::off_step, setting, text, "is between two steps",
                 fmt::format("{} plus a whole number of steps of {}", origin, *setting.step));
  }
  return static_cast<float>(value);
}

Encoded encode_integer(const Setting& setting, std::string_view text) {
  const auto decimal = scan_decimal(trimmed(text));
  if (!decimal || !decimal->plain) {
    return fault(Reason::not_an_integer, setting, text, "is no integer",
                 "decimal digits, with a sign at most");
  }
  const auto value = to_int64(*decimal);
  if (!value || *value > maximum_exact_integer || *value < -maximum_exact_integer) {
    return fault(Reason::not_exact, setting, text, "is beyond what a shader reads exactly",
                 fmt::format("{} to {}", -maximum_exact_integer, maximum_exact_integer));
  }
  return in_bounds(setting, text, static_cast<double>(*value));
}

Encoded encode_float(const Setting& setting, std::string_view text) {
  const auto decimal = scan_decimal(trimmed(text));
  if (!decimal) {
    return fault(Reason::not_a_number, setting, text, "is no number",
                 "decimal digits with '.' before the fraction, for example 0.5 or 1e-3");
  }
  const double value = to_double(*decimal);
  if (std::abs(value) > double{std::numeric_limits<float>::max()}) {
    return fault(Reason::too_large, setting, text, "is beyond the largest float32",
                 fmt::format("a magnitude of at most {}", double{std::numeric_limits<float>::max()}));
  }
  return in_bounds(setting, text, value);
}

const SettingOverride* find_override(std::span<const SettingOverride> overrides, std::string_view id) {
  const auto found = std::ranges::find_if(
      overrides, [&](const SettingOverride& entry) { return same_id(entry.setting_id, id); });
  return found == overrides.end() ? nullptr : &*found;
}

}  // namespace

Encoded encode_setting(const Setting& setting, std::string_view text) {
  switch (setting.kind) {
    case RenderSettingKind::Boolean:
      return encode_boolean(setting, text);
    case RenderSettingKind::Integer:
      return encode_integer(setting, text);
    case RenderSettingKind::Float:
      return encode_float(setting, text);
    case RenderSettingKind::Choice:
      return encode_choice(setting, text);
  }
  return fault(Reason::undefined_kind, setting, text,
               fmt::format("has no meaning: its kind is {}", static_cast<std::int32_t>(setting.kind)),
               fmt::format("kind {}", joined(Vocabulary<RenderSettingKind>::members, "or")));
}

std::string_view effective_text(const Setting& setting, std::span<const SettingOverride> preset,
                                std::span<const SettingOverride> user) {
  for (const auto overrides : {user, preset}) {
    if (const SettingOverride* found = find_override(overrides, setting.id)) {
      return found->value;
    }
  }
  return setting.default_value;
}

PackSettingsBlock resolve_settings(std::span<const Setting> settings, std::span<const SettingOverride> preset,
                                   std::span<const SettingOverride> user) {
  PackSettingsBlock block;
  const std::size_t count = std::min<std::size_t>(settings.size(), setting_capacity);
  for (std::size_t i = 0; i < count; ++i) {
    const Setting& setting = settings[i];
    block.settings[i / 4][i % 4] =
        encode_setting(setting, effective_text(setting, preset, user)).value_or(0.0F);
  }
  return block;
}

Findings check_user_overrides(const Descriptor& pack, std::span<const SettingOverride> user) {
  Findings findings;
  for (const SettingOverride& entry : user) {
    const auto setting = std::ranges::find_if(
        pack.settings, [&](const Setting& declared) { return same_id(declared.id, entry.setting_id); });
    if (setting == pack.settings.end()) {
      std::vector<std::string_view> ids;
      ids.reserve(pack.settings.size());
      for (const Setting& declared : pack.settings) {
        ids.push_back(declared.id);
      }
      const std::string_view meant = closest(entry.setting_id, ids);
      findings.add({.rule = "RP-HOST-040",
                    .place = {},
                    .found = fmt::format("user value for {}, which is no setting of pack {}",
                                         quoted(entry.setting_id), quoted(pack.id)),
                    .required = meant.empty()
                                    ? "the id of a setting that the pack declares"
                                    : fmt::format("a setting of the pack; did you mean {}?", quoted(meant))});
      continue;
    }
    if (auto value = encode_setting(*setting, entry.value); !value) {
      findings.add({.rule = "RP-HOST-041",
                    .place = {},
                    .found = fmt::format("pack {}: user {}", quoted(pack.id), value.error().found),
                    .required = std::move(value.error().required)});
    }
  }
  return findings;
}

}  // namespace rpcts::render_pack_v1
