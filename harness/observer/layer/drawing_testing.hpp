#pragma once

// Something to draw: a depth image of two layers, a pipeline with push constants and a dynamic storage
// buffer, a render pass for two views. For the tests and the benchmark of the layer.

#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "harness/observer/layer/rig_testing.hpp"

namespace rpcts::observer::testing {

/// What Application is to ask the device for before it draws. Stays where it is: the structures point at each
/// other.
struct DrawingFeatures {
  VkPhysicalDeviceVulkan13Features thirteen{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
  VkPhysicalDeviceVulkan12Features twelve{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                          .pNext = &thirteen};
  VkPhysicalDeviceVulkan11Features eleven{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                                          .pNext = &twelve};
  VkPhysicalDeviceFeatures2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &eleven};

  DrawingFeatures() = default;
  DrawingFeatures(const DrawingFeatures&) = delete;
  DrawingFeatures& operator=(const DrawingFeatures&) = delete;
};

class Drawing {
 public:
  static constexpr std::uint32_t size = 64;
  static constexpr VkFormat format = VK_FORMAT_D16_UNORM;
  static constexpr VkDeviceSize buffer_bytes = 4096;

  /// `shader` is the file of triangle.vert. ok() tells whether all of it came to be.
  Drawing(const Application& app, const char* shader) : app_(app) {
    ok_ = make_image() && make_buffer() && make_sets() && make_pass() && make_pipelines(shader) &&
          make_commands();
  }
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;
  ~Drawing() {
    const auto& vk = app_.vk;
    const VkDevice device = app_.device;
    vk.vkDeviceWaitIdle(device);
    vk.vkDestroyFence(device, fence, nullptr);
    vk.vkDestroyCommandPool(device, command_pool, nullptr);
    vk.vkDestroyPipeline(device, pipeline, nullptr);
    vk.vkDestroyPipeline(device, dynamic_pipeline, nullptr);
    vk.vkDestroyFramebuffer(device, framebuffer, nullptr);
    vk.vkDestroyRenderPass(device, render_pass, nullptr);
    vk.vkDestroyDescriptorPool(device, pool, nullptr);
    vk.vkDestroyPipelineLayout(device, layout, nullptr);
    vk.vkDestroyDescriptorSetLayout(device, set_layout, nullptr);
    vk.vkDestroyBuffer(device, buffer, nullptr);
    vk.vkDestroyImageView(device, view, nullptr);
    vk.vkDestroyImage(device, image, nullptr);
    vk.vkFreeMemory(device, buffer_memory, nullptr);
    vk.vkFreeMemory(device, image_memory, nullptr);
  }
  [[nodiscard]] bool ok() const { return ok_; }

