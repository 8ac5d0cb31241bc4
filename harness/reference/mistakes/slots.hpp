#pragma once

// Texture slots, E.5.

#include <array>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto slot_mistakes = std::to_array<Mistake>({
    {.id = "slots.b-and-c-swapped",
     .title = "The second and the third texture slot of a pass are exchanged",
     .rules = "RP-VAL-080",
     .seen_by = "slots"},
});

}  // namespace rpcts::reference
