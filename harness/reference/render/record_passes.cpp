#include <array>
#include <optional>

#include "harness/contracts/render_pack_v1/slots.hpp"
#include "harness/reference/mistakes/draws.hpp"
#include "harness/reference/render/layouts.hpp"
#include "harness/reference/render/record.hpp"
#include "harness/reference/values/slot_order.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::PushBlock;
using render_pack_v1::RenderPassHook;

/// A colour image whose old contents go, to be drawn into.
void to_attachment(VkCommandBuffer commands, const gpu::Image& image) {
  gpu::record_transition(
      commands, image,
      {.to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
       .before = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT |
                 VK_PIPELINE_STAGE_2_COPY_BIT,
       .written = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
       .after = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
       .used = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT});
}

void to_table(VkCommandBuffer commands, const gpu::Image& image) {
  gpu::record_transition(commands, image,
                         {.from = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                          .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                          .before = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                          .written = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
                          .after = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                          .used = VK_ACCESS_2_SHADER_SAMPLED_READ_BIT});
}

Size drawn_size(const FrameRecord& frame, const gpu::Image& image, bool is_output) {
  const bool of_world = is_output ? makes(find_mistake(draw_mistakes, "draws.output-of-world-size"))
                                  : makes(find_mistake(draw_mistakes, "draws.viewport-of-world"));
  return of_world ? frame.targets.world : Size{.width = image.shape().width, .height = image.shape().height};
}

/// D.8: three vertices, colour cleared to 0 and stored.
void draw_whole_picture(VkCommandBuffer commands, const gpu::Image& image, VkPipeline pipeline,
                        const gpu::PipelineLayout& layout, const PushBlock& push, Size drawn_size) {
  const Size size{.width = image.shape().width, .height = image.shape().height};
  const VkRenderingAttachmentInfo color{
      .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
      .imageView = image.view(),
      .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
      .loadOp = makes(find_mistake(draw_mistakes, "draws.target-not-cleared")) ? VK_ATTACHMENT_LOAD_OP_LOAD
                                                                               : VK_ATTACHMENT_LOAD_OP_CLEAR,
      .storeOp = VK_ATTACHMENT_STORE_OP_STORE};
  const VkRenderingInfo info{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                             .renderArea = {.extent = {size.width, size.height}},
                             .layerCount = 1,
                             .colorAttachmentCount = 1,
                             .pColorAttachments = &color};
  to_attachment(commands, image);
  vkCmdBeginRendering(commands, &info);
  set_whole_viewport(commands, drawn_size, makes(find_mistake(draw_mistakes, "draws.picture-upside-down")));
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
  push_all(commands, layout, push);
  vkCmdDraw(commands, 3, 1, 0, 0);
  vkCmdEndRendering(commands);
  to_table(commands, image);
}

/// The output that is written next: a pass after the tone map reads the other one.
std::size_t next_output(std::optional<std::size_t> current) {
  return current ? 1 - *current : 0;
}

void record_tone_map(FrameRecord& frame, std::optional<std::size_t>& current) {
  const WorldTargets& targets = frame.targets;
  constexpr std::int32_t copies_texels = 1;
  PushBlock push = plain_push(frame.values.view_projection);
  push.texture_index_a = targets.color.slot.number();
  push.lighting_mode = targets.world == targets.output ? copies_texels : 0;
  current = next_output(current);
  bind_retail(frame);
  draw_whole_picture(frame.commands, targets.outputs[*current].image, frame.retail.tone_map.get(),
                     frame.retail_layout, push, drawn_size(frame, targets.outputs[*current].image, true));
}

std::uint32_t slot_of(const FrameRecord& frame, const SlotSource& source,
                      std::optional<std::size_t> current) {
  switch (source.from) {
    case SlotSource::From::none:
      return render_pack_v1::unassigned_slot;
    case SlotSource::From::world_color:
      return frame.targets.color.slot.number();
    case SlotSource::From::scene_depth:
      return frame.targets.depth.slot.number();
    case SlotSource::From::scene_normals:
      return frame.targets.normals.slot.number();
    case SlotSource::From::target:
      return frame.runtime->targets->targets[source.target].table_image.slot.number();
    case SlotSource::From::tone_mapped:
      return current ? frame.targets.outputs[*current].slot.number() : render_pack_v1::unassigned_slot;
  }
  return render_pack_v1::unassigned_slot;
}

void record_pass(FrameRecord& frame, PackPassRecord& pass, const PassValues& values,
                 std::optional<std::size_t>& current) {
  render_pack_v1::Slots slots{};
  for (std::size_t i = 0; i < slots.size(); ++i) {
    slots[i] = values.withheld[i] ? render_pack_v1::unassigned_slot : slot_of(frame, pass.slots[i], current);
  }
  if (makes(find_mistake(draw_mistakes, "draws.push-of-pass-before")) &&
      &pass != frame.runtime->passes.data()) {
    pass.push = (&pass - 1)->push;
  } else {
    pass.push = {.view_projection = values.view_projection};
    push_slots(pass.push, slots);
  }
  const gpu::Image* image = nullptr;
  if (pass.write) {
    image = &frame.runtime->targets->targets[*pass.write].table_image.image;
  } else {
    current = next_output(current);
    image = &frame.targets.outputs[*current].image;
  }
  bind_pack(frame, makes(find_mistake(draw_mistakes, "draws.blocks-of-first-pass"))
                       ? frame.runtime->passes.front().offsets
                       : pass.offsets);
  draw_whole_picture(frame.commands, *image, pass.pipeline.get(), frame.runtime->layout(), pass.push,
                     drawn_size(frame, *image, !pass.write));
  ++frame.fullscreen_passes;
}

}  // namespace

std::size_t record_passes(FrameRecord& frame) {
  std::optional<std::size_t> current;
  for (std::size_t i = 0; frame.runtime != nullptr && i < frame.runtime->passes.size(); ++i) {
    PackPassRecord& pass = frame.runtime->passes[i];
    pass.recorded = frame.values.passes[i].recorded;
    if (!pass.recorded) {
      continue;
    }
    if (pass.hook == RenderPassHook::AfterToneMapBeforePrivateViewports && !current) {
      record_tone_map(frame, current);
    }
    record_pass(frame, pass, frame.values.passes[i], current);
  }
  if (!current) {
    record_tone_map(frame, current);
  }
  return *current;
}

void record_readback(const FrameRecord& frame, std::size_t output) {
  const gpu::Image& image = frame.targets.outputs[output].image;
  gpu::record_transition(
      frame.commands, image,
      {.from = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
       .to = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
       .before = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
       .written = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
       .after = VK_PIPELINE_STAGE_2_COPY_BIT,
       .used = VK_ACCESS_2_TRANSFER_READ_BIT});
  const VkBufferImageCopy region{.imageSubresource = {.aspectMask = image.aspect(), .layerCount = 1},
                                 .imageExtent = {frame.targets.output.width, frame.targets.output.height, 1}};
  vkCmdCopyImageToBuffer(frame.commands, image.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                         frame.targets.readback.handle(), 1, &region);
  const VkMemoryBarrier2 to_host{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                 .srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT,
                                 .srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT,
                                 .dstStageMask = VK_PIPELINE_STAGE_2_HOST_BIT,
                                 .dstAccessMask = VK_ACCESS_2_HOST_READ_BIT};
  const VkDependencyInfo dependency{
      .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &to_host};
  vkCmdPipelineBarrier2(frame.commands, &dependency);
}

}  // namespace rpcts::reference
