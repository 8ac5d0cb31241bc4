#pragma once

// Packs that a validator refuses although they keep the contract: misjudging.cpp says which.

#include <array>
#include <string_view>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto strict_mistakes = std::to_array<Mistake>({
    {.id = "validator.tier-2-plus",
     .title = "Tier2Plus is no tier",
     .rules = "RP-DESC-007",
     .seen_by = "authoring"},
    {.id = "validator.duplicate-capability",
     .title = "A capability that is listed twice is refused",
     .rules = "RP-DESC-011",
     .seen_by = "authoring"},
    {.id = "validator.largest-extent",
     .title = "An image of 16384 pixels is too large",
     .rules = "RP-DESC-058",
     .seen_by = "authoring"},
    {.id = "validator.scale-of-one",
     .title = "A scale of 1 is no scale",
     .rules = "RP-DESC-060",
     .seen_by = "authoring"},
    {.id = "validator.ceiling-exclusive",
     .title = "Estimates of exactly the ceiling are over it",
     .rules = "RP-DESC-062",
     .seen_by = "authoring"},
    {.id = "validator.one-pass-a-hook",
     .title = "Two passes may not share a hook",
     .rules = "RP-DESC-082",
     .seen_by = "authoring"},
    {.id = "validator.references-by-case",
     .title = "References are compared with their case",
     .rules = "RP-DESC-090",
     .seen_by = "authoring"},
    {.id = "validator.free-depth-counted",
     .title = "The read of a shadow map that takes no slot counts as a sampled input",
     .rules = "RP-DESC-096",
     .seen_by = "authoring"},
    {.id = "validator.setting-64",
     .title = "Setting 64 is one too many",
     .rules = "RP-DESC-140",
     .seen_by = "authoring"},
    {.id = "validator.custom-roles-unique",
     .title = "Two resources may not both be custom",
     .rules = "RP-DESC-201",
     .seen_by = "authoring"},
    {.id = "validator.bright-rays",
     .title = "A ray multiplier above 1 is refused",
     .rules = "RP-DESC-301",
     .seen_by = "authoring"},
    {.id = "validator.elevation-exclusive",
     .title = "Elevations of 90 degrees are refused",
     .rules = "RP-DESC-301",
     .seen_by = "authoring"},
    {.id = "validator.automatic-not-eligible",
     .title = "The automatic preset must be eligible itself",
     .rules = "RP-DESC-207",
     .seen_by = "authoring"},
    {.id = "validator.budget-of-zero",
     .title = "A budget of 0 bytes is none",
     .rules = "RP-DESC-181",
     .seen_by = "authoring"},
});

/// "tier-2-plus" → the mistake "validator.tier-2-plus" of this table.
consteval const Mistake& strict_mistake(std::string_view name) {
  return find_mistake(strict_mistakes, name, "validator.");
}

}  // namespace rpcts::reference
