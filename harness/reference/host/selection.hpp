#pragma once

// What a user has selected, section F.2.

#include <string>
#include <vector>

#include "harness/contracts/render_pack_v1/descriptor.hpp"

namespace rpcts::reference {

/// The default is retail.
struct PackSelection {
  std::string pack;
  std::string version;  ///< empty = any
  std::string preset;
  std::vector<render_pack_v1::SettingOverride> overrides;  ///< in the order given

  [[nodiscard]] bool retail() const { return pack.empty(); }
};

/// F.2: a blank pack or preset and the pack `retail` are the retail selection.
[[nodiscard]] PackSelection normalised(PackSelection selection);

/// Ids in any letter case; version and values as they are.
[[nodiscard]] bool same_selection(const PackSelection& a, const PackSelection& b);

}  // namespace rpcts::reference
