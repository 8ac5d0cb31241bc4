#pragma once

// Setting values: from text to the numbers that a shader reads, sections C.9 and E.3.

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "harness/base/diagnostic.hpp"
#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/contracts/render_pack_v1/host_blocks.hpp"

namespace rpcts::render_pack_v1 {

/// Why a text is no value of a setting.
struct SettingFault {
  enum class Reason : std::uint8_t {
    undefined_kind,
    not_a_boolean,
    not_an_integer,
    not_a_number,
    not_exact,  ///< an integer beyond +-maximum_exact_integer
    too_large,  ///< beyond what float32 holds
    below_minimum,
    above_maximum,
    off_step,
    not_a_choice,
  };
  Reason reason;
  std::string found;     ///< names the setting and the text: "value '1,5' of setting 'exposure' is …"
  std::string required;  ///< what the setting takes
};

/// C.9: the number that `text` means for this setting. A value that is refused reads as 0 in a shader; that
/// is up to the caller. The setting itself is not checked (C.8): a bound that is no number never refuses, a
/// step that is no positive number always does.
[[nodiscard]] std::expected<float, SettingFault> encode_setting(const Setting& setting,
                                                                std::string_view text);

/// E.3: the text that holds for a setting: the user's, else the preset's, else the default; the first entry
/// with its id, in any letter case. The result refers to the arguments.
[[nodiscard]] std::string_view effective_text(const Setting& setting, std::span<const SettingOverride> preset,
                                              std::span<const SettingOverride> user);

/// E.3: the block that a shader reads. A value that is refused is 0, and so is what no setting uses. Settings
/// beyond setting_capacity (RP-DESC-140) are left out.
[[nodiscard]] PackSettingsBlock resolve_settings(std::span<const Setting> settings,
                                                 std::span<const SettingOverride> preset,
                                                 std::span<const SettingOverride> user);

/// C.15: what a user has stored for a pack, checked when the pack is selected, before any asset is opened:
/// RP-HOST-040 (the id is no setting of the pack), RP-HOST-041 (the value is refused). Findings in the order
/// of `user`; places are empty.
[[nodiscard]] Findings check_user_overrides(const Descriptor& pack, std::span<const SettingOverride> user);

}  // namespace rpcts::render_pack_v1
