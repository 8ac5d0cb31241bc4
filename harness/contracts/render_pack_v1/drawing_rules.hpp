#pragma once

// Requirements of how a frame is drawn: hooks and passes (A.3, B.1), meshes (D.8), cascades (E.9), and what
// is left out behind a closed gate (E.4). Each says what holds; there is nothing to reject, so a positive
// proof is the whole proof.

#include <span>
#include <string_view>

#include "harness/contracts/render_pack_v1/rules.hpp"

namespace rpcts::render_pack_v1 {

/// Whether the requirement says how frames are drawn.
[[nodiscard]] constexpr bool is_drawing(const Rule& rule) {
  return rule.id.starts_with("RP-DRAW-");
}

/// All of them, sorted by id. Static storage.
[[nodiscard]] std::span<const Rule> drawing_rules();

/// Ids that cases name; drawing_rules.cpp states what each demands.
namespace drawing {

// A.3, B.1
inline constexpr std::string_view order_in_hook = "RP-DRAW-001";
inline constexpr std::string_view order_of_hooks = "RP-DRAW-002";
inline constexpr std::string_view cascades_before_world = "RP-DRAW-003";
inline constexpr std::string_view after_tone_map = "RP-DRAW-004";
inline constexpr std::string_view displayed_color = "RP-DRAW-005";
inline constexpr std::string_view displayed_size = "RP-DRAW-006";

// D.8, of meshes
inline constexpr std::string_view instances = "RP-DRAW-010";
inline constexpr std::string_view indices = "RP-DRAW-011";
inline constexpr std::string_view material = "RP-DRAW-012";

// D.8, E.9
inline constexpr std::string_view alpha_cutoff = "RP-DRAW-020";
inline constexpr std::string_view culling = "RP-DRAW-021";
inline constexpr std::string_view pose = "RP-DRAW-022";
inline constexpr std::string_view indoor_casters = "RP-DRAW-023";
inline constexpr std::string_view caster_classes = "RP-DRAW-024";
inline constexpr std::string_view cascade_index = "RP-DRAW-025";
inline constexpr std::string_view receivers = "RP-DRAW-030";
inline constexpr std::string_view cascade_clear = "RP-DRAW-031";

// D.8, of fullscreen passes
inline constexpr std::string_view orientation = "RP-DRAW-032";
inline constexpr std::string_view whole_target = "RP-DRAW-033";
inline constexpr std::string_view color_clear = "RP-DRAW-034";

// A.3, A.4, E.4: gates
inline constexpr std::string_view map_of_frame = "RP-DRAW-040";
inline constexpr std::string_view gated_pass = "RP-DRAW-041";
inline constexpr std::string_view gated_cascades = "RP-DRAW-042";
inline constexpr std::string_view disabled_shafts = "RP-DRAW-043";

// C.15
inline constexpr std::string_view effective_extent = "RP-DRAW-060";

}  // namespace drawing
}  // namespace rpcts::render_pack_v1
