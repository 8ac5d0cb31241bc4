// The ledger through the layer, on the machine's default device.

#include <gmock/gmock.h>
#include <thread>

#include "harness/observer/layer/layer_testing.hpp"

namespace rpcts::observer::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Ledgers : public LayerTest {};

TEST_F(Ledgers, KnowAnApplicationFromItsInstanceToItsEnd) {
  {
    const Application app;
    ASSERT_EQ(app.result, VK_SUCCESS);
    read();
    const Snapshot now = observer()->ledger().snapshot();
    EXPECT_EQ(now.count(VK_OBJECT_TYPE_INSTANCE), 1U);
    EXPECT_EQ(now.count(VK_OBJECT_TYPE_DEVICE), 1U);
    EXPECT_EQ(now.objects.size(), 2U);
  }
  read();
  EXPECT_TRUE(observer()->ledger().snapshot().objects.empty());
  EXPECT_THAT(observer()->take_findings(), IsEmpty());
}

TEST_F(Ledgers, SeeNothingAtIdle) {
  observer()->attend(Attention::idle);
  const Application app;
  ASSERT_EQ(app.result, VK_SUCCESS);
  VkBuffer buffer = VK_NULL_HANDLE;
  ASSERT_EQ(app.buffer(&buffer), VK_SUCCESS);
  app.vk.vkDestroyBuffer(app.device, buffer, nullptr);
  read();
  EXPECT_EQ(observer()->ledger().objects_created(), 0U);
}

