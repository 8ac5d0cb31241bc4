#pragma once

// Texture slots, E.5.

#include <array>
#include <string_view>

#include "harness/reference/mistakes/mistake.hpp"

namespace rpcts::reference {

inline constexpr auto slot_mistakes = std::to_array<Mistake>({
    {.id = "slots.b-and-c-swapped",
     .title = "The second and the third texture slot of a pass are exchanged",
     .rules = "RP-VAL-080",
     .seen_by = "slots"},
    {.id = "slots.reads-first",
     .title = "The reads of a pass take the slots before the textures of the scene",
     .rules = "RP-VAL-080",
     .seen_by = "slots"},
    {.id = "slots.scene-in-fixed-order",
     .title = "Colour, depth and normals stand in their fixed order, not in that of the pass",
     .rules = "RP-VAL-080",
     .seen_by = "slots"},
    {.id = "slots.reads-by-declaration",
     .title = "The reads stand in the order in which the resources are declared",
     .rules = "RP-VAL-080",
     .seen_by = "slots"},
    {.id = "slots.reads-reversed",
     .title = "The reads stand in reverse order",
     .rules = "RP-VAL-080",
     .seen_by = "slots"},
    {.id = "slots.depth-first",
     .title = "The scene depth is always slot A",
     .rules = "RP-VAL-080",
     .seen_by = "slots"},
    {.id = "slots.only-three",
     .title = "The fourth sampled input of a pass gets no slot",
     .rules = "RP-VAL-080",
     .seen_by = "slots"},
    {.id = "slots.normals-as-depth",
     .title = "A pass that lists the normals of the scene gets its depth",
     .rules = "RP-VAL-080",
     .seen_by = "slots"},
    {.id = "slots.index-as-number",
     .title = "Slots C and D carry the slot's number as a float, not its bits",
     .rules = "RP-VAL-080",
     .seen_by = "slots"},
    {.id = "slots.repeated",
     .title = "Slots without an input repeat slot A",
     .rules = "RP-VAL-081",
     .seen_by = "slots"},
    {.id = "slots.sentinel-zero",
     .title = "A slot without an input carries 0",
     .rules = "RP-VAL-081",
     .seen_by = "slots"},
    {.id = "slots.sentinel-minus-one",
     .title = "Slots C and D without an input carry the float -1",
     .rules = "RP-VAL-081",
     .seen_by = "slots"},
    {.id = "slots.sentinel-16-bits",
     .title = "A slot without an input carries 0xFFFF",
     .rules = "RP-VAL-081",
     .seen_by = "slots"},
    {.id = "slots.depth-takes-a-slot",
     .title = "The read of a directional depth takes a slot also where the shadow block brings it",
     .rules = "RP-VAL-082",
     .seen_by = "slots"},
    {.id = "slots.fused-as-ordinary",
     .title = "Under the fused hint the composite keeps the slots of the bloom",
     .rules = "RP-VAL-083",
     .seen_by = "slots"},
    {.id = "slots.fused-rays-with-mask",
     .title = "Under the fused hint SunRays keeps the slot of the mask that is not drawn",
     .rules = "RP-VAL-083",
     .seen_by = "slots"},
    {.id = "slots.fused-exchanged",
     .title = "Under the fused hint the composite has shafts and rays exchanged",
     .rules = "RP-VAL-083",
     .seen_by = "slots"},
    {.id = "slots.matrix-transposed",
     .title = "The view-projection of the push block is transposed",
     .rules = "RP-VAL-086",
     .seen_by = "slots"},
    {.id = "slots.matrix-of-the-view",
     .title = "The push block has the view in the place of the view-projection",
     .rules = "RP-VAL-086",
     .seen_by = "slots"},
    {.id = "slots.matrix-left-out",
     .title = "A pass that lists CameraMatrices gets the identity in its push block",
     .rules = "RP-VAL-086",
     .seen_by = "slots"},
    {.id = "slots.draw-integers-left",
     .title = "The integers of the push block keep the values of the last draw",
     .rules = "RP-VAL-085",
     .seen_by = "values"},
});

/// "b-and-c-swapped" → the mistake "slots.b-and-c-swapped" of this table.
consteval const Mistake& slot_mistake(std::string_view name) {
  return find_mistake(slot_mistakes, name, "slots.");
}

}  // namespace rpcts::reference
