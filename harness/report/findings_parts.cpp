#include "harness/report/findings_parts.hpp"

namespace rpcts::report {

Counts count(const Findings& findings) {
  Counts counts;
  for (const Diagnostic& finding : findings.all()) {
    ++(finding.severity == Severity::error ? counts.errors : counts.warnings);
  }
  return counts;
}

std::string_view verdict_of(const Subject& subject) {
  if (!subject.error.empty()) {
    return "error";
  }
  return subject.findings.accepted() ? "accepted" : "rejected";
}

std::filesystem::path file_of(const Subject& subject, const Place& place) {
  return subject.kind == "pack" && !place.file.empty() ? subject.path / place.file : subject.path;
}

RuleFacts facts_of(const RuleLookup& rules, std::string_view rule) {
  return rules(rule).value_or(RuleFacts{});
}

}  // namespace rpcts::report
