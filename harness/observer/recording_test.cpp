#include "harness/observer/recording.hpp"

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/observer/recording_builder.hpp"
#include "harness/observer/records_testing.hpp"

namespace rpcts::observer {
namespace {

using ::testing::ElementsAre;

constexpr std::uint64_t buffer = 50;

class Recordings : public ::testing::Test {
 protected:
  Recordings() {
    tell_.create("vkCreateImage", VK_OBJECT_TYPE_IMAGE, 200, 0, {VK_FORMAT_D32_SFLOAT, 64, 64, 6});
    tell_.create("vkCreateImageView", VK_OBJECT_TYPE_IMAGE_VIEW, 20, 0,
                 {200, VK_FORMAT_D32_SFLOAT, 2, VK_REMAINING_ARRAY_LAYERS});
    tell_.tell(Told::begin, "vkBeginCommandBuffer", buffer);
  }
  void begin_rendering(std::uint32_t mask = 0) {
    tell_.tell(Told::begin_pass, "vkCmdBeginRendering", buffer, 0,
               {mask, 1, 0, (std::uint64_t{32} << 32) | 64});
  }
  void draw(std::uint64_t count) { tell_.tell(Told::draw, "vkCmdDraw", buffer, 0, {count, 1, 0, 0, 3}); }

