#pragma once

// The block PackPass of each semantic pass, section E.4.

#include <array>
#include <cstdint>

#include "harness/contracts/render_pack_v1/host_blocks.hpp"
#include "harness/contracts/render_pack_v1/vocabulary.hpp"
#include "harness/reference/values/host_settings.hpp"

namespace rpcts::reference {

/// What the scalars depend on. Sizes are logical: also those of targets that the fused execution leaves out.
struct PassCircumstances {
  HostSettings settings;
  bool fused = false;
  bool volumetric = false;  ///< shafts are rendered in this frame
  float shaft_strength = 0;
  float shaft_steps = 0;
  std::array<std::uint32_t, 2> bloom_size{1, 1};  ///< pixels
  std::array<std::uint32_t, 2> mask_size{1, 1};
};

/// Scalars that E.4 does not name are zero; all of them for CustomFullscreen and DirectionalShadowDepth.
[[nodiscard]] render_pack_v1::PackPassBlock pack_pass(render_pack_v1::RenderPassSemantic semantic,
                                                      const PassCircumstances& circumstances);

}  // namespace rpcts::reference
