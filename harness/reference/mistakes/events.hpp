#pragma once

// Resize, reconnect and new devices, F.6.

#include <array>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto event_mistakes = std::to_array<Mistake>({
    {.id = "events.targets-keep-their-size",
     .title = "A resize leaves the targets of the pack as they are",
     .rules = "RP-LIFE-042",
     .seen_by = "events"},
    {.id = "events.resize-retires",
     .title = "A resize retires the pack",
     .rules = "RP-LIFE-042",
     .seen_by = "events"},
    {.id = "events.values-keep-their-size",
     .title = "After a resize the values of the frame are those of the old size",
     .rules = "RP-LIFE-042",
     .seen_by = "events"},
    {.id = "events.generation-goes-on",
     .title = "A new device goes on counting publications",
     .rules = "RP-LIFE-014",
     .seen_by = "events"},
    {.id = "events.new-device-forgets-pack",
     .title = "After a new device the pack is not made again",
     .rules = "RP-LIFE-046",
     .seen_by = "events"},
});

}  // namespace rpcts::reference
