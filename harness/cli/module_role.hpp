#pragma once

// The role that a user names on the command line for one module.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/contracts/render_pack_v1/role.hpp"

namespace rpcts::cli {

/// What --role, --inputs and --reads say.
struct RoleArguments {
  std::string role;                 ///< semantic of a pass or of a variant: "SunRays"
  std::vector<std::string> inputs;  ///< semantic inputs that the declaration lists
  /// Resources that the pass reads; unset = as many as C.12.c has for a fixed role, none for a custom one.
  std::optional<std::size_t> reads;
};

/// The role with what D.5 grants it. ErrorKind::usage names the word that is wrong and what it may be.
[[nodiscard]] Result<render_pack_v1::Role> module_role(const RoleArguments& arguments);

/// Every name that --role takes, passes first.
[[nodiscard]] std::vector<std::string_view> role_names();

}  // namespace rpcts::cli
