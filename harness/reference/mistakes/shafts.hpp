#pragma once

// Light shafts, E.4.

#include <array>
#include <string_view>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto shaft_mistakes = std::to_array<Mistake>({
    {.id = "shafts.weather-ignored",
     .title = "The weather does not weaken shafts",
     .rules = "RP-VAL-064",
     .seen_by = "values"},
    {.id = "shafts.group-ignored",
     .title = "The day group does not weaken shafts",
     .rules = "RP-VAL-064",
     .seen_by = "values"},
    {.id = "shafts.brightness-ignored",
     .title = "The brightness of the sun does not weaken shafts",
     .rules = "RP-VAL-064",
     .seen_by = "values"},
    {.id = "shafts.brightness-clamped-to-one",
     .title = "The brightness of the sun is clamped to 1 before it is used",
     .rules = "RP-VAL-064",
     .seen_by = "values"},
    {.id = "shafts.setting-ignored",
     .title = "The player's strength of shafts is not used",
     .rules = "RP-VAL-064",
     .seen_by = "values"},
    {.id = "shafts.ray-curve",
     .title = "Shafts use the curve of the rays",
     .rules = "RP-VAL-064",
     .seen_by = "values"},
    {.id = "shafts.density-constant",
     .title = "The density of the medium does not follow the strength",
     .rules = "RP-VAL-066",
     .seen_by = "values"},
    {.id = "shafts.steps-of-the-preset",
     .title = "The number of steps is that of the preset's row, whatever the setting says",
     .rules = "RP-VAL-065",
     .seen_by = "values"},
    {.id = "shafts.without-shadows",
     .title = "Shafts are drawn in frames without a shadow map",
     .rules = "RP-VAL-077 RP-VAL-084",
     .seen_by = "gates"},
    {.id = "shafts.indoor-first",
     .title = "The indoor gate is asked before the one about the shadow map",
     .rules = "RP-VAL-077",
     .seen_by = "gates"},
    {.id = "shafts.sun-below-horizon",
     .title = "The reason SunBelowHorizon, which is never to be given, is given",
     .rules = "RP-VAL-077",
     .seen_by = "gates"},
    {.id = "shafts.suppressed",
     .title = "Shafts of strength 0 are drawn",
     .rules = "RP-VAL-077",
     .seen_by = "gates"},
    {.id = "shafts.flag-by-setting",
     .title = "hasVolumetric follows the setting, not what the frame draws",
     .rules = "RP-VAL-069",
     .seen_by = "values gates"},
    {.id = "shafts.flag-inverted",
     .title = "hasVolumetric is 1 where there are no shafts",
     .rules = "RP-VAL-069",
     .seen_by = "values gates"},
});

/// "strength-unclamped" → the mistake "shafts.strength-unclamped" of this table.
consteval const Mistake& shaft_mistake(std::string_view name) {
  return find_mistake(shaft_mistakes, name, "shafts.");
}

}  // namespace rpcts::reference
