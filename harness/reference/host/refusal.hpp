#pragma once

#include <fmt/format.h>
#include <string>
#include <string_view>

#include "harness/base/diagnostic.hpp"

namespace rpcts::reference {

/// Why a host does not take a pack or a preset: by which rule, in words that name the thing at fault.
struct Refusal {
  std::string rule;  ///< "RP-HOST-003"
  std::string reason;

  [[nodiscard]] std::string text() const { return fmt::format("{}: {}", rule, reason); }
};

/// The words of a finding of the contract's checks: "RP-DESC-082 at /passes/1/hook: pass 'glow' …; required:
/// …".
[[nodiscard]] inline std::string text_of(const Diagnostic& finding) {
  const std::string& where = finding.place.pointer.empty() ? finding.place.file : finding.place.pointer;
  return fmt::format("{}{}{}: {}; required: {}", finding.rule, where.empty() ? "" : " at ", where,
                     finding.found, finding.required);
}

}  // namespace rpcts::reference
