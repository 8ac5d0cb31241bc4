#include "harness/reference/render/world_targets.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "harness/reference/render/layouts.hpp"

namespace rpcts::reference {

Result<TableImage> make_table_image(const gpu::Device& device, TextureTable& table,
                                    const gpu::ImageShape& shape, VkImageUsageFlags usage, VkSampler sampler,
                                    SlotOwner owner) {
  const VkPhysicalDeviceLimits& limits = device.limits();
  if (shape.width == 0 || shape.height == 0 || shape.layers == 0) {
    return error(ErrorKind::usage,
                 fmt::format("an image of {} x {} x {} layers", shape.width, shape.height, shape.layers));
  }
  if (std::max(shape.width, shape.height) > limits.maxImageDimension2D) {
    return error(ErrorKind::unsupported, fmt::format("{} x {} pixels; maxImageDimension2D is {}", shape.width,
                                                     shape.height, limits.maxImageDimension2D));
  }
  if (shape.layers > limits.maxImageArrayLayers) {
    return error(ErrorKind::unsupported, fmt::format("{} layers; maxImageArrayLayers is {}", shape.layers,
                                                     limits.maxImageArrayLayers));
  }
  auto image = gpu::Image::create(device, shape, usage | VK_IMAGE_USAGE_SAMPLED_BIT);
  if (!image) {
    return std::unexpected(image.error());
  }
  auto slot = table.add(*image, sampler, owner);
  if (!slot) {
    return std::unexpected(slot.error());
  }
  return TableImage{std::move(*image), std::move(*slot)};
}

Result<std::unique_ptr<WorldTargets>> WorldTargets::create(const gpu::Device& device, TextureTable& table,
                                                           const Samplers& samplers, Size world,
                                                           Size output) {
  const auto make = [&](VkFormat format, Size size, VkImageUsageFlags usage, VkSampler sampler) {
    return make_table_image(device, table, {.format = format, .width = size.width, .height = size.height},
                            usage, sampler, SlotOwner::host);
  };
  constexpr VkImageUsageFlags drawn = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  constexpr VkImageUsageFlags shown = drawn | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  auto color = make(world_color_format, world, drawn, samplers.linear_clamp.get());
  if (!color) {
    return about("the world colour", color.error());
  }
  auto depth =
      make(depth_format, world, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, samplers.nearest_clamp.get());
  if (!depth) {
    return about("the world depth", depth.error());
  }
  auto normals = make(world_color_format, world, drawn, samplers.nearest_clamp.get());
  if (!normals) {
    return about("the world normals", normals.error());
  }
  auto first = make(output_format, output, shown, samplers.linear_clamp.get());
  if (!first) {
    return about("the output", first.error());
  }
  auto second = make(output_format, output, shown, samplers.linear_clamp.get());
  if (!second) {
    return about("the second output", second.error());
  }
  auto readback = gpu::Buffer::create(device, first->image.byte_count(), VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  if (!readback) {
    return about("the read-back of the output", readback.error());
  }
  return std::unique_ptr<WorldTargets>(new WorldTargets{.world = world,
                                                        .output = output,
                                                        .color = std::move(*color),
                                                        .depth = std::move(*depth),
                                                        .normals = std::move(*normals),
                                                        .outputs = {std::move(*first), std::move(*second)},
                                                        .readback = std::move(*readback)});
}

}  // namespace rpcts::reference
