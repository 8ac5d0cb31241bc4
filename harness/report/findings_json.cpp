// Findings as JSON, docs/formats/validation.schema.json.

#include <nlohmann/json.hpp>
#include <ostream>

#include "harness/report/findings_parts.hpp"

namespace rpcts::report {
namespace {

using Json = nlohmann::ordered_json;

/// Only what is known of a place.
Json place_json(const Place& place) {
  Json json = Json::object();
  const auto add = [&](const char* name, const auto& value, bool known) {
    if (known) {
      json[name] = value;
    }
  };
  add("file", place.file, !place.file.empty());
  add("pointer", place.pointer, !place.pointer.empty());
  add("line", place.line, place.line != 0);
  add("column", place.column, place.column != 0);
  add("role", place.role, !place.role.empty());
  add("id", place.id, place.id != 0);
  add("member", place.member, place.member >= 0);
  add("word", place.word, place.word != 0);
  return json;
}

Json finding_json(const Diagnostic& finding, bool deciding, const RuleLookup& rules) {
  const RuleFacts facts = facts_of(rules, finding.rule);
  return {
      {"rule", finding.rule},        {"severity", finding.severity == Severity::error ? "error" : "warning"},
      {"deciding", deciding},        {"place", place_json(finding.place)},
      {"found", finding.found},      {"required", finding.required},
      {"clause", facts.clause},      {"level", facts.level},
      {"statement", facts.statement}};
}

Json subject_json(const Subject& subject, const RuleLookup& rules) {
  const Diagnostic* deciding = subject.findings.deciding();
  const Counts counts = count(subject.findings);
  Json json = {
      {"path", subject.path.string()},  {"kind", subject.kind},
      {"verdict", verdict_of(subject)}, {"decidingRule", deciding == nullptr ? Json() : Json(deciding->rule)},
      {"errors", counts.errors},        {"warnings", counts.warnings},
      {"modules", subject.modules},     {"judgements", subject.judgements}};
  if (!subject.note.empty()) {
    json["note"] = subject.note;
  }
  if (!subject.error.empty()) {
    json["error"] = subject.error;
  }
  Json findings = Json::array();
  for (const Diagnostic& finding : subject.findings.all()) {
    findings.push_back(finding_json(finding, &finding == deciding, rules));
  }
  json["findings"] = std::move(findings);
  return json;
}

}  // namespace

void write_json(std::ostream& out, std::span<const Subject> subjects, const RuleLookup& rules) {
  Json json = {{"format", "rpcts.validation"},
               {"version", findings_json_version},
               {"tool", {{"name", "rpcts"}, {"version", RPCTS_VERSION}}}};
  Json list = Json::array();
  for (const Subject& subject : subjects) {
    list.push_back(subject_json(subject, rules));
  }
  json["subjects"] = std::move(list);
  // Names of files and bytes of a pack need not be UTF-8.
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace rpcts::report
