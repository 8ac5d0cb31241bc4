#pragma once

// The commands for which a generated wrapper is not enough; generate.py reads the names (it says there what
// each prefix means). Included at the end of wrapping.hpp.

#include "harness/observer/layer/wrapping.hpp"

namespace rpcts::observer {

// hooks_objects.cpp: what the ledger wants to know of an object beyond its kind.
void describe_vkAllocateMemory(Record& record, Device& device, VkDevice, const VkMemoryAllocateInfo* info,
                               const VkAllocationCallbacks*, const VkDeviceMemory* memory);
void describe_vkCreatePipelineLayout(Record& record, Device& device, VkDevice,
                                     const VkPipelineLayoutCreateInfo* info, const VkAllocationCallbacks*,
                                     const VkPipelineLayout*);
void describe_vkCreateDescriptorSetLayout(Record& record, Device& device, VkDevice,
                                          const VkDescriptorSetLayoutCreateInfo* info,
                                          const VkAllocationCallbacks*, const VkDescriptorSetLayout* layout);
void describe_vkAllocateDescriptorSets(Record& record, Device& device, std::uint32_t index, VkDevice,
                                       const VkDescriptorSetAllocateInfo* info, const VkDescriptorSet*);
void describe_vkAllocateCommandBuffers(Record& record, Device& device, std::uint32_t index, VkDevice,
                                       const VkCommandBufferAllocateInfo* info, const VkCommandBuffer*);
void describe_vkCreateImage(Record& record, Device& device, VkDevice, const VkImageCreateInfo* info,
                            const VkAllocationCallbacks*, const VkImage*);
void describe_vkCreateImageView(Record& record, Device& device, VkDevice, const VkImageViewCreateInfo* info,
                                const VkAllocationCallbacks*, const VkImageView*);
void describe_vkCreateBuffer(Record& record, Device& device, VkDevice, const VkBufferCreateInfo* info,
                             const VkAllocationCallbacks*, const VkBuffer*);
void after_vkCreateDescriptorSetLayout(const Call& call, Device& device, VkResult result, VkDevice,
                                       const VkDescriptorSetLayoutCreateInfo* info,
                                       const VkAllocationCallbacks*, const VkDescriptorSetLayout* layout);
void after_vkResetDescriptorPool(const Call& call, Device& device, VkResult result, VkDevice,
                                 VkDescriptorPool pool, VkDescriptorPoolResetFlags);
void after_vkUpdateDescriptorSets(const Call& call, Device& device, VkDevice, std::uint32_t writes,
                                  const VkWriteDescriptorSet*, std::uint32_t copies,
                                  const VkCopyDescriptorSet*);
void after_vkCreateDescriptorUpdateTemplate(const Call& call, Device& device, VkResult result, VkDevice,
                                            const VkDescriptorUpdateTemplateCreateInfo* info,
                                            const VkAllocationCallbacks*,
                                            const VkDescriptorUpdateTemplate* update);
void before_vkDestroyDescriptorUpdateTemplate(const Call& call, Device& device, VkDevice,
                                              VkDescriptorUpdateTemplate update,
                                              const VkAllocationCallbacks*);
void after_vkUpdateDescriptorSetWithTemplate(const Call& call, Device& device, VkDevice, VkDescriptorSet,
                                             VkDescriptorUpdateTemplate update, const void*);

void describe_vkCreateRenderPass(Record& record, Device& device, VkDevice, const VkRenderPassCreateInfo* info,
                                 const VkAllocationCallbacks*, const VkRenderPass*);
void describe_vkCreateRenderPass2(Record& record, Device& device, VkDevice,
                                  const VkRenderPassCreateInfo2* info, const VkAllocationCallbacks*,
                                  const VkRenderPass*);
void after_vkCreateRenderPass(const Call& call, Device& device, VkResult result, VkDevice,
                              const VkRenderPassCreateInfo* info, const VkAllocationCallbacks*,
                              const VkRenderPass* pass);
void after_vkCreateRenderPass2(const Call& call, Device& device, VkResult result, VkDevice,
                               const VkRenderPassCreateInfo2* info, const VkAllocationCallbacks*,
                               const VkRenderPass* pass);
void describe_vkCreateFramebuffer(Record& record, Device& device, VkDevice,
                                  const VkFramebufferCreateInfo* info, const VkAllocationCallbacks*,
                                  const VkFramebuffer*);
void after_vkCreateFramebuffer(const Call& call, Device& device, VkResult result, VkDevice,
                               const VkFramebufferCreateInfo* info, const VkAllocationCallbacks*,
                               const VkFramebuffer* framebuffer);

// hooks_memory.cpp: the restricted heap, and what indirect draws read from.
VkResult before_vkAllocateMemory(const Call& call, Device& device, VkDevice, const VkMemoryAllocateInfo* info,
                                 const VkAllocationCallbacks*, VkDeviceMemory*);
void after_vkAllocateMemory(const Call& call, Device& device, VkResult result, VkDevice,
                            const VkMemoryAllocateInfo* info, const VkAllocationCallbacks*,
                            const VkDeviceMemory* memory);
void before_vkFreeMemory(const Call& call, Device& device, VkDevice, VkDeviceMemory memory,
                         const VkAllocationCallbacks*);
void after_vkBindBufferMemory(const Call& call, Device& device, VkResult result, VkDevice, VkBuffer buffer,
                              VkDeviceMemory memory, VkDeviceSize offset);
void after_vkBindBufferMemory2(const Call& call, Device& device, VkResult result, VkDevice,
                               std::uint32_t count, const VkBindBufferMemoryInfo* infos);
void before_vkDestroyBuffer(const Call& call, Device& device, VkDevice, VkBuffer buffer,
                            const VkAllocationCallbacks*);
VkResult instead_vkMapMemory(const Call& call, Device& device, VkDevice, VkDeviceMemory memory,
                             VkDeviceSize offset, VkDeviceSize size, VkMemoryMapFlags flags, void** data);
void instead_vkUnmapMemory(const Call& call, Device& device, VkDevice, VkDeviceMemory memory);

// hooks_submits.cpp: submits, and what tells that they ended.
void after_vkQueueSubmit(const Call& call, Device& device, VkResult result, VkQueue queue,
                         std::uint32_t count, const VkSubmitInfo* infos, VkFence fence);
void after_vkQueueSubmit2(const Call& call, Device& device, VkResult result, VkQueue queue,
                          std::uint32_t count, const VkSubmitInfo2* infos, VkFence fence);
void after_vkQueueBindSparse(const Call& call, Device& device, VkResult result, VkQueue queue,
                             std::uint32_t count, const VkBindSparseInfo* infos, VkFence fence);
VkResult instead_vkGetFenceStatus(const Call& call, Device& device, VkDevice, VkFence fence);
VkResult instead_vkWaitForFences(const Call& call, Device& device, VkDevice, std::uint32_t count,
                                 const VkFence* fences, VkBool32 all, std::uint64_t timeout);
void after_vkResetFences(const Call& call, Device& device, VkResult result, VkDevice, std::uint32_t count,
                         const VkFence* fences);
void before_vkDestroyFence(const Call& call, Device& device, VkDevice, VkFence fence,
                           const VkAllocationCallbacks*);
VkResult instead_vkGetSemaphoreCounterValue(const Call& call, Device& device, VkDevice, VkSemaphore semaphore,
                                            std::uint64_t* value);
VkResult instead_vkWaitSemaphores(const Call& call, Device& device, VkDevice, const VkSemaphoreWaitInfo* info,
                                  std::uint64_t timeout);
void before_vkDestroySemaphore(const Call& call, Device& device, VkDevice, VkSemaphore semaphore,
                               const VkAllocationCallbacks*);
VkResult instead_vkQueueWaitIdle(const Call& call, Device& device, VkQueue queue);
VkResult instead_vkDeviceWaitIdle(const Call& call, Device& device, VkDevice);

// hooks_commands.cpp: what command buffers contain.
void record_vkBeginCommandBuffer(Device&, std::uint16_t, VkCommandBuffer, const VkCommandBufferBeginInfo*);
void record_vkCmdBeginRenderPass(Device&, std::uint16_t, VkCommandBuffer, const VkRenderPassBeginInfo*,
                                 VkSubpassContents);
void record_vkCmdBeginRenderPass2(Device&, std::uint16_t, VkCommandBuffer, const VkRenderPassBeginInfo*,
                                  const VkSubpassBeginInfo*);
void record_vkCmdEndRenderPass(Device&, std::uint16_t, VkCommandBuffer);
void record_vkCmdEndRenderPass2(Device&, std::uint16_t, VkCommandBuffer, const VkSubpassEndInfo*);
void record_vkCmdBeginRendering(Device&, std::uint16_t, VkCommandBuffer, const VkRenderingInfo*);
void record_vkCmdEndRendering(Device&, std::uint16_t, VkCommandBuffer);
void record_vkCmdBindPipeline(Device&, std::uint16_t, VkCommandBuffer, VkPipelineBindPoint, VkPipeline);
void record_vkCmdBindDescriptorSets(Device&, std::uint16_t, VkCommandBuffer, VkPipelineBindPoint,
                                    VkPipelineLayout, std::uint32_t first, std::uint32_t count,
                                    const VkDescriptorSet* sets, std::uint32_t offset_count,
                                    const std::uint32_t* offsets);
void record_vkCmdPushConstants(Device&, std::uint16_t, VkCommandBuffer, VkPipelineLayout, VkShaderStageFlags,
                               std::uint32_t offset, std::uint32_t size, const void* values);
void record_vkCmdPushDescriptorSetKHR(Device&, std::uint16_t, VkCommandBuffer, VkPipelineBindPoint,
                                      VkPipelineLayout, std::uint32_t, std::uint32_t count,
                                      const VkWriteDescriptorSet*);
void record_vkCmdPushDescriptorSetWithTemplateKHR(Device&, std::uint16_t, VkCommandBuffer,
                                                  VkDescriptorUpdateTemplate, VkPipelineLayout, std::uint32_t,
                                                  const void*);
void record_vkCmdDraw(Device&, std::uint16_t, VkCommandBuffer, std::uint32_t count, std::uint32_t instances,
                      std::uint32_t first, std::uint32_t first_instance);
void record_vkCmdDrawIndexed(Device&, std::uint16_t, VkCommandBuffer, std::uint32_t count,
                             std::uint32_t instances, std::uint32_t first, std::int32_t vertex_offset,
                             std::uint32_t first_instance);
void record_vkCmdDrawIndirect(Device&, std::uint16_t, VkCommandBuffer, VkBuffer, VkDeviceSize offset,
                              std::uint32_t draws, std::uint32_t stride);
void record_vkCmdDrawIndexedIndirect(Device&, std::uint16_t, VkCommandBuffer, VkBuffer, VkDeviceSize offset,
                                     std::uint32_t draws, std::uint32_t stride);
void record_vkCmdDrawIndirectCount(Device&, std::uint16_t, VkCommandBuffer, VkBuffer, VkDeviceSize offset,
                                   VkBuffer count_buffer, VkDeviceSize count_offset, std::uint32_t draws,
                                   std::uint32_t stride);
void record_vkCmdDrawIndexedIndirectCount(Device&, std::uint16_t, VkCommandBuffer, VkBuffer,
                                          VkDeviceSize offset, VkBuffer count_buffer,
                                          VkDeviceSize count_offset, std::uint32_t draws,
                                          std::uint32_t stride);
void record_vkCmdExecuteCommands(Device&, std::uint16_t, VkCommandBuffer, std::uint32_t count,
                                 const VkCommandBuffer*);
void record_vkCmdBindIndexBuffer(Device&, std::uint16_t, VkCommandBuffer, VkBuffer, VkDeviceSize,
                                 VkIndexType);
void record_vkCmdBindVertexBuffers(Device&, std::uint16_t, VkCommandBuffer, std::uint32_t,
                                   std::uint32_t count, const VkBuffer*, const VkDeviceSize*);
void record_vkCmdBindVertexBuffers2(Device&, std::uint16_t, VkCommandBuffer, std::uint32_t,
                                    std::uint32_t count, const VkBuffer*, const VkDeviceSize*,
                                    const VkDeviceSize*, const VkDeviceSize*);
void record_vkCmdDispatchIndirect(Device&, std::uint16_t, VkCommandBuffer, VkBuffer, VkDeviceSize);
void record_vkCmdCopyBuffer(Device&, std::uint16_t, VkCommandBuffer, VkBuffer, VkBuffer, std::uint32_t,
                            const VkBufferCopy*);
void record_vkCmdCopyImage(Device&, std::uint16_t, VkCommandBuffer, VkImage, VkImageLayout, VkImage,
                           VkImageLayout, std::uint32_t, const VkImageCopy*);
void record_vkCmdBlitImage(Device&, std::uint16_t, VkCommandBuffer, VkImage, VkImageLayout, VkImage,
                           VkImageLayout, std::uint32_t, const VkImageBlit*, VkFilter);
void record_vkCmdCopyBufferToImage(Device&, std::uint16_t, VkCommandBuffer, VkBuffer, VkImage, VkImageLayout,
                                   std::uint32_t, const VkBufferImageCopy*);
void record_vkCmdCopyImageToBuffer(Device&, std::uint16_t, VkCommandBuffer, VkImage, VkImageLayout, VkBuffer,
                                   std::uint32_t, const VkBufferImageCopy*);
void record_vkCmdClearColorImage(Device&, std::uint16_t, VkCommandBuffer, VkImage, VkImageLayout,
                                 const VkClearColorValue*, std::uint32_t, const VkImageSubresourceRange*);
void record_vkCmdUpdateBuffer(Device&, std::uint16_t, VkCommandBuffer, VkBuffer, VkDeviceSize, VkDeviceSize,
                              const void*);
void record_vkCmdFillBuffer(Device&, std::uint16_t, VkCommandBuffer, VkBuffer, VkDeviceSize, VkDeviceSize,
                            std::uint32_t);
void before_vkCmdWriteTimestamp(const Call&, Device&, VkCommandBuffer, VkPipelineStageFlagBits, VkQueryPool,
                                std::uint32_t);
void before_vkCmdWriteTimestamp2(const Call&, Device&, VkCommandBuffer, VkPipelineStageFlags2, VkQueryPool,
                                 std::uint32_t);

// hooks_restricted.cpp: what a device seems to be.
void after_vkGetPhysicalDeviceFeatures2(const Call&, Instance& instance, VkPhysicalDevice,
                                        VkPhysicalDeviceFeatures2* features);
void after_vkGetPhysicalDeviceProperties(const Call&, Instance& instance, VkPhysicalDevice,
                                         VkPhysicalDeviceProperties* properties);
void after_vkGetPhysicalDeviceProperties2(const Call&, Instance& instance, VkPhysicalDevice,
                                          VkPhysicalDeviceProperties2* properties);
void after_vkGetPhysicalDeviceMemoryProperties(const Call&, Instance& instance, VkPhysicalDevice,
                                               VkPhysicalDeviceMemoryProperties* memory);
void after_vkGetPhysicalDeviceMemoryProperties2(const Call&, Instance& instance, VkPhysicalDevice,
                                                VkPhysicalDeviceMemoryProperties2* memory);
void after_vkGetPhysicalDeviceQueueFamilyProperties(const Call&, Instance& instance, VkPhysicalDevice,
                                                    const std::uint32_t* count,
                                                    VkQueueFamilyProperties* families);
void after_vkGetPhysicalDeviceQueueFamilyProperties2(const Call&, Instance& instance, VkPhysicalDevice,
                                                     const std::uint32_t* count,
                                                     VkQueueFamilyProperties2* families);
void after_vkGetPhysicalDeviceImageFormatProperties(const Call&, Instance& instance, VkResult result,
                                                    VkPhysicalDevice, VkFormat, VkImageType, VkImageTiling,
                                                    VkImageUsageFlags, VkImageCreateFlags,
                                                    VkImageFormatProperties* image);
void after_vkGetPhysicalDeviceImageFormatProperties2(const Call&, Instance& instance, VkResult result,
                                                     VkPhysicalDevice,
                                                     const VkPhysicalDeviceImageFormatInfo2*,
                                                     VkImageFormatProperties2* image);
VkResult instead_vkEnumerateDeviceExtensionProperties(const Call&, Instance& instance,
                                                      VkPhysicalDevice device, const char* layer,
                                                      std::uint32_t* count,
                                                      VkExtensionProperties* properties);
VkResult before_vkCreateImage(const Call& call, Device& device, VkDevice, const VkImageCreateInfo* info,
                              const VkAllocationCallbacks*, VkImage*);
VkResult before_vkCreatePipelineLayout(const Call& call, Device& device, VkDevice,
                                       const VkPipelineLayoutCreateInfo* info, const VkAllocationCallbacks*,
                                       VkPipelineLayout*);

}  // namespace rpcts::observer
