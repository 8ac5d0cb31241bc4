#pragma once

// Turns the faults of a module into findings: rule, place, what was found, what is required.

#include <string>
#include <string_view>

#include "harness/base/diagnostic.hpp"
#include "harness/contracts/render_pack_v1/module_fault.hpp"
#include "harness/contracts/render_pack_v1/role.hpp"
#include "harness/spirv/module.hpp"

namespace rpcts::render_pack_v1 {

/// What a module is judged as.
struct ModuleSubject {
  std::string_view file;
  Stage stage = Stage::vertex;
  const Role* role = nullptr;
};

/// "vertex", "fragment".
[[nodiscard]] constexpr std::string_view stage_name(Stage stage) {
  return stage == Stage::vertex ? "vertex" : "fragment";
}

/// "SunRays (fragment)".
[[nodiscard]] std::string role_text(const ModuleSubject& subject);

/// Adds a finding for each fault, in order, and a closing warning when there are more than are listed. The
/// module must still hold its words.
void explain_faults(const spirv::Module& module, const Faults& faults, const ModuleSubject& subject,
                    Findings& findings);

/// The finding for a module that could not be read to its end: RP-SPV-001 to 005 and 056.
[[nodiscard]] Diagnostic explain_read_error(const spirv::Module& module, const spirv::ReadResult& result,
                                            const ModuleSubject& subject);

}  // namespace rpcts::render_pack_v1
