#pragma once

// What a host publishes to a pack, as requirements: one id for each scalar of section D.6 and each value of
// section E. A statement says what holds; there is nothing to reject, so a positive proof is the whole proof.
// The two rules about a user's values stand here too: they reject, and their statements say when.

#include <span>
#include <string_view>

#include "harness/contracts/render_pack_v1/rules.hpp"

namespace rpcts::render_pack_v1 {

/// Whether the requirement is a value, and no rule that rejects.
[[nodiscard]] constexpr bool is_value(const Rule& rule) {
  return rule.id.starts_with("RP-VAL-");
}

/// All of them, sorted by id. Static storage.
[[nodiscard]] std::span<const Rule> published_values();

/// Ids that expected values name; published_values.cpp states what each demands.
namespace published {

// E.1
inline constexpr std::string_view shadow_curve = "RP-VAL-001";
inline constexpr std::string_view shadow_curve_horizon = "RP-VAL-002";
inline constexpr std::string_view shaft_curve = "RP-VAL-003";
inline constexpr std::string_view ray_curve = "RP-VAL-004";
inline constexpr std::string_view curve_ends = "RP-VAL-005";
inline constexpr std::string_view empty_curve = "RP-VAL-006";
inline constexpr std::string_view day_group_multiplier = "RP-VAL-007";
inline constexpr std::string_view undeclared_day_group = "RP-VAL-008";

// E.2
inline constexpr std::string_view sun_screen_position = "RP-VAL-020";
inline constexpr std::string_view sun_screen_absent = "RP-VAL-021";
inline constexpr std::string_view ray_strength_of_full_graph = "RP-VAL-022";
inline constexpr std::string_view ray_strength_of_other_graphs = "RP-VAL-023";
inline constexpr std::string_view sun_elevation = "RP-VAL-024";
inline constexpr std::string_view sun_color = "RP-VAL-025";
inline constexpr std::string_view ray_policy = "RP-VAL-026";
inline constexpr std::string_view viewport_size = "RP-VAL-027";
inline constexpr std::string_view viewport_reciprocals = "RP-VAL-028";
inline constexpr std::string_view weather_kind = "RP-VAL-029";
inline constexpr std::string_view weather_intensity = "RP-VAL-030";
inline constexpr std::string_view frame_delta = "RP-VAL-031";
inline constexpr std::string_view frame_delta_clamp = "RP-VAL-032";
inline constexpr std::string_view outdoor = "RP-VAL-033";
inline constexpr std::string_view sun_direction = "RP-VAL-034";
inline constexpr std::string_view sun_direction_of_no_light = "RP-VAL-035";
inline constexpr std::string_view sun_brightness = "RP-VAL-036";
inline constexpr std::string_view day_group = "RP-VAL-037";
inline constexpr std::string_view day_group_of_no_world = "RP-VAL-038";
inline constexpr std::string_view shadow_factor = "RP-VAL-039";
inline constexpr std::string_view shaft_factor = "RP-VAL-040";
inline constexpr std::string_view inverse_view_projection = "RP-VAL-041";
inline constexpr std::string_view inverse_of_no_world = "RP-VAL-042";

// E.3
inline constexpr std::string_view setting_order = "RP-VAL-050";
inline constexpr std::string_view setting_zero_fill = "RP-VAL-051";
inline constexpr std::string_view setting_precedence = "RP-VAL-052";
inline constexpr std::string_view setting_id_case = "RP-VAL-053";
inline constexpr std::string_view setting_encoding = "RP-VAL-054";

// E.4
inline constexpr std::string_view unused_params = "RP-VAL-060";
inline constexpr std::string_view custom_params = "RP-VAL-061";
inline constexpr std::string_view ray_params = "RP-VAL-062";
inline constexpr std::string_view fused_ray_params = "RP-VAL-063";
inline constexpr std::string_view shaft_strength = "RP-VAL-064";
inline constexpr std::string_view shaft_steps = "RP-VAL-065";
inline constexpr std::string_view shaft_density = "RP-VAL-066";
inline constexpr std::string_view bloom_strength = "RP-VAL-067";
inline constexpr std::string_view bloom_threshold = "RP-VAL-068";
inline constexpr std::string_view has_volumetric = "RP-VAL-069";
inline constexpr std::string_view blur_step = "RP-VAL-070";
inline constexpr std::string_view grade = "RP-VAL-071";
inline constexpr std::string_view filmic_strength = "RP-VAL-072";
inline constexpr std::string_view fused_flag = "RP-VAL-073";
inline constexpr std::string_view fused_bloom = "RP-VAL-074";
inline constexpr std::string_view fused_bloom_step = "RP-VAL-075";
inline constexpr std::string_view graph_extents = "RP-VAL-076";
inline constexpr std::string_view volumetric_gate = "RP-VAL-077";

// E.5
inline constexpr std::string_view slot_order = "RP-VAL-080";
inline constexpr std::string_view slot_sentinel = "RP-VAL-081";
inline constexpr std::string_view shadow_map_takes_no_slot = "RP-VAL-082";
inline constexpr std::string_view fused_slots = "RP-VAL-083";
inline constexpr std::string_view gated_shaft_slot = "RP-VAL-084";
inline constexpr std::string_view push_integers = "RP-VAL-085";
inline constexpr std::string_view push_view_projection = "RP-VAL-086";

// E.6
inline constexpr std::string_view source_priority = "RP-VAL-090";
inline constexpr std::string_view light_direction = "RP-VAL-091";
inline constexpr std::string_view source_kind = "RP-VAL-092";
inline constexpr std::string_view shadow_gate = "RP-VAL-093";
inline constexpr std::string_view shadow_gate_order = "RP-VAL-094";
inline constexpr std::string_view shadow_strength = "RP-VAL-095";
inline constexpr std::string_view shadow_softness = "RP-VAL-096";
inline constexpr std::string_view shadow_taps = "RP-VAL-097";

// E.7
inline constexpr std::string_view split_formula = "RP-VAL-100";
inline constexpr std::string_view shadow_reach = "RP-VAL-101";
inline constexpr std::string_view fitted_matrix = "RP-VAL-102";
inline constexpr std::string_view texel_stabilisation = "RP-VAL-103";
inline constexpr std::string_view texel_steps = "RP-VAL-104";
inline constexpr std::string_view caster_padding = "RP-VAL-105";
inline constexpr std::string_view resident_gate = "RP-VAL-106";

// E.8
inline constexpr std::string_view cascade_count = "RP-VAL-110";
inline constexpr std::string_view map_size = "RP-VAL-111";
inline constexpr std::string_view enabled_bit = "RP-VAL-112";
inline constexpr std::string_view reserved_flags = "RP-VAL-113";
inline constexpr std::string_view unused_matrices = "RP-VAL-114";
inline constexpr std::string_view unused_splits = "RP-VAL-115";
inline constexpr std::string_view blend_width = "RP-VAL-116";
inline constexpr std::string_view shadow_bias = "RP-VAL-117";
inline constexpr std::string_view disabled_block = "RP-VAL-118";
inline constexpr std::string_view shadow_map_slot = "RP-VAL-119";

// C.15, of what is resolved when a pack is selected
inline constexpr std::string_view unknown_override = "RP-HOST-040";
inline constexpr std::string_view invalid_override = "RP-HOST-041";

}  // namespace published
}  // namespace rpcts::render_pack_v1
