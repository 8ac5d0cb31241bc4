#include "harness/observer/submits.hpp"

#include <array>
#include <gtest/gtest.h>

#include "harness/observer/records_testing.hpp"

namespace rpcts::observer {
namespace {

class SubmitsTest : public ::testing::Test {
 protected:
  /// Command buffer `buffer` that binds pipeline `buffer`.
  void record(std::uint64_t buffer) {
    tell_.tell(Told::begin, "vkBeginCommandBuffer", buffer);
    tell_.tell(Told::bind_pipeline, "vkCmdBindPipeline", buffer, buffer, {0});
  }
  [[nodiscard]] bool used(std::uint64_t handle, VkObjectType type = VK_OBJECT_TYPE_PIPELINE) const {
    return submits_.user_of({.scope = 1, .type = type, .handle = handle}) != nullptr;
  }

  Submits submits_;
  testing::Teller<Submits> tell_{submits_};
};

TEST_F(SubmitsTest, AFenceEndsWhatCameBeforeItOnItsQueue) {
  for (const std::uint64_t buffer : std::array<std::uint64_t, 4>{1, 2, 3, 4}) {
    record(buffer);
  }
  tell_.submit(10, 0, {1});
  tell_.submit(10, 5, {2});
  tell_.submit(10, 6, {3});
  tell_.submit(11, 0, {4});
  EXPECT_TRUE(used(1));
  tell_.tell(Told::fence_seen, "vkGetFenceStatus", 5);
  EXPECT_FALSE(used(1));
  EXPECT_FALSE(used(2));
  EXPECT_TRUE(used(3));
  EXPECT_TRUE(used(4));
  tell_.tell(Told::queue_idle, "vkQueueWaitIdle", 11);
  EXPECT_TRUE(used(3));
  EXPECT_FALSE(used(4));
  tell_.tell(Told::device_idle, "vkDeviceWaitIdle", 0);
  EXPECT_EQ(submits_.pending(), 0U);
}

TEST_F(SubmitsTest, AFenceThatIsUsedAgainTellsOfItsLastSubmit) {
  record(1);
  record(2);
  tell_.submit(10, 5, {1});
  tell_.submit(11, 5, {2});
  tell_.tell(Told::fence_seen, "vkWaitForFences", 5);
  EXPECT_TRUE(used(1));
  EXPECT_FALSE(used(2));
}

TEST_F(SubmitsTest, ATimelineEndsWhatItsValueCovers) {
  record(1);
  record(2);
  std::uint64_t id = tell_.submit(10, 0, {1});
  tell_.tell(Told::signals, "vkQueueSubmit", 77, 0, {id, 1});
  id = tell_.submit(10, 0, {2});
  tell_.tell(Told::signals, "vkQueueSubmit", 77, 0, {id, 2});
  tell_.tell(Told::semaphore_seen, "vkWaitSemaphores", 77, 0, {1});
  EXPECT_FALSE(used(1));
  EXPECT_TRUE(used(2));
  EXPECT_TRUE(used(77, VK_OBJECT_TYPE_SEMAPHORE));
  tell_.tell(Told::semaphore_seen, "vkGetSemaphoreCounterValue", 77, 0, {5});
  EXPECT_FALSE(used(2));
}

TEST_F(SubmitsTest, WhatWasWaitedForHasEndedToo) {
  record(1);
  record(2);
  const std::uint64_t copy = tell_.submit(10, 0, {1});
  tell_.tell(Told::signals, "vkQueueSubmit", 8, 0, {copy, 0});
  const std::uint64_t draw = tell_.submit(11, 5, {2});
  tell_.tell(Told::waits, "vkQueueSubmit", 8, 0, {draw, 0});
  tell_.tell(Told::fence_seen, "vkWaitForFences", 5);
  EXPECT_FALSE(used(1));
  EXPECT_FALSE(used(2));
}

TEST_F(SubmitsTest, UseTheImagesOfTheirAttachmentsAndWhatSecondaryBuffersUse) {
  tell_.create("vkCreateImageView", VK_OBJECT_TYPE_IMAGE_VIEW, 20, 0, {200});
  tell_.create("vkCreateFramebuffer", VK_OBJECT_TYPE_FRAMEBUFFER, 30, 0, {1});
  tell_.tell_list<std::uint64_t>(Told::framebuffer_views, "vkCreateFramebuffer", 30, 0, {}, {20});
  record(2);
  record(1);
  tell_.tell(Told::begin_pass, "vkCmdBeginRenderPass", 1, 0, {0, 0, 0, 0, 30, 40});
  tell_.tell_list<std::uint64_t>(Told::bind_sets, "vkCmdBindDescriptorSets", 1, 0, {0, 0}, {60, 61});
  tell_.tell_list<std::uint64_t>(Told::execute, "vkCmdExecuteCommands", 1, 0, {}, {2});
  tell_.submit(10, 5, {1});
  EXPECT_TRUE(used(20, VK_OBJECT_TYPE_IMAGE_VIEW));
  EXPECT_TRUE(used(200, VK_OBJECT_TYPE_IMAGE));
  EXPECT_TRUE(used(30, VK_OBJECT_TYPE_FRAMEBUFFER));
  EXPECT_TRUE(used(40, VK_OBJECT_TYPE_RENDER_PASS));
  EXPECT_TRUE(used(61, VK_OBJECT_TYPE_DESCRIPTOR_SET));
  EXPECT_TRUE(used(2));
  EXPECT_TRUE(used(2, VK_OBJECT_TYPE_COMMAND_BUFFER));
  EXPECT_TRUE(used(5, VK_OBJECT_TYPE_FENCE));
  EXPECT_FALSE(used(3));
}

TEST_F(SubmitsTest, ANewRecordingForgetsTheOld) {
  record(1);
  tell_.tell(Told::begin, "vkBeginCommandBuffer", 1);
  tell_.submit(10, 0, {1});
  EXPECT_FALSE(used(1));
  EXPECT_TRUE(used(1, VK_OBJECT_TYPE_COMMAND_BUFFER));
}

}  // namespace
}  // namespace rpcts::observer
