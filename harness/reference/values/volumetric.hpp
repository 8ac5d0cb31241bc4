#pragma once

// Light shafts: whether a frame has them and how strong they are, section E.4.

#include <cstdint>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/reference/values/frame_facts.hpp"

namespace rpcts::reference {

/// A.20; the numbers are those of the contract. SunBelowHorizon is never produced.
enum class VolumetricGate : std::int32_t {
  Rendered,
  DisabledByPreset,
  NoCurrentDirectionalShadow,
  NoSceneDepth,
  Indoor,
  SunOffScreen,
  SunBelowHorizon,
  AtmosphereSuppressed,
};

/// E.4, in [0, 1]. `setting` is VolumetricStrength; `policy` may be null.
[[nodiscard]] float shaft_strength(const render_pack_v1::AtmospherePolicy* policy, const rpcts_frame& frame,
                                   const FrameFacts& facts, float setting);

/// E.4: ray-march steps, 8 to 64.
[[nodiscard]] float shaft_steps(float setting);

struct ShaftCircumstances {
  float setting = 0;           ///< VolumetricStrength
  std::uint32_t cascades = 0;  ///< of this frame's shadow; 0 = none
  bool scene_depth = false;    ///< the pass has a slot for it
  bool outdoor = false;
  bool sun_on_screen = false;
  float strength = 0;  ///< of shaft_strength()
};

/// The first reason that stands in the way, in the order of E.4.
[[nodiscard]] VolumetricGate volumetric_gate(const ShaftCircumstances& circumstances);

}  // namespace rpcts::reference
