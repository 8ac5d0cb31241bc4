// What the ledger wants to know of an object beyond its kind.

#include <algorithm>
#include <vector>

#include "harness/observer/layer/wrapping.hpp"

namespace rpcts::observer {

void describe_vkAllocateMemory(Record& record, Device& /*device*/, VkDevice /*handle*/,
                               const VkMemoryAllocateInfo* info, const VkAllocationCallbacks* /*allocator*/,
                               const VkDeviceMemory* /*memory*/) {
  record.values = {info->allocationSize, info->memoryTypeIndex};
}

void describe_vkCreatePipelineLayout(Record& record, Device& /*device*/, VkDevice /*handle*/,
                                     const VkPipelineLayoutCreateInfo* info,
                                     const VkAllocationCallbacks* /*allocator*/,
                                     const VkPipelineLayout* /*layout*/) {
  record.values[0] = info->setLayoutCount;
}

void describe_vkCreateDescriptorSetLayout(Record& record, Device& device, VkDevice /*handle*/,
                                          const VkDescriptorSetLayoutCreateInfo* info,
                                          const VkAllocationCallbacks* /*allocator*/,
                                          const VkDescriptorSetLayout* layout) {
  record.values[0] = info->flags;
  if (device.restrictions.dynamic_storage_buffers != 0) {
    std::uint32_t dynamic = 0;
    for (std::uint32_t i = 0; i < info->bindingCount; ++i) {
      if (info->pBindings[i].descriptorType == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC) {
        dynamic += info->pBindings[i].descriptorCount;
      }
    }
    device.state.dynamic_buffers.put(handle_value(*layout), dynamic);
  }
}

void after_vkCreateDescriptorSetLayout(const Call& call, Device& /*device*/, VkResult result,
                                       VkDevice /*handle*/, const VkDescriptorSetLayoutCreateInfo* info,
                                       const VkAllocationCallbacks* /*allocator*/,
                                       const VkDescriptorSetLayout* layout) {
  if (result != VK_SUCCESS) {
    return;
  }
  std::vector<std::uint32_t> bindings;
  for (std::uint32_t i = 0; i < info->bindingCount; ++i) {
    bindings.push_back(info->pBindings[i].binding);
  }
  std::span<const std::uint32_t> rest(bindings);
  while (!rest.empty()) {
    Record record = call.record(Told::layout_bindings);
    record.object = handle_value(*layout);
    rest = rest.subspan(record.put(rest));
    call.tell(record);
  }
}

void describe_vkAllocateDescriptorSets(Record& record, Device& /*device*/, std::uint32_t index,
                                       VkDevice /*handle*/, const VkDescriptorSetAllocateInfo* info,
                                       const VkDescriptorSet* /*sets*/) {
  record.other = handle_value(info->descriptorPool);
  record.values[0] = handle_value(info->pSetLayouts[index]);
}

void describe_vkAllocateCommandBuffers(Record& record, Device& /*device*/, std::uint32_t /*index*/,
                                       VkDevice /*handle*/, const VkCommandBufferAllocateInfo* info,
                                       const VkCommandBuffer* /*buffers*/) {
  record.other = handle_value(info->commandPool);
}

void describe_vkCreateImage(Record& record, Device& /*device*/, VkDevice /*handle*/,
                            const VkImageCreateInfo* info, const VkAllocationCallbacks* /*allocator*/,
                            const VkImage* /*image*/) {
  record.values = {static_cast<std::uint64_t>(info->format), info->extent.width, info->extent.height,
                   info->arrayLayers};
}

void describe_vkCreateImageView(Record& record, Device& /*device*/, VkDevice /*handle*/,
                                const VkImageViewCreateInfo* info, const VkAllocationCallbacks* /*allocator*/,
                                const VkImageView* /*view*/) {
  record.values = {handle_value(info->image), static_cast<std::uint64_t>(info->format),
                   info->subresourceRange.baseArrayLayer, info->subresourceRange.layerCount};
}

void describe_vkCreateBuffer(Record& record, Device& /*device*/, VkDevice /*handle*/,
                             const VkBufferCreateInfo* info, const VkAllocationCallbacks* /*allocator*/,
                             const VkBuffer* /*buffer*/) {
  record.values[0] = info->size;
}

namespace {

/// Of VkAttachmentDescription and VkAttachmentDescription2.
template <class Description>
void tell_attachments(const Call& call, VkResult result, std::uint32_t count, const Description* attachments,
                      VkRenderPass pass) {
  for (std::uint32_t i = 0; result == VK_SUCCESS && i < count; ++i) {
    Record record = call.record(Told::pass_attachment);
    record.object = handle_value(pass);
    record.values = {i, static_cast<std::uint64_t>(attachments[i].format),
                     static_cast<std::uint64_t>(attachments[i].loadOp),
                     static_cast<std::uint64_t>(attachments[i].storeOp)};
    call.tell(record);
  }
}

}  // namespace

void describe_vkCreateRenderPass(Record& record, Device& /*device*/, VkDevice /*handle*/,
                                 const VkRenderPassCreateInfo* info,
                                 const VkAllocationCallbacks* /*allocator*/, const VkRenderPass* /*pass*/) {
  for (const auto* at = static_cast<const VkBaseInStructure*>(info->pNext); at != nullptr; at = at->pNext) {
    if (at->sType == VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO) {
      const auto& views = *reinterpret_cast<const VkRenderPassMultiviewCreateInfo*>(at);
      record.values[0] = views.subpassCount > 0 ? views.pViewMasks[0] : 0;
    }
  }
}

void describe_vkCreateRenderPass2(Record& record, Device& /*device*/, VkDevice /*handle*/,
                                  const VkRenderPassCreateInfo2* info,
                                  const VkAllocationCallbacks* /*allocator*/, const VkRenderPass* /*pass*/) {
  record.values[0] = info->subpassCount > 0 ? info->pSubpasses[0].viewMask : 0;
}

void after_vkCreateRenderPass(const Call& call, Device& /*device*/, VkResult result, VkDevice /*handle*/,
                              const VkRenderPassCreateInfo* info, const VkAllocationCallbacks* /*allocator*/,
                              const VkRenderPass* pass) {
  tell_attachments(call, result, info->attachmentCount, info->pAttachments, *pass);
}

void after_vkCreateRenderPass2(const Call& call, Device& /*device*/, VkResult result, VkDevice /*handle*/,
                               const VkRenderPassCreateInfo2* info,
                               const VkAllocationCallbacks* /*allocator*/, const VkRenderPass* pass) {
  tell_attachments(call, result, info->attachmentCount, info->pAttachments, *pass);
}

void describe_vkCreateFramebuffer(Record& record, Device& /*device*/, VkDevice /*handle*/,
                                  const VkFramebufferCreateInfo* info,
                                  const VkAllocationCallbacks* /*allocator*/,
                                  const VkFramebuffer* /*framebuffer*/) {
  record.values[0] = info->layers;
}

void after_vkCreateFramebuffer(const Call& call, Device& /*device*/, VkResult result, VkDevice /*handle*/,
                               const VkFramebufferCreateInfo* info,
                               const VkAllocationCallbacks* /*allocator*/, const VkFramebuffer* framebuffer) {
  if (result != VK_SUCCESS || (info->flags & VK_FRAMEBUFFER_CREATE_IMAGELESS_BIT) != 0) {
    return;
  }
  std::vector<std::uint64_t> views;
  for (std::uint32_t i = 0; i < info->attachmentCount; ++i) {
    views.push_back(handle_value(info->pAttachments[i]));
  }
  for (std::span<const std::uint64_t> rest(views); !rest.empty();) {
    Record record = call.record(Told::framebuffer_views);
    record.object = handle_value(*framebuffer);
    rest = rest.subspan(record.put(rest));
    call.tell(record);
  }
}

void after_vkResetDescriptorPool(const Call& call, Device& /*device*/, VkResult result, VkDevice /*handle*/,
                                 VkDescriptorPool pool, VkDescriptorPoolResetFlags /*flags*/) {
  if (result == VK_SUCCESS) {
    Record record = call.record(Told::children_freed);
    record.type = VK_OBJECT_TYPE_DESCRIPTOR_POOL;
    record.object = handle_value(pool);
    call.tell(record);
  }
}

namespace {

void tell_writes(const Call& call, std::uint32_t count) {
  Record record = call.record(Told::descriptors_written);
  record.values[0] = count;
  call.tell(record);
}

}  // namespace

void after_vkUpdateDescriptorSets(const Call& call, Device& /*device*/, VkDevice /*handle*/,
                                  std::uint32_t writes, const VkWriteDescriptorSet* /*all_writes*/,
                                  std::uint32_t copies, const VkCopyDescriptorSet* /*all_copies*/) {
  tell_writes(call, writes + copies);
}

void after_vkCreateDescriptorUpdateTemplate(const Call& /*call*/, Device& device, VkResult result,
                                            VkDevice /*handle*/,
                                            const VkDescriptorUpdateTemplateCreateInfo* info,
                                            const VkAllocationCallbacks* /*allocator*/,
                                            const VkDescriptorUpdateTemplate* update) {
  if (result == VK_SUCCESS) {
    device.state.template_writes.put(handle_value(*update), info->descriptorUpdateEntryCount);
  }
}

void before_vkDestroyDescriptorUpdateTemplate(const Call& /*call*/, Device& device, VkDevice /*handle*/,
                                              VkDescriptorUpdateTemplate update,
                                              const VkAllocationCallbacks* /*allocator*/) {
  device.state.template_writes.take(handle_value(update));
}

void after_vkUpdateDescriptorSetWithTemplate(const Call& call, Device& device, VkDevice /*handle*/,
                                             VkDescriptorSet /*set*/, VkDescriptorUpdateTemplate update,
                                             const void* /*data*/) {
  tell_writes(call, device.state.template_writes.get(handle_value(update)).value_or(0));
}

}  // namespace rpcts::observer
