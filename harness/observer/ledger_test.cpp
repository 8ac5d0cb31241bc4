#include "harness/observer/ledger.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/observer/records_testing.hpp"

namespace rpcts::observer {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Ledgers : public ::testing::Test {
 protected:
  Ledger ledger_;
  testing::Teller<Ledger> tell_{ledger_};
};

TEST_F(Ledgers, CountByKindSetsBindingsAndBytes) {
  tell_.create("vkAllocateMemory", VK_OBJECT_TYPE_DEVICE_MEMORY, 1, 0, {1000, 2});
  tell_.create("vkAllocateMemory", VK_OBJECT_TYPE_DEVICE_MEMORY, 2, 0, {24, 2});
  tell_.create("vkCreatePipelineLayout", VK_OBJECT_TYPE_PIPELINE_LAYOUT, 1, 0, {3});
  tell_.create("vkCreatePipelineLayout", VK_OBJECT_TYPE_PIPELINE_LAYOUT, 2, 0, {4});
  tell_.create("vkCreateDescriptorSetLayout", VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, 9);
  tell_.tell_list<std::uint32_t>(Told::layout_bindings, "vkCreateDescriptorSetLayout", 9, 0, {}, {0, 5});
  Snapshot now = ledger_.snapshot();
  EXPECT_EQ(now.memory_bytes, 1024U);
  EXPECT_EQ(now.count(VK_OBJECT_TYPE_DEVICE_MEMORY), 2U);
  EXPECT_EQ(now.count(VK_OBJECT_TYPE_FENCE), 0U);
  EXPECT_EQ(now.layouts_with_more_sets_than(3), 1U);
  EXPECT_EQ(now.layouts_with_more_sets_than(2), 2U);
  EXPECT_EQ(now.set_layouts_with_binding.at(5), 1U);
  tell_.destroy("vkDestroyDescriptorSetLayout", VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, 9);
  tell_.destroy("vkFreeMemory", VK_OBJECT_TYPE_DEVICE_MEMORY, 1);
  now = ledger_.snapshot();
  EXPECT_TRUE(now.set_layouts_with_binding.empty());
  EXPECT_EQ(now.memory_bytes, 24U);
  EXPECT_EQ(ledger_.objects_created(), 5U);
}

TEST_F(Ledgers, SayWhatIsMoreAndWhatIsLess) {
  tell_.create("vkCreateFence", VK_OBJECT_TYPE_FENCE, 1);
  const Snapshot before = ledger_.snapshot();
  EXPECT_THAT(ledger_.differences(before), IsEmpty());
  const std::uint64_t image = tell_.create("vkCreateImage", VK_OBJECT_TYPE_IMAGE, 0xAB);
  tell_.create("vkAllocateMemory", VK_OBJECT_TYPE_DEVICE_MEMORY, 3, 0, {512});
  tell_.destroy("vkFreeMemory", VK_OBJECT_TYPE_DEVICE_MEMORY, 3);
  tell_.create("vkAllocateMemory", VK_OBJECT_TYPE_DEVICE_MEMORY, 4, 0, {64});
  tell_.destroy("vkDestroyFence", VK_OBJECT_TYPE_FENCE, 1);
  EXPECT_THAT(ledger_.differences(before),
              ElementsAre("1 fewer VkFence than before",
                          HasSubstr("1 more VkDeviceMemory than before; new: 0x4 of vkAllocateMemory"),
                          "1 more VkImage than before; new: 0xab of vkCreateImage (call " +
                              std::to_string(image) + ")",
                          "64 more bytes of device memory"));
}

TEST_F(Ledgers, TheSameCountsAreNoDifference) {
  tell_.create("vkCreateFence", VK_OBJECT_TYPE_FENCE, 1);
  const Snapshot before = ledger_.snapshot();
  tell_.destroy("vkDestroyFence", VK_OBJECT_TYPE_FENCE, 1);
  tell_.create("vkCreateFence", VK_OBJECT_TYPE_FENCE, 2);
  EXPECT_THAT(ledger_.differences(before), IsEmpty());
}

TEST_F(Ledgers, HandlesOfTwoDevicesAreTwoObjects) {
  tell_.create("vkCreateFence", VK_OBJECT_TYPE_FENCE, 1);
  tell_.scope = 2;
  tell_.create("vkCreateFence", VK_OBJECT_TYPE_FENCE, 1);
  EXPECT_EQ(ledger_.snapshot().count(VK_OBJECT_TYPE_FENCE), 2U);
  tell_.destroy("vkDestroyFence", VK_OBJECT_TYPE_FENCE, 1);
  tell_.scope = 1;
  tell_.destroy("vkDestroyFence", VK_OBJECT_TYPE_FENCE, 1);
  EXPECT_THAT(ledger_.take_findings(), IsEmpty());
  EXPECT_TRUE(ledger_.snapshot().objects.empty());
}

TEST_F(Ledgers, FindWhatIsDestroyedTwiceOrNeverWasThere) {
  tell_.create("vkCreateImage", VK_OBJECT_TYPE_IMAGE, 7);
  const std::uint64_t first = tell_.destroy("vkDestroyImage", VK_OBJECT_TYPE_IMAGE, 7);
  tell_.destroy("vkDestroyImage", VK_OBJECT_TYPE_IMAGE, 7);
  tell_.destroy("vkDestroyImage", VK_OBJECT_TYPE_IMAGE, 8);
  EXPECT_THAT(ledger_.take_findings(), ElementsAre(HasSubstr("ends VkImage 0x7, which vkDestroyImage (call " +
                                                             std::to_string(first) + ") ended"),
                                                   HasSubstr("ends VkImage 0x8, which nothing created")));
  EXPECT_THAT(ledger_.take_findings(), IsEmpty());
}

TEST_F(Ledgers, APoolEndsWithItsChildren) {
  tell_.create("vkCreateDescriptorPool", VK_OBJECT_TYPE_DESCRIPTOR_POOL, 1);
  for (std::uint64_t i = 1; i <= 3; ++i) {
    tell_.create("vkAllocateDescriptorSets", VK_OBJECT_TYPE_DESCRIPTOR_SET, i, 1);
  }
  tell_.destroy("vkFreeDescriptorSets", VK_OBJECT_TYPE_DESCRIPTOR_SET, 2);
  EXPECT_EQ(ledger_.snapshot().count(VK_OBJECT_TYPE_DESCRIPTOR_SET), 2U);
  Record reset = tell_.record(Told::children_freed, "vkResetDescriptorPool", 1);
  reset.type = VK_OBJECT_TYPE_DESCRIPTOR_POOL;
  tell_.give(reset);
  EXPECT_EQ(ledger_.snapshot().count(VK_OBJECT_TYPE_DESCRIPTOR_SET), 0U);
  EXPECT_EQ(ledger_.snapshot().count(VK_OBJECT_TYPE_DESCRIPTOR_POOL), 1U);
  tell_.create("vkAllocateDescriptorSets", VK_OBJECT_TYPE_DESCRIPTOR_SET, 5, 1);
  tell_.destroy("vkDestroyDescriptorPool", VK_OBJECT_TYPE_DESCRIPTOR_POOL, 1);
  EXPECT_TRUE(ledger_.snapshot().objects.empty());
  EXPECT_THAT(ledger_.take_findings(), IsEmpty());
}

TEST_F(Ledgers, FindWhatADeviceLeavesBehind) {
  tell_.create("vkCreateDevice", VK_OBJECT_TYPE_DEVICE, 1);
  const std::uint64_t call = tell_.create("vkCreateSampler", VK_OBJECT_TYPE_SAMPLER, 4);
  tell_.destroy("vkDestroyDevice", VK_OBJECT_TYPE_DEVICE, 1);
  EXPECT_THAT(ledger_.take_findings(), ElementsAre(AllOf(HasSubstr("vkDestroyDevice"),
                                                         HasSubstr("VkSampler 0x4 of vkCreateSampler (call " +
                                                                   std::to_string(call) + ") lives"))));
  EXPECT_EQ(ledger_.snapshot().count(VK_OBJECT_TYPE_SAMPLER), 1U);
}

TEST_F(Ledgers, FindWhatEndsWhileASubmitUsesIt) {
  tell_.create("vkAllocateCommandBuffers", VK_OBJECT_TYPE_COMMAND_BUFFER, 50, 2);
  tell_.create("vkCreateGraphicsPipelines", VK_OBJECT_TYPE_PIPELINE, 30);
  tell_.tell(Told::begin, "vkBeginCommandBuffer", 50);
  tell_.tell(Told::bind_pipeline, "vkCmdBindPipeline", 50, 30, {0});
  tell_.submit(1, 9, {50});
  tell_.destroy("vkDestroyPipeline", VK_OBJECT_TYPE_PIPELINE, 30);
  EXPECT_THAT(ledger_.take_findings(),
              ElementsAre(AllOf(HasSubstr("vkDestroyPipeline"),
                                HasSubstr("VkPipeline 0x1e of vkCreateGraphicsPipelines"),
                                HasSubstr("while vkQueueSubmit"))));
  tell_.tell(Told::fence_seen, "vkWaitForFences", 9);
  tell_.destroy("vkFreeCommandBuffers", VK_OBJECT_TYPE_COMMAND_BUFFER, 50);
  EXPECT_THAT(ledger_.take_findings(), IsEmpty());
  EXPECT_EQ(ledger_.submits(), 1U);
}

TEST_F(Ledgers, SayWhatWasAskedForBeyondARestriction) {
  tell_.tell(Told::beyond, "vkCreateImage", 0, 0, {static_cast<std::uint64_t>(Limit::image_layers), 9, 4});
  tell_.tell(Told::beyond, "vkCmdWriteTimestamp", 0, 0, {static_cast<std::uint64_t>(Limit::timestamps)});
  EXPECT_THAT(ledger_.take_findings(),
              ElementsAre("vkCreateImage (call 1) asks for 9 where maxImageArrayLayers is 4",
                          "vkCmdWriteTimestamp (call 2) on a device without timestamps"));
}

TEST_F(Ledgers, ForgottenObjectsMayEndLater) {
  tell_.create("vkCreateFence", VK_OBJECT_TYPE_FENCE, 1);
  ledger_.forget();
  EXPECT_TRUE(ledger_.snapshot().objects.empty());
  EXPECT_EQ(ledger_.snapshot().last_call, 1U);
  tell_.destroy("vkDestroyFence", VK_OBJECT_TYPE_FENCE, 1);
  EXPECT_THAT(ledger_.take_findings(), IsEmpty());
  tell_.destroy("vkDestroyFence", VK_OBJECT_TYPE_FENCE, 1);
  EXPECT_THAT(ledger_.take_findings(), ::testing::SizeIs(1));
}

TEST_F(Ledgers, CountDescriptorWrites) {
  tell_.tell(Told::descriptors_written, "vkUpdateDescriptorSets", 0, 0, {3});
  tell_.tell(Told::descriptors_written, "vkUpdateDescriptorSets", 0, 0, {1});
  EXPECT_EQ(ledger_.descriptor_writes(), 4U);
}

}  // namespace
}  // namespace rpcts::observer
