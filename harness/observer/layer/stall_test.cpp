// Submits that look unfinished, through the layer, on the machine's default device.

#include <chrono>

#include "harness/observer/layer/drawing_testing.hpp"
#include "harness/observer/layer/layer_testing.hpp"

namespace rpcts::observer::testing {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto stalled = std::chrono::milliseconds(150);

class Stalls : public LayerTest {
 protected:
  void SetUp() override {
    LayerTest::SetUp();
    app_ = std::make_unique<Application>(Wanted{.all_of = &features_.all});
    ASSERT_EQ(app_->result, VK_SUCCESS);
    fence_ = app_->fence();
  }
  void TearDown() override {
    observer()->stall_fences(std::chrono::milliseconds(0));
    if (fence_ != VK_NULL_HANDLE) {
      app_->vk.vkDeviceWaitIdle(app_->device);
      app_->vk.vkDestroyFence(app_->device, fence_, nullptr);
    }
    app_.reset();
    LayerTest::TearDown();
  }
  /// An empty submit; how long what `wait` does takes after it.
  template <class Wait>
  Clock::duration after_submit(const VkSubmitInfo* info, const Wait& wait) {
    observer()->stall_fences(stalled);
    const auto begin = Clock::now();
    EXPECT_EQ(app_->vk.vkQueueSubmit(app_->queue, info == nullptr ? 0 : 1, info, fence_), VK_SUCCESS);
    wait();
    return Clock::now() - begin;
  }

  DrawingFeatures features_;
  std::unique_ptr<Application> app_;
  VkFence fence_ = VK_NULL_HANDLE;
};

TEST_F(Stalls, AFenceLooksUnsignalled) {
  const auto& vk = app_->vk;
  const auto took = after_submit(nullptr, [&] {
    EXPECT_EQ(vk.vkGetFenceStatus(app_->device, fence_), VK_NOT_READY);
    EXPECT_EQ(vk.vkWaitForFences(app_->device, 1, &fence_, VK_TRUE, 0), VK_TIMEOUT);
    EXPECT_EQ(vk.vkWaitForFences(app_->device, 1, &fence_, VK_TRUE, 10'000'000), VK_TIMEOUT);
    EXPECT_EQ(vk.vkWaitForFences(app_->device, 1, &fence_, VK_TRUE, UINT64_MAX), VK_SUCCESS);
  });
  EXPECT_GE(took, stalled);
  EXPECT_EQ(vk.vkGetFenceStatus(app_->device, fence_), VK_SUCCESS);
  ASSERT_EQ(vk.vkResetFences(app_->device, 1, &fence_), VK_SUCCESS);
  EXPECT_EQ(vk.vkGetFenceStatus(app_->device, fence_), VK_NOT_READY);
}

TEST_F(Stalls, OneFreeFenceEndsAWaitForAny) {
  const auto& vk = app_->vk;
  const VkFenceCreateInfo signalled{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
                                    .flags = VK_FENCE_CREATE_SIGNALED_BIT};
  VkFence free = VK_NULL_HANDLE;
  ASSERT_EQ(vk.vkCreateFence(app_->device, &signalled, nullptr, &free), VK_SUCCESS);
  const std::array both{fence_, free};
  const auto took = after_submit(nullptr, [&] {
    EXPECT_EQ(vk.vkWaitForFences(app_->device, 2, both.data(), VK_FALSE, UINT64_MAX), VK_SUCCESS);
  });
  EXPECT_LT(took, stalled);
  EXPECT_EQ(vk.vkWaitForFences(app_->device, 2, both.data(), VK_TRUE, 1'000'000), VK_TIMEOUT);
  vk.vkDestroyFence(app_->device, free, nullptr);
}

TEST_F(Stalls, TheQueueAndTheDeviceAreBusy) {
  EXPECT_GE(after_submit(nullptr, [&] { EXPECT_EQ(app_->vk.vkQueueWaitIdle(app_->queue), VK_SUCCESS); }),
            stalled);
  ASSERT_EQ(app_->vk.vkResetFences(app_->device, 1, &fence_), VK_SUCCESS);
  EXPECT_GE(after_submit(nullptr, [&] { EXPECT_EQ(app_->vk.vkDeviceWaitIdle(app_->device), VK_SUCCESS); }),
            stalled);
}

TEST_F(Stalls, ATimelineStaysBelowTheValue) {
  const auto& vk = app_->vk;
  const VkSemaphoreTypeCreateInfo type{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                       .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
                                       .initialValue = 2};
  const VkSemaphoreCreateInfo info{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
  VkSemaphore semaphore = VK_NULL_HANDLE;
  ASSERT_EQ(vk.vkCreateSemaphore(app_->device, &info, nullptr, &semaphore), VK_SUCCESS);
  const std::uint64_t value = 3;
  const VkTimelineSemaphoreSubmitInfo values{.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                             .signalSemaphoreValueCount = 1,
                                             .pSignalSemaphoreValues = &value};
  const VkSubmitInfo submit{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                            .pNext = &values,
                            .signalSemaphoreCount = 1,
                            .pSignalSemaphores = &semaphore};
  const VkSemaphoreWaitInfo wait{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                 .semaphoreCount = 1,
                                 .pSemaphores = &semaphore,
                                 .pValues = &value};
  std::uint64_t seen = 0;
  const auto took = after_submit(&submit, [&] {
    EXPECT_EQ(vk.vkGetSemaphoreCounterValue(app_->device, semaphore, &seen), VK_SUCCESS);
    EXPECT_EQ(seen, 2U);
    EXPECT_EQ(vk.vkWaitSemaphores(app_->device, &wait, 1'000'000), VK_TIMEOUT);
    EXPECT_EQ(vk.vkWaitSemaphores(app_->device, &wait, UINT64_MAX), VK_SUCCESS);
  });
  EXPECT_GE(took, stalled);
  EXPECT_EQ(vk.vkGetSemaphoreCounterValue(app_->device, semaphore, &seen), VK_SUCCESS);
  EXPECT_EQ(seen, 3U);
  vk.vkDestroySemaphore(app_->device, semaphore, nullptr);
}

TEST_F(Stalls, EndAtOnceWhenTheyAreTakenBack) {
  const auto took = after_submit(nullptr, [&] {
    observer()->stall_fences(std::chrono::milliseconds(0));
    EXPECT_EQ(app_->vk.vkWaitForFences(app_->device, 1, &fence_, VK_TRUE, UINT64_MAX), VK_SUCCESS);
  });
  EXPECT_LT(took, stalled);
}

}  // namespace
}  // namespace rpcts::observer::testing
