#include "harness/report/proof.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace rpcts::report {
namespace {

using runner::Outcome;

/// What decides over what when the cases of one rule disagree: a failure first, a pass last.
int gravity(Outcome outcome) {
  switch (outcome) {
    case Outcome::crash:
      return 7;
    case Outcome::timeout:
      return 6;
    case Outcome::fail:
      return 5;
    case Outcome::quality_warning:
      return 4;
    case Outcome::flake:
      return 3;
    case Outcome::waived:
      return 2;
    case Outcome::pass:
      return 1;
    case Outcome::not_supported:
      return 0;  // Where one case could prove the rule, another that could not changes nothing.
  }
  return 0;
}

}  // namespace

std::vector<RuleProof> prove(std::span<const runner::RuleInfo> rules,
                             std::span<const runner::CaseRecord> records) {
  std::vector<RuleProof> proofs(rules.size());
  std::map<std::string_view, RuleProof*> by_id;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    proofs[i].rule = &rules[i];
    by_id.emplace(rules[i].id, &proofs[i]);
  }
  for (const runner::CaseRecord& record : records) {
    for (const runner::Claim& claim : record.info.claims) {
      const auto at = by_id.find(claim.rule);
      if (at == by_id.end()) {
        continue;
      }
      RuleProof& proof = *at->second;
      if (!proof.verdict || gravity(record.outcome) > gravity(*proof.verdict)) {
        proof.verdict = record.outcome;
      }
      if (record.outcome == Outcome::pass) {
        ++(claim.proof == runner::Proof::positive ? proof.positive : proof.negative);
      }
    }
  }
  return proofs;
}

std::vector<ClauseProof> by_clause(std::span<const RuleProof> proofs) {
  std::vector<ClauseProof> clauses;
  for (const RuleProof& proof : proofs) {
    auto at = std::ranges::find_if(clauses, [&](const ClauseProof& one) {
      return one.contract == proof.rule->contract && one.clause == proof.rule->clause;
    });
    if (at == clauses.end()) {
      at = clauses.insert(at, ClauseProof{.contract = proof.rule->contract, .clause = proof.rule->clause});
    }
    ++at->rules;
    if (!proof.verdict) {
      ++at->not_run;
    } else if (runner::is_failure(*proof.verdict)) {
      ++at->failed;
    } else if (*proof.verdict == Outcome::pass) {
      ++at->proved;
    } else if (*proof.verdict == Outcome::quality_warning) {
      ++at->warned;
    } else if (*proof.verdict == Outcome::not_supported) {
      ++at->not_supported;
    } else {
      ++at->other;
    }
  }
  return clauses;
}

}  // namespace rpcts::report
