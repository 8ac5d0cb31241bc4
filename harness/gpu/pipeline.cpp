#include "harness/gpu/pipeline.hpp"

#include <array>

#include "harness/gpu/call.hpp"

namespace rpcts::gpu {
namespace {

Result<Owned<VkShaderModule>> make_module(VkDevice device, std::span<const std::uint32_t> words) {
  const VkShaderModuleCreateInfo info{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                      .codeSize = words.size_bytes(),
                                      .pCode = words.data()};
  VkShaderModule module = VK_NULL_HANDLE;
  if (auto done = called(vkCreateShaderModule(device, &info, nullptr, &module), "vkCreateShaderModule");
      !done) {
    return std::unexpected(done.error());
  }
  return Owned<VkShaderModule>(module,
                               [device](VkShaderModule old) { vkDestroyShaderModule(device, old, nullptr); });
}

VkPipelineShaderStageCreateInfo stage_of(VkShaderStageFlagBits stage, VkShaderModule module) {
  return {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
          .stage = stage,
          .module = module,
          .pName = "main"};
}

}  // namespace

Result<Owned<VkPipeline>> make_pipeline(const Device& device, const PipelineLayout& layout,
                                        const PipelineShape& shape) {
  const VkDevice handle = device.handle();
  const Result<Owned<VkShaderModule>> vertex = make_module(handle, shape.vertex);
  if (!vertex) {
    return std::unexpected(vertex.error());
  }
  const Result<Owned<VkShaderModule>> fragment = make_module(handle, shape.fragment);
  if (!fragment) {
    return std::unexpected(fragment.error());
  }
  const std::array stages{stage_of(VK_SHADER_STAGE_VERTEX_BIT, vertex->get()),
                          stage_of(VK_SHADER_STAGE_FRAGMENT_BIT, fragment->get())};
  const VkVertexInputBindingDescription buffer{.stride = shape.input.stride,
                                               .inputRate = VK_VERTEX_INPUT_RATE_VERTEX};
  const VkPipelineVertexInputStateCreateInfo input{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
      .vertexBindingDescriptionCount = shape.input.stride > 0 ? 1U : 0U,
      .pVertexBindingDescriptions = &buffer,
      .vertexAttributeDescriptionCount = static_cast<std::uint32_t>(shape.input.attributes.size()),
      .pVertexAttributeDescriptions = shape.input.attributes.data()};
  const VkPipelineInputAssemblyStateCreateInfo assembly{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, .topology = shape.topology};
  const VkPipelineViewportStateCreateInfo viewport{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, .viewportCount = 1, .scissorCount = 1};
  const VkPipelineRasterizationStateCreateInfo raster{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
      .polygonMode = VK_POLYGON_MODE_FILL,
      .cullMode = VK_CULL_MODE_NONE,
      .frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE,
      .lineWidth = 1.0F};
  const VkPipelineMultisampleStateCreateInfo samples{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
      .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
  const VkBool32 has_depth = shape.depth_format != VK_FORMAT_UNDEFINED ? VK_TRUE : VK_FALSE;
  const VkPipelineDepthStencilStateCreateInfo depth{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
      .depthTestEnable = has_depth,
      .depthWriteEnable = has_depth,
      .depthCompareOp = VK_COMPARE_OP_LESS};
  const std::uint32_t colors = shape.color_format != VK_FORMAT_UNDEFINED ? 1 : 0;
  const VkPipelineColorBlendAttachmentState no_blending{
      .colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT |
                        VK_COLOR_COMPONENT_A_BIT};
  const VkPipelineColorBlendStateCreateInfo blend{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
      .attachmentCount = colors,
      .pAttachments = &no_blending};
  constexpr std::array dynamic_states{VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR,
                                      VK_DYNAMIC_STATE_CULL_MODE};
  const VkPipelineDynamicStateCreateInfo dynamic{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
      .dynamicStateCount = static_cast<std::uint32_t>(dynamic_states.size()) - (shape.culls ? 0U : 1U),
      .pDynamicStates = dynamic_states.data()};
  const VkPipelineRenderingCreateInfo rendering{.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                                .viewMask = shape.view_mask,
                                                .colorAttachmentCount = colors,
                                                .pColorAttachmentFormats = &shape.color_format,
                                                .depthAttachmentFormat = shape.depth_format};
  const VkGraphicsPipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                          .pNext = &rendering,
                                          .stageCount = stages.size(),
                                          .pStages = stages.data(),
                                          .pVertexInputState = &input,
                                          .pInputAssemblyState = &assembly,
                                          .pViewportState = &viewport,
                                          .pRasterizationState = &raster,
                                          .pMultisampleState = &samples,
                                          .pDepthStencilState = &depth,
                                          .pColorBlendState = &blend,
                                          .pDynamicState = &dynamic,
                                          .layout = layout.handle()};
  VkPipeline pipeline = VK_NULL_HANDLE;
  if (auto done = called(vkCreateGraphicsPipelines(handle, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
                         "vkCreateGraphicsPipelines");
      !done) {
    return std::unexpected(done.error());
  }
  return Owned<VkPipeline>(pipeline, [handle](VkPipeline old) { vkDestroyPipeline(handle, old, nullptr); });
}

}  // namespace rpcts::gpu
