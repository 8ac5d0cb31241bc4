#pragma once

// The verdict on a pack folder: file rules, descriptor rules, asset rules, interface rules, in that order.

#include <filesystem>
#include <functional>

#include "harness/base/diagnostic.hpp"
#include "harness/base/files.hpp"
#include "harness/base/result.hpp"
#include "harness/contracts/render_pack_v1/check_descriptor.hpp"
#include "harness/contracts/render_pack_v1/pack_assets.hpp"
#include "harness/contracts/render_pack_v1/pack_json.hpp"

namespace rpcts::render_pack_v1 {

struct ValidateOptions {
  DescriptorOptions descriptor;
  bool spirv_tools = true;  ///< run the validator of SPIRV-Tools last (RP-SPV-060)
  bool first_only = false;  ///< stop at the deciding finding, as a host does
};

struct PackReport {
  std::filesystem::path folder;
  Findings findings;
  std::size_t modules = 0;     ///< module files opened; each exactly once
  std::size_t judgements = 0;  ///< (module, role, stage) triples judged
};

/// Validates one pack. An Error only when the path does not exist or cannot be looked at (ErrorKind::usage).
/// Without first_only, assets with safe keys are judged also when descriptor rules failed, so that an author
/// sees every mistake in one go; the deciding finding is still the descriptor's.
[[nodiscard]] Result<PackReport> validate_pack(const std::filesystem::path& folder,
                                               const ValidateOptions& options = {});

/// Takes the bytes of an asset that was opened and judged without a finding (RP-SPV-060 aside).
using KeepModule = std::function<void(const PackAsset& asset, FileBytes bytes)>;

/// The asset and interface rules alone, for a descriptor that is accepted: what a host does when a pack is
/// activated. Each asset is opened once, and the bytes that were judged go to `keep` (which may be empty), so
/// that what was validated is what is used. `PackReport::folder` is left empty.
[[nodiscard]] PackReport check_assets(const Folder& folder, const PackDocument& document,
                                      const ValidateOptions& options, const KeepModule& keep);

}  // namespace rpcts::render_pack_v1
