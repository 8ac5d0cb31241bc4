// What command buffers contain, through the layer, on the machine's default device.

#include <gmock/gmock.h>

#include "harness/observer/layer/drawing_testing.hpp"
#include "harness/observer/layer/layer_testing.hpp"

namespace rpcts::observer::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

template <class Handle>
std::uint64_t number(Handle handle) {
  std::uint64_t value = 0;
  std::memcpy(&value, &handle, sizeof handle);
  return value;
}

class Recordings : public LayerTest {
 protected:
  void SetUp() override {
    LayerTest::SetUp();
    observer()->attend(Attention::record);
  }
};

TEST_F(Recordings, ARenderPassWithDrawsPushesAndOffsets) {
  DrawingFeatures features;
  const Application app({.all_of = &features.all});
  ASSERT_EQ(app.result, VK_SUCCESS);
  const Drawing drawing(app, RPCTS_OBSERVER_SHADER);
  ASSERT_TRUE(drawing.ok());
  ASSERT_TRUE(drawing.begin());
  drawing.begin_pass();
  drawing.bind(drawing.pipeline, 256, 0.5F);
  app.vk.vkCmdDraw(drawing.commands, 3, 2, 1, 4);
  app.vk.vkCmdBindIndexBuffer(drawing.commands, drawing.buffer, 0, VK_INDEX_TYPE_UINT32);
  app.vk.vkCmdDrawIndexed(drawing.commands, 6, 1, 2, -1, 9);
  app.vk.vkCmdEndRenderPass(drawing.commands);
  ASSERT_EQ(app.vk.vkEndCommandBuffer(drawing.commands), VK_SUCCESS);
  read();
  EXPECT_TRUE(observer()->recording().submits.empty());
  ASSERT_EQ(drawing.submit(), VK_SUCCESS);
  ASSERT_EQ(drawing.wait(), VK_SUCCESS);
  read();
  ASSERT_EQ(observer()->recording().submits.size(), 1U);
  const RecordedSubmit& submit = observer()->recording().submits[0];
  EXPECT_EQ(submit.fence, number(drawing.fence));
  EXPECT_EQ(submit.descriptor_writes, 1U);
  ASSERT_EQ(submit.passes.size(), 1U);
  const RecordedPass& pass = submit.passes[0];
  EXPECT_EQ(pass.view_mask, 3U);
  EXPECT_EQ(pass.area.offset.y, 2);
  EXPECT_EQ(pass.area.extent.width, 48U);
  ASSERT_EQ(pass.attachments.size(), 1U);
  EXPECT_EQ(pass.attachments[0].image, number(drawing.image));
  EXPECT_EQ(pass.attachments[0].view, number(drawing.view));
  EXPECT_EQ(pass.attachments[0].layers, 2U);
  EXPECT_EQ(pass.attachments[0].load, VK_ATTACHMENT_LOAD_OP_CLEAR);
  EXPECT_EQ(pass.attachments[0].store, VK_ATTACHMENT_STORE_OP_STORE);
  EXPECT_TRUE(pass.attachments[0].depth);
  ASSERT_EQ(pass.draws.size(), 2U);
  const RecordedDraw& first = pass.draws[0];
  EXPECT_EQ(first.command, "vkCmdDraw");
  EXPECT_EQ(first.count, 3U);
  EXPECT_EQ(first.instances, 2U);
  EXPECT_EQ(first.first, 1U);
  EXPECT_EQ(first.first_instance, 4U);
  EXPECT_EQ(first.pipeline, number(drawing.pipeline));
  EXPECT_THAT(first.sets, ElementsAre(number(drawing.set)));
  EXPECT_THAT(first.dynamic_offsets, ElementsAre(256));
  ASSERT_EQ(first.pushes.size(), 1U);
  EXPECT_THAT(first.pushes[0].bytes, ElementsAre(0, 0, 0, 0x3F));
  const RecordedDraw& second = pass.draws[1];
  EXPECT_EQ(second.command, "vkCmdDrawIndexed");
  EXPECT_EQ(second.vertex_offset, -1);
  EXPECT_EQ(second.first_instance, 9U);
  EXPECT_TRUE(second.pushes.empty());
  EXPECT_THAT(observer()->take_findings(), IsEmpty());
}

