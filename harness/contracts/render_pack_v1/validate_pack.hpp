#pragma once

// The verdict on a pack folder: file rules, descriptor rules, asset rules, interface rules, in that order.

#include <filesystem>

#include "harness/base/diagnostic.hpp"
#include "harness/base/result.hpp"
#include "harness/contracts/render_pack_v1/check_descriptor.hpp"

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

}  // namespace rpcts::render_pack_v1
