// What command buffers contain. Only at Attention::record, but for timestamps on a device without them.

#include <algorithm>
#include <vector>

#include "harness/observer/layer/recorder.hpp"
#include "harness/observer/layer/wrapping.hpp"

namespace rpcts::observer {
namespace {

Record of(Told what, std::uint16_t command, VkCommandBuffer buffer) {
  Record record;
  record.what = what;
  record.command = command;
  record.object = handle_value(buffer);
  return record;
}

void uses(const Device& device, std::uint16_t command, VkCommandBuffer buffer, VkObjectType type,
          std::uint64_t object) {
  if (object != 0) {
    Record record = of(Told::uses, command, buffer);
    record.type = type;
    record.other = object;
    tell(device, record);
  }
}

void uses_buffer(const Device& device, std::uint16_t command, VkCommandBuffer buffer, VkBuffer used) {
  uses(device, command, buffer, VK_OBJECT_TYPE_BUFFER, handle_value(used));
}

void uses_image(const Device& device, std::uint16_t command, VkCommandBuffer buffer, VkImage used) {
  uses(device, command, buffer, VK_OBJECT_TYPE_IMAGE, handle_value(used));
}

std::uint64_t pair(std::uint32_t low, std::uint32_t high) {
  return low | (std::uint64_t{high} << 32);
}

/// `x` and `y` may be negative: they keep their bits.
void put_area(Record& record, const VkRect2D& area) {
  record.values[2] =
      pair(static_cast<std::uint32_t>(area.offset.x), static_cast<std::uint32_t>(area.offset.y));
  record.values[3] = pair(area.extent.width, area.extent.height);
}

void begin_render_pass(const Device& device, std::uint16_t command, VkCommandBuffer buffer,
                       const VkRenderPassBeginInfo& info) {
  Record pass = of(Told::begin_pass, command, buffer);
  put_area(pass, info.renderArea);
  pass.values[4] = handle_value(info.framebuffer);
  pass.values[5] = handle_value(info.renderPass);
  tell(device, pass);
  for (const auto* at = static_cast<const VkBaseInStructure*>(info.pNext); at != nullptr; at = at->pNext) {
    if (at->sType == VK_STRUCTURE_TYPE_RENDER_PASS_ATTACHMENT_BEGIN_INFO) {
      // The framebuffer has no images of its own.
      const auto& views = *reinterpret_cast<const VkRenderPassAttachmentBeginInfo*>(at);
      for (std::uint32_t i = 0; i < views.attachmentCount; ++i) {
        Record one = of(Told::attachment, command, buffer);
        one.other = handle_value(views.pAttachments[i]);
        one.values = {0, 0, i, 1};
        tell(device, one);
      }
    }
  }
}

void draw_indirect(Device& device, std::uint16_t command, VkCommandBuffer buffer, IndirectDraw draw) {
  draw.index = device.state.indirect.drawn(handle_value(buffer), draw);
  Record record = of(Told::draw_indirect, command, buffer);
  record.other = draw.buffer;
  record.values = {draw.offset,       draw.draws,        draw.stride,           draw.index,
                   draw.count_buffer, draw.count_offset, draw.indexed ? 1U : 0U};
  tell(device, record);
}

}  // namespace

void tell_indirect(const Call& call, Device& device, std::uint64_t command_buffer) {
  const MemoryAccess access{.map = [&](std::uint64_t memory) -> void* {
                              // A non-dispatchable handle is a number or a pointer, by platform.
                              VkDeviceMemory handle{};
                              static_assert(sizeof handle == sizeof memory);
                              std::memcpy(&handle, &memory, sizeof handle);
                              void* data = nullptr;
                              return device.next.vkMapMemory(device.handle, handle, 0, VK_WHOLE_SIZE, 0,
                                                             &data) == VK_SUCCESS
                                         ? data
                                         : nullptr;
                            },
                            .unmap =
                                [&](std::uint64_t memory) {
                                  VkDeviceMemory handle{};
                                  std::memcpy(&handle, &memory, sizeof handle);
                                  device.next.vkUnmapMemory(device.handle, handle);
                                }};
  device.state.indirect.read(command_buffer, access,
                             [&](std::uint64_t holder, const IndirectDraw& draw, std::uint32_t draws,
                                 std::span<const std::byte> values) {
                               const std::size_t size = draw.indexed ? sizeof(VkDrawIndexedIndirectCommand)
                                                                     : sizeof(VkDrawIndirectCommand);
                               std::uint32_t first = 0;
                               do {
                                 Record record = call.record(Told::indirect_values);
                                 record.object = holder;
                                 record.values = {draw.index, first, draws};
                                 const std::size_t fitting =
                                     std::min(record.payload.size() / size, values.size() / size);
                                 record.put(values.first(fitting * size));
                                 values = values.subspan(fitting * size);
                                 first += static_cast<std::uint32_t>(fitting);
                                 call.tell(record);
                               } while (!values.empty());
                             });
}

void record_vkBeginCommandBuffer(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                 const VkCommandBufferBeginInfo* /*info*/) {
  device.state.indirect.begin(handle_value(buffer));
  Record record = of(Told::begin, command, buffer);
  tell(device, record);
}

void record_vkCmdBeginRenderPass(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                 const VkRenderPassBeginInfo* info, VkSubpassContents /*contents*/) {
  begin_render_pass(device, command, buffer, *info);
}

void record_vkCmdBeginRenderPass2(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                  const VkRenderPassBeginInfo* info, const VkSubpassBeginInfo* /*subpass*/) {
  begin_render_pass(device, command, buffer, *info);
}

void record_vkCmdEndRenderPass(Device& device, std::uint16_t command, VkCommandBuffer buffer) {
  Record record = of(Told::end_pass, command, buffer);
  tell(device, record);
}

void record_vkCmdEndRenderPass2(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                const VkSubpassEndInfo* /*info*/) {
  record_vkCmdEndRenderPass(device, command, buffer);
}

void record_vkCmdBeginRendering(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                const VkRenderingInfo* info) {
  Record pass = of(Told::begin_pass, command, buffer);
  pass.values[0] = info->viewMask;
  pass.values[1] = info->layerCount;
  put_area(pass, info->renderArea);
  tell(device, pass);
  std::uint64_t index = 0;
  const auto attach = [&](const VkRenderingAttachmentInfo* attachment) {
    if (attachment == nullptr || attachment->imageView == VK_NULL_HANDLE) {
      ++index;
      return;
    }
    Record one = of(Told::attachment, command, buffer);
    one.other = handle_value(attachment->imageView);
    one.values = {static_cast<std::uint64_t>(attachment->loadOp),
                  static_cast<std::uint64_t>(attachment->storeOp), index++};
    tell(device, one);
    uses(device, command, buffer, VK_OBJECT_TYPE_IMAGE_VIEW, handle_value(attachment->resolveImageView));
  };
  for (std::uint32_t i = 0; i < info->colorAttachmentCount; ++i) {
    attach(&info->pColorAttachments[i]);
  }
  attach(info->pDepthAttachment);
  if (info->pStencilAttachment != nullptr &&
      (info->pDepthAttachment == nullptr ||
       info->pStencilAttachment->imageView != info->pDepthAttachment->imageView)) {
    attach(info->pStencilAttachment);
  }
}

void record_vkCmdEndRendering(Device& device, std::uint16_t command, VkCommandBuffer buffer) {
  record_vkCmdEndRenderPass(device, command, buffer);
}

void record_vkCmdBindPipeline(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                              VkPipelineBindPoint point, VkPipeline pipeline) {
  Record record = of(Told::bind_pipeline, command, buffer);
  record.other = handle_value(pipeline);
  record.values[0] = static_cast<std::uint64_t>(point);
  tell(device, record);
}

void record_vkCmdBindDescriptorSets(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                    VkPipelineBindPoint point, VkPipelineLayout layout, std::uint32_t first,
                                    std::uint32_t count, const VkDescriptorSet* sets,
                                    std::uint32_t offset_count, const std::uint32_t* offsets) {
  Record record = of(Told::bind_sets, command, buffer);
  record.other = handle_value(layout);
  record.values[0] = static_cast<std::uint64_t>(point);
  std::vector<std::uint64_t> handles;
  handles.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    handles.push_back(handle_value(sets[i]));
  }
  // At most as many as a pipeline layout has; drivers offer 4 to 32.
  for (std::span<const std::uint64_t> rest(handles); !rest.empty();) {
    record.values[1] = first + (handles.size() - rest.size());
    rest = rest.subspan(record.put(rest));
    tell(device, record);
  }
  // Which offset belongs to which set only the layouts say; they stay with the first set.
  Record dynamic = of(Told::bind_offsets, command, buffer);
  dynamic.values = {static_cast<std::uint64_t>(point), first, count};
  std::span<const std::uint32_t> rest(offsets, offset_count);
  do {
    rest = rest.subspan(dynamic.put(rest));
    tell(device, dynamic);
    dynamic.values[3] = 1;  // continues
  } while (!rest.empty());
}

