#pragma once

#include <cstdint>
#include <span>
#include <volk.h>

#include "harness/base/result.hpp"
#include "harness/gpu/device.hpp"
#include "harness/gpu/layout.hpp"
#include "harness/gpu/owned.hpp"

namespace rpcts::gpu {

/// What one vertex buffer at binding 0 holds, one step for each vertex.
struct VertexShape {
  std::uint32_t stride = 0;  ///< bytes; 0 = no vertex buffer
  std::span<const VkVertexInputAttributeDescription> attributes;
};

/// A pipeline that draws triangles, or what `topology` says, of one sample without blending. As it stands it
/// is one of a fullscreen draw: no vertex buffer, depth or culling (D.8).
struct PipelineShape {
  std::span<const std::uint32_t> vertex;        ///< SPIR-V with entry point `main`
  std::span<const std::uint32_t> fragment;      ///< likewise
  VkFormat color_format = VK_FORMAT_R32_UINT;   ///< VK_FORMAT_UNDEFINED = draws no colour
  VkFormat depth_format = VK_FORMAT_UNDEFINED;  ///< a format = depth is tested (less) and written
  VertexShape input;
  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  std::uint32_t view_mask = 0;  ///< multiview: one bit for each layer drawn into
  /// The cull mode is dynamic state; else nothing is culled. Counter-clockwise as seen in the picture is the
  /// front, which is Vulkan's own reading of a viewport of negative height (vulkan_backend B.4).
  bool culls = false;
};

/// Viewport and scissor are dynamic. Vulkan does not check a module: hand in valid ones only.
[[nodiscard]] Result<Owned<VkPipeline>> make_pipeline(const Device& device, const PipelineLayout& layout,
                                                      const PipelineShape& shape);

}  // namespace rpcts::gpu
