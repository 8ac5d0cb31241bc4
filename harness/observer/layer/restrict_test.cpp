// A device that seems smaller than it is, through the layer, on the machine's default device.

#include <algorithm>
#include <gmock/gmock.h>
#include <string_view>

#include "harness/observer/layer/layer_testing.hpp"

namespace rpcts::observer::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Restricted : public LayerTest {
 protected:
  void SetUp() override {
    LayerTest::SetUp();
    observer()->attend(Attention::idle);  // a restriction alone makes the layer look
  }
};

std::vector<VkExtensionProperties> extensions_of(VkPhysicalDevice device) {
  std::uint32_t count = 0;
  EXPECT_EQ(vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr), VK_SUCCESS);
  std::vector<VkExtensionProperties> all(count);
  EXPECT_EQ(vkEnumerateDeviceExtensionProperties(device, nullptr, &count, all.data()), VK_SUCCESS);
  return all;
}

bool has(const std::vector<VkExtensionProperties>& all, std::string_view name) {
  return std::ranges::any_of(all, [&](const auto& one) { return one.extensionName == name; });
}

struct Seen {
  VkBool32 multiview = VK_FALSE;
  VkBool32 multiview_eleven = VK_FALSE;
  VkBool32 indexing = VK_FALSE;
  VkBool32 indexing_twelve = VK_FALSE;
  VkBool32 timeline = VK_FALSE;
};

Seen features_of(VkPhysicalDevice device) {
  VkPhysicalDeviceMultiviewFeatures multiview{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES};
  VkPhysicalDeviceDescriptorIndexingFeatures indexing{
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES, .pNext = &multiview};
  VkPhysicalDeviceFeatures2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &indexing};
  vkGetPhysicalDeviceFeatures2(device, &all);
  VkPhysicalDeviceVulkan12Features twelve{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceVulkan11Features eleven{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                                          .pNext = &twelve};
  all.pNext = &eleven;
  vkGetPhysicalDeviceFeatures2(device, &all);
  return {.multiview = multiview.multiview,
          .multiview_eleven = eleven.multiview,
          .indexing = indexing.runtimeDescriptorArray,
          .indexing_twelve = twelve.descriptorIndexing,
          .timeline = twelve.timelineSemaphore};
}

TEST_F(Restricted, NothingIsTakenUnasked) {
  const Application app;
  ASSERT_EQ(app.result, VK_SUCCESS);
  const Seen seen = features_of(app.physical);
  if (seen.multiview == VK_FALSE || seen.indexing == VK_FALSE) {
    GTEST_SKIP() << "this device has no multiview or no descriptor indexing to take away";
  }
  EXPECT_EQ(seen.multiview_eleven, VK_TRUE);
  EXPECT_EQ(seen.indexing_twelve, VK_TRUE);
}

TEST_F(Restricted, MultiviewIsGoneInEachForm) {
  observer()->restrict_to({.no_multiview = true});
  VkPhysicalDeviceVulkan11Features eleven{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                                          .multiview = VK_TRUE};
  VkPhysicalDeviceMultiviewFeatures multiview{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES,
                                              .multiview = VK_TRUE};
  {
    const Application app;
    ASSERT_EQ(app.result, VK_SUCCESS);
    const Seen seen = features_of(app.physical);
    EXPECT_EQ(seen.multiview, VK_FALSE);
    EXPECT_EQ(seen.multiview_eleven, VK_FALSE);
    EXPECT_EQ(seen.timeline, VK_TRUE);
    EXPECT_FALSE(has(extensions_of(app.physical), VK_KHR_MULTIVIEW_EXTENSION_NAME));
  }
  EXPECT_EQ(Application({.features = &eleven}).result, VK_ERROR_FEATURE_NOT_PRESENT);
  EXPECT_EQ(Application({.features = &multiview}).result, VK_ERROR_FEATURE_NOT_PRESENT);
  EXPECT_EQ(Application({.extensions = {VK_KHR_MULTIVIEW_EXTENSION_NAME}}).result,
            VK_ERROR_EXTENSION_NOT_PRESENT);
  observer()->restrict_to({});
  EXPECT_EQ(Application({.features = &eleven}).result, VK_SUCCESS);
}

TEST_F(Restricted, DescriptorIndexingIsGoneWithItsExtension) {
  {
    const Application app;
    ASSERT_TRUE(has(extensions_of(app.physical), VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME));
  }
  observer()->restrict_to({.no_descriptor_indexing = true});
  const Application app;
  ASSERT_EQ(app.result, VK_SUCCESS);
  const Seen seen = features_of(app.physical);
  EXPECT_EQ(seen.indexing, VK_FALSE);
  EXPECT_EQ(seen.indexing_twelve, VK_FALSE);
  EXPECT_EQ(seen.multiview, VK_TRUE);
  const auto left = extensions_of(app.physical);
  EXPECT_FALSE(has(left, VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME));
  EXPECT_FALSE(left.empty());
  // A list that is too short for all of them.
  std::uint32_t two = 2;
  std::array<VkExtensionProperties, 2> few{};
  EXPECT_EQ(vkEnumerateDeviceExtensionProperties(app.physical, nullptr, &two, few.data()), VK_INCOMPLETE);
  VkPhysicalDeviceVulkan12Features twelve{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                          .runtimeDescriptorArray = VK_TRUE};
  EXPECT_EQ(Application({.features = &twelve}).result, VK_ERROR_FEATURE_NOT_PRESENT);
}