void record_vkCmdPushConstants(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                               VkPipelineLayout layout, VkShaderStageFlags stages, std::uint32_t offset,
                               std::uint32_t size, const void* values) {
  std::span<const std::byte> rest(static_cast<const std::byte*>(values), size);
  while (!rest.empty()) {
    Record record = of(Told::push_constants, command, buffer);
    record.other = handle_value(layout);
    record.values = {stages, offset + (size - rest.size()), rest.size() == size ? 0U : 1U};
    rest = rest.subspan(record.put(rest));
    tell(device, record);
  }
}

void record_vkCmdPushDescriptorSetKHR(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                      VkPipelineBindPoint /*point*/, VkPipelineLayout /*layout*/,
                                      std::uint32_t /*set*/, std::uint32_t count,
                                      const VkWriteDescriptorSet* /*writes*/) {
  Record record = of(Told::descriptors_written, command, buffer);
  record.values[0] = count;
  tell(device, record);
}

void record_vkCmdPushDescriptorSetWithTemplateKHR(Device& device, std::uint16_t command,
                                                  VkCommandBuffer buffer, VkDescriptorUpdateTemplate update,
                                                  VkPipelineLayout /*layout*/, std::uint32_t /*set*/,
                                                  const void* /*data*/) {
  Record record = of(Told::descriptors_written, command, buffer);
  record.values[0] = device.state.template_writes.get(handle_value(update)).value_or(0);
  tell(device, record);
}

