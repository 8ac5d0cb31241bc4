#pragma once

#include <cstdint>
#include <span>
#include <volk.h>

#include "harness/base/result.hpp"
#include "harness/gpu/device.hpp"
#include "harness/gpu/layout.hpp"
#include "harness/gpu/owned.hpp"

namespace rpcts::gpu {

/// A pipeline that draws into one colour image: no vertex buffers, depth, blending or culling, one sample
/// (D.8).
struct PipelineShape {
  std::span<const std::uint32_t> vertex;    ///< SPIR-V with entry point `main`
  std::span<const std::uint32_t> fragment;  ///< likewise
  VkFormat color_format = VK_FORMAT_R32_UINT;
  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  std::uint32_t view_mask = 0;  ///< multiview: one bit for each layer drawn into
};

/// Viewport and scissor are dynamic. Vulkan does not check a module: hand in valid ones only.
[[nodiscard]] Result<Owned<VkPipeline>> make_pipeline(const Device& device, const PipelineLayout& layout,
                                                      const PipelineShape& shape);

}  // namespace rpcts::gpu
