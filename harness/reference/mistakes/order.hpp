#pragma once

// In which order passes run, A.3 and C.5.

#include <array>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto order_mistakes = std::to_array<Mistake>({
    {.id = "order.reversed-in-hook",
     .title = "The passes of a hook run in the reverse of their order",
     .rules = "RP-DRAW-001",
     .seen_by = "draws blocks slots"},
    {.id = "order.by-id",
     .title = "The passes of a hook run in the order of their ids",
     .rules = "RP-DRAW-001",
     .seen_by = "draws blocks slots"},
    {.id = "order.tone-map-first",
     .title = "ToneMap runs before the atmosphere passes, which it reads one frame late",
     .rules = "RP-DRAW-002",
     .seen_by = "draws slots blocks"},
    {.id = "order.cascades-after-world",
     .title = "Cascades are drawn after the world, whose receivers see those of the frame before",
     .rules = "RP-DRAW-003",
     .seen_by = "draws pictures"},
    {.id = "order.first-of-hook-only",
     .title = "Of several passes at a hook the first alone runs",
     .rules = "RP-DRAW-001",
     .seen_by = "draws slots blocks"},
    {.id = "order.after-tone-map-left-out",
     .title = "Passes after the tone map are not run",
     .rules = "RP-DRAW-004",
     .seen_by = "draws"},
    {.id = "order.after-tone-map-reads-hdr",
     .title = "A pass after the tone map reads the world as it was before it",
     .rules = "RP-DRAW-004",
     .seen_by = "draws"},
});

}  // namespace rpcts::reference
