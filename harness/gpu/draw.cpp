#include "harness/gpu/draw.hpp"

#include <cstring>

#include "harness/gpu/buffer.hpp"
#include "harness/gpu/image.hpp"

namespace rpcts::gpu {
namespace {

void record_sets(VkCommandBuffer commands, const Draw& draw) {
  // The offsets belong to the sets in order.
  std::span<const std::uint32_t> offsets = draw.dynamic_offsets;
  for (std::uint32_t set = 0; set < draw.sets.size(); ++set) {
    if (draw.sets[set] == VK_NULL_HANDLE) {
      continue;
    }
    std::uint32_t dynamic = 0;
    for (const BindingShape& binding : draw.layout->shape().sets.at(set)) {
      dynamic += binding.type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC ? 1U : 0U;
    }
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, draw.layout->handle(), set, 1,
                            &draw.sets[set], dynamic, offsets.data());
    offsets = offsets.subspan(dynamic);
  }
}

void record_draw(VkCommandBuffer commands, const Image& target, const PictureShape& picture,
                 const Draw& draw) {
  const VkRenderingAttachmentInfo attachment{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                             .imageView = target.view(),
                                             .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                             .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                             .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                             .clearValue = {.color = {.uint32 = {unwritten_word, 0, 0, 0}}}};
  const VkRect2D area{.extent = {picture.width, picture.height}};
  const VkRenderingInfo rendering{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                                  .renderArea = area,
                                  .layerCount = picture.layers,
                                  .viewMask = picture.view_mask,
                                  .colorAttachmentCount = 1,
                                  .pColorAttachments = &attachment};
  vkCmdBeginRendering(commands, &rendering);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, draw.pipeline);
  const auto width = static_cast<float>(picture.width);
  const auto height = static_cast<float>(picture.height);
  const VkViewport viewport{.y = height, .width = width, .height = -height, .maxDepth = 1.0F};
  vkCmdSetViewport(commands, 0, 1, &viewport);
  vkCmdSetScissor(commands, 0, 1, &area);
  record_sets(commands, draw);
  if (!draw.push.empty()) {
    vkCmdPushConstants(commands, draw.layout->handle(), draw.layout->shape().push_stages, 0,
                       static_cast<std::uint32_t>(draw.push.size()), draw.push.data());
  }
  vkCmdDraw(commands, draw.vertices, 1, 0, 0);
  vkCmdEndRendering(commands);
}

}  // namespace

Result<std::vector<std::uint32_t>> draw_words(const Device& device, const PictureShape& picture,
                                              const Draw& draw) {
  const Result<Image> target =
      Image::create(device,
                    {.format = VK_FORMAT_R32_UINT,
                     .width = picture.width,
                     .height = picture.height,
                     .layers = picture.layers},
                    VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  if (!target) {
    return std::unexpected(target.error());
  }
  const Result<Buffer> readback =
      Buffer::create(device, target->byte_count(), VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  if (!readback) {
    return std::unexpected(readback.error());
  }
  const Result<void> done = device.run([&](VkCommandBuffer commands) {
    record_transition(commands, *target,
                      {.to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                       .after = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                       .used = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT});
    record_draw(commands, *target, picture, draw);
    record_transition(commands, *target,
                      {.from = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                       .to = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                       .before = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                       .written = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
                       .after = VK_PIPELINE_STAGE_2_COPY_BIT,
                       .used = VK_ACCESS_2_TRANSFER_READ_BIT});
    const VkBufferImageCopy region{
        .imageSubresource = {.aspectMask = target->aspect(), .layerCount = picture.layers},
        .imageExtent = {picture.width, picture.height, 1}};
    vkCmdCopyImageToBuffer(commands, target->handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                           readback->handle(), 1, &region);
    const VkMemoryBarrier2 to_host{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                   .srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT,
                                   .srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT,
                                   .dstStageMask = VK_PIPELINE_STAGE_2_HOST_BIT,
                                   .dstAccessMask = VK_ACCESS_2_HOST_READ_BIT};
    const VkDependencyInfo dependency{
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &to_host};
    vkCmdPipelineBarrier2(commands, &dependency);
    if (draw.after_recording) {
      draw.after_recording();
    }
  });
  if (!done) {
    return std::unexpected(done.error());
  }
  std::vector<std::uint32_t> words(target->byte_count() / sizeof(std::uint32_t));
  std::memcpy(words.data(), readback->bytes().data(), readback->bytes().size());
  return words;
}

}  // namespace rpcts::gpu
