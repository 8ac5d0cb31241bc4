#pragma once

// Which input stands in which texture slot: the contract's order (E.5), or what a mistake of the group
// `slots` makes of it.

#include <span>
#include <vector>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/contracts/render_pack_v1/host_blocks.hpp"
#include "harness/contracts/render_pack_v1/slots.hpp"

namespace rpcts::reference {

/// As sampled_inputs() of harness/contracts/render_pack_v1/slots.hpp.
[[nodiscard]] std::vector<render_pack_v1::SampledInput> slot_inputs(
    const render_pack_v1::Pass& pass, std::span<const render_pack_v1::Resource> resources,
    render_pack_v1::Execution execution);

/// As set_slots() there.
void push_slots(render_pack_v1::PushBlock& push, render_pack_v1::Slots slots);

}  // namespace rpcts::reference
