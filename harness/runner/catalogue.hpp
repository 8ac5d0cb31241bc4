#pragma once

// Everything that a worker can say about its cases without running one: what `rpcts list`, `rpcts explain`
// and the requirement table need. The worker writes it as JSON, the command line reads it.

#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/runner/case.hpp"

namespace rpcts::runner {

/// A rule of a contract, as far as runs and reports need it.
struct RuleInfo {
  std::string id;        ///< "RP-DESC-082"
  std::string contract;  ///< "render_pack_v1"
  std::string clause;    ///< "C.5"
  Weight level = Weight::must;
  std::string statement;  ///< when the rule rejects; of a published value, what holds
  /// A value that an implementation publishes: there is nothing to reject, a positive proof is all.
  bool published = false;

  friend bool operator==(const RuleInfo&, const RuleInfo&) = default;
};

struct Catalogue {
  std::vector<RuleInfo> rules;  ///< in the order of the contract
  std::vector<CaseInfo> cases;  ///< sorted by id

  /// Null when there is none. Valid until the catalogue changes.
  [[nodiscard]] const RuleInfo* find_rule(std::string_view id) const;
  [[nodiscard]] const CaseInfo* find_case(std::string_view id) const;

  friend bool operator==(const Catalogue&, const Catalogue&) = default;
};

/// The file of a case, by its id: "slots" of "render_pack_v1.slots.order".
[[nodiscard]] constexpr std::string_view file_of(std::string_view case_id) {
  const std::size_t dot = case_id.find('.') + 1;
  return case_id.substr(dot, case_id.find('.', dot) - dot);
}

inline constexpr std::string_view catalogue_format = "rpcts.catalogue";
inline constexpr int catalogue_version = 2;

/// As the contract writes it: "MUST", "REF", "HOST", "strict".
[[nodiscard]] std::string_view name_of(Weight weight);
/// "positive", "negative".
[[nodiscard]] std::string_view name_of(Proof proof);

/// JSON with one rule or case a line; docs/formats/catalogue.schema.json describes it.
[[nodiscard]] std::string to_json(const Catalogue& catalogue);
/// ErrorKind::failed when the text is no catalogue of this version.
[[nodiscard]] Result<Catalogue> catalogue_from_json(std::string_view text);

}  // namespace rpcts::runner
