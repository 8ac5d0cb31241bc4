// The written cases and the bases, judged by the implementation: the verdict that the contract demands, and
// the rule that decides where the implementation has rule ids.

#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/corpus.hpp"
#include "fixtures/render_pack_v1/corpus/corpus_index.hpp"
#include "fixtures/render_pack_v1/corpus/scratch.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace fs = std::filesystem;
using fixtures::CorpusEntry;
using fixtures::Verdict;
using implementation::Implementation;
using runner::CaseContext;
using runner::Claim;
using runner::Proof;

/// What the implementation says of each base; asked once, since every rejection needs it.
class Bases {
 public:
  /// Empty = accepted, else why not.
  const std::string& complaint(const fs::path& data, const std::string& base, Implementation& judge) {
    const auto [at, added] = complaints_.try_emplace(base);
    if (added) {
      const auto verdict = judge.judge((data / "render_pack_v1" / "bases" / base).string());
      if (!verdict) {
        at->second = verdict.error().message;
      } else if (!verdict->accepted) {
        at->second = fmt::format("rejected by {}: {}",
                                 verdict->rule.empty() ? "no named rule" : verdict->rule, verdict->reason);
      }
    }
    return at->second;
  }

 private:
  std::map<std::string, std::string> complaints_;
};

std::vector<Claim> claims_of(const CorpusEntry& entry) {
  const bool accepted = entry.expect.verdict == Verdict::accept;
  std::vector<Claim> claims;
  if (!accepted) {
    claims.push_back({entry.expect.rule, Proof::negative});
  }
  for (const std::string& rule : entry.expect.proves) {
    claims.push_back({rule, accepted ? Proof::positive : Proof::negative});
  }
  return claims;
}

void check_rejection(CaseContext& context, const CorpusEntry& entry, const implementation::Verdict& verdict) {
  if (!context.check(!verdict.accepted, fmt::format("the pack must be rejected by {} ({}); it is accepted",
                                                    entry.expect.rule, entry.why))) {
    return;
  }
  if (verdict.rule.empty()) {
    context.note("rule", "the implementation names none; the verdict alone is judged");
  } else {
    context.check(verdict.rule == entry.expect.rule,
                  fmt::format("the pack must be rejected by {} ({}); it is rejected by {}: {}",
                              entry.expect.rule, entry.why, verdict.rule, verdict.reason));
  }
}

Result<void> judge_entry(CaseContext& context, const CorpusEntry& entry, Implementation& judge,
                         Bases& bases) {
  // Made before anything is judged: what this user cannot make is not supported.
  const auto scratch = fixtures::ScratchFolder::create();
  if (!scratch) {
    return std::unexpected(scratch.error());
  }
  const auto pack = corpus_pack(context, entry, scratch->path());
  if (!pack) {
    return std::unexpected(pack.error());
  }
  const auto verdict = judge.judge(pack->string());
  if (!verdict) {
    return std::unexpected(verdict.error());
  }
  if (!verdict->reason.empty()) {
    context.note("reason", verdict->reason);
  }
  if (entry.expect.verdict == Verdict::accept) {
    context.check(verdict->accepted,
                  fmt::format("the pack must be accepted ({}); it is rejected by {}: {}", entry.why,
                              verdict->rule.empty() ? "no named rule" : verdict->rule, verdict->reason));
    return {};
  }
  check_rejection(context, entry, *verdict);
  // Whoever rejects everything shows nothing.
  const std::string& complaint = bases.complaint(context.data(), entry.base, judge);
  context.check(complaint.empty(),
                fmt::format("the valid pack '{}' that this one is made of must be accepted: {}", entry.base,
                            complaint));
  return {};
}

}  // namespace

void add_authoring_cases(runner::CaseTable& table, const fs::path& data,
                         const std::shared_ptr<ImplementationSource>& source) {
  const auto entries = fixtures::read_index(corpus_folder(data));
  if (!entries) {
    return;  // render_pack_v1.corpus.index fails
  }
  const auto bases = std::make_shared<Bases>();
  for (const CorpusEntry& entry : *entries) {
    const bool accepted = entry.expect.verdict == Verdict::accept;
    // The header names no host for a verdict: what only a host decides cannot be asked.
    if (entry.host_lacks && !(accepted && entry.host_lacks->empty())) {
      continue;
    }
    add_implementation_case(
        table, source,
        {.info = {.id = "render_pack_v1.authoring." + entry.name,
                  .title = fmt::format(
                      "The implementation {} the pack: {}",
                      accepted ? std::string("accepts") : fmt::format("rejects by {}", entry.expect.rule),
                      entry.why),
                  .claims = claims_of(entry),
                  .generated = true,
                  .clause = "G"},
         .profiles = RPCTS_PROFILE_AUTHORING,
         .body = [entry, bases](CaseContext& context, Implementation& judge) {
           return judge_entry(context, entry, judge, *bases);
         }});
  }
}

}  // namespace rpcts::render_pack_v1