  [[nodiscard]] bool begin() const {
    const VkCommandBufferBeginInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    return app_.vk.vkBeginCommandBuffer(commands, &info) == VK_SUCCESS;
  }
  void begin_pass() const {
    const VkClearValue clear{.depthStencil = {.depth = 1}};
    const VkRenderPassBeginInfo info{
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
        .renderPass = render_pass,
        .framebuffer = framebuffer,
        .renderArea = {.offset = {.x = 1, .y = 2}, .extent = {.width = 48, .height = 32}},
        .clearValueCount = 1,
        .pClearValues = &clear};
    app_.vk.vkCmdBeginRenderPass(commands, &info, VK_SUBPASS_CONTENTS_INLINE);
  }
  void bind(VkPipeline with, std::uint32_t dynamic_offset, float x) const {
    app_.vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, with);
    app_.vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, 1, &set, 1,
                                    &dynamic_offset);
    app_.vk.vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof x, &x);
  }
  [[nodiscard]] VkResult submit() const {
    const VkSubmitInfo info{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    return app_.vk.vkQueueSubmit(app_.queue, 1, &info, fence);
  }
  [[nodiscard]] VkResult wait() const {
    return app_.vk.vkWaitForFences(app_.device, 1, &fence, VK_TRUE, UINT64_MAX);
  }
  /// Writes into the mapped buffer.
  template <class T>
  void put(VkDeviceSize offset, const T& value) const {
    std::memcpy(static_cast<char*>(mapped) + offset, &value, sizeof value);
  }

  VkImage image = VK_NULL_HANDLE;
  VkDeviceMemory image_memory = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
  VkBuffer buffer = VK_NULL_HANDLE;  ///< storage, indirect and index; host-visible
  VkDeviceMemory buffer_memory = VK_NULL_HANDLE;
  void* mapped = nullptr;
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  VkDescriptorSet set = VK_NULL_HANDLE;
  VkRenderPass render_pass = VK_NULL_HANDLE;
  VkFramebuffer framebuffer = VK_NULL_HANDLE;
  VkPipeline pipeline = VK_NULL_HANDLE;          ///< for the render pass
  VkPipeline dynamic_pipeline = VK_NULL_HANDLE;  ///< for dynamic rendering, of one view
  VkCommandPool command_pool = VK_NULL_HANDLE;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  VkFence fence = VK_NULL_HANDLE;

 private:
  bool allocate(const VkMemoryRequirements& needs, VkMemoryPropertyFlags flags,
                VkDeviceMemory* memory) const {
    VkPhysicalDeviceMemoryProperties types{};
    vkGetPhysicalDeviceMemoryProperties(app_.physical, &types);
    for (std::uint32_t i = 0; i < types.memoryTypeCount; ++i) {
      if ((needs.memoryTypeBits & (1U << i)) != 0 && (types.memoryTypes[i].propertyFlags & flags) == flags) {
        const VkMemoryAllocateInfo info{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                        .allocationSize = needs.size,
                                        .memoryTypeIndex = i};
        return app_.vk.vkAllocateMemory(app_.device, &info, nullptr, memory) == VK_SUCCESS;
      }
    }
    return false;
  }

  bool make_image() {
    const VkImageCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                 .imageType = VK_IMAGE_TYPE_2D,
                                 .format = format,
                                 .extent = {.width = size, .height = size, .depth = 1},
                                 .mipLevels = 1,
                                 .arrayLayers = 2,
                                 .samples = VK_SAMPLE_COUNT_1_BIT,
                                 .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT};
    if (app_.vk.vkCreateImage(app_.device, &info, nullptr, &image) != VK_SUCCESS) {
      return false;
    }
    VkMemoryRequirements needs{};
    app_.vk.vkGetImageMemoryRequirements(app_.device, image, &needs);
    if (!allocate(needs, 0, &image_memory) ||
        app_.vk.vkBindImageMemory(app_.device, image, image_memory, 0) != VK_SUCCESS) {
      return false;
    }
    const VkImageViewCreateInfo view_info{.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                          .image = image,
                                          .viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                                          .format = format,
                                          .subresourceRange = {.aspectMask = VK_IMAGE_ASPECT_DEPTH_BIT,
                                                               .levelCount = 1,
                                                               .layerCount = VK_REMAINING_ARRAY_LAYERS}};
    return app_.vk.vkCreateImageView(app_.device, &view_info, nullptr, &view) == VK_SUCCESS;
  }

  bool make_buffer() {
    const VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                  .size = buffer_bytes,
                                  .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                           VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
                                           VK_BUFFER_USAGE_INDEX_BUFFER_BIT};
    if (app_.vk.vkCreateBuffer(app_.device, &info, nullptr, &buffer) != VK_SUCCESS) {
      return false;
    }
    VkMemoryRequirements needs{};
    app_.vk.vkGetBufferMemoryRequirements(app_.device, buffer, &needs);
    if (!allocate(needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                  &buffer_memory) ||
        app_.vk.vkBindBufferMemory(app_.device, buffer, buffer_memory, 0) != VK_SUCCESS ||
        app_.vk.vkMapMemory(app_.device, buffer_memory, 0, VK_WHOLE_SIZE, 0, &mapped) != VK_SUCCESS) {
      return false;
    }
    std::memset(mapped, 0, buffer_bytes);
    return true;
  }

  bool make_sets() {
    const VkDescriptorSetLayoutBinding binding{.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
                                               .descriptorCount = 1,
                                               .stageFlags = VK_SHADER_STAGE_VERTEX_BIT};
    const VkDescriptorSetLayoutCreateInfo set_info{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 1,
        .pBindings = &binding};
    if (app_.vk.vkCreateDescriptorSetLayout(app_.device, &set_info, nullptr, &set_layout) != VK_SUCCESS) {
      return false;
    }
    const VkPushConstantRange range{.stageFlags = VK_SHADER_STAGE_VERTEX_BIT, .size = 4};
    const VkPipelineLayoutCreateInfo layout_info{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                 .setLayoutCount = 1,
                                                 .pSetLayouts = &set_layout,
                                                 .pushConstantRangeCount = 1,
                                                 .pPushConstantRanges = &range};
    const VkDescriptorPoolSize pool_size{.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
                                         .descriptorCount = 1};
    const VkDescriptorPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                               .maxSets = 1,
                                               .poolSizeCount = 1,
                                               .pPoolSizes = &pool_size};
    if (app_.vk.vkCreatePipelineLayout(app_.device, &layout_info, nullptr, &layout) != VK_SUCCESS ||
        app_.vk.vkCreateDescriptorPool(app_.device, &pool_info, nullptr, &pool) != VK_SUCCESS) {
      return false;
    }
    const VkDescriptorSetAllocateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                           .descriptorPool = pool,
                                           .descriptorSetCount = 1,
                                           .pSetLayouts = &set_layout};
    if (app_.vk.vkAllocateDescriptorSets(app_.device, &info, &set) != VK_SUCCESS) {
      return false;
    }
    const VkDescriptorBufferInfo words{.buffer = buffer, .range = 16};
    const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                     .dstSet = set,
                                     .descriptorCount = 1,
                                     .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
                                     .pBufferInfo = &words};
    app_.vk.vkUpdateDescriptorSets(app_.device, 1, &write, 0, nullptr);
    return true;
  }

  bool make_pass() {
    const VkAttachmentDescription attachment{.format = format,
                                             .samples = VK_SAMPLE_COUNT_1_BIT,
                                             .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                             .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                             .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                             .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                             .finalLayout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
    const VkAttachmentReference depth{.layout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
    const VkSubpassDescription subpass{.pDepthStencilAttachment = &depth};
    const std::uint32_t views = 3;
    const VkRenderPassMultiviewCreateInfo multiview{
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO,
        .subpassCount = 1,
        .pViewMasks = &views};
    const VkRenderPassCreateInfo info{.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                      .pNext = &multiview,
                                      .attachmentCount = 1,
                                      .pAttachments = &attachment,
                                      .subpassCount = 1,
                                      .pSubpasses = &subpass};
    if (app_.vk.vkCreateRenderPass(app_.device, &info, nullptr, &render_pass) != VK_SUCCESS) {
      return false;
    }
    const VkFramebufferCreateInfo frame{.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                        .renderPass = render_pass,
                                        .attachmentCount = 1,
                                        .pAttachments = &view,
                                        .width = size,
                                        .height = size,
                                        .layers = 1};
    return app_.vk.vkCreateFramebuffer(app_.device, &frame, nullptr, &framebuffer) == VK_SUCCESS;
  }

  bool make_pipelines(const char* shader) {
    std::ifstream file(shader, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
    const VkShaderModuleCreateInfo module_info{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                               .codeSize = words.size() * sizeof(std::uint32_t),
                                               .pCode = words.data()};
    VkShaderModule module = VK_NULL_HANDLE;
    if (words.empty() ||
        app_.vk.vkCreateShaderModule(app_.device, &module_info, nullptr, &module) != VK_SUCCESS) {
      return false;
    }
    const VkPipelineShaderStageCreateInfo stage{.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                .stage = VK_SHADER_STAGE_VERTEX_BIT,
                                                .module = module,
                                                .pName = "main"};
    const VkPipelineVertexInputStateCreateInfo input{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    const VkPipelineInputAssemblyStateCreateInfo assembly{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    const VkViewport viewport{.width = size, .height = size, .maxDepth = 1};
    const VkRect2D scissor{.extent = {.width = size, .height = size}};
    const VkPipelineViewportStateCreateInfo viewports{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1,
        .pViewports = &viewport,
        .scissorCount = 1,
        .pScissors = &scissor};
    const VkPipelineRasterizationStateCreateInfo raster{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
    const VkPipelineMultisampleStateCreateInfo samples{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    const VkPipelineDepthStencilStateCreateInfo depth{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .depthTestEnable = VK_TRUE,
        .depthWriteEnable = VK_TRUE,
        .depthCompareOp = VK_COMPARE_OP_LESS};
    const VkPipelineRenderingCreateInfo dynamic{.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                                .depthAttachmentFormat = format};
    std::array infos{VkGraphicsPipelineCreateInfo{.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                                  .stageCount = 1,
                                                  .pStages = &stage,
                                                  .pVertexInputState = &input,
                                                  .pInputAssemblyState = &assembly,
                                                  .pViewportState = &viewports,
                                                  .pRasterizationState = &raster,
                                                  .pMultisampleState = &samples,
                                                  .pDepthStencilState = &depth,
                                                  .layout = layout,
                                                  .renderPass = render_pass},
                     VkGraphicsPipelineCreateInfo{}};
    infos[1] = infos[0];
    infos[1].pNext = &dynamic;
    infos[1].renderPass = VK_NULL_HANDLE;
    std::array<VkPipeline, 2> made{};
    const VkResult result = app_.vk.vkCreateGraphicsPipelines(app_.device, VK_NULL_HANDLE, infos.size(),
                                                              infos.data(), nullptr, made.data());
    pipeline = made[0];
    dynamic_pipeline = made[1];
    app_.vk.vkDestroyShaderModule(app_.device, module, nullptr);
    return result == VK_SUCCESS;
  }

  bool make_commands() {
    const VkCommandPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                            .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT};
    if (app_.vk.vkCreateCommandPool(app_.device, &pool_info, nullptr, &command_pool) != VK_SUCCESS) {
      return false;
    }
    const VkCommandBufferAllocateInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                           .commandPool = command_pool,
                                           .commandBufferCount = 1};
    fence = app_.fence();
    return fence != VK_NULL_HANDLE &&
           app_.vk.vkAllocateCommandBuffers(app_.device, &info, &commands) == VK_SUCCESS;
  }

  const Application& app_;
  bool ok_ = false;
};

}  // namespace rpcts::observer::testing
