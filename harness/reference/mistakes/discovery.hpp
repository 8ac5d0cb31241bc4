#pragma once

// Knowing packs, F.1.

#include <array>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto discovery_mistakes = std::to_array<Mistake>({
    {.id = "discovery.assets-are-opened",
     .title = "Registering a pack validates its assets",
     .rules = "RP-LIFE-002",
     .seen_by = "discovery"},
    {.id = "discovery.layout-at-registration",
     .title = "Registering a pack makes the layout of set 3",
     .rules = "RP-LIFE-001",
     .seen_by = "discovery"},
    {.id = "discovery.last-registration-wins",
     .title = "A second registration of an id takes the place of the first",
     .rules = "RP-LIFE-003",
     .seen_by = "discovery"},
    {.id = "discovery.broken-pack-is-hidden",
     .title = "A pack with an error is not listed, and so has no reason",
     .rules = "RP-LIFE-004",
     .seen_by = "discovery"},
    {.id = "discovery.one-reason-for-all",
     .title = "Every incompatible pack has the same reason",
     .rules = "RP-LIFE-004",
     .seen_by = "discovery"},
    {.id = "discovery.withdrawn-stays-listed",
     .title = "A withdrawn pack stays in the catalogue",
     .rules = "RP-LIFE-005 RP-LIFE-022",
     .seen_by = "discovery retirement"},
});

}  // namespace rpcts::reference
