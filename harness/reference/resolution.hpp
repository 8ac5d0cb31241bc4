#pragma once

// What the reference says about a pack folder without a device: the profiles authoring and resolution.

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "harness/base/result.hpp"
#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"

namespace rpcts::reference {

struct PackVerdict {
  bool accepted = false;
  std::string rule;  ///< empty when accepted
  std::string reason;
};

/// The deciding finding, as a host would have it. ErrorKind::usage when the path is no folder.
[[nodiscard]] Result<PackVerdict> judge(const std::filesystem::path& folder);

/// Errors of the three below: ErrorKind::usage when the path is no folder, when the descriptor is refused
/// (the reason of the deciding rule), or when there is no such pass, preset or policy.

/// E.5: for slots A to D the scene texture's name, "@" and the id of the resource, or nothing.
[[nodiscard]] Result<std::array<std::string, render_pack_v1::sampled_inputs_per_pass>> slot_names(
    const std::filesystem::path& folder, std::string_view pass, bool fused);

/// E.3: bits of uPackSettings in order. A value of the user that is refused is an Error that starts with
/// RP-HOST-040 or 041.
[[nodiscard]] Result<std::array<std::uint32_t, render_pack_v1::setting_capacity>> setting_words(
    const std::filesystem::path& folder, std::string_view preset,
    std::span<const render_pack_v1::SettingOverride> user);

/// E.1; `policy` is a RPCTS_POLICY_. Without a policy, what a curve without points gives.
[[nodiscard]] Result<float> policy_value(const std::filesystem::path& folder, std::int32_t policy, float x);

}  // namespace rpcts::reference
