#pragma once

// Requirements of a running host: what it offers and can execute (C.15) and how packs come and go (F). Those
// of section F say what holds; there is nothing to reject, so a positive proof is the whole proof. Those of
// C.15 say when a preset or a candidate is refused.

#include <span>
#include <string_view>

#include "harness/contracts/render_pack_v1/rules.hpp"

namespace rpcts::render_pack_v1 {

/// Whether the requirement says how a host behaves, and is no rule that rejects.
[[nodiscard]] constexpr bool is_behaviour(const Rule& rule) {
  return rule.id.starts_with("RP-LIFE-");
}

/// All of them, sorted by id. Static storage.
[[nodiscard]] std::span<const Rule> lifecycle_rules();

/// Ids that cases name; lifecycle_rules.cpp states what each demands.
namespace lifecycle {

// C.15
inline constexpr std::string_view preset_capability = "RP-HOST-001";
inline constexpr std::string_view automatic_timestamps = "RP-HOST-002";
inline constexpr std::string_view preset_bytes = "RP-HOST-003";
inline constexpr std::string_view preset_layers = "RP-HOST-004";
inline constexpr std::string_view preset_dimension = "RP-HOST-005";
inline constexpr std::string_view retained_bytes = "RP-HOST-010";
inline constexpr std::string_view retained_dimension = "RP-HOST-011";
inline constexpr std::string_view retained_layers = "RP-HOST-012";
inline constexpr std::string_view host_bytes = "RP-HOST-013";
inline constexpr std::string_view multisample_bytes = "RP-HOST-014";
inline constexpr std::string_view real_bytes = "RP-HOST-015";

// F.1
inline constexpr std::string_view discovery_binds_nothing = "RP-LIFE-001";
inline constexpr std::string_view discovery_opens_no_asset = "RP-LIFE-002";
inline constexpr std::string_view first_registration = "RP-LIFE-003";
inline constexpr std::string_view incompatible_is_listed = "RP-LIFE-004";
inline constexpr std::string_view withdrawal = "RP-LIFE-005";

// F.3
inline constexpr std::string_view request_is_a_wish = "RP-LIFE-010";
inline constexpr std::string_view boundary = "RP-LIFE-011";
inline constexpr std::string_view planning_order = "RP-LIFE-012";
inline constexpr std::string_view assets_first = "RP-LIFE-013";
inline constexpr std::string_view publication = "RP-LIFE-014";
inline constexpr std::string_view no_partial_candidate = "RP-LIFE-015";
inline constexpr std::string_view extent_change = "RP-LIFE-016";
inline constexpr std::string_view later_request = "RP-LIFE-017";
inline constexpr std::string_view failure_to_retail = "RP-LIFE-018";
inline constexpr std::string_view failure_is_remembered = "RP-LIFE-019";
inline constexpr std::string_view retail_selection = "RP-LIFE-020";
inline constexpr std::string_view fatal_errors = "RP-LIFE-021";
inline constexpr std::string_view withdrawn_while_selected = "RP-LIFE-022";
inline constexpr std::string_view planned_candidate = "RP-LIFE-023";

// F.5
inline constexpr std::string_view runtime_failure = "RP-LIFE-030";
inline constexpr std::string_view over_budget = "RP-LIFE-031";
inline constexpr std::string_view original_reason = "RP-LIFE-032";

// F.6
inline constexpr std::string_view behind_fences = "RP-LIFE-040";
inline constexpr std::string_view fallback_retires_all = "RP-LIFE-041";
inline constexpr std::string_view resize = "RP-LIFE-042";
inline constexpr std::string_view portal = "RP-LIFE-043";
inline constexpr std::string_view reconnect = "RP-LIFE-044";
inline constexpr std::string_view unload = "RP-LIFE-045";
inline constexpr std::string_view recreation = "RP-LIFE-046";
inline constexpr std::string_view layout_lifetime = "RP-LIFE-047";
inline constexpr std::string_view long_cycles = "RP-LIFE-048";

// F.7
inline constexpr std::string_view ordinary_form = "RP-LIFE-050";
inline constexpr std::string_view fused_form = "RP-LIFE-051";
inline constexpr std::string_view multiview_form = "RP-LIFE-052";
inline constexpr std::string_view no_other_form = "RP-LIFE-053";

}  // namespace lifecycle
}  // namespace rpcts::render_pack_v1
