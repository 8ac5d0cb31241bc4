#include "harness/reference/values/pack_settings.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "harness/contracts/render_pack_v1/ids.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/settings.hpp"
#include "harness/reference/mistakes/settings.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::PackSettingsBlock;
using render_pack_v1::RenderSettingKind;
using render_pack_v1::RenderSettingSemantic;
using render_pack_v1::Setting;
using render_pack_v1::SettingOverride;

using Overrides = std::span<const SettingOverride>;

float from_bits(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}

/// Rounded to the ten bits of a half float's mantissa.
float as_half(float value) {
  constexpr std::uint32_t dropped = 13;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return from_bits((bits + (1U << (dropped - 1))) & ~((1U << dropped) - 1));
}

/// The value of a text whose end a careless parser does not read.
float cut_value(Setting setting, std::string_view text, std::string_view ends) {
  setting.minimum.reset();
  setting.maximum.reset();
  setting.step.reset();
  return render_pack_v1::encode_setting(setting, text.substr(0, text.find_first_of(ends))).value_or(0.0F);
}

/// A right value of a Float or an Integer as a mistake publishes it.
float mistaken_number(const Setting& setting, std::string_view text, float value) {
  if (makes(setting_mistake("exponent-lost"))) {
    return cut_value(setting, text, "eE");
  }
  if (makes(setting_mistake("fraction-lost"))) {
    return std::trunc(value);
  }
  if (makes(setting_mistake("minus-lost"))) {
    return std::abs(value);
  }
  if (makes(setting_mistake("half-precision")) && setting.kind == RenderSettingKind::Float) {
    return as_half(value);
  }
  if (makes(setting_mistake("integer-bits")) && setting.kind == RenderSettingKind::Integer) {
    return std::bit_cast<float>(static_cast<std::int32_t>(value));
  }
  if (makes(setting_mistake("normalised")) && setting.minimum && setting.maximum &&
      *setting.maximum > *setting.minimum) {
    return static_cast<float>((double{value} - *setting.minimum) / (*setting.maximum - *setting.minimum));
  }
  return value;
}

float mistaken_value(const Setting& setting, std::string_view text, float value) {
  switch (setting.kind) {
    case RenderSettingKind::Boolean:
      if (makes(setting_mistake("boolean-all-bits")) && value != 0) {
        return from_bits(std::numeric_limits<std::uint32_t>::max());
      }
      if (makes(setting_mistake("boolean-as-integer")) && value != 0) {
        return from_bits(1);
      }
      return makes(setting_mistake("boolean-by-case")) && text != "true" ? 0.0F : value;
    case RenderSettingKind::Choice:
      if (makes(setting_mistake("choice-last-of-equals"))) {
        const auto last = std::find(setting.choices.rbegin(), setting.choices.rend(), text);
        return static_cast<float>(setting.choices.rend() - last - 1);
      }
      return makes(setting_mistake("choice-from-one")) ? value + 1 : value;
    case RenderSettingKind::Integer:
    case RenderSettingKind::Float:
      break;
  }
  return mistaken_number(setting, text, value);
}

/// Overrides whose id is written exactly as a setting's.
std::vector<SettingOverride> exactly_named(std::span<const Setting> settings, Overrides overrides) {
  std::vector<SettingOverride> named(overrides.begin(), overrides.end());
  std::erase_if(named, [&](const SettingOverride& one) {
    return std::ranges::find(settings, one.setting_id, &Setting::id) == settings.end();
  });
  return named;
}

std::vector<Setting> mistaken_order(std::span<const Setting> declared, Overrides preset) {
  std::vector<Setting> settings(declared.begin(), declared.end());
  if (makes(setting_mistake("in-preset-order"))) {
    std::ranges::stable_partition(settings, [&](const Setting& setting) {
      return std::ranges::any_of(preset, [&](const SettingOverride& one) {
        return render_pack_v1::same_id(one.setting_id, setting.id);
      });
    });
  } else if (makes(setting_mistake("sorted-by-id"))) {
    std::ranges::stable_sort(settings, {}, &Setting::id);
  } else if (makes(setting_mistake("only-custom"))) {
    std::erase_if(settings, [](const Setting& one) { return one.semantic != RenderSettingSemantic::Custom; });
  }
  return settings;
}

PackSettingsBlock packed(const std::vector<float>& values) {
  PackSettingsBlock block;
  auto& vectors = block.settings;
  constexpr std::size_t capacity = render_pack_v1::setting_capacity;
  for (std::size_t i = 0; i < capacity; ++i) {
    const bool used = i < values.size();
    float value = used ? values[i] : 0.0F;
    if (!used && makes(setting_mistake("rest-not-cleared"))) {
      value = 1;
    } else if (!used && makes(setting_mistake("rest-all-ones"))) {
      value = from_bits(std::numeric_limits<std::uint32_t>::max());
    } else if (i + 1 == capacity && makes(setting_mistake("last-dropped"))) {
      value = 0;
    }
    if (makes(setting_mistake("one-per-vector"))) {
      if (i < vectors.size()) {
        vectors[i][0] = value;
      }
    } else if (makes(setting_mistake("column-order"))) {
      vectors[i % 16][i / 16] = value;
    } else if (makes(setting_mistake("from-one"))) {
      if (i + 1 < capacity) {
        vectors[(i + 1) / 4][(i + 1) % 4] = value;
      }
    } else {
      vectors[i / 4][i % 4] = value;
    }
  }
  return block;
}

PackSettingsBlock mistaken_block(std::span<const Setting> declared, Overrides preset, Overrides user) {
  const std::vector<SettingOverride> named_preset = exactly_named(declared, preset);
  const std::vector<SettingOverride> named_user = exactly_named(declared, user);
  const std::vector<Setting> settings = mistaken_order(declared, preset);
  if (makes(setting_mistake("preset-keys-by-case"))) {
    preset = named_preset;
  } else if (makes(setting_mistake("user-keys-by-case"))) {
    user = named_user;
  } else if (makes(setting_mistake("preset-beats-user"))) {
    std::swap(preset, user);
  } else if (makes(setting_mistake("preset-ignored"))) {
    preset = {};
  } else if (makes(setting_mistake("user-ignored"))) {
    user = {};
  }
  std::vector<float> values;
  for (const Setting& setting : settings) {
    const std::string_view text = render_pack_v1::effective_text(setting, preset, user);
    const auto value = render_pack_v1::encode_setting(setting, text);
    values.push_back(value ? mistaken_value(setting, text, *value) : 0.0F);
  }
  return packed(values);
}

}  // namespace

PackSettingsBlock settings_block(std::span<const Setting> settings, Overrides preset, Overrides user) {
  return makes_one_of(setting_mistakes) ? mistaken_block(settings, preset, user)
                                        : render_pack_v1::resolve_settings(settings, preset, user);
}

Findings refused_overrides(const render_pack_v1::Descriptor& pack, Overrides user) {
  Findings refused = render_pack_v1::check_user_overrides(pack, user);
  std::erase_if(refused.all(), [](const Diagnostic& finding) {
    return (finding.rule == "RP-HOST-040" && makes(setting_mistake("unknown-override-ignored"))) ||
           (finding.rule == "RP-HOST-041" && makes(setting_mistake("wrong-override-ignored")));
  });
  return refused;
}

}  // namespace rpcts::reference
