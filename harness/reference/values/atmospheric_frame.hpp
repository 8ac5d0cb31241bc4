#pragma once

// The block AtmosphericFrame of a frame, section E.2.

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/contracts/render_pack_v1/host_blocks.hpp"
#include "harness/reference/values/frame_facts.hpp"

namespace rpcts::reference {

/// E.2: elevation times day group times weather, in [0, 4]; 0 unless the sun is in the picture and outdoors.
[[nodiscard]] float sun_policy(const render_pack_v1::AtmospherePolicy* policy, const rpcts_frame& frame,
                               const FrameFacts& facts);

/// The block for every pass but VolumetricShafts. `ray_strength` is SunRayStrength in a full graph (E.2:
/// SunScreen.z), nothing in others. `policy` may be null. Width and height of the main world are at least 1.
[[nodiscard]] render_pack_v1::AtmosphericFrameBlock atmospheric_frame(
    const render_pack_v1::AtmospherePolicy* policy, const rpcts_frame& frame, const FrameFacts& facts,
    std::uint32_t width, std::uint32_t height, std::optional<float> ray_strength);

/// E.2: the volumetric pass has its own strength in SunScreen.z and SunColor.w.
[[nodiscard]] render_pack_v1::AtmosphericFrameBlock with_shaft_strength(
    render_pack_v1::AtmosphericFrameBlock block, float strength);

}  // namespace rpcts::reference
