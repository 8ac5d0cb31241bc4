#pragma once

// The images that the main world is drawn into and shown from.

#include <array>
#include <memory>
#include <optional>

#include "harness/base/result.hpp"
#include "harness/gpu/buffer.hpp"
#include "harness/gpu/image.hpp"
#include "harness/reference/render/renderer.hpp"
#include "harness/reference/render/texture_table.hpp"

namespace rpcts::reference {

inline constexpr VkFormat world_color_format = VK_FORMAT_R16G16B16A16_SFLOAT;
inline constexpr VkFormat depth_format = VK_FORMAT_D32_SFLOAT;
inline constexpr VkFormat output_format = VK_FORMAT_R8G8B8A8_UNORM;

/// An image that the table knows.
struct TableImage {
  gpu::Image image;
  TableSlot slot;
};

struct WorldTargets {
  Size world;
  Size output;
  TableImage color;
  TableImage depth;
  TableImage normals;                 ///< drawn only for passes that sample them
  std::array<TableImage, 2> outputs;  ///< a pass after the tone map reads one and writes the other
  gpu::Buffer readback;               ///< one output picture

  [[nodiscard]] static Result<std::unique_ptr<WorldTargets>> create(const gpu::Device& device,
                                                                    TextureTable& table,
                                                                    const Samplers& samplers, Size world,
                                                                    Size output);
};

/// An image of `shape` and a slot for it. Error `unsupported`: larger than the device's images.
[[nodiscard]] Result<TableImage> make_table_image(const gpu::Device& device, TextureTable& table,
                                                  const gpu::ImageShape& shape, VkImageUsageFlags usage,
                                                  VkSampler sampler, SlotOwner owner);

}  // namespace rpcts::reference
