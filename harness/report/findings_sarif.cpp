// Findings as a SARIF 2.1.0 log (OASIS, Static Analysis Results Interchange Format).

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <ostream>
#include <unordered_map>

#include "harness/report/findings_parts.hpp"

namespace rpcts::report {
namespace {

using Json = nlohmann::ordered_json;

/// A path as a URI reference (RFC 3986): relative as it is, absolute with the scheme `file`.
std::string uri_of(const std::filesystem::path& path) {
  std::string uri = path.is_absolute() ? "file://" : "";
  for (const char c : path.generic_string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

std::string_view level_of(Severity severity) {
  return severity == Severity::error ? "error" : "warning";
}

/// The rules that findings name, in the order of their first appearance.
class RuleList {
 public:
  explicit RuleList(const RuleLookup& rules) : rules_(rules) {}

  std::size_t index_of(const Diagnostic& finding) {
    const auto [entry, added] = indices_.emplace(finding.rule, list_.size());
    if (added) {
      const RuleFacts facts = facts_of(rules_, finding.rule);
      Json rule = {{"id", finding.rule}};
      if (!facts.statement.empty()) {
        rule["shortDescription"] = {{"text", facts.statement}};
        rule["properties"] = {{"clause", facts.clause}, {"level", facts.level}};
      }
      rule["defaultConfiguration"] = {{"level", level_of(finding.severity)}};
      list_.push_back(std::move(rule));
    }
    return entry->second;
  }
  [[nodiscard]] const Json& list() const { return list_; }

 private:
  const RuleLookup& rules_;
  std::unordered_map<std::string_view, std::size_t> indices_;
  Json list_ = Json::array();
};

Json location(const Subject& subject, const Place& place) {
  Json physical = {{"artifactLocation", {{"uri", uri_of(file_of(subject, place))}}}};
  if (place.line != 0) {
    Json region = {{"startLine", place.line}};
    if (place.column != 0) {
      region["startColumn"] = place.column;
    }
    physical["region"] = std::move(region);
  } else if (place.word != 0) {
    physical["region"] = {{"byteOffset", std::uint64_t{place.word} * 4}};
  }
  Json json = {{"physicalLocation", std::move(physical)}};
  const std::string& logical = place.pointer.empty() ? place.role : place.pointer;
  if (!logical.empty()) {
    json["logicalLocations"] = Json::array({{{"fullyQualifiedName", logical}}});
  }
  return json;
}

Json result(const Subject& subject, const Diagnostic& finding, bool deciding, RuleList& rules) {
  Json properties = {{"deciding", deciding}};
  if (!finding.place.role.empty()) {
    properties["role"] = finding.place.role;
  }
  if (finding.place.id != 0) {
    properties["id"] = finding.place.id;
  }
  if (finding.place.member >= 0) {
    properties["member"] = finding.place.member;
  }
  return {{"ruleId", finding.rule},
          {"ruleIndex", rules.index_of(finding)},
          {"level", level_of(finding.severity)},
          {"message", {{"text", fmt::format("{}. Required: {}.", finding.found, finding.required)}}},
          {"locations", Json::array({location(subject, finding.place)})},
          {"properties", std::move(properties)}};
}

}  // namespace

void write_sarif(std::ostream& out, std::span<const Subject> subjects, const RuleLookup& rules) {
  RuleList list(rules);
  Json results = Json::array();
  Json notifications = Json::array();
  for (const Subject& subject : subjects) {
    if (!subject.error.empty()) {
      notifications.push_back({{"level", "error"},
                               {"message", {{"text", subject.error}}},
                               {"locations", Json::array({location(subject, {})})}});
    }
    const Diagnostic* deciding = subject.findings.deciding();
    for (const Diagnostic& finding : subject.findings.all()) {
      results.push_back(result(subject, finding, &finding == deciding, list));
    }
  }
  Json invocation = {{"executionSuccessful", notifications.empty()}};
  if (!notifications.empty()) {
    invocation["toolExecutionNotifications"] = std::move(notifications);
  }
  const Json driver = {{"name", "rpcts"}, {"version", RPCTS_VERSION}, {"rules", list.list()}};
  const Json log = {
      {"$schema",
       "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", Json::array({{{"tool", {{"driver", driver}}},
                             {"columnKind", "unicodeCodePoints"},
                             {"invocations", Json::array({std::move(invocation)})},
                             {"results", std::move(results)}}})}};
  out << log.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace rpcts::report
