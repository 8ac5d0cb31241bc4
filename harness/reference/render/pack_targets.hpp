#pragma once

// The images of a pack.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/reference/render/world_targets.hpp"

namespace rpcts::reference {

/// The Vulkan format of a class (A.10); VK_FORMAT_UNDEFINED for one that is not an image.
[[nodiscard]] VkFormat format_of(render_pack_v1::RenderFormatClass format);

struct PackTarget {
  TargetPlan plan;
  TableImage table_image;
  std::vector<gpu::Owned<VkImageView>> layers;  ///< of a depth array: what one cascade draws into
};

struct PackTargets {
  std::vector<PackTarget> targets;

  /// All images, zeros in the colours and 1 in the depths, ready to be sampled. Waits until they are. An
  /// Error names the target.
  [[nodiscard]] static Result<std::shared_ptr<PackTargets>> create(const gpu::Device& device,
                                                                   TextureTable& table,
                                                                   const Samplers& samplers,
                                                                   std::span<const TargetPlan> plans);
  [[nodiscard]] std::uint64_t bytes() const;
};

}  // namespace rpcts::reference
