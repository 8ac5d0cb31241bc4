#pragma once

// Whether and how strongly a frame is shadowed, section E.6.

#include <cstdint>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/reference/values/celestial.hpp"
#include "harness/reference/values/frame_facts.hpp"

namespace rpcts::reference {

/// A.20; the numbers are those of the contract.
enum class ShadowGate : std::int32_t {
  Enabled,
  PackDisabled,
  PortalOrLoginCover,
  Indoor,
  NoVisibleCelestial,
  SelectedLightBelowHorizon,
  SelectedLightHasNoEnergy,
  AtmosphereSuppressed,
  ResidentWindowUnavailable,
};

/// What the shadows of a frame depend on.
struct ShadowCircumstances {
  bool pack_enabled = false;  ///< the active pack has a shadow pass
  bool covered = false;
  bool in_cell = false;
  SelectedLight light;
  float strength = 0;               ///< of shadow_strength()
  float resident_reach_meters = 0;  ///< 0 without a world: no centre is published
};

/// The first reason that stands in the way, in the order of E.6.
[[nodiscard]] ShadowGate shadow_gate(const ShadowCircumstances& circumstances);

/// E.6, in [0, 1]. `setting` is DirectionalShadowStrength; `policy` may be null.
[[nodiscard]] float shadow_strength(const render_pack_v1::AtmospherePolicy* policy,
                                    const SelectedLight& light, std::int32_t weather, float intensity,
                                    std::int32_t day_group, float setting);

/// E.6; 1 for a number outside A.17.
[[nodiscard]] float shadow_softness(std::int32_t weather);

}  // namespace rpcts::reference
