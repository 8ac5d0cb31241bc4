#include "harness/gpu/device.hpp"

#include <array>
#include <cstring>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "harness/gpu/buffer.hpp"
#include "harness/gpu/draw.hpp"
#include "harness/gpu/facts.hpp"
#include "harness/gpu/image.hpp"
#include "harness/gpu/layout.hpp"
#include "harness/gpu/pipeline.hpp"

namespace rpcts::gpu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::uint32_t> shader(const std::string& name) {
  std::ifstream file(std::string(GPU_TEST_SHADERS) + "/" + name + ".spv", std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  return words;
}

/// Every test runs on each device that is here, under the validation layer; what the layer says after the
/// device is gone is part of the test.
class EachDevice : public testing::Test {
 protected:
  void SetUp() override {
    Result<Instance> made = Instance::create({.loader = {}, .validation = true});
    ASSERT_TRUE(made.has_value()) << made.error().message;
    instance_ = std::make_unique<Instance>(std::move(*made));
    ASSERT_TRUE(instance_->validating()) << instance_->validation_state();
    ASSERT_FALSE(instance_->devices().empty());
  }

  void TearDown() override {
    const std::shared_ptr<ValidationLog> log = instance_->log();
    instance_.reset();
    for (const ValidationMessage& message : log->drain()) {
      ADD_FAILURE() << message.id << ": " << message.text;
    }
  }

  template <class Body>
  void on_each(const Body& body) {
    for (const PhysicalDevice& physical : instance_->devices()) {
      SCOPED_TRACE(physical.identity.name);
      const Result<Device> device = Device::open(physical);
      ASSERT_TRUE(device.has_value()) << device.error().message;
      body(*device);
    }
  }

