#include "harness/reference/host/scene_copy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>

#include "harness/reference/host/scene_testing.hpp"

namespace rpcts::reference {
namespace {

TEST(SceneCopy, OutlivesWhatItWasMadeOf) {
  auto original = std::make_unique<samples::TowerScene>();
  const rpcts_scene given = original->view();
  auto copy = SceneCopy::of(given);
  ASSERT_TRUE(copy.has_value());
  const SceneCopy moved = *std::move(copy);
  const rpcts_scene& scene = moved.scene();
  EXPECT_NE(scene.world_vertices, given.world_vertices);
  EXPECT_NE(scene.textures[0].texels, given.textures[0].texels);
  original.reset();
  EXPECT_EQ(scene.world_vertex_count, 24U);
  EXPECT_EQ(scene.world_vertices[23].position[2], 4);
  EXPECT_EQ(scene.instances[12 + 16], -10);
  EXPECT_EQ(scene.textures[0].texels[7], 0);
  EXPECT_EQ(scene.terrain_indices[5], 3U);
  EXPECT_EQ(scene.batches[1].flags, RPCTS_BATCH_CUTOUT | RPCTS_BATCH_TWO_SIDED);
  EXPECT_EQ(scene.background[2], 0.5F);
}

TEST(SceneCopy, ListWithoutDataIsNamed) {
  rpcts_scene scene{};
  EXPECT_TRUE(SceneCopy::of(scene).has_value()) << "an empty scene is one";
  scene.world_index_count = 3;
  const auto copy = SceneCopy::of(scene);
  ASSERT_FALSE(copy.has_value());
  EXPECT_THAT(copy.error().message, testing::HasSubstr("world_indices"));
}

}  // namespace
}  // namespace rpcts::reference
