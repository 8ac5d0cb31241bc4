// Failing calls and failing host allocations through the layer, on the machine's default device.

#include <gmock/gmock.h>

#include "harness/observer/layer/layer_testing.hpp"

namespace rpcts::observer::testing {
namespace {

using ::testing::IsEmpty;

class Disturbances : public LayerTest {};

TEST_F(Disturbances, TheNthCallOfACommandFailsWithEachError) {
  const Application app;
  ASSERT_EQ(app.result, VK_SUCCESS);
  for (const VkResult wanted : {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY}) {
    observer()->disturb({.nth = 3, .command = "vkCreateBuffer", .result = wanted});
    std::array<VkBuffer, 4> buffers{};
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      EXPECT_EQ(app.buffer(&buffers[i]), i == 2 ? wanted : VK_SUCCESS);
      EXPECT_EQ(buffers[i] == VK_NULL_HANDLE, i == 2);
    }
    const VkFence fence = app.fence();  // is not counted
    const Disturbed came = observer()->calm();
    EXPECT_TRUE(came.injected);
    EXPECT_EQ(came.counted, 4U);
    EXPECT_EQ(came.command, "vkCreateBuffer");
    EXPECT_EQ(came.result, wanted);
    app.vk.vkDestroyFence(app.device, fence, nullptr);
    for (const VkBuffer one : buffers) {
      app.vk.vkDestroyBuffer(app.device, one, nullptr);
    }
  }
  // After calm() nothing fails.
  VkBuffer buffer = VK_NULL_HANDLE;
  EXPECT_EQ(app.buffer(&buffer), VK_SUCCESS);
  app.vk.vkDestroyBuffer(app.device, buffer, nullptr);
}

TEST_F(Disturbances, AnErrorThatACommandMayNotReturnBecomesOneThatItMay) {
  const Application app;
  ASSERT_EQ(app.result, VK_SUCCESS);
  const VkFence fence = app.fence();
  observer()->disturb({.nth = 1, .result = VK_ERROR_DEVICE_LOST});
  EXPECT_EQ(app.vk.vkGetFenceStatus(app.device, fence), VK_ERROR_DEVICE_LOST);
  EXPECT_EQ(observer()->calm().result, VK_ERROR_DEVICE_LOST);
  observer()->disturb({.nth = 1, .result = VK_ERROR_FRAGMENTED_POOL});
  VkBuffer buffer = VK_NULL_HANDLE;
  EXPECT_EQ(app.buffer(&buffer), VK_ERROR_OUT_OF_HOST_MEMORY);
  EXPECT_EQ(observer()->calm().result, VK_ERROR_OUT_OF_HOST_MEMORY);
  app.vk.vkDestroyFence(app.device, fence, nullptr);
}

TEST_F(Disturbances, ZeroCountsOnly) {
  const Application app;
  ASSERT_EQ(app.result, VK_SUCCESS);
  observer()->disturb({});
  const VkFence fence = app.fence();
  EXPECT_EQ(app.vk.vkResetFences(app.device, 1, &fence), VK_SUCCESS);
  app.vk.vkDestroyFence(app.device, fence, nullptr);
  const Disturbed came = observer()->calm();
  EXPECT_EQ(came.counted, 2U);
  EXPECT_FALSE(came.injected);
  observer()->disturb({.nth = 1, .command = "vkNoSuchCommand"});
  VkBuffer buffer = VK_NULL_HANDLE;
  EXPECT_EQ(app.buffer(&buffer), VK_SUCCESS);
  EXPECT_EQ(observer()->calm().counted, 0U);
  app.vk.vkDestroyBuffer(app.device, buffer, nullptr);
}

TEST_F(Disturbances, EachCallOfAStartFailsInTurn) {
  observer()->disturb({});
  {
    const Application app;
  }
  const std::uint64_t calls = observer()->calm().counted;
  ASSERT_GE(calls, 3U);  // instance, enumeration, device
  for (std::uint64_t nth = 1; nth <= calls; ++nth) {
    observer()->disturb({.nth = nth, .result = VK_ERROR_INITIALIZATION_FAILED});
    {
      const Application app;
      EXPECT_NE(app.result, VK_SUCCESS) << nth;
    }
    const Disturbed came = observer()->calm();
    EXPECT_TRUE(came.injected) << nth;
    read();
    EXPECT_TRUE(observer()->ledger().snapshot().objects.empty()) << came.command;
    EXPECT_THAT(observer()->take_findings(), IsEmpty()) << came.command;
  }
}

TEST_F(Disturbances, TheNthHostAllocationFails) {
  const Application app;
  ASSERT_EQ(app.result, VK_SUCCESS);
  observer()->disturb({.of = Disturbance::Of::host_allocation});
  VkBuffer buffer = VK_NULL_HANDLE;
  ASSERT_EQ(app.buffer(&buffer), VK_SUCCESS);
  app.vk.vkDestroyBuffer(app.device, buffer, nullptr);
  const std::uint64_t allocations = observer()->calm().counted;
  ASSERT_GE(allocations, 1U);
  for (std::uint64_t nth = 1; nth <= allocations; ++nth) {
    observer()->disturb({.of = Disturbance::Of::host_allocation, .nth = nth});
    buffer = VK_NULL_HANDLE;
    const VkResult result = app.buffer(&buffer);
    const Disturbed came = observer()->calm();
    EXPECT_TRUE(came.injected);
    EXPECT_EQ(came.command, "vkCreateBuffer");
    EXPECT_EQ(came.result, VK_ERROR_OUT_OF_HOST_MEMORY);
    EXPECT_GE(came.attempts, nth);
    EXPECT_EQ(result, VK_ERROR_OUT_OF_HOST_MEMORY);
  }
}

TEST_F(Disturbances, AnApplicationsOwnAllocatorIsLeftAlone) {
  const Application app;
  ASSERT_EQ(app.result, VK_SUCCESS);
  std::uint64_t mine = 0;
  VkAllocationCallbacks own{.pUserData = &mine};
  own.pfnAllocation = [](void* user, std::size_t size, std::size_t alignment,
                         VkSystemAllocationScope) -> void* {
    ++*static_cast<std::uint64_t*>(user);
    return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  };
  own.pfnReallocation = [](void*, void* block, std::size_t size, std::size_t, VkSystemAllocationScope) {
    return std::realloc(block, size);
  };
  own.pfnFree = [](void*, void* block) { std::free(block); };
  observer()->disturb({.of = Disturbance::Of::host_allocation, .nth = 1});
  const VkFenceCreateInfo info{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  VkFence fence = VK_NULL_HANDLE;
  EXPECT_EQ(app.vk.vkCreateFence(app.device, &info, &own, &fence), VK_SUCCESS);
  app.vk.vkDestroyFence(app.device, fence, &own);
  EXPECT_EQ(observer()->calm().counted, 0U);
  EXPECT_GE(mine, 1U);
}

}  // namespace
}  // namespace rpcts::observer::testing
