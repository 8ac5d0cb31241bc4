#pragma once

// Requirement against case: which cases prove a rule, and which rule nothing proves.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/runner/catalogue.hpp"

namespace rpcts::report {

/// The cases that claim one rule in one way.
struct Evidence {
  std::size_t written = 0;    ///< cases written by hand
  std::size_t generated = 0;  ///< cases made by a generator
  std::string example;        ///< id of the first, a written one where there is one

  [[nodiscard]] bool any() const { return written + generated > 0; }
};

struct Requirement {
  runner::RuleInfo rule;
  Evidence positive;
  Evidence negative;
};

/// One for each rule of the contract, in its order.
[[nodiscard]] std::vector<Requirement> requirements_of(const runner::Catalogue& catalogue,
                                                       std::string_view contract);

/// A sentence for each proof that is missing: every rule of level MUST or REF needs a positive and a negative
/// case, a published value of these levels a positive one.
[[nodiscard]] std::vector<std::string> missing_proofs(const std::vector<Requirement>& requirements);

/// The table as a page. Generated cases are named and not counted: their number follows from the compilers at
/// hand.
[[nodiscard]] std::string requirements_page(const std::vector<Requirement>& requirements,
                                            std::string_view contract);

}  // namespace rpcts::report
