#pragma once

// Which presets are offered, C.15.

#include <array>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto availability_mistakes = std::to_array<Mistake>({
    {.id = "availability.limit-itself-refused",
     .title = "A preset that may use exactly the resident limit is refused",
     .rules = "RP-HOST-003",
     .seen_by = "availability limits"},
    {.id = "availability.resident-limit-ignored",
     .title = "A preset that may use more than the resident limit is offered",
     .rules = "RP-HOST-003",
     .seen_by = "limits availability"},
    {.id = "availability.half-of-the-memory",
     .title = "The resident limit is half of what it should be",
     .rules = "RP-HOST-003",
     .seen_by = "availability limits"},
    {.id = "availability.layers-ignored",
     .title = "A preset with more layers than images have is offered",
     .rules = "RP-HOST-004",
     .seen_by = "limits availability"},
    {.id = "availability.layer-limit-itself-refused",
     .title = "A preset with exactly as many layers as images have is refused",
     .rules = "RP-HOST-004",
     .seen_by = "limits availability"},
    {.id = "availability.dimension-ignored",
     .title = "A preset with larger images than the device has is offered",
     .rules = "RP-HOST-005",
     .seen_by = "limits availability"},
    {.id = "availability.override-not-looked-at",
     .title = "Of a resource that the preset gives another extent the declared one is checked",
     .rules = "RP-HOST-004 RP-HOST-005",
     .seen_by = "limits availability"},
    {.id = "availability.preset-capability-ignored",
     .title = "A preset is offered though the host lacks a capability that it requires",
     .rules = "RP-HOST-001",
     .seen_by = "limits hints availability"},
    {.id = "availability.automatic-without-timestamps",
     .title = "Automatic quality is offered where no time can be measured",
     .rules = "RP-HOST-002",
     .seen_by = "limits availability"},
    {.id = "availability.automatic-is-sized",
     .title = "The bytes of an automatic preset are checked, though its levels have their own",
     .rules = "RP-HOST-002",
     .seen_by = "limits availability"},
    {.id = "availability.pack-goes-with-preset",
     .title = "One preset that is not available makes the whole pack incompatible",
     .rules = "RP-LIFE-004 RP-HOST-001 RP-LIFE-053",
     .seen_by = "limits hints"},
    {.id = "availability.reason-of-preset-lost",
     .title = "A preset is refused without a reason",
     .rules = "RP-LIFE-004 RP-HOST-001",
     .seen_by = "limits hints"},
    {.id = "availability.optional-is-required",
     .title = "A pack is refused because the host lacks a capability that it lists as optional",
     .rules = "RP-DESC-012",
     .seen_by = "limits availability"},
});

}  // namespace rpcts::reference
