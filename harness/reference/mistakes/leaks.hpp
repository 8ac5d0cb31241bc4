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
});

}  // namespace rpcts::reference
