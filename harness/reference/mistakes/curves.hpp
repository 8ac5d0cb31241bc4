#pragma once

// Curves, day groups and weather as an engine evaluates them, E.1.

#include <array>
#include <string_view>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto curve_mistakes = std::to_array<Mistake>({
    {.id = "curves.shadow-in-degrees",
     .title = "The directional-shadow curve is interpolated in degrees, not in the sine of the elevation",
     .rules = "RP-VAL-001",
     .seen_by = "policies values"},
    {.id = "curves.shadow-smoothstep",
     .title = "The directional-shadow curve is eased with smoothstep like the shafts",
     .rules = "RP-VAL-001",
     .seen_by = "policies values"},
    {.id = "curves.sine-of-degrees",
     .title = "The sine of a point's elevation is taken of the degrees as if they were radians",
     .rules = "RP-VAL-001 RP-VAL-002",
     .seen_by = "policies values"},
    {.id = "curves.cosine",
     .title = "The elevation of a point is measured from the zenith",
     .rules = "RP-VAL-001 RP-VAL-002",
     .seen_by = "policies values"},
    {.id = "curves.shadow-of-a-light-below",
     .title = "The shadow of a light below the horizon is that of its mirror image above",
     .rules = "RP-VAL-002",
     .seen_by = "policies values"},
    {.id = "curves.shafts-linear",
     .title = "The shaft curve is linear between its points",
     .rules = "RP-VAL-003",
     .seen_by = "policies values"},
    {.id = "curves.shafts-in-sine",
     .title = "The shaft curve is eased in the sine of the elevation, as the shadow curve is",
     .rules = "RP-VAL-003",
     .seen_by = "policies values"},
    {.id = "curves.rays-smoothstep",
     .title = "The ray curve is eased with smoothstep like the shafts",
     .rules = "RP-VAL-004",
     .seen_by = "policies values"},
    {.id = "curves.rays-in-sine",
     .title = "The ray curve is interpolated in the sine of the elevation",
     .rules = "RP-VAL-004",
     .seen_by = "policies values"},
    {.id = "curves.without-interpolation",
     .title = "A curve has the multiplier of the point below, up to the next point",
     .rules = "RP-VAL-001 RP-VAL-003 RP-VAL-004",
     .seen_by = "policies values"},
    {.id = "curves.extrapolated",
     .title = "Beyond its last point a curve goes on with the slope of its last piece",
     .rules = "RP-VAL-005",
     .seen_by = "policies values"},
    {.id = "curves.zero-outside",
     .title = "A curve is zero outside its points",
     .rules = "RP-VAL-005",
     .seen_by = "policies values"},
    {.id = "curves.first-point-left-out",
     .title = "The search for a piece begins at the second point of a curve",
     .rules = "RP-VAL-001 RP-VAL-003 RP-VAL-004",
     .seen_by = "policies values"},
    {.id = "curves.empty-rays-zero",
     .title = "Without a ray curve there are no rays",
     .rules = "RP-VAL-006",
     .seen_by = "policies values"},
    {.id = "curves.empty-shafts-one",
     .title = "Without a shaft curve the shafts are at full strength",
     .rules = "RP-VAL-006",
     .seen_by = "policies values"},
    {.id = "curves.empty-shadow-one",
     .title = "Without a shadow curve the shadows are at full strength",
     .rules = "RP-VAL-006",
     .seen_by = "policies values"},
    {.id = "curves.clamped-to-one",
     .title = "Every curve is clamped to 1, that of the rays included",
     .rules = "RP-VAL-004",
     .seen_by = "policies values"},
    {.id = "curves.undeclared-group-zero",
     .title = "A day group that the pack does not declare has the factor 0",
     .rules = "RP-VAL-008",
     .seen_by = "policies values"},
    {.id = "curves.undeclared-group-first",
     .title = "A day group that the pack does not declare has the factor of the first one",
     .rules = "RP-VAL-008",
     .seen_by = "policies values"},
    {.id = "curves.group-by-index",
     .title = "The number of the day group is taken for its place in the list",
     .rules = "RP-VAL-007 RP-VAL-008",
     .seen_by = "policies values"},
    {.id = "curves.first-group-always",
     .title = "The factor of the first declared day group holds always",
     .rules = "RP-VAL-007",
     .seen_by = "policies values"},
});

/// "shadow-in-degrees" → the mistake "curves.shadow-in-degrees" of this table.
consteval const Mistake& curve_mistake(std::string_view name) {
  return find_mistake(curve_mistakes, name, "curves.");
}

}  // namespace rpcts::reference
