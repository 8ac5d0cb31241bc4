#pragma once

// What a pack may keep on the device, C.15.

#include <array>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto budget_mistakes = std::to_array<Mistake>({
    {.id = "budget.extents-round-down",
     .title = "A relative extent loses its broken pixel",
     .rules = "RP-HOST-010 RP-VAL-076 RP-DRAW-060",
     .seen_by = "limits draws values blocks"},
    {.id = "budget.override-extent-ignored",
     .title = "The extent that a preset gives a resource has no effect on its image",
     .rules = "RP-DRAW-060 RP-VAL-111",
     .seen_by = "draws blocks cascades"},
    {.id = "budget.transform-buffers-forgotten",
     .title = "The planner leaves out the transform buffers of the casters",
     .rules = "RP-HOST-010",
     .seen_by = "limits"},
    {.id = "budget.limit-itself-refused",
     .title = "A pack that keeps exactly what it declares is refused",
     .rules = "RP-HOST-010",
     .seen_by = "limits"},
    {.id = "budget.one-layer-counted",
     .title = "The planner counts one layer of an array",
     .rules = "RP-HOST-010",
     .seen_by = "limits"},
    {.id = "budget.four-bytes-for-every-pixel",
     .title = "The planner counts four bytes for a pixel of an HDR image",
     .rules = "RP-HOST-010",
     .seen_by = "limits"},
    {.id = "budget.world-not-counted",
     .title = "The planner leaves out the images of the main world",
     .rules = "RP-HOST-010",
     .seen_by = "limits"},
    {.id = "budget.unwritten-counted",
     .title = "The planner counts resources that no pass writes",
     .rules = "RP-HOST-010",
     .seen_by = "limits"},
    {.id = "budget.fused-bloom-counted",
     .title = "The planner counts the bloom images of the fused form, which has none",
     .rules = "RP-HOST-010",
     .seen_by = "limits"},
    {.id = "budget.dimension-unchecked",
     .title = "A world larger than the images of the device is drawn with a pack all the same",
     .rules = "RP-HOST-011",
     .seen_by = "limits"},
    {.id = "budget.planner-left-out",
     .title = "What a pack would keep is not compared with what it declares",
     .rules = "RP-HOST-010",
     .seen_by = "limits"},
});

}  // namespace rpcts::reference
