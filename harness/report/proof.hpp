#pragma once

// What a run says about the rules: from the results of cases to the verdict on each rule that they claim.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/runner/catalogue.hpp"
#include "harness/runner/results.hpp"

namespace rpcts::report {

/// Verdict on one rule.
struct RuleProof {
  const runner::RuleInfo* rule = nullptr;  ///< in the caller's list
  /// Nothing: no case that claims the rule ran. Pass: something was proved and nothing speaks against it.
  /// Else the gravest of what its cases say.
  std::optional<runner::Outcome> verdict;
  std::size_t positive = 0;  ///< passed cases that claim it positively
  std::size_t negative = 0;  ///< passed cases that claim it negatively
};

/// One for each rule, in the order of `rules`. The rules must outlive the result.
[[nodiscard]] std::vector<RuleProof> prove(std::span<const runner::RuleInfo> rules,
                                           std::span<const runner::CaseRecord> records);

/// The rules of one clause, counted by verdict.
struct ClauseProof {
  std::string contract;
  std::string clause;
  std::size_t rules = 0;
  std::size_t proved = 0;
  std::size_t failed = 0;  ///< fail, crash, timeout
  std::size_t warned = 0;  ///< quality warning
  std::size_t not_supported = 0;
  std::size_t other = 0;  ///< waived, flake
  std::size_t not_run = 0;
};

/// In the order in which the clauses first come among the rules.
[[nodiscard]] std::vector<ClauseProof> by_clause(std::span<const RuleProof> proofs);

}  // namespace rpcts::report
