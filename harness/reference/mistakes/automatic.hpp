#pragma once

// Automatic quality, F.8.

#include <array>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto automatic_mistakes = std::to_array<Mistake>({
    {.id = "automatic.down-too-early",
     .title = "179 frames over the budget take a level down",
     .rules = "F.8",
     .seen_by = "automatic"},
    {.id = "automatic.down-too-late",
     .title = "It takes 181 frames over the budget to go a level down",
     .rules = "F.8",
     .seen_by = "automatic"},
    {.id = "automatic.up-too-early",
     .title = "899 frames well within the next budget take a level up",
     .rules = "F.8",
     .seen_by = "automatic"},
    {.id = "automatic.frames-are-summed",
     .title = "Frames over the budget need not follow one another",
     .rules = "F.8",
     .seen_by = "automatic"},
    {.id = "automatic.unstable-frames-count",
     .title = "Unstable frames count",
     .rules = "F.8",
     .seen_by = "automatic"},
    {.id = "automatic.unresolved-frames-count",
     .title = "A frame without a resolved time of the GPU counts by its CPU",
     .rules = "F.8",
     .seen_by = "automatic"},
    {.id = "automatic.cpu-ignored",
     .title = "The CPU's budget is not looked at",
     .rules = "F.8",
     .seen_by = "automatic"},
    {.id = "automatic.up-at-full-budget",
     .title = "A level up takes frames within the next budget, not within 70 % of it",
     .rules = "F.8",
     .seen_by = "automatic"},
    {.id = "automatic.no-cooldown",
     .title = "Frames count at once after a change",
     .rules = "F.8",
     .seen_by = "automatic"},
    {.id = "automatic.low-stays",
     .title = "Low over its budget goes on",
     .rules = "F.8",
     .seen_by = "automatic"},
    {.id = "automatic.always-from-medium",
     .title = "A level chosen by hand starts at Medium",
     .rules = "F.8",
     .seen_by = "automatic"},
    {.id = "automatic.evidence-survives-resize",
     .title = "Frames of the size before a resize count on",
     .rules = "F.8",
     .seen_by = "automatic"},
});

}  // namespace rpcts::reference
