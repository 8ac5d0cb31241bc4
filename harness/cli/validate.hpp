#pragma once

// `rpcts validate`: packs, or single modules in a role.

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/command.hpp"
#include "harness/cli/module_role.hpp"
#include "harness/contracts/render_pack_v1/role.hpp"

namespace rpcts::cli {

enum class FindingsFormat : std::uint8_t { text, json, sarif };

struct ValidateArguments {
  std::vector<std::filesystem::path> paths;  ///< folders of packs; with `role`, module files
  FindingsFormat format = FindingsFormat::text;
  bool first_only = false;  ///< only what comes up to the deciding finding
  bool spirv_tools = true;

  // Packs only.
  bool strict = false;
  bool host = false;  ///< also the rules that depend on a host, for the conformance host (C.15) …
  std::vector<std::string> lacking;  ///< … without these capabilities; implies `host`

  // Modules only.
  std::optional<RoleArguments> role;
  std::optional<render_pack_v1::Stage> stage;  ///< else by the module's own entry point
};

/// Writes the findings to `out` and complaints about the command to `err`. Returns exit_as_expected when
/// everything is accepted, exit_not_as_expected when something is rejected, exit_wrong_command when an
/// argument or a path is wrong; what could be checked is reported then as well.
[[nodiscard]] int run_validate(const ValidateArguments& arguments, std::ostream& out, std::ostream& err);

/// Declares the subcommand.
void add_validate(CLI::App& app, Command& chosen);

}  // namespace rpcts::cli
