#pragma once

// Checks of the verdict on one module, for the cases that machines make.

#include <cstddef>
#include <set>
#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/contracts/render_pack_v1/judge_module.hpp"
#include "harness/contracts/render_pack_v1/role.hpp"
#include "harness/runner/case.hpp"

namespace rpcts::render_pack_v1 {

/// Judges modules in one role and checks the verdicts. Lives as long as one case runs.
class ModuleVerdict {
 public:
  /// `role` and `context` outlive it; `file` names the modules in places.
  ModuleVerdict(const Role& role, Stage stage, std::string file, runner::CaseContext& context)
      : role_(&role), stage_(stage), file_(std::move(file)), context_(&context) {}

  /// The interface rules accept the module. `what` names it in a failure.
  bool accepts(std::span<const std::byte> module, std::string_view what,
               std::source_location where = std::source_location::current());
  /// The interface rules and SPIRV-Tools' validator (RP-SPV-060) accept the module.
  bool accepts_as_valid(std::span<const std::byte> module, std::string_view what,
                        std::source_location where = std::source_location::current());
  /// `rule` decides against the module, with a place in it and both halves of a reason.
  bool rejects(std::span<const std::byte> module, std::string_view rule, std::string_view what,
               std::source_location where = std::source_location::current());

 private:
  Findings judge(std::span<const std::byte> module);
  bool check_accepted(const Findings& findings, std::string_view what, std::source_location where);

  const Role* role_;
  Stage stage_;
  std::string file_;
  runner::CaseContext* context_;
  ModuleJudge judge_;
};

/// Gathers what a case proves, each claim once.
class ClaimSet {
 public:
  void add(std::string_view rule, runner::Proof proof) { claims_.emplace(rule, proof); }
  [[nodiscard]] std::vector<runner::Claim> claims() const;

 private:
  std::set<std::pair<std::string_view, runner::Proof>> claims_;
};

}  // namespace rpcts::render_pack_v1