  std::unique_ptr<Instance> instance_;
};

TEST_F(EachDevice, OpensAndClosesWithoutAWordFromTheLayer) {
  on_each([](const Device& device) { EXPECT_TRUE(missing_features(device.facts(), Need::drawing).empty()); });
}

TEST_F(EachDevice, SoftwareDevicesKeepTheirKnownFacts) {
  // Facts of the two software drivers as their own tools report them; they guard against a fact read from the
  // wrong field.
  for (const PhysicalDevice& physical : instance_->devices()) {
    SCOPED_TRACE(physical.identity.name);
    const DeviceFacts& facts = physical.facts;
    if (physical.identity.driver == "llvmpipe") {
      EXPECT_EQ(facts.maximum_push_bytes, 256U);
      EXPECT_EQ(facts.maximum_bound_sets, 8U);
      EXPECT_TRUE(facts.draw_parameters);
      EXPECT_EQ(facts.maximum_dynamic_storage_buffers, 1'000'000U);
      EXPECT_EQ(facts.maximum_stage_storage_buffers, 1'000'000U);
    } else if (physical.identity.driver == "SwiftShader driver") {
      EXPECT_EQ(facts.maximum_push_bytes, 128U);
      EXPECT_EQ(facts.maximum_bound_sets, 4U);
      EXPECT_EQ(facts.maximum_table_slots, 500'000U);
      EXPECT_FALSE(facts.draw_parameters);
      EXPECT_EQ(facts.maximum_dynamic_storage_buffers, 4U);
      EXPECT_EQ(facts.maximum_stage_storage_buffers, 30U);
    } else {
      continue;
    }
    EXPECT_EQ(physical.identity.type, DeviceType::software);
    EXPECT_EQ(facts.maximum_image_dimension, 16384U);
    EXPECT_EQ(facts.maximum_image_layers, 2048U);
    EXPECT_TRUE(facts.hdr_color);
    EXPECT_TRUE(facts.sampled_depth);
    EXPECT_TRUE(facts.timestamps);
    EXPECT_TRUE(facts.multiview);
    EXPECT_TRUE(facts.update_unused_while_pending);
    EXPECT_THAT(missing_features(facts, Need::texture_table), IsEmpty());
    EXPECT_GT(facts.device_local_bytes, 0U);
  }
}

TEST_F(EachDevice, BuffersStartAsZerosAndHoldWhatTheHostWrites) {
  on_each([](const Device& device) {
    const Result<Buffer> buffer = Buffer::create(device, 1000, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    ASSERT_TRUE(buffer.has_value()) << buffer.error().message;
    ASSERT_EQ(buffer->bytes().size(), 1000U);
    EXPECT_THAT(buffer->bytes(), testing::Each(std::byte{0}));
    buffer->bytes().back() = std::byte{7};
    EXPECT_EQ(buffer->bytes()[999], std::byte{7});
  });
}

TEST_F(EachDevice, DrawsReadBackFromTheUpperLeftWithThePushWord) {
  on_each([](const Device& device) {
    const Result<PipelineLayout> layout = PipelineLayout::create(
        device, {.sets = {}, .push_bytes = 4, .push_stages = VK_SHADER_STAGE_FRAGMENT_BIT});
    ASSERT_TRUE(layout.has_value()) << layout.error().message;
    const std::vector<std::uint32_t> vertex = shader("whole_picture.vert");
    const std::vector<std::uint32_t> fragment = shader("pixel_number.frag");
    const Result<Owned<VkPipeline>> pipeline =
        make_pipeline(device, *layout, {.vertex = vertex, .fragment = fragment});
    ASSERT_TRUE(pipeline.has_value()) << pipeline.error().message;
    constexpr std::uint32_t base = 0x70000000;
    const auto words = draw_words(device, {.width = 4, .height = 2},
                                  {.pipeline = pipeline->get(),
                                   .layout = &*layout,
                                   .sets = {},
                                   .dynamic_offsets = {},
                                   .push = std::as_bytes(std::span(&base, 1)),
                                   .vertices = 3,
                                   .after_recording = {}});
    ASSERT_TRUE(words.has_value()) << words.error().message;
    EXPECT_THAT(*words,
                ElementsAre(base, base + 1, base + 2, base + 3, base + 4, base + 5, base + 6, base + 7));
  });
}

TEST_F(EachDevice, PixelsThatNothingDrewKeepTheMarkAndYPointsUp) {
  on_each([](const Device& device) {
    const Result<PipelineLayout> layout = PipelineLayout::create(
        device, {.sets = {}, .push_bytes = 4, .push_stages = VK_SHADER_STAGE_FRAGMENT_BIT});
    ASSERT_TRUE(layout.has_value()) << layout.error().message;
    const std::vector<std::uint32_t> vertex = shader("upper_left_pixel.vert");
    const std::vector<std::uint32_t> fragment = shader("pixel_number.frag");
    const Result<Owned<VkPipeline>> pipeline =
        make_pipeline(device, *layout,
                      {.vertex = vertex, .fragment = fragment, .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST});
    ASSERT_TRUE(pipeline.has_value()) << pipeline.error().message;
    constexpr std::uint32_t base = 100;
    const auto words = draw_words(device, {.width = 4, .height = 2},
                                  {.pipeline = pipeline->get(),
                                   .layout = &*layout,
                                   .sets = {},
                                   .dynamic_offsets = {},
                                   .push = std::as_bytes(std::span(&base, 1)),
                                   .vertices = 1,
                                   .after_recording = {}});
    ASSERT_TRUE(words.has_value()) << words.error().message;
    constexpr std::uint32_t none = unwritten_word;
    EXPECT_THAT(*words, ElementsAre(base, none, none, none, none, none, none, none));
  });
}

TEST_F(EachDevice, TexturesNeedAsManyBytesAsTheyHaveTexels) {
  on_each([](const Device& device) {
    const std::vector<std::byte> texels(std::size_t{4} * 2 * 3 * 4);
    EXPECT_TRUE(make_texture(device, {VK_FORMAT_R8G8B8A8_UNORM, 4, 2, 3}, texels).has_value());
    EXPECT_TRUE(make_texture(device, {VK_FORMAT_D32_SFLOAT, 2, 4, 3}, texels).has_value());
    const auto wrong = make_texture(device, {VK_FORMAT_R8G8B8A8_UNORM, 4, 2, 2}, texels);
    ASSERT_FALSE(wrong.has_value());
    EXPECT_EQ(wrong.error().kind, ErrorKind::usage);
    EXPECT_THAT(wrong.error().message, HasSubstr("96 bytes for an image of 64"));
    const auto unknown = make_texture(device, {VK_FORMAT_R8_SRGB, 4, 2, 2}, texels);
    ASSERT_FALSE(unknown.has_value());
    EXPECT_EQ(unknown.error().kind, ErrorKind::usage);
  });
}

TEST_F(EachDevice, AMissingMemoryTypeIsAnErrorThatNamesTheDevice) {
  on_each([](const Device& device) {
    const auto none = device.allocate({.size = 64, .alignment = 1, .memoryTypeBits = 0}, 0);
    ASSERT_FALSE(none.has_value());
    EXPECT_EQ(none.error().kind, ErrorKind::failed);
    EXPECT_THAT(none.error().message, HasSubstr(device.identity().name));
  });
}

TEST(Validation, ALeakIsHeardAfterTheDeviceIsGone) {
  Result<Instance> instance = Instance::create({.loader = {}, .validation = true});
  ASSERT_TRUE(instance.has_value()) << instance.error().message;
  {
    const Result<Device> device = Device::open(instance->devices().front());
    ASSERT_TRUE(device.has_value()) << device.error().message;
    const VkFenceCreateInfo info{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, .pNext = nullptr, .flags = 0};
    VkFence leaked = VK_NULL_HANDLE;
    ASSERT_EQ(vkCreateFence(device->handle(), &info, nullptr, &leaked), VK_SUCCESS);
    EXPECT_THAT(instance->log()->drain(), IsEmpty());
  }
  const std::vector<ValidationMessage> messages = instance->log()->drain();
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_TRUE(messages[0].is_error);
  EXPECT_EQ(messages[0].id, "VUID-vkDestroyDevice-device-00378");
}

TEST(Device, TooOldADeviceIsUnsupportedAndTheMessageSaysWhatItLacks) {
  Result<Instance> instance = Instance::create();
  ASSERT_TRUE(instance.has_value()) << instance.error().message;
  EXPECT_FALSE(instance->validating());
  PhysicalDevice old = instance->devices().front();
  old.facts.vulkan_1_3 = false;
  old.facts.dynamic_rendering = false;
  const Result<Device> device = Device::open(old);
  ASSERT_FALSE(device.has_value());
  EXPECT_EQ(device.error().kind, ErrorKind::unsupported);
  EXPECT_THAT(device.error().message, HasSubstr("Vulkan 1.3, dynamicRendering"));
}

TEST(MissingFeatures, EachFeatureOfTheTableIsNamedWhenItIsMissing) {
  const DeviceFacts nothing;
  EXPECT_THAT(missing_features(nothing, Need::texture_table),
              ElementsAre("runtimeDescriptorArray", "shaderSampledImageArrayNonUniformIndexing",
                          "descriptorBindingPartiallyBound", "descriptorBindingVariableDescriptorCount",
                          "descriptorBindingSampledImageUpdateAfterBind"));
  EXPECT_THAT(missing_features(nothing, Need::drawing),
              ElementsAre("Vulkan 1.3", "dynamicRendering", "synchronization2"));
}

}  // namespace
}  // namespace rpcts::gpu