TEST_F(Ledgers, LeaveToTheDriverWhatTheyDoNotLookAt) {
  const std::string layers = std::getenv("VK_INSTANCE_LAYERS");  // NOLINT(concurrency-mt-unsafe)
  ASSERT_TRUE(layers.starts_with("VK_LAYER_RPCTS_observer"));
  const std::size_t others = layers.find(':');
  // The pointers of a device that has the user's layers only.
  ::setenv("VK_INSTANCE_LAYERS", others == std::string::npos ? "" : layers.substr(others + 1).c_str(),
           1);  // NOLINT(concurrency-mt-unsafe)
  VolkDeviceTable bare{};
  {
    const Application app;
    bare = app.vk;
  }
  ::setenv("VK_INSTANCE_LAYERS", layers.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
  const auto of = [](Attention attention) {
    observer()->attend(attention);
    const Application app;
    return app.vk;
  };
  const VolkDeviceTable idle = of(Attention::idle);
  EXPECT_EQ(idle.vkCreateBuffer, bare.vkCreateBuffer);
  EXPECT_EQ(idle.vkQueueSubmit, bare.vkQueueSubmit);
  EXPECT_EQ(idle.vkCmdDraw, bare.vkCmdDraw);
  const VolkDeviceTable ledger = of(Attention::ledger);
  EXPECT_NE(ledger.vkCreateBuffer, bare.vkCreateBuffer);
  EXPECT_EQ(ledger.vkCmdDraw, bare.vkCmdDraw);
  EXPECT_EQ(ledger.vkCmdWriteTimestamp, bare.vkCmdWriteTimestamp);
  EXPECT_EQ(ledger.vkCmdBeginRendering, bare.vkCmdBeginRendering);
  const VolkDeviceTable record = of(Attention::record);
  EXPECT_NE(record.vkCmdDraw, bare.vkCmdDraw);
  EXPECT_EQ(record.vkCmdSetViewport, bare.vkCmdSetViewport);
}

TEST_F(Ledgers, CountMemoryLayoutsBindingsAndSets) {
  const Application app;
  ASSERT_EQ(app.result, VK_SUCCESS);
  read();
  const Snapshot before = observer()->ledger().snapshot();

  const VkMemoryAllocateInfo memory_info{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                         .allocationSize = 4096};
  VkDeviceMemory memory = VK_NULL_HANDLE;
  ASSERT_EQ(app.vk.vkAllocateMemory(app.device, &memory_info, nullptr, &memory), VK_SUCCESS);

  const std::array bindings{
      VkDescriptorSetLayoutBinding{
          .binding = 0, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .descriptorCount = 1},
      VkDescriptorSetLayoutBinding{
          .binding = 7, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .descriptorCount = 1}};
  const VkDescriptorSetLayoutCreateInfo layout_info{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
      .bindingCount = bindings.size(),
      .pBindings = bindings.data()};
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  ASSERT_EQ(app.vk.vkCreateDescriptorSetLayout(app.device, &layout_info, nullptr, &layout), VK_SUCCESS);
  const std::array layouts{layout, layout, layout};
  const VkPipelineLayoutCreateInfo pipeline_layout_info{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
      .setLayoutCount = layouts.size(),
      .pSetLayouts = layouts.data()};
  VkPipelineLayout pipeline_layout = VK_NULL_HANDLE;
  ASSERT_EQ(app.vk.vkCreatePipelineLayout(app.device, &pipeline_layout_info, nullptr, &pipeline_layout),
            VK_SUCCESS);
  const VkDescriptorPoolSize size{.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .descriptorCount = 6};
  const VkDescriptorPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = 3,
                                             .poolSizeCount = 1,
                                             .pPoolSizes = &size};
  VkDescriptorPool pool = VK_NULL_HANDLE;
  ASSERT_EQ(app.vk.vkCreateDescriptorPool(app.device, &pool_info, nullptr, &pool), VK_SUCCESS);
  const VkDescriptorSetAllocateInfo set_info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                             .descriptorPool = pool,
                                             .descriptorSetCount = 3,
                                             .pSetLayouts = layouts.data()};
  std::array<VkDescriptorSet, 3> sets{};
  ASSERT_EQ(app.vk.vkAllocateDescriptorSets(app.device, &set_info, sets.data()), VK_SUCCESS);
  VkBuffer buffer = VK_NULL_HANDLE;
  ASSERT_EQ(app.buffer(&buffer), VK_SUCCESS);
  ASSERT_EQ(app.vk.vkBindBufferMemory(app.device, buffer, memory, 0), VK_SUCCESS);
  const VkDescriptorBufferInfo range{.buffer = buffer, .range = VK_WHOLE_SIZE};
  const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                   .dstSet = sets[0],
                                   .dstBinding = 7,
                                   .descriptorCount = 1,
                                   .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                   .pBufferInfo = &range};
  app.vk.vkUpdateDescriptorSets(app.device, 1, &write, 0, nullptr);

  read();
  Snapshot now = observer()->ledger().snapshot();
  EXPECT_EQ(now.memory_bytes, 4096U);
  EXPECT_EQ(now.pipeline_layouts, (std::map<std::uint32_t, std::uint32_t>{{3, 1}}));
  EXPECT_EQ(now.layouts_with_more_sets_than(2), 1U);
  EXPECT_EQ(now.layouts_with_more_sets_than(3), 0U);
  EXPECT_EQ(now.set_layouts_with_binding, (std::map<std::uint32_t, std::uint32_t>{{0, 1}, {7, 1}}));
  EXPECT_EQ(now.count(VK_OBJECT_TYPE_DESCRIPTOR_SET), 3U);
  EXPECT_EQ(observer()->ledger().descriptor_writes(), 1U);

  ASSERT_EQ(app.vk.vkResetDescriptorPool(app.device, pool, 0), VK_SUCCESS);
  read();
  EXPECT_EQ(observer()->ledger().snapshot().count(VK_OBJECT_TYPE_DESCRIPTOR_SET), 0U);
  ASSERT_EQ(app.vk.vkAllocateDescriptorSets(app.device, &set_info, sets.data()), VK_SUCCESS);

  app.vk.vkDestroyDescriptorPool(app.device, pool, nullptr);
  app.vk.vkDestroyPipelineLayout(app.device, pipeline_layout, nullptr);
  app.vk.vkDestroyDescriptorSetLayout(app.device, layout, nullptr);
  app.vk.vkDestroyBuffer(app.device, buffer, nullptr);
  app.vk.vkFreeMemory(app.device, memory, nullptr);
  app.vk.vkFreeMemory(app.device, VK_NULL_HANDLE, nullptr);
  read();
  EXPECT_THAT(observer()->ledger().differences(before), IsEmpty());
  EXPECT_THAT(observer()->take_findings(), IsEmpty());
}

TEST_F(Ledgers, NameWhatIsLeftAndTheCallThatMadeIt) {
  std::uint64_t call = 0;
  {
    const Application app;
    ASSERT_EQ(app.result, VK_SUCCESS);
    read();
    const Snapshot before = observer()->ledger().snapshot();
    VkBuffer kept = VK_NULL_HANDLE;
    VkBuffer gone = VK_NULL_HANDLE;
    ASSERT_EQ(app.buffer(&kept), VK_SUCCESS);
    ASSERT_EQ(app.buffer(&gone), VK_SUCCESS);
    app.vk.vkDestroyBuffer(app.device, gone, nullptr);
    read();
    const auto live = observer()->ledger().live();
    ASSERT_FALSE(live.empty());
    EXPECT_EQ(live.back().type, VK_OBJECT_TYPE_BUFFER);
    call = live.back().call;
    EXPECT_GT(call, before.last_call);
    const std::string made = "vkCreateBuffer (call " + std::to_string(call) + ")";
    EXPECT_THAT(observer()->ledger().differences(before),
                ElementsAre(::testing::AllOf(HasSubstr("1 more VkBuffer than before"), HasSubstr(made))));
    // The application ends, and the buffer was never destroyed.
  }
  read();
  EXPECT_THAT(observer()->take_findings(),
              ElementsAre(::testing::AllOf(HasSubstr("vkDestroyDevice"), HasSubstr("VkBuffer"),
                                           HasSubstr("(call " + std::to_string(call) + ")"))));
  EXPECT_EQ(observer()->ledger().snapshot().count(VK_OBJECT_TYPE_BUFFER), 1U);
}

