#include "harness/report/junit.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pugixml.hpp>
#include <sstream>

namespace rpcts::report {
namespace {

using runner::CaseRecord;
using runner::Outcome;

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// Length in bytes of the well-formed character at the start of the text that XML 1.0 can hold, or 0.
std::size_t xml_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) {
    return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
  }
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0;
  if (length == 0 || length > text.size()) {
    return 0;
  }
  std::uint32_t code = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) {
      return 0;
    }
    code = code << 6U | (byte(i) & 0x3FU);
  }
  constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool allowed = code >= smallest[length] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) &&
                       code != 0xFFFE && code != 0xFFFF;
  return allowed ? length : 0;
}

/// Seconds with three decimals, whatever the locale.
std::string seconds(std::uint64_t microseconds) {
  return fmt::format("{}.{:03}", microseconds / 1'000'000, microseconds / 1000 % 1000);
}

/// "render_pack_v1.slots" and "assignment:n=1".
std::pair<std::string, std::string> split(const std::string& id) {
  const std::size_t dot = id.find('.', id.find('.') + 1);
  return {id.substr(0, dot), id.substr(dot + 1)};
}

std::string text_of(const CaseRecord& record) {
  std::string text;
  for (const runner::Message& message : record.messages) {
    if (!message.file.empty()) {
      text += fmt::format("{}:{}: ", message.file, message.line);
    }
    text += message.text + '\n';
  }
  return text;
}

void set(pugi::xml_node node, const char* name, std::string_view value) {
  node.append_attribute(name) = xml_text(value).c_str();
}

/// A child element with a short message and the whole text.
void append_reason(pugi::xml_node parent, const char* element, std::string_view type,
                   const CaseRecord& record) {
  pugi::xml_node node = parent.append_child(element);
  if (!type.empty()) {
    set(node, "type", type);
  }
  set(node, "message", record.messages.empty() ? std::string() : record.messages.front().text);
  node.text() = xml_text(text_of(record)).c_str();
}

void append_case(pugi::xml_node suite, const CaseRecord& record, const runner::RunSettings& settings) {
  pugi::xml_node node = suite.append_child("testcase");
  const auto [file, name] = split(record.info.id);
  set(node, "classname", file);
  set(node, "name", name);
  set(node, "time", seconds(record.microseconds));
  node.append_attribute("assertions") = record.checks;

  pugi::xml_node properties = node.append_child("properties");
  const auto property = [&](std::string_view key, std::string_view value) {
    pugi::xml_node one = properties.append_child("property");
    set(one, "name", key);
    set(one, "value", value);
  };
  property("outcome", name_of(record.outcome));
  for (const runner::Claim& claim : record.info.claims) {
    property("rule", claim.rule);
  }
  for (const std::string& profile : record.info.profiles) {
    property("profile", profile);
  }
  for (const auto& [key, value] : record.notes) {
    property("note." + key, value);
  }
  property("repeat", repeat_command(record.info.id, settings));

  std::string printed = record.output;
  switch (record.outcome) {
    case Outcome::pass:
      break;
    case Outcome::fail:
      append_reason(node, "failure", "fail", record);
      break;
    case Outcome::crash:
    case Outcome::timeout:
      append_reason(node, "error", name_of(record.outcome), record);
      break;
    case Outcome::not_supported:
    case Outcome::waived:
      append_reason(node, "skipped", "", record);
      break;
    case Outcome::quality_warning:
    case Outcome::flake:
      printed = fmt::format("{}:\n{}{}", name_of(record.outcome), text_of(record), printed);
      break;
  }
  if (!printed.empty()) {
    node.append_child("system-out").text() = xml_text(printed).c_str();
  }
}

struct Count {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  std::uint64_t microseconds = 0;

  void add(const CaseRecord& record) {
    ++tests;
    failures += record.outcome == Outcome::fail ? 1 : 0;
    errors += record.outcome == Outcome::crash || record.outcome == Outcome::timeout ? 1 : 0;
    skipped += record.outcome == Outcome::not_supported || record.outcome == Outcome::waived ? 1 : 0;
    microseconds += record.microseconds;
  }

  void write(pugi::xml_node node) const {
    node.append_attribute("tests") = static_cast<unsigned long long>(tests);
    node.append_attribute("failures") = static_cast<unsigned long long>(failures);
    node.append_attribute("errors") = static_cast<unsigned long long>(errors);
    node.append_attribute("skipped") = static_cast<unsigned long long>(skipped);
    set(node, "time", seconds(microseconds));
  }
};

/// What was judged, and on which device.
void append_properties(pugi::xml_node suite, const runner::RunRecord& run) {
  pugi::xml_node properties;
  const auto add = [&](const char* name, std::string_view value) {
    if (value.empty()) {
      return;
    }
    if (!properties) {
      properties = suite.append_child("properties");
    }
    pugi::xml_node property = properties.append_child("property");
    set(property, "name", name);
    set(property, "value", value);
  };
  add("device", run.device);
  if (run.implementation) {
    add("implementation", run.implementation->name);
    add("implementation.version", run.implementation->version);
    add("implementation.kind", run.implementation->kind);
    add("implementation.path", run.implementation->path);
    add("implementation.profiles", fmt::format("{}", fmt::join(run.implementation->profiles, ",")));
  }
}

void append_incidents(pugi::xml_node root, const std::vector<std::string>& incidents, Count& all) {
  if (incidents.empty()) {
    return;
  }
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", "rpcts.incidents");
  Count count{.tests = incidents.size(), .errors = incidents.size()};
  count.write(suite);
  for (std::size_t i = 0; i < incidents.size(); ++i) {
    pugi::xml_node node = suite.append_child("testcase");
    set(node, "classname", "rpcts.incidents");
    set(node, "name", fmt::format("incident_{}", i + 1));
    pugi::xml_node error = node.append_child("error");
    set(error, "type", "incident");
    error.text() = xml_text(incidents[i]).c_str();
  }
  all.tests += count.tests;
  all.errors += count.errors;
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = xml_character(text);
    safe += length == 0 ? replacement : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return safe;
}

std::string junit_xml(const runner::RunRecord& run) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("testsuites");
  set(root, "name", "rpcts " + run.suite_version);
  Count all;
  // Records are sorted by id, so the cases of a file stand together.
  for (std::size_t first = 0; first < run.cases.size();) {
    const std::string file = split(run.cases[first].info.id).first;
    pugi::xml_node suite = root.append_child("testsuite");
    set(suite, "name", file);
    set(suite, "timestamp", run.started);
    set(suite, "hostname", run.host.name);
    Count count;
    std::size_t end = first;
    for (; end < run.cases.size() && split(run.cases[end].info.id).first == file; ++end) {
      count.add(run.cases[end]);
      all.add(run.cases[end]);
    }
    count.write(suite);
    append_properties(suite, run);
    for (; first < end; ++first) {
      append_case(suite, run.cases[first], run.settings);
    }
  }
  append_incidents(root, run.incidents, all);
  all.write(root);

  std::ostringstream text;
  text.imbue(std::locale::classic());
  document.save(text, " ", pugi::format_default, pugi::encoding_utf8);
  return text.str();
}

}  // namespace rpcts::report
