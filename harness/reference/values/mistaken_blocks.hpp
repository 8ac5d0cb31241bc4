#pragma once

// What the mistakes of the groups `blocks`, `flags`, `celestial` and `shafts` make of right blocks. Called
// only where a process is told to make one.

#include <optional>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/contracts/render_pack_v1/host_blocks.hpp"
#include "harness/implementation/rpcts_adapter.h"
#include "harness/reference/values/cascade_fit.hpp"
#include "harness/reference/values/celestial.hpp"
#include "harness/reference/values/frame_facts.hpp"
#include "harness/reference/values/pack_pass.hpp"

namespace rpcts::reference {

/// Block 5. `ray_strength`: the setting of a full graph, or nothing.
void spoil_frame(render_pack_v1::AtmosphericFrameBlock& block, const render_pack_v1::AtmospherePolicy* policy,
                 const rpcts_frame& frame, const FrameFacts& facts, std::optional<float> ray_strength);

/// Block 7.
void spoil_pass(render_pack_v1::PackPassBlock& block, render_pack_v1::RenderPassSemantic semantic,
                const PassCircumstances& circumstances);

/// Block 6 of an enabled frame.
void spoil_shadow(render_pack_v1::DirectionalShadowBlock& block, const CascadeFit& fit,
                  const ShadowQuality& quality);

/// Block 6: the light.
void spoil_light(render_pack_v1::DirectionalShadowBlock& block, const SelectedLight& light,
                 const rpcts_frame& frame, const FrameFacts& facts);

/// Block 6 of a frame without shadows.
void spoil_disabled(render_pack_v1::DirectionalShadowBlock& block, const SelectedLight& light);

}  // namespace rpcts::reference
