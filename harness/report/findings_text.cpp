// Findings for people.

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <ostream>

#include "harness/base/text.hpp"
#include "harness/report/findings_parts.hpp"

namespace rpcts::report {
namespace {

constexpr std::size_t label_width = 10;  // "required: "

/// Text of the input, fit for a terminal: what is no printable character is written as \xNN. With `indent` a
/// line that goes on is indented under the first; without, there is one line.
std::string printable(std::string_view text, std::optional<std::size_t> indent = std::nullopt) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const auto byte = static_cast<unsigned char>(text.front());
    // 0xC2 0x80 to 0xC2 0x9F are control characters, too.
    const bool control = byte < 0x20 || byte == 0x7F ||
                         (length == 2 && byte == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0);
    const std::size_t taken = std::max<std::size_t>(length, 1);
    if (byte == '\n' && indent) {
      result += fmt::format("\n{:{}}", "", *indent);
    } else if (length == 0 || control) {
      for (std::size_t i = 0; i < taken; ++i) {
        result += fmt::format("\\x{:02X}", static_cast<unsigned char>(text[i]));
      }
    } else {
      result += text.substr(0, taken);
    }
    text.remove_prefix(taken);
  }
  return result;
}

/// "my-pack/pack.json:41:15"
std::string position(const Subject& subject, const Place& place) {
  std::string text = printable(file_of(subject, place).string());
  if (place.line != 0) {
    text += fmt::format(":{}", place.line);
    if (place.column != 0) {
      text += fmt::format(":{}", place.column);
    }
  }
  return text;
}

/// " at /passes/2/hook", " in SunRays (fragment), id 17, member 6, byte 1024"
std::string detail(const Place& place) {
  std::string text;
  if (!place.pointer.empty()) {
    text += fmt::format(" at {}", printable(place.pointer));
  }
  if (!place.role.empty()) {
    text += fmt::format(" in {}", printable(place.role));
  }
  const auto add = [&](std::string_view name, std::uint64_t value) {
    text += fmt::format("{} {} {}", text.empty() ? "" : ",", name, value);
  };
  if (place.id != 0) {
    add("id", place.id);
  }
  if (place.member >= 0) {
    add("member", static_cast<std::uint64_t>(place.member));
  }
  if (place.word != 0) {
    add("byte", std::uint64_t{place.word} * 4);
  }
  return text;
}

void write_line(std::ostream& out, std::string_view label, std::string_view text) {
  out << fmt::format("    {:<{}}{}\n", label, label_width, printable(text, 4 + label_width));
}

void write_finding(std::ostream& out, const Subject& subject, const Diagnostic& finding, bool deciding,
                   const RuleLookup& rules) {
  out << fmt::format("{}: {} {}{}{}\n", position(subject, finding.place),
                     finding.severity == Severity::error ? "error" : "warning", finding.rule,
                     deciding ? " (decides)" : "", detail(finding.place));
  write_line(out, "found:", finding.found);
  write_line(out, "required:", finding.required);
  if (const RuleFacts facts = facts_of(rules, finding.rule); !facts.statement.empty()) {
    write_line(out, "rule:", fmt::format("{} ({}): {}", facts.clause, facts.level, facts.statement));
  }
  out << '\n';
}

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

void write_subject(std::ostream& out, const Subject& subject, const RuleLookup& rules) {
  const std::string name = printable(subject.path.string());
  if (!subject.note.empty()) {
    out << fmt::format("{}: {}\n", name, printable(subject.note));
  }
  if (!subject.error.empty()) {
    out << fmt::format("{}: not checked: {}\n", name, printable(subject.error));
    return;
  }
  const Diagnostic* deciding = subject.findings.deciding();
  for (const Diagnostic& finding : subject.findings.all()) {
    write_finding(out, subject, finding, &finding == deciding, rules);
  }
  const Counts counts = count(subject.findings);
  out << fmt::format("{}: {} ({}, {}; {}, {})\n", name,
                     deciding == nullptr ? "accepted" : fmt::format("rejected by {}", deciding->rule),
                     counted(counts.errors, "error"), counted(counts.warnings, "warning"),
                     counted(subject.modules, "module"), counted(subject.judgements, "judgement"));
}

}  // namespace

void write_text(std::ostream& out, std::span<const Subject> subjects, const RuleLookup& rules) {
  for (const Subject& subject : subjects) {
    write_subject(out, subject, rules);
  }
  if (subjects.size() > 1) {
    const auto with = [&](std::string_view verdict) {
      return std::ranges::count(subjects, verdict, verdict_of);
    };
    out << fmt::format("{} checked: {} accepted, {} rejected, {} not checked\n", subjects.size(),
                       with("accepted"), with("rejected"), with("error"));
  }
}

}  // namespace rpcts::report
