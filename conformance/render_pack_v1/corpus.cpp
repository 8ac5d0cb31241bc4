// The written cases: small differences from valid packs, each with the verdict and the rule that the contract
// demands.

#include "conformance/render_pack_v1/corpus.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/render_pack_v1/cases.hpp"
#include "fixtures/render_pack_v1/corpus/corpus_index.hpp"
#include "fixtures/render_pack_v1/corpus/scratch.hpp"
#include "fixtures/render_pack_v1/corpus/special_file.hpp"
#include "harness/contracts/render_pack_v1/validate_pack.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace fs = std::filesystem;
using fixtures::CorpusEntry;
using fixtures::Verdict;
using runner::CaseContext;
using runner::Claim;
using runner::Proof;

std::vector<Claim> claims_of(const CorpusEntry& entry) {
  const bool accepted = entry.expect.verdict == Verdict::accept;
  std::vector<Claim> claims;
  if (!accepted) {
    claims.push_back({entry.expect.rule, Proof::negative});
  }
  for (const std::string& rule : entry.expect.warnings) {
    claims.push_back({rule, Proof::negative});
  }
  for (const std::string& rule : entry.expect.proves) {
    claims.push_back({rule, accepted ? Proof::positive : Proof::negative});
  }
  return claims;
}

std::string title_of(const CorpusEntry& entry) {
  return fmt::format("{} ({} by {})", entry.why,
                     entry.expect.verdict == Verdict::accept ? "accepted" : "rejected",
                     entry.expect.verdict == Verdict::accept ? "every rule" : entry.expect.rule);
}

ValidateOptions options_of(const CorpusEntry& entry) {
  ValidateOptions options;
  // SPIRV-Tools has the last word only where every other rule accepts; elsewhere it would cost most of the
  // time.
  options.spirv_tools = entry.expect.verdict == Verdict::accept || entry.expect.rule == "RP-SPV-060";
  options.descriptor.strict = entry.strict;
  if (entry.host_lacks) {
    HostProfile host = HostProfile::conformance();
    for (const std::string& name : *entry.host_lacks) {
      host.capabilities.reset(static_cast<std::size_t>(*value_of<RenderCapability>(name)));
    }
    options.descriptor.host = host;
  }
  return options;
}

std::set<std::string> rules_of(const Findings& findings, Severity severity) {
  std::set<std::string> rules;
  for (const Diagnostic& finding : findings.all()) {
    if (finding.severity == severity) {
      rules.emplace(finding.rule);
    }
  }
  return rules;
}

/// What a failure shows beside the rule: the finding as a user would read it.
std::string shown(const Diagnostic* finding) {
  if (finding == nullptr) {
    return "nothing";
  }
  return fmt::format("{} at {}{}: {}; required: {}", finding->rule, finding->place.file,
                     finding->place.pointer, finding->found, finding->required);
}

/// The base must be accepted, or a rejection of what was made of it would show nothing.
void check_control(CaseContext& context, const CorpusEntry& entry) {
  ValidateOptions options;
  options.spirv_tools = false;
  const fs::path base = context.data() / "render_pack_v1" / "bases" / entry.base;
  const auto report = validate_pack(base, options);
  if (context.check(report.has_value(), report ? "" : report.error().message)) {
    const Diagnostic* deciding = report->findings.deciding();
    context.check(deciding == nullptr,
                  fmt::format("the base '{}' itself is rejected: {}", entry.base, shown(deciding)));
  }
}

void check_rejection(CaseContext& context, const CorpusEntry& entry, const Findings& findings) {
  const Diagnostic* deciding = findings.deciding();
  const std::string_view rule = deciding == nullptr ? "none" : deciding->rule;
  context.check(rule == entry.expect.rule,
                fmt::format("the pack must be rejected by {}; found {}", entry.expect.rule, shown(deciding)));
  const std::string& at = entry.expect.at;
  if (deciding != nullptr && !at.empty()) {
    const std::string& place = at.starts_with('/') ? deciding->place.pointer : deciding->place.file;
    context.equal(place, at, fmt::format("place of {}", deciding->rule));
  }
  const auto rules = rules_of(findings, Severity::error);
  for (const std::string& further : entry.expect.also) {
    context.check(rules.contains(further), fmt::format("{} must be reported as well", further));
  }
  check_control(context, entry);
}

void check_acceptance(CaseContext& context, const CorpusEntry& entry, const Findings& findings) {
  context.check(findings.accepted(),
                fmt::format("the pack must be accepted; found {}", shown(findings.deciding())));
  const std::set<std::string> expected(entry.expect.warnings.begin(), entry.expect.warnings.end());
  const auto warnings = rules_of(findings, Severity::warning);
  context.check(warnings == expected, fmt::format("warnings: found [{}], expected [{}]",
                                                  fmt::join(warnings, ", "), fmt::join(expected, ", ")));
}

}  // namespace

fs::path corpus_folder(const fs::path& data) {
  return data / "render_pack_v1" / "corpus";
}

Result<fs::path> corpus_pack(const CaseContext& context, const CorpusEntry& entry, const fs::path& scratch) {
  const bool unreadable = std::ranges::any_of(entry.special, [](const fixtures::SpecialFile& special) {
    return special.kind == fixtures::SpecialFile::Kind::unreadable;
  });
  if (unreadable && fixtures::ignores_permissions()) {
    return error(ErrorKind::unsupported, "this user may read every file, whatever its permissions say");
  }
  return fixtures::complete_pack(corpus_folder(context.data()), entry, scratch);
}

void check_corpus_entry(CaseContext& context, const CorpusEntry& entry) {
  const auto scratch = fixtures::ScratchFolder::create();
  if (!context.check(scratch.has_value(), scratch ? "" : scratch.error().message)) {
    return;
  }
  const auto pack = corpus_pack(context, entry, scratch->path());
  if (!pack && pack.error().kind == ErrorKind::unsupported) {
    context.not_supported(pack.error().message);
  }
  if (!context.check(pack.has_value(), pack ? "" : pack.error().message)) {
    return;
  }
  const auto report = validate_pack(*pack, options_of(entry));
  if (!context.check(report.has_value(), report ? "" : report.error().message)) {
    return;
  }
  if (entry.expect.verdict == Verdict::accept) {
    check_acceptance(context, entry, report->findings);
  } else {
    check_rejection(context, entry, report->findings);
  }
}

void add_corpus_cases(runner::CaseTable& table, const fs::path& data) {
  const auto entries = fixtures::read_index(corpus_folder(data));
  // The cases are listed from the index; without it there is one case, and it fails.
  const std::string fault = entries ? std::string() : entries.error().message;
  table.add({.id = "render_pack_v1.corpus.index", .title = "The written cases are there."},
            [fault](CaseContext& context) { context.check(fault.empty(), fault); });
  if (!entries) {
    return;
  }
  for (const CorpusEntry& entry : *entries) {
    table.add(
        {.id = "render_pack_v1.corpus." + entry.name, .title = title_of(entry), .claims = claims_of(entry)},
        [entry](CaseContext& context) { check_corpus_entry(context, entry); });
  }
}

}  // namespace rpcts::render_pack_v1
