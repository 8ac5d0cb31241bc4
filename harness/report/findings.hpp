#pragma once

// What `rpcts validate` says: findings about packs and modules as text for people, as JSON, and as
// SARIF 2.1.0.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/base/diagnostic.hpp"

namespace rpcts::report {

/// What a report says of a rule beside its id.
struct RuleFacts {
  std::string_view clause;     ///< of the contract: "C.5"
  std::string_view level;      ///< "MUST", "REF", "HOST", or "warning" for what no rule of the contract is
  std::string_view statement;  ///< when the rule rejects
};

/// The facts of a rule by its id; nothing for an unknown one.
using RuleLookup = std::function<std::optional<RuleFacts>(std::string_view rule)>;

/// One thing that was looked at.
struct Subject {
  std::filesystem::path path;  ///< as the user named it
  std::string kind;            ///< "pack" or "module"
  /// How it was judged, for people: "judged as SunRays, fragment stage (by its entry point)"; may be empty.
  std::string note;
  std::string error;  ///< not empty: it could not be looked at, and why; there are no findings then
  Findings findings;
  std::size_t modules = 0;     ///< module files opened
  std::size_t judgements = 0;  ///< (module, role, stage) triples judged
};

/// One block a finding, the deciding one marked, and one line with the verdict and the counts for each
/// subject. Text of the input is made fit for a terminal.
void write_text(std::ostream& out, std::span<const Subject> subjects, const RuleLookup& rules);

inline constexpr int findings_json_version = 1;  ///< docs/formats/validation.schema.json

/// One JSON object, after docs/formats/validation.schema.json; every string is valid UTF-8.
void write_json(std::ostream& out, std::span<const Subject> subjects, const RuleLookup& rules);

/// One SARIF 2.1.0 log with one run: a result for each finding. Places in a JSON text are regions with line
/// and column (in code points) and a logical location with the pointer; places in a module are byte offsets.
void write_sarif(std::ostream& out, std::span<const Subject> subjects, const RuleLookup& rules);

}  // namespace rpcts::report
