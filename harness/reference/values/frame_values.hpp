#pragma once

// From the facts of a frame and an activated pack to everything that the renderer draws from.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/reference/render/renderer.hpp"
#include "harness/reference/values/host_settings.hpp"
#include "harness/reference/values/shadow_policy.hpp"
#include "harness/reference/values/shadow_quality.hpp"
#include "harness/reference/values/volumetric.hpp"

namespace rpcts::reference {

enum class Graph : std::uint8_t { custom, shadow_only, full };  // C.11

/// Of one pass of RuntimePlan::passes, what its values depend on.
struct PassFacts {
  render_pack_v1::RenderPassSemantic semantic = render_pack_v1::RenderPassSemantic::CustomFullscreen;
  bool camera_matrices = false;                                           ///< lists CameraMatrices (OQ-3)
  bool scene_depth = false;                                               ///< has a slot for SceneDepth
  std::array<bool, render_pack_v1::sampled_inputs_per_pass> of_shafts{};  ///< the slot carries the shafts
  std::array<bool, render_pack_v1::sampled_inputs_per_pass> of_shadow{};  ///< … the shadow map
};

/// What of an activated pack the values of its frames depend on; fixed for the life of the activation, but
/// for the two sizes.
struct PackFacts {
  Graph graph = Graph::custom;
  const render_pack_v1::AtmospherePolicy* policy =
      nullptr;  ///< of the pack's descriptor, which outlives this
  HostSettings settings;
  float volumetric_steps = 0;           ///< as set, before it is rounded
  std::optional<ShadowQuality> shadow;  ///< nothing: the pack has no shadow pass
  bool fused = false;
  std::array<std::uint32_t, 2> bloom_size{1, 1};  ///< logical, pixels
  std::array<std::uint32_t, 2> mask_size{1, 1};
  std::vector<PassFacts> passes;  ///< one for each of RuntimePlan::passes
};

/// Evaluates frames; keeps the storage of one, so that a frame allocates nothing once reserve() has been
/// called with the largest number of passes.
class FrameEvaluator {
 public:
  void reserve(std::size_t passes) { passes_.reserve(passes); }

  /// The values of a frame that check_frame accepts, for a pack or (null) for retail. `seconds` is the time
  /// since the host was opened. The result refers to this object and to `frame` until the next call.
  [[nodiscard]] const FrameValues& evaluate(const rpcts_frame& frame, Size world, const PackFacts* pack,
                                            float seconds);

  /// Of the last frame. Without a pack, or with one that has no such pass: PackDisabled, DisabledByPreset.
  [[nodiscard]] ShadowGate shadow_gate() const { return shadow_gate_; }
  [[nodiscard]] VolumetricGate volumetric_gate() const { return volumetric_gate_; }

 private:
  void evaluate_shadow(const rpcts_frame& frame, const FrameFacts& facts, const PackFacts& pack);
  void evaluate_passes(const rpcts_frame& frame, const FrameFacts& facts, Size world, const PackFacts& pack);

  FrameValues values_;
  std::vector<PassValues> passes_;
  render_pack_v1::DirectionalShadowBlock last_open_{};  ///< of the last frame with a shadow
  ShadowGate shadow_gate_ = ShadowGate::PackDisabled;
  VolumetricGate volumetric_gate_ = VolumetricGate::DisabledByPreset;
};

}  // namespace rpcts::reference