TEST_F(Restricted, LimitsAreLowerInEachForm) {
  observer()->restrict_to(
      {.no_timestamps = true, .dynamic_storage_buffers = 1, .image_layers = 3, .image_dimension = 100});
  const Application app;
  ASSERT_EQ(app.result, VK_SUCCESS);
  VkPhysicalDeviceProperties plain{};
  vkGetPhysicalDeviceProperties(app.physical, &plain);
  VkPhysicalDeviceProperties2 second{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
  vkGetPhysicalDeviceProperties2(app.physical, &second);
  for (const VkPhysicalDeviceLimits& limits : {plain.limits, second.properties.limits}) {
    EXPECT_EQ(limits.maxDescriptorSetStorageBuffersDynamic, 1U);
    EXPECT_EQ(limits.maxImageArrayLayers, 3U);
    EXPECT_EQ(limits.maxImageDimension2D, 100U);
    EXPECT_EQ(limits.timestampComputeAndGraphics, VK_FALSE);
  }
  std::uint32_t count = 1;
  VkQueueFamilyProperties family{};
  vkGetPhysicalDeviceQueueFamilyProperties(app.physical, &count, &family);
  EXPECT_EQ(family.timestampValidBits, 0U);
  VkImageFormatProperties image{};
  ASSERT_EQ(vkGetPhysicalDeviceImageFormatProperties(app.physical, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D,
                                                     VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_USAGE_SAMPLED_BIT, 0,
                                                     &image),
            VK_SUCCESS);
  EXPECT_EQ(image.maxArrayLayers, 3U);
  EXPECT_EQ(image.maxExtent.width, 100U);
}

TEST_F(Restricted, WhatGoesBeyondIsFound) {
  observer()->restrict_to({.dynamic_storage_buffers = 1, .image_layers = 3, .image_dimension = 100});
  const Application app;
  ASSERT_EQ(app.result, VK_SUCCESS);
  const auto image_of = [&](std::uint32_t extent, std::uint32_t layers) {
    const VkImageCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                 .imageType = VK_IMAGE_TYPE_2D,
                                 .format = VK_FORMAT_R8G8B8A8_UNORM,
                                 .extent = {.width = extent, .height = 4, .depth = 1},
                                 .mipLevels = 1,
                                 .arrayLayers = layers,
                                 .samples = VK_SAMPLE_COUNT_1_BIT,
                                 .usage = VK_IMAGE_USAGE_SAMPLED_BIT};
    VkImage image = VK_NULL_HANDLE;
    EXPECT_EQ(app.vk.vkCreateImage(app.device, &info, nullptr, &image), VK_SUCCESS);
    app.vk.vkDestroyImage(app.device, image, nullptr);
    read();
    return observer()->take_findings();
  };
  EXPECT_THAT(image_of(100, 3), IsEmpty());
  EXPECT_THAT(image_of(101, 3), ElementsAre(HasSubstr("101 where maxImageDimension2D is 100")));
  EXPECT_THAT(image_of(100, 4), ElementsAre(HasSubstr("4 where maxImageArrayLayers is 3")));
  const VkDescriptorSetLayoutBinding binding{.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
                                             .descriptorCount = 1};
  const VkDescriptorSetLayoutCreateInfo set_info{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
  VkDescriptorSetLayout set = VK_NULL_HANDLE;
  ASSERT_EQ(app.vk.vkCreateDescriptorSetLayout(app.device, &set_info, nullptr, &set), VK_SUCCESS);
  const std::array sets{set, set};
  for (const std::uint32_t count : {1U, 2U}) {
    const VkPipelineLayoutCreateInfo info{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                          .setLayoutCount = count,
                                          .pSetLayouts = sets.data()};
    VkPipelineLayout layout = VK_NULL_HANDLE;
    ASSERT_EQ(app.vk.vkCreatePipelineLayout(app.device, &info, nullptr, &layout), VK_SUCCESS);
    app.vk.vkDestroyPipelineLayout(app.device, layout, nullptr);
    read();
    EXPECT_EQ(observer()->take_findings().size(), count - 1);
  }
  app.vk.vkDestroyDescriptorSetLayout(app.device, set, nullptr);
}

TEST_F(Restricted, MemoryEndsWhereTheHeapDoes) {
  constexpr VkDeviceSize bytes = 1 << 20;
  observer()->restrict_to({.device_local_bytes = bytes});
  const Application app;
  ASSERT_EQ(app.result, VK_SUCCESS);
  VkPhysicalDeviceMemoryProperties memory{};
  vkGetPhysicalDeviceMemoryProperties(app.physical, &memory);
  const std::uint32_t type = app.memory_type(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  ASSERT_EQ(memory.memoryHeaps[memory.memoryTypes[type].heapIndex].size, bytes);
  const auto allocate = [&](VkDeviceSize size, VkDeviceMemory* made) {
    const VkMemoryAllocateInfo info{
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = size, .memoryTypeIndex = type};
    return app.vk.vkAllocateMemory(app.device, &info, nullptr, made);
  };
  VkDeviceMemory half = VK_NULL_HANDLE;
  VkDeviceMemory rest = VK_NULL_HANDLE;
  ASSERT_EQ(allocate(bytes / 2, &half), VK_SUCCESS);
  EXPECT_EQ(allocate((bytes / 2) + 1, &rest), VK_ERROR_OUT_OF_DEVICE_MEMORY);
  EXPECT_EQ(rest, VkDeviceMemory{VK_NULL_HANDLE});
  ASSERT_EQ(allocate(bytes / 2, &rest), VK_SUCCESS);
  app.vk.vkFreeMemory(app.device, half, nullptr);
  ASSERT_EQ(allocate(bytes / 2, &half), VK_SUCCESS);
  app.vk.vkFreeMemory(app.device, half, nullptr);
  app.vk.vkFreeMemory(app.device, rest, nullptr);
}

}  // namespace
}  // namespace rpcts::observer::testing
