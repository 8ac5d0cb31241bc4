#include "harness/report/console.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <ostream>

#include "harness/report/profile_counts.hpp"
#include "harness/report/proof.hpp"

namespace rpcts::report {
namespace {

using runner::CaseRecord;
using runner::Outcome;
using runner::RuleInfo;
using runner::RunRecord;

/// Cases of one kind that are listed with their ids; the rest is counted. results.json has all.
constexpr std::size_t listed_cases = 50;
/// Messages of one case that are shown, and bytes of one.
constexpr std::size_t shown_messages = 5;
constexpr std::size_t shown_bytes = 600;

std::string_view word_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
      return "PASS";
    case Outcome::fail:
      return "FAIL";
    case Outcome::quality_warning:
      return "WARNING";
    case Outcome::not_supported:
      return "NOT SUPPORTED";
    case Outcome::waived:
      return "WAIVED";
    case Outcome::crash:
      return "CRASH";
    case Outcome::timeout:
      return "TIMEOUT";
    case Outcome::flake:
      return "FLAKE";
  }
  return "";
}

/// The start of a text with each line after the first indented, and nothing in it that moves a terminal's
/// cursor.
std::string indented(std::string_view text, std::string_view indent) {
  if (text.size() > shown_bytes) {
    std::size_t end = shown_bytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) {
      --end;  // Not in the middle of a character.
    }
    return indented(text.substr(0, end), indent) + " …";
  }
  std::string shown;
  for (const char c : text) {
    if (c == '\n') {
      shown += '\n';
      shown += indent;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      shown += '?';
    } else {
      shown += c;
    }
  }
  return shown;
}

/// The last lines of what a worker printed: there it tells why it died.
std::string_view tail_of(std::string_view text) {
  while (text.ends_with('\n')) {
    text.remove_suffix(1);
  }
  if (text.size() <= shown_bytes) {
    return text;
  }
  const std::size_t line = text.find('\n', text.size() - shown_bytes);
  return text.substr(line == std::string_view::npos ? text.size() - shown_bytes : line + 1);
}

/// A count, or a dash that is easier to overlook than a zero.
std::string number(std::size_t count) {
  return count == 0 ? "-" : fmt::format("{}", count);
}

std::string seconds(std::uint64_t milliseconds) {
  return fmt::format("{}.{} s", milliseconds / 1000, milliseconds / 100 % 10);
}

class Summary {
 public:
  Summary(const RunRecord& run, const std::vector<RuleInfo>& rules)
      : run_(run), proofs_(prove(rules, run.cases)) {
    for (const RuleInfo& rule : rules) {
      rules_.emplace(rule.id, &rule);
    }
    for (const CaseRecord& record : run.cases) {
      by_outcome_[record.outcome].push_back(&record);
    }
  }