  RecordingBuilder builder_;
  testing::Teller<RecordingBuilder> tell_{builder_};
};

TEST_F(Recordings, ADynamicRenderingWithItsAttachments) {
  begin_rendering(0xF);
  tell_.tell(Told::attachment, "vkCmdBeginRendering", buffer, 20,
             {VK_ATTACHMENT_LOAD_OP_CLEAR, VK_ATTACHMENT_STORE_OP_STORE, 0});
  draw(6);
  tell_.tell(Told::end_pass, "vkCmdEndRendering", buffer);
  draw(7);  // outside: not a draw of any pass
  EXPECT_TRUE(builder_.recording().submits.empty());
  tell_.submit(1, 9, {buffer});
  ASSERT_EQ(builder_.recording().submits.size(), 1U);
  const RecordedSubmit& submit = builder_.recording().submits[0];
  EXPECT_EQ(submit.number, 1U);
  EXPECT_EQ(submit.fence, 9U);
  ASSERT_EQ(submit.passes.size(), 1U);
  const RecordedPass& pass = submit.passes[0];
  EXPECT_EQ(pass.view_mask, 0xFU);
  EXPECT_EQ(pass.area.extent.width, 64U);
  EXPECT_EQ(pass.area.extent.height, 32U);
  ASSERT_EQ(pass.attachments.size(), 1U);
  EXPECT_EQ(pass.attachments[0].image, 200U);
  EXPECT_EQ(pass.attachments[0].format, VK_FORMAT_D32_SFLOAT);
  EXPECT_TRUE(pass.attachments[0].depth);
  EXPECT_EQ(pass.attachments[0].first_layer, 2U);
  EXPECT_EQ(pass.attachments[0].layers, 4U);  // the rest of six
  EXPECT_EQ(pass.attachments[0].load, VK_ATTACHMENT_LOAD_OP_CLEAR);
  EXPECT_EQ(pass.attachments[0].store, VK_ATTACHMENT_STORE_OP_STORE);
  ASSERT_EQ(pass.draws.size(), 1U);
  EXPECT_EQ(pass.draws[0].count, 6U);
  EXPECT_EQ(pass.draws[0].first_instance, 3U);
  EXPECT_EQ(pass.draws[0].command, "vkCmdDraw");
}

TEST_F(Recordings, ARenderPassTakesViewsFromItsFramebuffer) {
  tell_.create("vkCreateRenderPass", VK_OBJECT_TYPE_RENDER_PASS, 40, 0, {3});
  tell_.tell(Told::pass_attachment, "vkCreateRenderPass", 40, 0,
             {0, VK_FORMAT_D32_SFLOAT, VK_ATTACHMENT_LOAD_OP_LOAD, VK_ATTACHMENT_STORE_OP_DONT_CARE});
  tell_.create("vkCreateFramebuffer", VK_OBJECT_TYPE_FRAMEBUFFER, 30, 0, {5});
  tell_.tell_list<std::uint64_t>(Told::framebuffer_views, "vkCreateFramebuffer", 30, 0, {}, {20});
  tell_.create("vkCreateFramebuffer", VK_OBJECT_TYPE_FRAMEBUFFER, 31, 0, {5});  // without images
  for (const std::uint64_t framebuffer : std::array<std::uint64_t, 2>{30, 31}) {
    tell_.tell(Told::begin_pass, "vkCmdBeginRenderPass", buffer, 0, {0, 0, 0, 0, framebuffer, 40});
    if (framebuffer == 31) {
      tell_.tell(Told::attachment, "vkCmdBeginRenderPass", buffer, 20, {0, 0, 0, 1});
    }
    tell_.tell(Told::end_pass, "vkCmdEndRenderPass", buffer);
  }
  tell_.submit(1, 0, {buffer});
  const auto& passes = builder_.recording().submits.at(0).passes;
  ASSERT_EQ(passes.size(), 2U);
  for (const RecordedPass& pass : passes) {
    EXPECT_EQ(pass.view_mask, 3U);
    EXPECT_EQ(pass.layers, 5U);
    ASSERT_EQ(pass.attachments.size(), 1U);
    EXPECT_EQ(pass.attachments[0].view, 20U);
    EXPECT_EQ(pass.attachments[0].load, VK_ATTACHMENT_LOAD_OP_LOAD);
    EXPECT_EQ(pass.attachments[0].store, VK_ATTACHMENT_STORE_OP_DONT_CARE);
    EXPECT_TRUE(pass.attachments[0].depth);
  }
}

TEST_F(Recordings, DrawsHaveWhatIsBoundAndWhatWasPushedSinceTheLast) {
  begin_rendering();
  tell_.tell(Told::bind_pipeline, "vkCmdBindPipeline", buffer, 30, {VK_PIPELINE_BIND_POINT_GRAPHICS});
  tell_.tell(Told::bind_pipeline, "vkCmdBindPipeline", buffer, 31, {VK_PIPELINE_BIND_POINT_COMPUTE});
  tell_.tell_list<std::uint64_t>(Told::bind_sets, "vkCmdBindDescriptorSets", buffer, 70, {0, 1}, {61, 62});
  tell_.tell_list<std::uint32_t>(Told::bind_offsets, "vkCmdBindDescriptorSets", buffer, 0, {0, 1, 2},
                                 {256, 512});
  tell_.tell_list<std::uint64_t>(Told::bind_sets, "vkCmdBindDescriptorSets", buffer, 71, {0, 0}, {60});
  tell_.tell_list<std::uint32_t>(Told::bind_offsets, "vkCmdBindDescriptorSets", buffer, 0, {0, 0, 1}, {128});
  tell_.tell_list<std::uint8_t>(Told::push_constants, "vkCmdPushConstants", buffer, 71,
                                {VK_SHADER_STAGE_VERTEX_BIT, 16}, {1, 2, 3, 4});
  tell_.tell_list<std::uint8_t>(Told::push_constants, "vkCmdPushConstants", buffer, 71,
                                {VK_SHADER_STAGE_VERTEX_BIT, 20, 1}, {5});
  draw(3);
  tell_.tell_list<std::uint64_t>(Told::bind_sets, "vkCmdBindDescriptorSets", buffer, 71, {0, 1}, {63});
  tell_.tell_list<std::uint32_t>(Told::bind_offsets, "vkCmdBindDescriptorSets", buffer, 0, {0, 1, 1}, {1024});
  draw(4);
  tell_.submit(1, 0, {buffer});
  const auto& draws = builder_.recording().submits.at(0).passes.at(0).draws;
  ASSERT_EQ(draws.size(), 2U);
  EXPECT_EQ(draws[0].pipeline, 30U);
  EXPECT_EQ(draws[0].layout, 71U);
  EXPECT_THAT(draws[0].sets, ElementsAre(60, 61, 62));
  EXPECT_THAT(draws[0].dynamic_offsets, ElementsAre(128, 256, 512));
  ASSERT_EQ(draws[0].pushes.size(), 1U);
  EXPECT_EQ(draws[0].pushes[0].stages, VkShaderStageFlags{VK_SHADER_STAGE_VERTEX_BIT});
  EXPECT_EQ(draws[0].pushes[0].offset, 16U);
  EXPECT_THAT(draws[0].pushes[0].bytes, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_TRUE(draws[1].pushes.empty());
  EXPECT_THAT(draws[1].sets, ElementsAre(60, 63, 62));
  EXPECT_THAT(draws[1].dynamic_offsets, ElementsAre(128, 1024));
}

TEST_F(Recordings, IndirectDrawsAreWhatTheirParametersSay) {
  begin_rendering();
  tell_.tell(Told::draw_indirect, "vkCmdDrawIndexedIndirect", buffer, 90, {0, 2, 20, 0, 0, 0, 1});
  tell_.tell(Told::draw_indirect, "vkCmdDrawIndirect", buffer, 90, {64, 1, 16, 1, 0, 0, 0});
  tell_.tell_list<std::uint32_t>(Told::indirect_values, "vkQueueSubmit", buffer, 0, {0, 0, 2},
                                 {6, 2, 30, 0xFFFFFFFF, 9, 7, 1, 0, 0, 0});
  tell_.submit(1, 0, {buffer});
  const auto& draws = builder_.recording().submits.at(0).passes.at(0).draws;
  ASSERT_EQ(draws.size(), 3U);
  EXPECT_TRUE(draws[0].indirect);
  EXPECT_EQ(draws[0].count, 6U);
  EXPECT_EQ(draws[0].instances, 2U);
  EXPECT_EQ(draws[0].first, 30U);
  EXPECT_EQ(draws[0].vertex_offset, -1);
  EXPECT_EQ(draws[0].first_instance, 9U);
  EXPECT_EQ(draws[1].count, 7U);
  // The second command's could not be read.
  EXPECT_TRUE(draws[2].indirect);
  EXPECT_EQ(draws[2].count, 0U);
}

TEST_F(Recordings, SecondaryBuffersDrawIntoThePass) {
  constexpr std::uint64_t secondary = 51;
  tell_.tell(Told::begin, "vkBeginCommandBuffer", secondary);
  tell_.tell(Told::bind_pipeline, "vkCmdBindPipeline", secondary, 33, {0});
  tell_.tell(Told::draw, "vkCmdDraw", secondary, 0, {12, 1, 0, 0, 0});
  begin_rendering();
  tell_.tell_list<std::uint64_t>(Told::execute, "vkCmdExecuteCommands", buffer, 0, {}, {secondary});
  tell_.submit(1, 0, {buffer});
  const auto& draws = builder_.recording().submits.at(0).passes.at(0).draws;
  ASSERT_EQ(draws.size(), 1U);
  EXPECT_EQ(draws[0].pipeline, 33U);
  EXPECT_EQ(draws[0].count, 12U);
}

TEST_F(Recordings, WhatADeviceKnewEndsWithIt) {
  begin_rendering();
  draw(3);
  tell_.destroy("vkDestroyDevice", VK_OBJECT_TYPE_DEVICE, 1);
  tell_.submit(1, 0, {buffer});
  EXPECT_TRUE(builder_.recording().submits.at(0).passes.empty());
}

TEST_F(Recordings, EachSubmitHasTheWritesSinceTheOneBefore) {
  tell_.tell(Told::descriptors_written, "vkUpdateDescriptorSets", 0, 0, {4});
  tell_.submit(1, 0, {});
  tell_.submit(1, 0, {});
  ASSERT_EQ(builder_.recording().submits.size(), 2U);
  EXPECT_EQ(builder_.recording().submits[0].descriptor_writes, 4U);
  EXPECT_EQ(builder_.recording().submits[1].descriptor_writes, 0U);
  builder_.forget();
  EXPECT_TRUE(builder_.recording().submits.empty());
  tell_.submit(1, 0, {});
  EXPECT_EQ(builder_.recording().submits.at(0).number, 3U);
}

}  // namespace
}  // namespace rpcts::observer