TEST_F(Ledgers, CountWhatManyThreadsAndDevicesDo) {
  const Application first;
  const Application second;
  ASSERT_EQ(first.result, VK_SUCCESS);
  ASSERT_EQ(second.result, VK_SUCCESS);
  read();
  const Snapshot before = observer()->ledger().snapshot();
  constexpr int each = 300;
  const auto work = [](const Application& app) {
    std::vector<VkBuffer> buffers(each);
    for (VkBuffer& one : buffers) {
      ASSERT_EQ(app.buffer(&one), VK_SUCCESS);
    }
    for (std::size_t i = 0; i < buffers.size(); i += 2) {
      app.vk.vkDestroyBuffer(app.device, buffers[i], nullptr);
    }
    for (std::size_t i = 1; i < buffers.size(); i += 2) {
      app.vk.vkDestroyBuffer(app.device, buffers[i], nullptr);
    }
  };
  {
    const std::jthread a([&] { work(first); });
    const std::jthread b([&] { work(first); });
    const std::jthread c([&] { work(second); });
  }
  read();
  EXPECT_EQ(observer()->ledger().objects_created(), 4U + (3U * each));
  EXPECT_THAT(observer()->ledger().differences(before), IsEmpty());
  EXPECT_THAT(observer()->take_findings(), IsEmpty());
}

TEST_F(Ledgers, FindWhatIsDestroyedWhileItsSubmitMayRun) {
  const Application app;
  ASSERT_EQ(app.result, VK_SUCCESS);
  const VkCommandPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  VkCommandPool pool = VK_NULL_HANDLE;
  ASSERT_EQ(app.vk.vkCreateCommandPool(app.device, &pool_info, nullptr, &pool), VK_SUCCESS);
  const VkCommandBufferAllocateInfo info{
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 1};
  VkCommandBuffer commands = VK_NULL_HANDLE;
  ASSERT_EQ(app.vk.vkAllocateCommandBuffers(app.device, &info, &commands), VK_SUCCESS);
  const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  ASSERT_EQ(app.vk.vkBeginCommandBuffer(commands, &begin), VK_SUCCESS);
  ASSERT_EQ(app.vk.vkEndCommandBuffer(commands), VK_SUCCESS);
  const VkFence fence = app.fence();
  const VkSubmitInfo submit{
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};

  // Waited for: nothing to say.
  ASSERT_EQ(app.vk.vkQueueSubmit(app.queue, 1, &submit, fence), VK_SUCCESS);
  ASSERT_EQ(app.vk.vkWaitForFences(app.device, 1, &fence, VK_TRUE, UINT64_MAX), VK_SUCCESS);
  app.vk.vkFreeCommandBuffers(app.device, pool, 1, &commands);
  read();
  EXPECT_EQ(observer()->ledger().submits(), 1U);
  EXPECT_THAT(observer()->take_findings(), IsEmpty());

  // Freed with its pool before anything told that it ended. It is empty and the pause is long, so the device
  // is done with it in truth.
  ASSERT_EQ(app.vk.vkAllocateCommandBuffers(app.device, &info, &commands), VK_SUCCESS);
  ASSERT_EQ(app.vk.vkBeginCommandBuffer(commands, &begin), VK_SUCCESS);
  ASSERT_EQ(app.vk.vkEndCommandBuffer(commands), VK_SUCCESS);
  ASSERT_EQ(app.vk.vkResetFences(app.device, 1, &fence), VK_SUCCESS);
  ASSERT_EQ(app.vk.vkQueueSubmit(app.queue, 1, &submit, fence), VK_SUCCESS);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  app.vk.vkDestroyCommandPool(app.device, pool, nullptr);
  ASSERT_EQ(app.vk.vkQueueWaitIdle(app.queue), VK_SUCCESS);
  app.vk.vkDestroyFence(app.device, fence, nullptr);
  read();
  EXPECT_THAT(observer()->take_findings(),
              ElementsAre(::testing::AllOf(HasSubstr("vkDestroyCommandPool"), HasSubstr("VkCommandBuffer"),
                                           HasSubstr("while vkQueueSubmit"))));
}

}  // namespace
}  // namespace rpcts::observer::testing