void record_vkCmdDraw(Device& device, std::uint16_t command, VkCommandBuffer buffer, std::uint32_t count,
                      std::uint32_t instances, std::uint32_t first, std::uint32_t first_instance) {
  Record record = of(Told::draw, command, buffer);
  record.values = {count, instances, first, 0, first_instance};
  tell(device, record);
}

void record_vkCmdDrawIndexed(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                             std::uint32_t count, std::uint32_t instances, std::uint32_t first,
                             std::int32_t vertex_offset, std::uint32_t first_instance) {
  Record record = of(Told::draw, command, buffer);
  record.values = {count, instances, first, static_cast<std::uint32_t>(vertex_offset), first_instance};
  tell(device, record);
}

void record_vkCmdDrawIndirect(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                              VkBuffer parameters, VkDeviceSize offset, std::uint32_t draws,
                              std::uint32_t stride) {
  draw_indirect(device, command, buffer,
                {.buffer = handle_value(parameters), .offset = offset, .draws = draws, .stride = stride});
}

void record_vkCmdDrawIndexedIndirect(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                     VkBuffer parameters, VkDeviceSize offset, std::uint32_t draws,
                                     std::uint32_t stride) {
  draw_indirect(device, command, buffer,
                {.indexed = true,
                 .buffer = handle_value(parameters),
                 .offset = offset,
                 .draws = draws,
                 .stride = stride});
}

void record_vkCmdDrawIndirectCount(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                   VkBuffer parameters, VkDeviceSize offset, VkBuffer count_buffer,
                                   VkDeviceSize count_offset, std::uint32_t draws, std::uint32_t stride) {
  draw_indirect(device, command, buffer,
                {.buffer = handle_value(parameters),
                 .offset = offset,
                 .draws = draws,
                 .stride = stride,
                 .count_buffer = handle_value(count_buffer),
                 .count_offset = count_offset});
}

void record_vkCmdDrawIndexedIndirectCount(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                          VkBuffer parameters, VkDeviceSize offset, VkBuffer count_buffer,
                                          VkDeviceSize count_offset, std::uint32_t draws,
                                          std::uint32_t stride) {
  draw_indirect(device, command, buffer,
                {.indexed = true,
                 .buffer = handle_value(parameters),
                 .offset = offset,
                 .draws = draws,
                 .stride = stride,
                 .count_buffer = handle_value(count_buffer),
                 .count_offset = count_offset});
}

void record_vkCmdExecuteCommands(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                 std::uint32_t count, const VkCommandBuffer* secondary) {
  std::vector<std::uint64_t> handles;
  for (std::uint32_t i = 0; i < count; ++i) {
    handles.push_back(handle_value(secondary[i]));
  }
  device.state.indirect.executed(handle_value(buffer), handles);
  for (std::span<const std::uint64_t> rest(handles); !rest.empty();) {
    Record record = of(Told::execute, command, buffer);
    rest = rest.subspan(record.put(rest));
    tell(device, record);
  }
}

void record_vkCmdBindIndexBuffer(Device& device, std::uint16_t command, VkCommandBuffer buffer, VkBuffer used,
                                 VkDeviceSize /*offset*/, VkIndexType /*type*/) {
  uses_buffer(device, command, buffer, used);
}

