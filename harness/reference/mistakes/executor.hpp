#pragma once

// What the reference has an executor for, C.15.

#include <array>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto executor_mistakes = std::to_array<Mistake>({
    {.id = "executor.replays-without-passes",
     .title = "A pack without passes becomes active though it declares replays or variants",
     .rules = "RP-HOST-020",
     .seen_by = "executor"},
    {.id = "executor.custom-variants-ignored",
     .title = "Replays and variants of a custom pack are left out silently",
     .rules = "RP-HOST-021",
     .seen_by = "executor"},
    {.id = "executor.maps-for-custom-passes",
     .title = "A custom pass that lists the shadow maps or the casters' transforms is drawn without them",
     .rules = "RP-HOST-023",
     .seen_by = "executor"},
    {.id = "executor.nothing-is-shown",
     .title = "A pack without a pass that draws the main world becomes active",
     .rules = "RP-HOST-024",
     .seen_by = "executor"},
    {.id = "executor.only-hdr-targets",
     .title = "A custom pass that writes LdrColor or SingleChannel is refused",
     .rules = "RP-HOST-025",
     .seen_by = "executor"},
    {.id = "executor.oblong-maps",
     .title = "A shadow map that is not square is taken, with its width for both",
     .rules = "RP-HOST-026",
     .seen_by = "executor"},
    {.id = "executor.map-follows-world",
     .title = "A shadow map with an extent relative to the world is taken",
     .rules = "RP-HOST-026",
     .seen_by = "executor"},
    {.id = "executor.three-layers-at-most",
     .title = "A shadow map of four layers is refused",
     .rules = "RP-HOST-026",
     .seen_by = "executor"},
    {.id = "executor.any-taps",
     .title = "A number of taps that there is no filter for falls back to the preset's own",
     .rules = "RP-HOST-027",
     .seen_by = "executor"},
    {.id = "executor.absolute-shafts",
     .title = "Light shafts of a fixed size are taken",
     .rules = "RP-HOST-029",
     .seen_by = "executor"},
    {.id = "executor.automatic-of-any-graph",
     .title = "Automatic quality is taken for packs that are no full graph",
     .rules = "RP-HOST-030",
     .seen_by = "executor"},
    {.id = "executor.automatic-unmeasured",
     .title = "Automatic quality is taken where nothing measures the GPU",
     .rules = "RP-HOST-030",
     .seen_by = "executor"},
});

}  // namespace rpcts::reference
