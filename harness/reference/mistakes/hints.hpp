#pragma once

// Execution hints, F.7.

#include <array>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto hint_mistakes = std::to_array<Mistake>({
    {.id = "hints.fused-records-all-passes",
     .title = "The fused form records the passes that it replaces",
     .rules = "RP-LIFE-051",
     .seen_by = "hints"},
    {.id = "hints.fused-ignored",
     .title = "The fused hint is ignored and the ordinary form drawn",
     .rules = "RP-LIFE-051 RP-LIFE-053 RP-VAL-073 RP-VAL-083",
     .seen_by = "hints slots blocks"},
    {.id = "hints.fused-for-every-preset",
     .title = "The fused form is drawn for every preset of a pack that hints it for one",
     .rules = "RP-LIFE-050 RP-LIFE-051",
     .seen_by = "hints"},
    {.id = "hints.multiview-first-layer-only",
     .title = "The layered depth pass has the view mask 0b01",
     .rules = "RP-LIFE-052",
     .seen_by = "hints"},
    {.id = "hints.multiview-one-matrix",
     .title = "Both layers of the layered depth pass are drawn with the first cascade",
     .rules = "RP-LIFE-052",
     .seen_by = "hints"},
    {.id = "hints.multiview-no-cutout",
     .title = "The layered depth pass leaves out the cutout casters",
     .rules = "RP-LIFE-052",
     .seen_by = "hints"},
    {.id = "hints.multiview-no-base-instance",
     .title = "The layered depth pass draws every batch from instance 0 on",
     .rules = "RP-LIFE-052",
     .seen_by = "hints"},
    {.id = "hints.multiview-culls-front",
     .title = "The layered depth pass culls front faces",
     .rules = "RP-LIFE-052",
     .seen_by = "hints"},
    {.id = "hints.multiview-ignored",
     .title = "A hinted preset is drawn with one depth pass a cascade",
     .rules = "RP-LIFE-052 RP-LIFE-053",
     .seen_by = "hints"},
    {.id = "hints.multiview-without-hint",
     .title = "Presets without the hint are layered too where the pack has the variants",
     .rules = "RP-LIFE-050 RP-LIFE-053",
     .seen_by = "hints"},
    {.id = "hints.other-form-takes-its-place",
     .title = "Without multiview a hinted preset is offered and drawn in the ordinary form",
     .rules = "RP-LIFE-053 RP-HOST-001",
     .seen_by = "hints"},
});

}  // namespace rpcts::reference
