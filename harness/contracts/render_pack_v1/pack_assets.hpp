#pragma once

// The assets that a pack names and what each is named for, section D.1.

#include <optional>
#include <string>
#include <vector>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/contracts/render_pack_v1/role.hpp"

namespace rpcts::render_pack_v1 {

/// One declaration that names an asset.
struct AssetUse {
  std::string declaration;  ///< "pass 'rays'"
  std::string pointer;      ///< into pack.json: "/passes/2/fragmentShaderAsset"
  Stage stage = Stage::vertex;
  std::optional<Role> role;  ///< nothing where the declaration's semantic is undefined (RP-DESC-200)
};

/// A distinct key (ordinal comparison) with every use of it.
struct PackAsset {
  std::string key;
  std::vector<AssetUse> uses;  ///< at least one
};

/// The assets with safe keys (B.10) in the order in which D.1 looks at them: passes, then variants, vertex
/// before fragment. An unsafe key is no asset: it is never opened.
[[nodiscard]] std::vector<PackAsset> list_assets(const Descriptor& descriptor);

}  // namespace rpcts::render_pack_v1
