#include "harness/observer/commands.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rpcts::observer {
namespace {

TEST(Commands, AreFoundByNameAndByAlias) {
  const auto image = command_index("vkCreateImage");
  ASSERT_TRUE(image);
  EXPECT_EQ(command_name(*image), "vkCreateImage");
  const auto alias = command_index("vkCreateRenderPass2KHR");
  ASSERT_TRUE(alias);
  EXPECT_EQ(command_name(*alias), "vkCreateRenderPass2");
  EXPECT_FALSE(command_index("vkCreateImag"));
  EXPECT_FALSE(command_index(""));
  EXPECT_EQ(command_name(0xFFFF), "?");
}

TEST(Commands, HaveTheErrorsOfTheRegistry) {
  EXPECT_THAT(command_errors(*command_index("vkCreateBuffer")),
              testing::IsSupersetOf({VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY}));
  EXPECT_TRUE(command_errors(*command_index("vkCmdDraw")).empty());
  const auto sets = *command_index("vkAllocateDescriptorSets");
  EXPECT_EQ(error_of(sets, VK_ERROR_FRAGMENTED_POOL), VK_ERROR_FRAGMENTED_POOL);
  EXPECT_EQ(error_of(sets, VK_ERROR_DEVICE_LOST), VK_ERROR_OUT_OF_HOST_MEMORY);
}

TEST(Commands, ObjectTypesHaveNames) {
  EXPECT_EQ(object_type_name(VK_OBJECT_TYPE_DESCRIPTOR_SET), "VkDescriptorSet");
  EXPECT_EQ(object_type_name(VK_OBJECT_TYPE_DEVICE_MEMORY), "VkDeviceMemory");
  EXPECT_EQ(object_type_name(VK_OBJECT_TYPE_UNKNOWN), "object");
}

}  // namespace
}  // namespace rpcts::observer
