#pragma once

// Draws one fullscreen pass of a base pack by itself: blocks, table and push constants as the contract has
// them, the target as D.8 describes it.

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/contracts/render_pack_v1/host_blocks.hpp"
#include "harness/gpu/buffer.hpp"
#include "harness/gpu/device.hpp"
#include "harness/gpu/image.hpp"
#include "harness/gpu/layout.hpp"

namespace rpcts::render_pack_v1 {

/// Rows from the top.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<Float4> texels;

  [[nodiscard]] const Float4& at(std::uint32_t x, std::uint32_t y) const { return texels.at(y * width + x); }
};

/// What the pass finds in its blocks.
struct PassBlocks {
  AtmosphericFrameBlock frame;
  DirectionalShadowBlock shadow;
  PackPassBlock pass;
};

/// Used by one thread; the device must outlive it.
class FullscreenRig {
 public:
  [[nodiscard]] static Result<FullscreenRig> create(const gpu::Device& device);

  /// A half-float texture that is filtered and clamped to its edge; gives its slot.
  [[nodiscard]] Result<std::uint32_t> add_color(const Picture& picture);
  /// A depth array of `layers` square layers, unfiltered; gives its slot.
  [[nodiscard]] Result<std::uint32_t> add_depth(std::uint32_t size, std::uint32_t layers,
                                                std::span<const float> texels);

  /// Draws into a half-float picture. `slots` are A, B, C and D from the front; the others are unassigned.
  [[nodiscard]] Result<Picture> draw(const std::filesystem::path& vertex,
                                     const std::filesystem::path& fragment, std::uint32_t width,
                                     std::uint32_t height, std::span<const std::uint32_t> slots,
                                     const PassBlocks& contents);

 private:
  FullscreenRig() = default;

  [[nodiscard]] Result<std::uint32_t> add(const gpu::ImageShape& shape, std::span<const std::byte> texels,
                                          VkSampler sampler);
  void record(VkCommandBuffer commands, const gpu::Image& target, VkPipeline pipeline,
              const gpu::Buffer& readback, const PushBlock& push) const;

  const gpu::Device* device_ = nullptr;
  std::unique_ptr<gpu::PipelineLayout> layout_;
  gpu::Owned<VkSampler> nearest_;
  gpu::Owned<VkSampler> linear_;
  std::vector<gpu::Image> textures_;
  std::unique_ptr<gpu::Buffer> uniforms_;
  std::unique_ptr<gpu::DescriptorSet> table_;
  std::unique_ptr<gpu::DescriptorSet> blocks_;
};

}  // namespace rpcts::render_pack_v1
