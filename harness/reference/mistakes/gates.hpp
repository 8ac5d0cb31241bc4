#pragma once

// What must not be drawn or read while a gate is closed, E.4 and E.6.

#include <array>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto gate_mistakes = std::to_array<Mistake>({
    {.id = "gates.cover-leaves-shadow",
     .title = "Under a portal cover the enabled bit stays set",
     .rules = "RP-VAL-093",
     .seen_by = "gates"},
    {.id = "gates.block-of-open-frame",
     .title = "A frame whose gate closes is given the shadow block of the last open one",
     .rules = "RP-VAL-093 RP-VAL-118",
     .seen_by = "gates"},
    {.id = "gates.map-of-earlier-frame",
     .title = "The shadow map is drawn once and kept while the light stands",
     .rules = "RP-VAL-119 RP-DRAW-040",
     .seen_by = "slots draws pictures"},
    {.id = "gates.shafts-off-screen",
     .title = "Shafts are drawn though the sun stands outside the picture",
     .rules = "RP-VAL-077",
     .seen_by = "gates"},
    {.id = "gates.shafts-without-shadow",
     .title = "Shafts are drawn in a frame without a shadow map",
     .rules = "RP-VAL-077 RP-VAL-084",
     .seen_by = "gates"},
    {.id = "gates.gated-target-read",
     .title = "The target of a gated pass is read with what an earlier frame left",
     .rules = "RP-VAL-084",
     .seen_by = "gates blocks"},
    {.id = "gates.gated-pass-recorded",
     .title = "A gated shaft pass is recorded, and only its result left out",
     .rules = "RP-VAL-077 RP-DRAW-041",
     .seen_by = "gates draws"},
    {.id = "gates.cascades-behind-closed-gate",
     .title = "Cascades are drawn while the gate is closed",
     .rules = "RP-DRAW-042",
     .seen_by = "draws"},
    {.id = "gates.disabled-shafts-keep-target",
     .title = "With the setting at zero the target of the shafts is made all the same",
     .rules = "RP-DRAW-043",
     .seen_by = "draws"},
});

}  // namespace rpcts::reference