void record_vkCmdBindVertexBuffers(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                   std::uint32_t /*first*/, std::uint32_t count, const VkBuffer* buffers,
                                   const VkDeviceSize* /*offsets*/) {
  for (std::uint32_t i = 0; i < count; ++i) {
    uses_buffer(device, command, buffer, buffers[i]);
  }
}

void record_vkCmdBindVertexBuffers2(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                    std::uint32_t first, std::uint32_t count, const VkBuffer* buffers,
                                    const VkDeviceSize* offsets, const VkDeviceSize* /*sizes*/,
                                    const VkDeviceSize* /*strides*/) {
  record_vkCmdBindVertexBuffers(device, command, buffer, first, count, buffers, offsets);
}

void record_vkCmdDispatchIndirect(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                  VkBuffer used, VkDeviceSize /*offset*/) {
  uses_buffer(device, command, buffer, used);
}

void record_vkCmdCopyBuffer(Device& device, std::uint16_t command, VkCommandBuffer buffer, VkBuffer from,
                            VkBuffer to, std::uint32_t /*count*/, const VkBufferCopy* /*regions*/) {
  uses_buffer(device, command, buffer, from);
  uses_buffer(device, command, buffer, to);
}

void record_vkCmdCopyImage(Device& device, std::uint16_t command, VkCommandBuffer buffer, VkImage from,
                           VkImageLayout /*from_layout*/, VkImage to, VkImageLayout /*to_layout*/,
                           std::uint32_t /*count*/, const VkImageCopy* /*regions*/) {
  uses_image(device, command, buffer, from);
  uses_image(device, command, buffer, to);
}

void record_vkCmdBlitImage(Device& device, std::uint16_t command, VkCommandBuffer buffer, VkImage from,
                           VkImageLayout /*from_layout*/, VkImage to, VkImageLayout /*to_layout*/,
                           std::uint32_t /*count*/, const VkImageBlit* /*regions*/, VkFilter /*filter*/) {
  uses_image(device, command, buffer, from);
  uses_image(device, command, buffer, to);
}

void record_vkCmdCopyBufferToImage(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                   VkBuffer from, VkImage to, VkImageLayout /*layout*/,
                                   std::uint32_t /*count*/, const VkBufferImageCopy* /*regions*/) {
  uses_buffer(device, command, buffer, from);
  uses_image(device, command, buffer, to);
}

void record_vkCmdCopyImageToBuffer(Device& device, std::uint16_t command, VkCommandBuffer buffer,
                                   VkImage from, VkImageLayout /*layout*/, VkBuffer to,
                                   std::uint32_t /*count*/, const VkBufferImageCopy* /*regions*/) {
  uses_image(device, command, buffer, from);
  uses_buffer(device, command, buffer, to);
}

void record_vkCmdClearColorImage(Device& device, std::uint16_t command, VkCommandBuffer buffer, VkImage image,
                                 VkImageLayout /*layout*/, const VkClearColorValue* /*value*/,
                                 std::uint32_t /*count*/, const VkImageSubresourceRange* /*ranges*/) {
  uses_image(device, command, buffer, image);
}

void record_vkCmdUpdateBuffer(Device& device, std::uint16_t command, VkCommandBuffer buffer, VkBuffer used,
                              VkDeviceSize /*offset*/, VkDeviceSize /*size*/, const void* /*data*/) {
  uses_buffer(device, command, buffer, used);
}

void record_vkCmdFillBuffer(Device& device, std::uint16_t command, VkCommandBuffer buffer, VkBuffer used,
                            VkDeviceSize /*offset*/, VkDeviceSize /*size*/, std::uint32_t /*value*/) {
  uses_buffer(device, command, buffer, used);
}

void before_vkCmdWriteTimestamp(const Call& call, Device& device, VkCommandBuffer /*buffer*/,
                                VkPipelineStageFlagBits /*stage*/, VkQueryPool /*pool*/,
                                std::uint32_t /*query*/) {
  if (device.restrictions.no_timestamps) {
    Record record = call.record(Told::beyond);
    record.values[0] = static_cast<std::uint64_t>(Limit::timestamps);
    call.tell(record);
  }
}

void before_vkCmdWriteTimestamp2(const Call& call, Device& device, VkCommandBuffer buffer,
                                 VkPipelineStageFlags2 /*stage*/, VkQueryPool pool, std::uint32_t query) {
  before_vkCmdWriteTimestamp(call, device, buffer, VK_PIPELINE_STAGE_NONE, pool, query);
}

}  // namespace rpcts::observer
