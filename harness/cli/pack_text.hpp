#pragma once

// A pack's own interface for people: what its passes sample and may use, where its settings stand.

#include <string>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/contracts/render_pack_v1/pack_assets.hpp"

namespace rpcts::cli {

/// A line for the pack, a few for each pass and variant, one for each setting; each ends with '\n'. Any
/// descriptor will do, also one that breaks rules.
[[nodiscard]] std::string pack_text(const render_pack_v1::Descriptor& descriptor);

/// "vertex of pass 'glow' (CustomFullscreen), …"
[[nodiscard]] std::string uses_text(const render_pack_v1::PackAsset& asset);

}  // namespace rpcts::cli
