#pragma once

// What lives too long or not long enough, F.4 and F.6.

#include <array>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto leak_mistakes = std::to_array<Mistake>({
    {.id = "leaks.layout-at-start",
     .title = "The layout of set 3 is there from the start",
     .rules = "RP-LIFE-001 RP-LIFE-047",
     .seen_by = "discovery retirement"},
    {.id = "leaks.layout-stays",
     .title = "The layout of set 3 stays after the last pack",
     .rules = "RP-LIFE-047",
     .seen_by = "retirement"},
    {.id = "leaks.set-of-failed-activation",
     .title = "Each activation that fails leaves a descriptor set",
     .rules = "RP-LIFE-015",
     .seen_by = "atomic failures"},
    {.id = "leaks.retired-runtime",
     .title = "What a retired pack had stays on the device",
     .rules = "RP-LIFE-041 RP-LIFE-048",
     .seen_by = "retirement events"},
    {.id = "leaks.runtime-before-fence",
     .title = "A retired pack is destroyed while frames with it are in flight",
     .rules = "RP-LIFE-040",
     .seen_by = "retirement"},
    {.id = "leaks.targets-of-resize",
     .title = "Each resize leaves the old targets",
     .rules = "RP-LIFE-042 RP-LIFE-048",
     .seen_by = "events"},
    {.id = "leaks.targets-before-fence",
     .title = "A resize destroys the old targets at once, before the new ones are there",
     .rules = "RP-LIFE-040 RP-LIFE-042",
     .seen_by = "retirement events"},
    {.id = "leaks.slot-of-activation",
     .title = "Each activation takes a texture slot for good",
     .rules = "RP-LIFE-041 RP-LIFE-048",
     .seen_by = "retirement events"},
    {.id = "leaks.fence-of-frame",
     .title = "Each frame with a pack leaves a fence",
     .rules = "RP-LIFE-048 RP-LIFE-041",
     .seen_by = "events"},
    {.id = "leaks.device-of-recreation",
     .title = "The old device stays when a new one is made",
     .rules = "RP-LIFE-046",
     .seen_by = "events"},
});

}  // namespace rpcts::reference
