#include "harness/reference/render/module_needs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

#include "harness/reference/render/layouts.hpp"
#include "harness/reference/render/render_testing.hpp"

namespace rpcts::reference {
namespace {

using testing::HasSubstr;

DeviceFacts able() {
  DeviceFacts facts;
  facts.draw_parameters = true;
  facts.multiview = true;
  facts.runtime_descriptor_array = true;
  facts.nonuniform_sampled_image_indexing = true;
  facts.maximum_stage_storage_buffers = 10;
  facts.maximum_dynamic_storage_buffers = 10;
  return facts;
}

void expect_unsupported(const std::vector<std::uint32_t>& module, const DeviceFacts& facts,
                        const std::string& part) {
  const Result<void> done = check_needs(module, facts, "the thing");
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().kind, ErrorKind::unsupported);
  EXPECT_THAT(done.error().message, testing::StartsWith("the thing: "));
  EXPECT_THAT(done.error().message, HasSubstr(part));
}

TEST(ModuleNeeds, AnAbleDeviceRunsAllBaseModules) {
  for (const char* name : {"world_caster_multiview.vert", "world_receiver.vert", "world_receiver.frag",
                           "cutout_caster.frag", "sun_rays.frag"}) {
    const Result<void> done = check_needs(base_module("mv", name), able(), name);
    EXPECT_TRUE(done.has_value()) << done.error().message;
  }
}

TEST(ModuleNeeds, ALackingFeatureIsNamed) {
  DeviceFacts facts = able();
  facts.draw_parameters = false;
  expect_unsupported(base_module("shadow", "world_caster.vert"), facts, "DrawParameters");
  EXPECT_TRUE(check_needs(base_module("shadow", "terrain_caster.vert"), facts, "").has_value());
  facts = able();
  facts.multiview = false;
  expect_unsupported(base_module("mv", "terrain_caster_multiview.vert"), facts, "MultiView");
}

TEST(ModuleNeeds, ALimitIsNamed) {
  DeviceFacts facts = able();
  facts.maximum_stage_storage_buffers = 9;
  expect_unsupported(base_module("shadow", "world_receiver.frag"), facts,
                     "maxPerStageDescriptorStorageBuffers is 9");
  EXPECT_TRUE(check_needs(base_module("shadow", "world_caster.vert"), facts, "").has_value());
}

TEST(ModuleNeeds, ACapabilityThatNoDeviceIsOpenedWithIsNamed) {
  std::vector<std::uint32_t> module = base_module("tone", "tone_map.frag");
  module.insert(module.begin() + 5, {2U << 16 | 17U, 10U});  // OpCapability Float64
  expect_unsupported(module, able(), "capability 10");
}

TEST(ModuleNeeds, AModuleThatEndsTooEarlyIsRefused) {
  std::vector<std::uint32_t> module = base_module("tone", "tone_map.frag");
  module.push_back(3U << 16 | 17U);  // three words, of which one is there
  EXPECT_FALSE(check_needs(module, able(), "").has_value());
  module = base_module("tone", "tone_map.frag");
  module[5] &= 0xFFFFU;
  EXPECT_FALSE(check_needs(module, able(), "").has_value());
}

TEST(StorageForm, TenPlainDescriptorsStandInForTenDynamicOnes) {
  DeviceFacts facts = able();
  EXPECT_EQ(storage_form(facts).bindings, 10U);
  EXPECT_TRUE(storage_form(facts).dynamic);
  facts.maximum_dynamic_storage_buffers = 4;
  EXPECT_EQ(storage_form(facts).bindings, 10U);
  EXPECT_FALSE(storage_form(facts).dynamic);
  facts.maximum_stage_storage_buffers = 4;
  EXPECT_EQ(storage_form(facts).bindings, 2U);
  EXPECT_TRUE(storage_form(facts).dynamic);
}

}  // namespace
}  // namespace rpcts::reference