TEST_F(Recordings, ADynamicRenderingWithIndirectDraws) {
  DrawingFeatures features;
  const Application app({.all_of = &features.all});
  ASSERT_EQ(app.result, VK_SUCCESS);
  const Drawing drawing(app, RPCTS_OBSERVER_SHADER);
  ASSERT_TRUE(drawing.ok());
  const VkRenderingAttachmentInfo depth{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                        .imageView = drawing.view,
                                        .imageLayout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL,
                                        .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD,
                                        .storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE};
  const VkRenderingInfo rendering{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                                  .renderArea = {.extent = {.width = 16, .height = 8}},
                                  .layerCount = 1,
                                  .pDepthAttachment = &depth};
  ASSERT_TRUE(drawing.begin());
  // As a pass of the frame before would have left it.
  const VkImageMemoryBarrier barrier{
      .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
      .newLayout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL,
      .image = drawing.image,
      .subresourceRange = {.aspectMask = VK_IMAGE_ASPECT_DEPTH_BIT, .levelCount = 1, .layerCount = 2}};
  app.vk.vkCmdPipelineBarrier(drawing.commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                              VK_PIPELINE_STAGE_ALL_GRAPHICS_BIT, 0, 0, nullptr, 0, nullptr, 1, &barrier);
  app.vk.vkCmdBeginRendering(drawing.commands, &rendering);
  drawing.bind(drawing.dynamic_pipeline, 0, 0);
  app.vk.vkCmdDrawIndirect(drawing.commands, drawing.buffer, 512, 2, 16);
  const bool counted = features.twelve.drawIndirectCount == VK_TRUE;
  if (counted) {
    app.vk.vkCmdDrawIndirectCount(drawing.commands, drawing.buffer, 512, drawing.buffer, 768, 8, 16);
  }
  app.vk.vkCmdEndRendering(drawing.commands);
  ASSERT_EQ(app.vk.vkEndCommandBuffer(drawing.commands), VK_SUCCESS);
  // The parameters are those of the time of the submit.
  drawing.put(
      512, VkDrawIndirectCommand{.vertexCount = 3, .instanceCount = 5, .firstVertex = 1, .firstInstance = 7});
  drawing.put(528, VkDrawIndirectCommand{.vertexCount = 6, .instanceCount = 1});
  drawing.put(768, std::uint32_t{1});
  ASSERT_EQ(drawing.submit(), VK_SUCCESS);
  ASSERT_EQ(drawing.wait(), VK_SUCCESS);
  read();
  ASSERT_EQ(observer()->recording().submits.size(), 1U);
  ASSERT_EQ(observer()->recording().submits[0].passes.size(), 1U);
  const RecordedPass& pass = observer()->recording().submits[0].passes[0];
  EXPECT_EQ(pass.view_mask, 0U);
  EXPECT_EQ(pass.area.extent.height, 8U);
  ASSERT_EQ(pass.attachments.size(), 1U);
  EXPECT_EQ(pass.attachments[0].load, VK_ATTACHMENT_LOAD_OP_LOAD);
  EXPECT_EQ(pass.attachments[0].format, Drawing::format);
  ASSERT_EQ(pass.draws.size(), counted ? 3U : 2U);
  EXPECT_TRUE(pass.draws[0].indirect);
  EXPECT_EQ(pass.draws[0].count, 3U);
  EXPECT_EQ(pass.draws[0].instances, 5U);
  EXPECT_EQ(pass.draws[0].first, 1U);
  EXPECT_EQ(pass.draws[0].first_instance, 7U);
  EXPECT_EQ(pass.draws[1].count, 6U);
  if (counted) {
    EXPECT_EQ(pass.draws[2].command, "vkCmdDrawIndirectCount");
    EXPECT_EQ(pass.draws[2].first_instance, 7U);
  }

  // Read too where the application maps its memory only to write it.
  app.vk.vkUnmapMemory(app.device, drawing.buffer_memory);
  observer()->forget_recording();
  ASSERT_EQ(app.vk.vkResetFences(app.device, 1, &drawing.fence), VK_SUCCESS);
  ASSERT_EQ(drawing.submit(), VK_SUCCESS);
  ASSERT_EQ(drawing.wait(), VK_SUCCESS);
  read();
  EXPECT_EQ(observer()->recording().submits.at(0).passes.at(0).draws.at(0).first_instance, 7U);
  EXPECT_THAT(observer()->take_findings(), IsEmpty());
}

TEST_F(Recordings, WhatASubmitUsesMustOutliveIt) {
  DrawingFeatures features;
  const Application app({.all_of = &features.all});
  ASSERT_EQ(app.result, VK_SUCCESS);
  Drawing drawing(app, RPCTS_OBSERVER_SHADER);
  ASSERT_TRUE(drawing.ok());
  ASSERT_TRUE(drawing.begin());
  drawing.begin_pass();
  drawing.bind(drawing.pipeline, 0, 0);
  app.vk.vkCmdDraw(drawing.commands, 3, 1, 0, 0);
  app.vk.vkCmdEndRenderPass(drawing.commands);
  ASSERT_EQ(app.vk.vkEndCommandBuffer(drawing.commands), VK_SUCCESS);
  // While a submit looks unfinished its fence is not signalled, however long ago the device was done.
  observer()->stall_fences(std::chrono::milliseconds(400));
  ASSERT_EQ(drawing.submit(), VK_SUCCESS);
  EXPECT_EQ(app.vk.vkWaitForFences(app.device, 1, &drawing.fence, VK_TRUE, 200'000'000), VK_TIMEOUT);
  for (VkPipeline* one : {&drawing.pipeline, &drawing.dynamic_pipeline}) {
    app.vk.vkDestroyPipeline(app.device, *one, nullptr);
    *one = VK_NULL_HANDLE;
  }
  app.vk.vkDestroyFramebuffer(app.device, drawing.framebuffer, nullptr);
  drawing.framebuffer = VK_NULL_HANDLE;
  app.vk.vkDestroyImageView(app.device, drawing.view, nullptr);
  drawing.view = VK_NULL_HANDLE;
  read();
  // The pipeline that was not bound may go.
  EXPECT_THAT(observer()->take_findings(),
              ElementsAre(AllOf(HasSubstr("vkDestroyPipeline"), HasSubstr("while vkQueueSubmit")),
                          HasSubstr("vkDestroyFramebuffer"), HasSubstr("vkDestroyImageView")));
  ASSERT_EQ(drawing.wait(), VK_SUCCESS);
}

}  // namespace
}  // namespace rpcts::observer::testing
