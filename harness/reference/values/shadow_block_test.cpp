#include "harness/reference/values/shadow_block.hpp"

#include <gtest/gtest.h>
#include <limits>

#include "harness/reference/values/frame_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::CelestialSource;
using render_pack_v1::Float4;
using render_pack_v1::Uint4;

ShadowQuality quality_of(std::uint32_t cascades, float reach, std::uint32_t radius) {
  ShadowQuality quality = quality_default(render_pack_v1::RenderQualitySemantic::Medium);
  quality.cascades = cascades;
  quality.reach_meters = reach;
  quality.pcf_radius = radius;
  return quality;
}

const SelectedLight moon{.kind = CelestialSource::SecondaryMoon,
                         .direction = {0, 0.6F, 0.8F},
                         .elevation_sine = 0.8F,
                         .energy = 1};

CascadeFit fit_of(const ShadowQuality& quality, float resident) {
  return fit_cascades(look_at({}, {1, 2, -0.2F}, {0, 0, 1}), samples::perspective(70, 16.0 / 9, 0.1, 5000),
                      moon.direction, quality, resident);
}

TEST(ShadowBlock, EnabledFrame) {
  const ShadowQuality quality = quality_of(2, 144, 2);
  const CascadeFit fit = fit_of(quality, 48);
  const auto block = pack_shadow(fit, quality, moon, 0.25F, 1.5F);
  EXPECT_EQ(block.world_to_clip[0], fit.cascades[0].world_to_clip);
  EXPECT_EQ(block.world_to_clip[1], fit.cascades[1].world_to_clip);
  EXPECT_EQ(block.world_to_clip[2], identity_matrix);
  EXPECT_EQ(block.world_to_clip[3], identity_matrix);
  EXPECT_EQ(block.split_far_meters, (Float4{fit.cascades[0].split_far, 48, 144, 144}));
  EXPECT_EQ(block.control, (Float4{0.25F, 1.5F, 48, 1}));
  EXPECT_EQ(block.bias_meters,
            (Float4{fit.cascades[1].bias[0], fit.cascades[1].bias[1], fit.cascades[1].bias[2], 48}));
  EXPECT_EQ(block.texture_and_flags, (Uint4{0, 2, 1536, 0x201}));
  EXPECT_EQ(block.light_direction_and_source, (Float4{0, 0.6F, 0.8F, 3}));
  EXPECT_TRUE(samples::is_enabled(block));
}

TEST(ShadowBlock, BlendWidthGrowsWithTheReach) {
  const ShadowQuality quality = quality_of(3, 144, 0);
  const auto block =
      pack_shadow(fit_of(quality, std::numeric_limits<float>::infinity()), quality, moon, 1, 1);
  EXPECT_EQ(block.control[2], 144);
  EXPECT_FLOAT_EQ(block.control[3], 2.88F);
}

TEST(ShadowBlock, FlagsCarryTheRadiusAndNothingElse) {
  for (const std::uint32_t radius : {0U, 1U, 2U}) {
    const ShadowQuality quality = quality_of(4, 96, radius);
    const auto block = pack_shadow(fit_of(quality, 960), quality, moon, 1, 1);
    EXPECT_EQ(block.texture_and_flags[3], 1U | (radius << 8));
    EXPECT_EQ(block.texture_and_flags[1], 4U);
  }
}

TEST(ShadowBlock, DisabledFrame) {
  const auto block = disabled_shadow();
  for (const Matrix& matrix : block.world_to_clip) {
    EXPECT_EQ(matrix, identity_matrix);
  }
  EXPECT_EQ(block.split_far_meters, Float4{});
  EXPECT_EQ(block.control, Float4{});
  EXPECT_EQ(block.bias_meters, Float4{});
  EXPECT_EQ(block.texture_and_flags, Uint4{});
  EXPECT_EQ(block.light_direction_and_source, (Float4{0, 0, 1, 0}));
  EXPECT_FALSE(samples::is_enabled(block));
}

}  // namespace
}  // namespace rpcts::reference
