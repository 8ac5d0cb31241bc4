#pragma once

// What one frame records: cascades, normals, world, passes of the pack, tone map, read-back. Nothing in here
// allocates or writes a descriptor.

#include <cstdint>

#include "harness/gpu/layout.hpp"
#include "harness/reference/render/pack_runtime.hpp"
#include "harness/reference/render/pipelines.hpp"
#include "harness/reference/render/renderer.hpp"
#include "harness/reference/render/scene.hpp"
#include "harness/reference/render/world_targets.hpp"

namespace rpcts::reference {

/// Everything that recording a frame refers to; lives during Renderer::draw().
struct FrameRecord {
  VkCommandBuffer commands = VK_NULL_HANDLE;
  std::uint32_t flight = 0;
  const FrameValues& values;
  const Scene& scene;
  const WorldTargets& targets;
  const RetailPipelines& retail;
  const gpu::PipelineLayout& retail_layout;
  VkDescriptorSet uniforms = VK_NULL_HANDLE;       ///< set 1
  std::span<const std::uint32_t> uniform_offsets;  ///< of bindings 1 to 4
  VkDescriptorSet table = VK_NULL_HANDLE;          ///< set 2
  PackRuntime* runtime = nullptr;                  ///< null = retail

  // Counted for the ledger.
  std::uint32_t fullscreen_passes = 0;
  std::uint32_t depth_passes = 0;
  std::uint32_t view_mask = 0;
};

/// Sets 0 to 2 for the pipelines of the default path.
void bind_retail(const FrameRecord& frame);
/// Sets 0 to 3 for those of the runtime.
void bind_pack(const FrameRecord& frame, const PackOffsets& offsets);

/// Viewport of negative height (D.8) and scissor over `size`; `flipped`: of positive height, by mistake.
void set_whole_viewport(VkCommandBuffer commands, Size size, bool flipped);

void push_all(VkCommandBuffer commands, const gpu::PipelineLayout& layout,
              const render_pack_v1::PushBlock& push);

/// Matrix as given, integers zero, all four slots unassigned.
[[nodiscard]] render_pack_v1::PushBlock plain_push(const render_pack_v1::Matrix4& view_projection);

/// The depth passes of the frame's cascades (E.9). Needs a runtime with shadows.
void record_cascades(FrameRecord& frame);
/// World normals, for the passes that sample them.
void record_normals(FrameRecord& frame);
/// Main world, colour and depth; by the receivers where the runtime has some.
void record_world(FrameRecord& frame);

/// The fullscreen passes in order and, where no pass at ToneMap wrote the output, the default tone map. Gives
/// the output image that holds the picture.
[[nodiscard]] std::size_t record_passes(FrameRecord& frame);

/// Copies the picture where the host reads it once the frame is done.
void record_readback(const FrameRecord& frame, std::size_t output);

}  // namespace rpcts::reference
