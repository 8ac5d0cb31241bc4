#pragma once

// The block of settings: the contract's (E.3), or what a mistake of the group `settings` makes of it.

#include <span>

#include "harness/base/diagnostic.hpp"
#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/contracts/render_pack_v1/host_blocks.hpp"

namespace rpcts::reference {

/// As resolve_settings() of harness/contracts/render_pack_v1/settings.hpp.
[[nodiscard]] render_pack_v1::PackSettingsBlock settings_block(
    std::span<const render_pack_v1::Setting> settings,
    std::span<const render_pack_v1::SettingOverride> preset,
    std::span<const render_pack_v1::SettingOverride> user);

/// As check_user_overrides() there.
[[nodiscard]] Findings refused_overrides(const render_pack_v1::Descriptor& pack,
                                         std::span<const render_pack_v1::SettingOverride> user);

}  // namespace rpcts::reference
