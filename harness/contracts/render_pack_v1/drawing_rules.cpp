#include "harness/contracts/render_pack_v1/drawing_rules.hpp"

#include <algorithm>
#include <array>

namespace rpcts::render_pack_v1 {
namespace {

constexpr Level must = Level::must;
constexpr Level reference = Level::reference;
constexpr Origin seed = Origin::seed;
constexpr Origin upstream = Origin::upstream_host;
constexpr Origin derived = Origin::derived;

// In the order of the ids.
// clang-format off
constexpr auto table = std::to_array<Rule>({
    {drawing::order_in_hook, must, seed, "B.1",
     "the passes of a hook run in the order of the descriptor"},
    {drawing::order_of_hooks, must, seed, "A.3",
     "hooks run in their order: what ToneMap reads of the passes before it is of the same frame"},
    {drawing::cascades_before_world, must, seed, "A.3",
     "the world receives the shadows of the same frame's cascades"},
    {drawing::after_tone_map, reference, seed, "A.3",
     "a pass after the tone map reads the tone-mapped colour, and what it writes is displayed (OQ-10)"},
    {drawing::displayed_color, must, seed, "A.3",
     "what the pass at ToneMap writes is the displayed colour of the main world"},
    {drawing::displayed_size, must, derived, "A.3",
     "the displayed picture shows the whole main world at the size of the output"},
    {drawing::instances, must, derived, "D.8",
     "each batch is drawn with its own instances, from its base instance on"},
    {drawing::indices, must, derived, "D.8",
     "each batch is drawn with its own range of indices"},
    {drawing::material, must, derived, "D.8",
     "each batch has its own texture and its own layer of it"},
    {drawing::alpha_cutoff, must, seed, "D.8",
     "cutout materials leave nothing where alpha is below 0.05, in the world and in the cascades"},
    {drawing::culling, must, seed, "E.9",
     "back faces are culled, those of two-sided materials are not, in the world and in the cascades"},
    {drawing::pose, must, seed, "E.9",
     "casters and world have the transforms of this frame"},
    {drawing::indoor_casters, must, derived, "A.5",
     "what stands in a cell throws no outdoor shadow"},
    {drawing::caster_classes, must, derived, "A.6",
     "terrain, opaque and cutout meshes throw shadows, animated ones among them"},
    {drawing::cascade_index, must, seed, "E.9",
     "each cascade is drawn into its own layer with its own matrix"},
    {drawing::receivers, must, derived, "C.12",
     "while a pack with receivers is active, they draw terrain and world"},
    {drawing::cascade_clear, reference, upstream, "E.9",
     "each cascade is cleared to the far plane before its casters are drawn"},
    {drawing::orientation, reference, upstream, "D.8",
     "v = 0 is at the top of every picture"},
    {drawing::whole_target, reference, upstream, "D.8",
     "a fullscreen pass covers the whole of its target, whatever its size"},
    {drawing::color_clear, reference, upstream, "D.8",
     "a fullscreen pass draws over zeros, whatever its target held"},
    {drawing::map_of_frame, must, seed, "A.4",
     "the shadow map that passes sample is of this frame"},
    {drawing::gated_pass, reference, upstream, "E.4",
     "a volumetric pass whose gate is closed is not recorded"},
    {drawing::gated_cascades, must, seed, "A.3",
     "no cascade is drawn while the outdoor gate is closed"},
    {drawing::disabled_shafts, reference, upstream, "E.4",
     "while the volumetric setting is 0 the shafts have no target"},
    {drawing::effective_extent, reference, upstream, "C.15",
     "an image has its effective extent: the preset's or else its own; a relative one is max(1, ceil(pixels times scale))"},
});
// clang-format on

static_assert(std::ranges::is_sorted(table, {}, &Rule::id), "the ids stand in their order");
static_assert(std::ranges::adjacent_find(table, {}, &Rule::id) == table.end(), "an id stands twice");

}  // namespace

std::span<const Rule> drawing_rules() {
  return table;
}

}  // namespace rpcts::render_pack_v1
