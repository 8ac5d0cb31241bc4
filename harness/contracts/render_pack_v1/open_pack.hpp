#pragma once

// The folder of a pack and its pack.json: rules RP-FILE.

#include <filesystem>
#include <optional>

#include "harness/base/diagnostic.hpp"
#include "harness/base/files.hpp"
#include "harness/base/result.hpp"
#include "harness/contracts/render_pack_v1/pack_json.hpp"

namespace rpcts::render_pack_v1 {

struct OpenPack {
  Folder folder;                         ///< where the assets are read
  std::optional<PackDocument> document;  ///< set when there is no finding
  Findings findings;                     ///< RP-FILE-001 to 012, with their places
};

/// Opens a pack and reads its pack.json. ErrorKind::usage when the path does not exist, is no folder or may
/// not be opened.
[[nodiscard]] Result<OpenPack> open_pack(const std::filesystem::path& folder);

}  // namespace rpcts::render_pack_v1
