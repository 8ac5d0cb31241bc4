#pragma once

// Which textures a pass samples and in which of the slots A to D each stands, sections C.5 and E.5.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/contracts/render_pack_v1/host_blocks.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"

namespace rpcts::render_pack_v1 {

/// True for the inputs that are textures of the scene: WorldColor, SceneDepth, SceneNormals.
[[nodiscard]] bool is_scene_texture(RenderSemanticInput input);

/// One texture that a pass samples through the table: a texture of the scene or a resource of the pack.
struct SampledInput {
  enum class From : std::uint8_t { scene, resource };

  From from = From::scene;
  RenderSemanticInput scene = RenderSemanticInput::WorldColor;  ///< of From::scene
  std::string_view resource;  ///< of From::resource: the id as the pass names it; refers to the pass

  friend bool operator==(const SampledInput&, const SampledInput&) = default;
};

/// How a pass is executed, F.7.
enum class Execution : std::uint8_t {
  ordinary,  ///< as declared
  fused,     ///< FusedAtmosphericPostProcess: no occlusion mask and no bloom targets
};

/// E.5: what the pass samples, in slot order; entry i is slot i while i < sampled_inputs_per_pass. More
/// entries than slots are RP-DESC-096, so size() is the sampled-input count of C.5 (ordinary execution).
/// A read of an unknown resource counts. Fused, SunRays samples the scene's depth alone, and
/// FilmicComposite samples no bloom.
[[nodiscard]] std::vector<SampledInput> sampled_inputs(const Pass& pass, std::span<const Resource> resources,
                                                       Execution execution = Execution::ordinary);

/// C.5: size() of sampled_inputs, without making the list.
[[nodiscard]] std::size_t sampled_input_count(const Pass& pass, std::span<const Resource> resources);

/// Indices into the sampled table, of slots A to D.
using Slots = std::array<std::uint32_t, sampled_inputs_per_pass>;

/// The slots for the table indices of a pass' inputs, in their order; what is left is unassigned_slot. Give
/// unassigned_slot for an input that has no texture in this frame. Indices beyond the fourth are left out.
[[nodiscard]] Slots make_slots(std::span<const std::uint32_t> table_indices);

/// Writes slots A and B as they are, C and D as the bits of paramA and paramB. Any bits survive, those of a
/// NaN included.
void set_slots(PushBlock& push, const Slots& slots);

}  // namespace rpcts::render_pack_v1
