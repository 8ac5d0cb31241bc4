#pragma once

// The requirements of the contract that a pack on disk can break: sections B to D, the file format, and what
// the suite decided where the contract is silent.

#include <cstdint>
#include <span>
#include <string_view>

namespace rpcts::render_pack_v1 {

/// How a rule counts (contract 0.1).
enum class Level : std::uint8_t {
  must,       ///< decides certification
  reference,  ///< behaviour of the reference; reported apart, as a quality warning
  host,       ///< depends on a device or a running host
  strict,     ///< no rule of v1: a warning, RP-DESC-031 only with `--strict`
};

/// Where a rule comes from (contract 0.1); `suite` = settled by this suite.
enum class Origin : std::uint8_t { seed, upstream_both, upstream_authoring, upstream_host, derived, suite };

struct Rule {
  std::string_view id;  ///< "RP-DESC-082"
  Level level;
  Origin origin;
  std::string_view section;    ///< clause of the contract: "C.5"
  std::string_view statement;  ///< when the rule rejects
};

/// All rules, sorted by group (FILE, DESC, AST, SPV, WARN) and number. Static storage.
[[nodiscard]] std::span<const Rule> rules();

/// The rule of a table with this id, or null.
[[nodiscard]] const Rule* find_rule(std::span<const Rule> of, std::string_view id);
/// Of rules().
[[nodiscard]] const Rule* find_rule(std::string_view id);

}  // namespace rpcts::render_pack_v1
