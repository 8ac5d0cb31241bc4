#include "conformance/render_pack_v1/module_verdict.hpp"

#include <fmt/format.h>

namespace rpcts::render_pack_v1 {

Findings ModuleVerdict::judge(std::span<const std::byte> module) {
  Findings findings;
  judge_.judge(module, stage_, *role_, file_, findings);
  return findings;
}

bool ModuleVerdict::check_accepted(const Findings& findings, std::string_view what,
                                   std::source_location where) {
  const Diagnostic* deciding = findings.deciding();
  if (deciding == nullptr) {
    return context_->check(true, what, where);
  }
  return context_->check(
      false,
      fmt::format("{}: rejected by {} ({}), expected acceptance", what, deciding->rule, deciding->found),
      where);
}

bool ModuleVerdict::accepts(std::span<const std::byte> module, std::string_view what,
                            std::source_location where) {
  return check_accepted(judge(module), what, where);
}

bool ModuleVerdict::accepts_as_valid(std::span<const std::byte> module, std::string_view what,
                                     std::source_location where) {
  Findings findings = judge(module);
  if (findings.accepted()) {
    validate_with_spirv_tools(module, file_, findings);
  }
  return check_accepted(findings, what, where);
}

bool ModuleVerdict::rejects(std::span<const std::byte> module, std::string_view rule, std::string_view what,
                            std::source_location where) {
  const Findings findings = judge(module);
  const Diagnostic* deciding = findings.deciding();
  if (deciding == nullptr) {
    return context_->check(false, fmt::format("{}: accepted, expected rejection by {}", what, rule), where);
  }
  if (deciding->rule != rule) {
    return context_->check(
        false,
        fmt::format("{}: rejected by {} ({}), expected {}", what, deciding->rule, deciding->found, rule),
        where);
  }
  const bool explained =
      deciding->place.file == file_ && !deciding->found.empty() && !deciding->required.empty();
  return context_->check(
      explained, fmt::format("{}: {} names the file, what was found and what is required", what, rule),
      where);
}

std::vector<runner::Claim> ClaimSet::claims() const {
  std::vector<runner::Claim> result;
  result.reserve(claims_.size());
  for (const auto& [rule, proof] : claims_) {
    result.push_back({.rule = std::string(rule), .proof = proof});
  }
  return result;
}

}  // namespace rpcts::render_pack_v1