  std::string text() {
    clauses();
    profiles();
    failures();
    listed(Outcome::quality_warning, "Quality warnings",
           "rules of level REF; they do not decide certification");
    listed(Outcome::flake, "Flakes", "repeated runs disagree");
    by_reason(Outcome::waived, "Waived");
    by_reason(Outcome::not_supported, "Not supported");
    incidents();
    tallies();
    head();
    return std::move(text_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '\n';
  }

  /// A table for each contract with a line for each clause that has a result.
  void clauses() {
    std::string contract;
    std::size_t not_run = 0;
    for (const ClauseProof& clause : by_clause(proofs_)) {
      not_run += clause.not_run;
      if (clause.not_run == clause.rules) {
        continue;
      }
      if (clause.contract != contract) {
        contract = clause.contract;
        line("{:<24} {:>6} {:>7} {:>7} {:>7} {:>12} {:>6} {:>8}", contract, "rules", "proved", "failed",
             "warned", "unsupported", "other", "not run");
      }
      line("  {:<22} {:>6} {:>7} {:>7} {:>7} {:>12} {:>6} {:>8}", clause.clause, clause.rules,
           number(clause.proved), number(clause.failed), number(clause.warned), number(clause.not_supported),
           number(clause.other), number(clause.not_run));
    }
    without_rule();
    if (not_run > 0) {
      line("{} of {} rules have no case in this run.", not_run, proofs_.size());
    }
  }

  /// Cases that prove a clause for which the contract has no rule id.
  void without_rule() {
    std::map<std::string, std::array<std::size_t, 2>> counts;  // by clause: all, passed
    for (const CaseRecord& record : run_.cases) {
      if (!record.info.claims.empty()) {
        continue;
      }
      std::string clause(runner::contract_of(record.info.id));
      if (!record.info.clause.empty()) {
        clause += " " + record.info.clause;
      }
      auto& count = counts[clause];
      ++count[0];
      count[1] += record.outcome == Outcome::pass ? 1 : 0;
    }
    if (!counts.empty()) {
      line("Clauses without rule ids, cases passed:");
    }
    for (const auto& [clause, count] : counts) {
      line("  {:<30} {} of {}", clause, count[1], count[0]);
    }
  }

  /// What the implementation claims, and its cases by profile.
  void profiles() {
    const std::vector<ProfileCount> counts = profile_counts(run_);
    if (counts.empty()) {
      return;
    }
    line("{:<24} {:>6} {:>7} {:>7} {:>7} {:>12} {:>6}", "profile", "cases", "passed", "failed", "warned",
         "unsupported", "other");
    for (const ProfileCount& count : counts) {
      const auto of = [&](Outcome outcome) { return count.outcomes.at(static_cast<std::size_t>(outcome)); };
      const std::size_t named =
          of(Outcome::pass) + of(Outcome::fail) + of(Outcome::quality_warning) + of(Outcome::not_supported);
      line("  {:<22} {:>6} {:>7} {:>7} {:>7} {:>12} {:>6}",
           fmt::format("{}{}", count.profile, count.claimed ? "" : " (not claimed)"), count.cases,
           number(of(Outcome::pass)), number(of(Outcome::fail)), number(of(Outcome::quality_warning)),
           number(of(Outcome::not_supported)), number(count.cases - named));
    }
  }

  void one_case(const CaseRecord& record) {
    line("");
    line("{} {}", word_of(record.outcome), record.info.id);
    line("  {}", indented(record.info.title, "  "));
    for (const runner::Claim& claim : record.info.claims) {
      if (const auto rule = rules_.find(claim.rule); rule != rules_.end()) {
        line("  rule    {} ({}, {}): {}", claim.rule, rule->second->clause, name_of(rule->second->level),
             rule->second->statement);
      }
    }
    for (std::size_t i = 0; i < std::min(shown_messages, record.messages.size()); ++i) {
      const runner::Message& message = record.messages[i];
      line("  found   {}", indented(message.text, "          "));
      if (!message.file.empty()) {
        line("          at {}:{}", message.file, message.line);
      }
    }
    if (record.messages.size() > shown_messages) {
      line("          and {} more, in results.json", record.messages.size() - shown_messages);
    }
    if (record.outcome == Outcome::crash && !record.output.empty()) {
      line("  printed {}", indented(tail_of(record.output), "          "));
    }
    line("  repeat  {}", repeat_command(record.info.id, run_.settings));
  }

  void failures() {
    std::size_t shown = 0;
    std::size_t all = 0;
    for (const CaseRecord& record : run_.cases) {
      if (runner::is_failure(record.outcome) && ++all <= listed_cases) {
        one_case(record);
        ++shown;
      }
    }
    if (all > shown) {
      line("");
      line("and {} more failures:", all - shown);
      // Each with its command: a failure is never only counted.
      std::size_t passed_over = 0;
      for (const CaseRecord& record : run_.cases) {
        if (runner::is_failure(record.outcome) && ++passed_over > shown) {
          line("  {}", repeat_command(record.info.id, run_.settings));
        }
      }
    }
  }

  void listed(Outcome outcome, std::string_view title, std::string_view meaning) {
    const auto& records = by_outcome_[outcome];
    if (records.empty()) {
      return;
    }
    line("");
    line("{}: {} ({})", title, records.size(), meaning);
    for (std::size_t i = 0; i < std::min(listed_cases, records.size()); ++i) {
      const CaseRecord& record = *records[i];
      std::string rules;
      for (const runner::Claim& claim : record.info.claims) {
        rules += " " + claim.rule;
      }
      line("  {}{}", record.info.id, rules);
      if (!record.messages.empty()) {
        line("    {}", indented(record.messages.front().text, "    "));
      }
    }
    if (records.size() > listed_cases) {
      line("  and {} more, in results.json", records.size() - listed_cases);
    }
  }

  /// What is not judged, grouped by reason: many cases lack the same thing.
  void by_reason(Outcome outcome, std::string_view title) {
    const auto& records = by_outcome_[outcome];
    if (records.empty()) {
      return;
    }
    std::map<std::string, std::vector<const CaseRecord*>> reasons;
    for (const CaseRecord* record : records) {
      reasons[record->messages.empty() ? "no reason given" : record->messages.front().text].push_back(record);
    }
    line("");
    line("{}: {}", title, records.size());
    for (const auto& [reason, cases] : reasons) {
      line("  {} {}: {}", cases.size(), cases.size() == 1 ? "case" : "cases", indented(reason, "    "));
      line("    {}{}", cases.front()->info.id, cases.size() == 1 ? "" : ", …");
    }
  }

  void incidents() {
    for (const std::string& incident : run_.incidents) {
      line("");
      line("INCIDENT {}", indented(incident, "  "));
    }
  }

  /// What cases have counted (CaseContext::tally), added up.
  void tallies() {
    std::map<std::string, std::map<std::string, std::uint64_t>> sums;
    constexpr std::string_view prefix = runner::CaseContext::tally_prefix;
    for (const CaseRecord& record : run_.cases) {
      for (const auto& [name, value] : record.notes) {
        const std::size_t colon = name.find(": ");
        std::uint64_t count = 0;
        if (name.starts_with(prefix) && colon != std::string::npos &&
            std::from_chars(value.data(), value.data() + value.size(), count).ec == std::errc{}) {
          sums[name.substr(prefix.size(), colon - prefix.size())][name.substr(colon + 2)] += count;
        }
      }
    }
    for (const auto& [sum, parts] : sums) {
      std::uint64_t total = 0;
      std::string list;
      for (const auto& [part, count] : parts) {
        total += count;
        list += fmt::format("{}{} {}", list.empty() ? "" : ", ", part, count);
      }
      line("");
      line("{}: {}", sum, total);
      line("  {}", indented(list, "  "));
    }
  }

  /// The result in a few lines, at the end where it is seen.
  void head() {
    line("");
    line("rpcts {} on {}", run_.suite_version,
         run_.device.empty() ? "no device: no case asked for one" : run_.device);
    if (run_.implementation) {
      line("{}", describe(*run_.implementation));
    }
    std::string totals;
    for (const auto& [outcome, name] : runner::outcome_names) {
      if (const std::size_t count = by_outcome_[outcome].size(); count > 0) {
        totals += fmt::format("{}{} {}", totals.empty() ? "" : ", ", count, name);
      }
    }
    if (!run_.complete) {
      line("The run was cut short: {} of {} cases have a result.", run_.cases.size(), run_.selected);
    }
    line("{} cases in {}: {}", run_.cases.size(), seconds(run_.milliseconds),
         totals.empty() ? "none" : totals);
    const auto proved = std::ranges::count(proofs_, std::optional(Outcome::pass), &RuleProof::verdict);
    line("{} of {} rules proved", proved, proofs_.size());
    line("{}", is_good(run_) ? "Everything is as expected." : "Something is not as expected.");
  }

  const RunRecord& run_;
  std::vector<RuleProof> proofs_;
  std::map<std::string, const RuleInfo*, std::less<>> rules_;
  std::map<Outcome, std::vector<const CaseRecord*>> by_outcome_;
  std::string text_;
};

}  // namespace

std::string summary(const RunRecord& run, const std::vector<RuleInfo>& rules) {
  return Summary(run, rules).text();
}

void tell(Progress& progress, const CaseRecord& record) {
  std::string trouble;
  if (runner::is_failure(record.outcome)) {
    trouble = fmt::format("{} {}\n", word_of(record.outcome), record.info.id);
    if (!record.messages.empty()) {
      trouble += fmt::format("  {}\n", indented(record.messages.front().text, "  "));
    }
  }
  progress.add(record.info.id, trouble);
}

}  // namespace rpcts::report
