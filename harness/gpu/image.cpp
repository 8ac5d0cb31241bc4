#include "harness/gpu/image.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "harness/gpu/buffer.hpp"
#include "harness/gpu/call.hpp"

namespace rpcts::gpu {

namespace {

/// An array view of `count` layers from `first` on.
Result<Owned<VkImageView>> make_view(VkDevice device, VkImage image, VkFormat format,
                                     VkImageAspectFlags aspect, std::uint32_t first, std::uint32_t count) {
  const VkImageViewCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
      .image = image,
      .viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
      .format = format,
      .subresourceRange = {
          .aspectMask = aspect, .levelCount = 1, .baseArrayLayer = first, .layerCount = count}};
  VkImageView view = VK_NULL_HANDLE;
  if (auto done = called(vkCreateImageView(device, &info, nullptr, &view), "vkCreateImageView"); !done) {
    return std::unexpected(done.error());
  }
  return Owned<VkImageView>(view, [device](VkImageView old) { vkDestroyImageView(device, old, nullptr); });
}

}  // namespace

std::uint32_t texel_bytes(VkFormat format) {
  switch (format) {
    case VK_FORMAT_R8_UNORM:
      return 1;
    case VK_FORMAT_R8G8B8A8_UNORM:
    case VK_FORMAT_R32_UINT:
    case VK_FORMAT_R32_SFLOAT:
    case VK_FORMAT_D32_SFLOAT:
      return 4;
    case VK_FORMAT_R16G16B16A16_SFLOAT:
      return 8;
    default:
      return 0;
  }
}

Result<Image> Image::create(const Device& device, const ImageShape& shape, VkImageUsageFlags usage) {
  if (texel_bytes(shape.format) == 0) {
    return error(ErrorKind::usage,
                 fmt::format("images of VkFormat {} are not handled; add it to texel_bytes()",
                             static_cast<std::int32_t>(shape.format)));
  }
  const VkDevice handle = device.handle();
  Image made;
  made.shape_ = shape;
  const VkImageCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                               .imageType = VK_IMAGE_TYPE_2D,
                               .format = shape.format,
                               .extent = {shape.width, shape.height, 1},
                               .mipLevels = 1,
                               .arrayLayers = shape.layers,
                               .samples = VK_SAMPLE_COUNT_1_BIT,
                               .tiling = VK_IMAGE_TILING_OPTIMAL,
                               .usage = usage,
                               .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
                               .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED};
  VkImage image = VK_NULL_HANDLE;
  if (auto done = called(vkCreateImage(handle, &info, nullptr, &image), "vkCreateImage"); !done) {
    return std::unexpected(done.error());
  }
  made.image_ = {image, [handle](VkImage old) { vkDestroyImage(handle, old, nullptr); }};

  VkMemoryRequirements requirements{};
  vkGetImageMemoryRequirements(handle, image, &requirements);
  Result<Owned<VkDeviceMemory>> memory =
      device.allocate(requirements, 0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  if (!memory) {
    return std::unexpected(memory.error());
  }
  made.memory_ = std::move(*memory);
  if (auto done = called(vkBindImageMemory(handle, image, made.memory_.get(), 0), "vkBindImageMemory");
      !done) {
    return std::unexpected(done.error());
  }

  auto view = make_view(handle, image, shape.format, made.aspect(), 0, shape.layers);
  if (!view) {
    return std::unexpected(view.error());
  }
  made.view_ = std::move(*view);
  return made;
}

VkImageAspectFlags Image::aspect() const {
  return shape_.format == VK_FORMAT_D32_SFLOAT ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

Result<Owned<VkImageView>> Image::make_layer_view(const Device& device, std::uint32_t layer) const {
  return make_view(device.handle(), handle(), shape_.format, aspect(), layer, 1);
}

std::size_t Image::byte_count() const {
  return std::size_t{shape_.width} * shape_.height * shape_.layers * texel_bytes(shape_.format);
}

void record_transition(VkCommandBuffer commands, const Image& image, const Transition& transition) {
  const VkImageMemoryBarrier2 barrier{
      .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
      .srcStageMask = transition.before,
      .srcAccessMask = transition.written,
      .dstStageMask = transition.after,
      .dstAccessMask = transition.used,
      .oldLayout = transition.from,
      .newLayout = transition.to,
      .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .image = image.handle(),
      .subresourceRange = {
          .aspectMask = image.aspect(), .levelCount = 1, .layerCount = image.shape().layers}};
  const VkDependencyInfo dependency{.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                                    .imageMemoryBarrierCount = 1,
                                    .pImageMemoryBarriers = &barrier};
  vkCmdPipelineBarrier2(commands, &dependency);
}

Result<Image> make_texture(const Device& device, const ImageShape& shape, std::span<const std::byte> texels) {
  Result<Image> image =
      Image::create(device, shape, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  if (!image) {
    return image;
  }
  if (texels.size() != image->byte_count()) {
    return error(ErrorKind::usage,
                 fmt::format("{} bytes for an image of {}", texels.size(), image->byte_count()));
  }
  const Result<Buffer> staging = Buffer::create(device, texels.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
  if (!staging) {
    return std::unexpected(staging.error());
  }
  std::ranges::copy(texels, staging->bytes().begin());
  const Result<void> copied = device.run([&](VkCommandBuffer commands) {
    record_transition(commands, *image,
                      {.to = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                       .after = VK_PIPELINE_STAGE_2_COPY_BIT,
                       .used = VK_ACCESS_2_TRANSFER_WRITE_BIT});
    const VkBufferImageCopy region{
        .imageSubresource = {.aspectMask = image->aspect(), .layerCount = shape.layers},
        .imageExtent = {shape.width, shape.height, 1}};
    vkCmdCopyBufferToImage(commands, staging->handle(), image->handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                           1, &region);
    record_transition(
        commands, *image,
        {.from = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
         .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
         .before = VK_PIPELINE_STAGE_2_COPY_BIT,
         .written = VK_ACCESS_2_TRANSFER_WRITE_BIT,
         .after = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT,
         .used = VK_ACCESS_2_SHADER_SAMPLED_READ_BIT});
  });
  if (!copied) {
    return std::unexpected(copied.error());
  }
  return image;
}

Result<Owned<VkSampler>> make_sampler(const Device& device, VkFilter filter,
                                      VkSamplerAddressMode addressing) {
  const VkSamplerCreateInfo info{.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                 .magFilter = filter,
                                 .minFilter = filter,
                                 .mipmapMode = VK_SAMPLER_MIPMAP_MODE_NEAREST,
                                 .addressModeU = addressing,
                                 .addressModeV = addressing,
                                 .addressModeW = addressing,
                                 .maxLod = VK_LOD_CLAMP_NONE};
  VkSampler sampler = VK_NULL_HANDLE;
  const VkDevice handle = device.handle();
  if (auto done = called(vkCreateSampler(handle, &info, nullptr, &sampler), "vkCreateSampler"); !done) {
    return std::unexpected(done.error());
  }
  return Owned<VkSampler>(sampler, [handle](VkSampler old) { vkDestroySampler(handle, old, nullptr); });
}

Result<Owned<VkSampler>> make_nearest_sampler(const Device& device) {
  return make_sampler(device, VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE);
}

}  // namespace rpcts::gpu
