#pragma once

// What the weather does to rays, shafts and shadows, E.1 and E.6.

#include <array>
#include <string_view>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto weather_mistakes = std::to_array<Mistake>({
    {.id = "weather.at-full-intensity",
     .title = "A change of weather takes effect at once, whatever its intensity",
     .rules = "RP-VAL-026",
     .seen_by = "policies values"},
    {.id = "weather.easing-reversed",
     .title = "The factor of the weather eases away from it while its intensity grows",
     .rules = "RP-VAL-026",
     .seen_by = "policies values"},
    {.id = "weather.factors-shifted",
     .title = "The factors of the weather stand one kind too late, as if the first kind were 1",
     .rules = "RP-VAL-026",
     .seen_by = "policies values"},
    {.id = "weather.intensity-unclamped",
     .title = "An intensity beyond 0 and 1 is extrapolated",
     .rules = "RP-VAL-026",
     .seen_by = "policies values"},
    {.id = "weather.snow-as-rain",
     .title = "Snow has the factor of rain",
     .rules = "RP-VAL-026",
     .seen_by = "policies values"},
    {.id = "weather.strengths-shifted",
     .title = "The shadow strengths of the weather stand one kind too late",
     .rules = "RP-VAL-095",
     .seen_by = "values gates"},
    {.id = "weather.softness-shifted",
     .title = "The shadow softness of the weather stands one kind too late",
     .rules = "RP-VAL-096",
     .seen_by = "values"},
    {.id = "weather.strength-by-softness",
     .title = "The softness of the weather is used for its strength",
     .rules = "RP-VAL-095",
     .seen_by = "values"},
    {.id = "weather.softness-one",
     .title = "Shadows are equally soft in every weather",
     .rules = "RP-VAL-096",
     .seen_by = "values"},
    {.id = "weather.intensity-eases-shadows",
     .title = "The intensity eases shadows from full strength to that of the weather, as it does rays",
     .rules = "RP-VAL-095",
     .seen_by = "values"},
    {.id = "weather.intensity-ignored",
     .title = "The intensity of the weather leaves the shadows as they are",
     .rules = "RP-VAL-095",
     .seen_by = "values gates"},
    {.id = "weather.shadow-intensity-unclamped",
     .title = "An intensity above 1 makes shadows stronger than the weather lets them be",
     .rules = "RP-VAL-095",
     .seen_by = "values"},
    {.id = "weather.energy-ignored",
     .title = "A dim light throws shadows as strong as a bright one",
     .rules = "RP-VAL-095",
     .seen_by = "values gates"},
    {.id = "weather.energy-unclamped",
     .title = "A light with an energy above 1 throws shadows stronger than the pack wants",
     .rules = "RP-VAL-095",
     .seen_by = "values"},
    {.id = "weather.setting-ignored",
     .title = "The player's shadow strength is not used",
     .rules = "RP-VAL-095",
     .seen_by = "values gates"},
    {.id = "weather.group-ignored",
     .title = "The day group does not weaken shadows",
     .rules = "RP-VAL-095",
     .seen_by = "values gates"},
    {.id = "weather.pack-part-unclamped",
     .title = "Group, curve and setting are multiplied without the clamp to 1",
     .rules = "RP-VAL-095",
     .seen_by = "values"},
    {.id = "weather.curve-at-the-sun",
     .title = "The shadow curve is evaluated at the sun also where a moon is the source",
     .rules = "RP-VAL-095",
     .seen_by = "values gates"},
});

/// "at-full-intensity" → the mistake "weather.at-full-intensity" of this table.
consteval const Mistake& weather_mistake(std::string_view name) {
  return find_mistake(weather_mistakes, name, "weather.");
}

}  // namespace rpcts::reference
