#pragma once

// The asset and interface rules for one module, sections D.2 to D.7: RP-SPV (and RP-AST-004, which is about
// bytes).

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "harness/base/diagnostic.hpp"
#include "harness/contracts/render_pack_v1/role.hpp"

namespace rpcts::render_pack_v1 {

/// Judges modules; keeps its tables between modules, so that a second module of the same size allocates
/// nothing unless it has findings. Not shared between threads.
class ModuleJudge {
 public:
  ModuleJudge();
  ~ModuleJudge();
  ModuleJudge(ModuleJudge&&) noexcept;
  ModuleJudge& operator=(ModuleJudge&&) noexcept;

  /// Appends what is wrong with the module in the order of section D, all rules but RP-SPV-060: first
  /// RP-AST-004; then what makes the module unreadable (RP-SPV-001 to 005 and 056), one finding, after which
  /// nothing more is judged; then all of RP-SPV-010 to 050; then 051 to 055. At most 100 findings and a
  /// closing warning. `file` names the module in places. Any bytes are safe: no crash, no hang, memory in
  /// proportion to the size.
  void judge(std::span<const std::byte> module, Stage stage, const Role& role, std::string_view file,
             Findings& findings);

  /// As judge(), for bytes that are no asset of a pack: RP-SPV-001 and 002 decide what RP-AST-004 would.
  void judge_bare(std::span<const std::byte> module, Stage stage, const Role& role, std::string_view file,
                  Findings& findings);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// RP-SPV-060: SPIRV-Tools' validator for the Vulkan 1.3 environment, for modules that every other rule
/// accepts.
void validate_with_spirv_tools(std::span<const std::byte> module, std::string_view file, Findings& findings);

}  // namespace rpcts::render_pack_v1
