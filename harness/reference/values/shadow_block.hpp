#pragma once

// The block DirectionalShadow of a frame, section E.8.

#include "harness/contracts/render_pack_v1/host_blocks.hpp"
#include "harness/reference/values/cascade_fit.hpp"
#include "harness/reference/values/celestial.hpp"
#include "harness/reference/values/shadow_quality.hpp"

namespace rpcts::reference {

/// An enabled frame; the table slot (x of texture_and_flags) is 0 until the renderer fills it in. `fit` has
/// at least one cascade, `light` a kind.
[[nodiscard]] render_pack_v1::DirectionalShadowBlock pack_shadow(const CascadeFit& fit,
                                                                 const ShadowQuality& quality,
                                                                 const SelectedLight& light, float strength,
                                                                 float softness);

/// Identity matrices, zero vectors, no flag, light (0, 0, 1) of no source.
[[nodiscard]] render_pack_v1::DirectionalShadowBlock disabled_shadow();

}  // namespace rpcts::reference
