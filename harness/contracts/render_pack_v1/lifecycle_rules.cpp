#include "harness/contracts/render_pack_v1/lifecycle_rules.hpp"

#include <algorithm>
#include <array>

namespace rpcts::render_pack_v1 {
namespace {

constexpr Level must = Level::must;
constexpr Level reference = Level::reference;
constexpr Level host = Level::host;
constexpr Origin seed = Origin::seed;
constexpr Origin upstream = Origin::upstream_host;

// In the order of the ids. Where a rule has a part of the seed and a procedure of upstream, the level is that
// of what is stated here.
// clang-format off
constexpr auto table = std::to_array<Rule>({
    {lifecycle::preset_capability, host, seed, "C.15",
     "a capability that the preset requires is not available; the preset is unavailable, the pack stays"},
    {lifecycle::automatic_timestamps, host, upstream, "C.15",
     "the preset is Automatic and GpuTimestampQueries is not available"},
    {lifecycle::preset_bytes, host, upstream, "C.15",
     "the preset's MaxResidentGpuBytes exceeds the resident limit of the host"},
    {lifecycle::preset_layers, host, upstream, "C.15",
     "a resource's effective extent has more layers than the device's images"},
    {lifecycle::preset_dimension, host, upstream, "C.15",
     "an effective absolute extent exceeds the device's limit of 2-D images"},
    {lifecycle::retained_bytes, host, upstream, "C.15",
     "the planned retained bytes exceed the preset's MaxResidentGpuBytes"},
    {lifecycle::retained_dimension, host, upstream, "C.15",
     "the largest planned dimension exceeds the device's limit"},
    {lifecycle::retained_layers, host, upstream, "C.15",
     "the largest planned number of layers exceeds the device's limit"},
    {lifecycle::host_bytes, host, upstream, "C.15",
     "the planned retained bytes exceed the resident limit of the host"},
    {lifecycle::multisample_bytes, host, upstream, "C.15",
     "the planned multisample bytes exceed the transient limit of the host"},
    {lifecycle::real_bytes, host, upstream, "C.15",
     "the real bytes of the candidate exceed its effective budget"},
    {"RP-HOST-020", host, upstream, "C.15",
     "a pack without passes declares a replay or a variant"},
    {"RP-HOST-021", host, upstream, "C.15",
     "a custom pack declares a replay or a variant, which the host has no executor for"},
    {"RP-HOST-022", host, upstream, "C.15",
     "a custom pass stands at a hook that the host has no executor for"},
    {"RP-HOST-023", host, upstream, "C.15",
     "a custom fullscreen pass lists a semantic input that the host does not give to custom passes"},
    {"RP-HOST-024", host, upstream, "C.15",
     "a custom or shadow-only pack has no pass at ToneMap that writes no resource"},
    {"RP-HOST-025", host, upstream, "C.15",
     "the output of a custom pass is no Image2D colour attachment with an extent"},
    {"RP-HOST-026", host, upstream, "C.15",
     "the effective extent of the shadow depth is not absolute, square, integral, 1 to 16,384 with 1 to 4 layers"},
    {"RP-HOST-027", host, upstream, "C.15",
     "DirectionalShadowPcfTaps does not resolve to 1, 9 or 25"},
    {"RP-HOST-028", host, upstream, "C.15",
     "a multiview preset has other than 2 cascades, no device multiview, or not the three multiview variants"},
    {"RP-HOST-029", host, upstream, "C.15",
     "the effective extent of VolumetricShafts is absolute"},
    {"RP-HOST-030", host, upstream, "C.15",
     "automatic quality is asked for and there are no performance metrics or no complete world graph"},
    {lifecycle::discovery_binds_nothing, must, seed, "F.1",
     "discovering or listing packs makes no set-3 layout, set, module, pipeline, image, texture slot or block"},
    {lifecycle::discovery_opens_no_asset, reference, upstream, "F.1",
     "discovery opens no asset: descriptors are validated, assets are not"},
    {lifecycle::first_registration, reference, upstream, "F.1",
     "of two packs with one id the first that was registered is listed"},
    {lifecycle::incompatible_is_listed, reference, upstream, "F.1",
     "an incompatible pack stays listed with its reason; a preset's reason is its own"},
    {lifecycle::withdrawal, reference, upstream, "F.1",
     "a withdrawn pack is gone from the catalogue, at a boundary"},
    {lifecycle::request_is_a_wish, reference, upstream, "F.3",
     "a request sets CandidatePending, and what was active goes on rendering"},
    {lifecycle::boundary, reference, upstream, "F.3",
     "a request takes effect at a boundary only; the current selection again changes nothing"},
    {lifecycle::planning_order, reference, upstream, "F.3",
     "planning checks in order: installed, not failed before, compatible, version, preset, preset available, user overrides, automatic range"},
    {lifecycle::assets_first, must, seed, "F.3",
     "all assets are validated before any module or pipeline is made"},
    {lifecycle::publication, reference, upstream, "F.3",
     "publication is one swap at a boundary; the activation generation grows by 1"},
    {lifecycle::no_partial_candidate, must, seed, "F.3",
     "no part of a candidate is ever visible; a step that fails leaves nothing of what the candidate made"},
    {lifecycle::extent_change, reference, upstream, "F.3",
     "after a change of extent while preparing, preparation starts again with the new extent"},
    {lifecycle::later_request, reference, upstream, "F.3",
     "after another request while preparing, what was prepared is discarded and never published"},
    {lifecycle::failure_to_retail, must, seed, "F.3",
     "a candidate that fails retires the whole pack to retail, also where another was active, with a specific reason"},
    {lifecycle::failure_is_remembered, reference, upstream, "F.3",
     "a failed selection is not tried again by itself; an explicit choice or another registration tries it again"},
    {lifecycle::retail_selection, reference, upstream, "F.3",
     "selecting retail retires the active pack and publishes Retail"},
    {lifecycle::fatal_errors, reference, upstream, "F.3",
     "a lost device and missing memory while preparing fail the call and not the pack; nothing is published"},
    {lifecycle::withdrawn_while_selected, reference, upstream, "F.3",
     "a pack that is withdrawn or replaced while selected fails to retail at the next boundary; another registration needs another selection"},
    {lifecycle::planned_candidate, reference, upstream, "F.3",
     "what becomes active is exactly the planned descriptor and preset"},
    {lifecycle::runtime_failure, reference, upstream, "F.5",
     "a failure while drawing with a pack retires it to retail with the reason; a failed frame still shows the world"},
    {lifecycle::over_budget, reference, upstream, "F.5",
     "a pack whose real resident bytes exceed its effective budget is retired with the numbers in the reason"},
    {lifecycle::original_reason, reference, upstream, "F.5",
     "what fails later is added to the reason and never hides the original one"},
    {lifecycle::behind_fences, must, seed, "F.6",
     "objects of a pack are released behind the fence of the last frame that used them"},
    {lifecycle::fallback_retires_all, must, seed, "F.6",
     "a fallback retires all set-3 bindings, pack pipelines, resources and slots"},
    {lifecycle::resize, must, seed, "F.6",
     "a resize retires the old targets and the pack goes on with targets of the new extents"},
    {lifecycle::portal, must, seed, "F.6",
     "while a portal or login cover is visible the shadow enabled bit is clear and stale maps are not sampled"},
    {lifecycle::reconnect, must, seed, "F.6",
     "nothing that was bound for the previous session survives its fences"},
    {lifecycle::unload, must, seed, "F.6",
     "unloading a pack retires everything of it; later frames do not reference its memory"},
    {lifecycle::recreation, must, seed, "F.6",
     "recreation retires everything with the old device and makes a new context and a new device after that"},
    {lifecycle::layout_lifetime, reference, upstream, "F.6",
     "the set-3 layout comes with the first pack pipeline and goes with the last"},
    {lifecycle::long_cycles, reference, upstream, "F.6",
     "repeated activation, retirement, resize, portal and reconnect end at the baseline of objects"},
    {lifecycle::ordinary_form, must, seed, "F.7",
     "without hints the ordinary graph is recorded, and one depth pass for each cascade"},
    {lifecycle::fused_form, must, seed, "F.7",
     "under the fused hint occlusion, downsample and blurs are not recorded; rays and filmic take the inputs of E.5"},
    {lifecycle::multiview_form, must, seed, "F.7",
     "under the multiview hint one layered depth pass with the view mask 0b11 draws what the ordinary passes draw"},
    {lifecycle::no_other_form, must, seed, "F.7",
     "without the feature of a hint the hinted preset is unavailable, and no other form takes its place"},
});
// clang-format on

static_assert(std::ranges::is_sorted(table, {}, &Rule::id), "the ids stand in their order");
static_assert(std::ranges::adjacent_find(table, {}, &Rule::id) == table.end(), "an id stands twice");

}  // namespace

std::span<const Rule> lifecycle_rules() {
  return table;
}

}  // namespace rpcts::render_pack_v1
