// The conformance scene by itself: every part is seen, nothing is symmetric, and depths are what they must
// be.

#include "conformance/render_pack_v1/scene.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <map>

namespace rpcts::render_pack_v1 {
namespace {

using oracle::matrix_of;

TEST(Scene, EveryPartIsSeenAtTheLeastSize) {
  const Scene scene;
  const rpcts_frame frame = scene_frame({}, scene_least_width, scene_least_height);
  const auto instances = scene.instances_at(0);
  std::map<ScenePart, int> pixels;
  int background = 0;
  for (std::uint32_t y = 0; y < scene_least_height; ++y) {
    for (std::uint32_t x = 0; x < scene_least_width; ++x) {
      const auto hit = scene.shoot(matrix_of(frame.view), matrix_of(frame.projection),
                                   (x + 0.5) / scene_least_width * 2 - 1,
                                   1 - (y + 0.5) / scene_least_height * 2, instances);
      hit ? ++pixels[hit->part] : ++background;
      if (hit) {
        EXPECT_GT(hit->depth, 0.9);
        EXPECT_LT(hit->depth, 1);
      }
    }
  }
  EXPECT_GT(background, 200);
  EXPECT_GT(pixels[ScenePart::terrain], 200);
  for (int part = 0; part <= static_cast<int>(ScenePart::room_pillar); ++part) {
    EXPECT_GE(pixels[static_cast<ScenePart>(part)], 3) << name_of(static_cast<ScenePart>(part));
  }
}

TEST(Scene, NamedPoints) {
  // docs/render_pack_v1/scene.md names them; the arithmetic is done there by hand.
  const Scene scene;
  oracle::Matrix view = oracle::look_at({7, 0, 2}, {7, 10, 2}, {0, 0, 1});
  const oracle::Matrix projection = oracle::perspective(1, 1, 0.1, 2000);
  const auto house = scene.shoot(view, projection, 0, 0, scene.instances_at(0));
  ASSERT_TRUE(house.has_value());
  EXPECT_EQ(house->part, ScenePart::house);
  EXPECT_NEAR(house->position[1], 12, 1e-9);
  EXPECT_NEAR(house->depth, 2000.0 / 1999.9 * (1 - 0.1 / 12), 1e-9);
  view = oracle::look_at({-20, -40, 10}, {-20, -40, 0}, {0, 1, 0});
  const auto ground = scene.shoot(view, projection, 0, 0, scene.instances_at(0));
  ASSERT_TRUE(ground.has_value());
  EXPECT_EQ(ground->part, ScenePart::terrain);
  EXPECT_NEAR(ground->position[2], 0, 1e-12);
}

TEST(Scene, AnimationMovesTheTwoAnimatedPartsOnly) {
  const Scene scene;
  const auto before = scene.instances_at(0);
  const auto after = scene.instances_at(2);
  int changed = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    changed += before[i] != after[i] ? 1 : 0;
  }
  EXPECT_EQ(changed, 2);
  EXPECT_EQ(after[16 * 3 + 12] - before[16 * 3 + 12], 1);
  EXPECT_EQ(after[16 * 4 + 14] - before[16 * 4 + 14], 1);
}

TEST(Scene, CutoutLetsRaysThroughAndIndoorCastsNothing) {
  const Scene scene;
  const auto instances = scene.instances_at(0);
  // The fence's first texel column of the upper row is opaque, the second has alpha 0.
  int fence = 0;
  int through = 0;
  for (int i = 0; i < 64; ++i) {
    const double x = -9 + i * 8.0 / 64;
    const auto hit = scene.shoot_caster({x, -20, 2.4}, {0, 1, 0}, instances);
    if (hit && hit->part == ScenePart::fence) {
      ++fence;
    } else {
      ++through;
    }
  }
  EXPECT_GT(fence, 16);
  EXPECT_GT(through, 8);
  const auto under_room = scene.shoot_caster({-14, 12, 50}, {0, 0, -1}, instances);
  ASSERT_TRUE(under_room.has_value());
  EXPECT_EQ(under_room->part, ScenePart::terrain);
}

}  // namespace
}  // namespace rpcts::render_pack_v1
