#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>
#include <volk.h>

#include "harness/base/result.hpp"
#include "harness/gpu/device.hpp"
#include "harness/gpu/owned.hpp"

namespace rpcts::gpu {

struct ImageShape {
  VkFormat format = VK_FORMAT_UNDEFINED;  ///< one of those of texel_bytes()
  std::uint32_t width = 1;                ///< pixels
  std::uint32_t height = 1;
  std::uint32_t layers = 1;
};

/// Bytes of one texel of a format that this room handles: R8, RGBA8, R32 (unsigned or float), RGBA16F, D32F;
/// 0 for any other.
[[nodiscard]] std::uint32_t texel_bytes(VkFormat format);

/// An image with one level and one sample in device-local memory, and a 2-D array view of all its layers. A
/// plain 2-D texture is one of a single layer (D.8).
class Image {
 public:
  /// Error `usage`: a format that texel_bytes() does not know.
  [[nodiscard]] static Result<Image> create(const Device& device, const ImageShape& shape,
                                            VkImageUsageFlags usage);

  [[nodiscard]] VkImage handle() const { return image_.get(); }
  [[nodiscard]] VkImageView view() const { return view_.get(); }
  [[nodiscard]] const ImageShape& shape() const { return shape_; }
  [[nodiscard]] VkImageAspectFlags aspect() const;

  /// A view of one layer, to draw into it. The image must outlive it.
  [[nodiscard]] Result<Owned<VkImageView>> make_layer_view(const Device& device, std::uint32_t layer) const;

  /// Bytes of all layers, tightly packed.
  [[nodiscard]] std::size_t byte_count() const;

 private:
  Image() = default;

  ImageShape shape_;
  Owned<VkDeviceMemory> memory_;
  Owned<VkImage> image_;
  Owned<VkImageView> view_;
};

/// Moves all layers of an image from one use to another inside a recording, everything before it done first.
struct Transition {
  VkImageLayout from = VK_IMAGE_LAYOUT_UNDEFINED;
  VkImageLayout to = VK_IMAGE_LAYOUT_UNDEFINED;
  VkPipelineStageFlags2 before = VK_PIPELINE_STAGE_2_NONE;  ///< what must be done …
  VkAccessFlags2 written = VK_ACCESS_2_NONE;                ///< … and visible
  VkPipelineStageFlags2 after = VK_PIPELINE_STAGE_2_NONE;   ///< before this starts …
  VkAccessFlags2 used = VK_ACCESS_2_NONE;                   ///< … to do this
};
void record_transition(VkCommandBuffer commands, const Image& image, const Transition& transition);

/// A new image for sampling, filled with `texels`: layer after layer, rows from the top (v = 0), tightly
/// packed. Ends in VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL. Error `usage`: not as many bytes as the shape
/// has.
[[nodiscard]] Result<Image> make_texture(const Device& device, const ImageShape& shape,
                                         std::span<const std::byte> texels);

/// A sampler of one level with the same filter and the same addressing everywhere.
[[nodiscard]] Result<Owned<VkSampler>> make_sampler(const Device& device, VkFilter filter,
                                                    VkSamplerAddressMode addressing);

/// A sampler without filtering that clamps to the edge.
[[nodiscard]] Result<Owned<VkSampler>> make_nearest_sampler(const Device& device);

}  // namespace rpcts::gpu
