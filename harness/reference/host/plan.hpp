#pragma once

// What an activation executes: from descriptor, preset, overrides and sizes to the renderer's plan and to
// what the values of each frame depend on.

#include <span>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/reference/host/asset_set.hpp"
#include "harness/reference/render/renderer.hpp"
#include "harness/reference/values/frame_values.hpp"

namespace rpcts::reference {

struct ActivationPlan {
  RuntimePlan runtime;
  PackFacts facts;  ///< refers to the descriptor
};

/// For an accepted descriptor whose preset no rule of C.15 refuses. Passes stand by hook, then as declared.
/// Left out are what the fused hint replaces (RP-LIFE-051), shafts of strength 0 (E.4), and targets that
/// nothing writes then. `assets` null leaves the shaders empty: for sizes alone.
[[nodiscard]] ActivationPlan build_plan(const render_pack_v1::Descriptor& descriptor,
                                        const render_pack_v1::QualityPreset& preset,
                                        std::span<const render_pack_v1::SettingOverride> user, Size world,
                                        Size output, const AssetSet* assets);

}  // namespace rpcts::reference
