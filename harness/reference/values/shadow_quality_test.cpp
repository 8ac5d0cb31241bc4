#include "harness/reference/values/shadow_quality.hpp"

#include <gtest/gtest.h>

namespace rpcts::reference {
namespace {

using render_pack_v1::RenderQualitySemantic;

TEST(ShadowQuality, RowsOfTheContract) {
  const ShadowQuality low = quality_default(RenderQualitySemantic::Low);
  EXPECT_EQ(low.cascades, 2U);
  EXPECT_EQ(low.map_size, 768U);
  EXPECT_EQ(low.reach_meters, 72);
  EXPECT_EQ(low.pcf_radius, 0U);
  EXPECT_EQ(low.bias_texels, (std::array{0.45F, 1.25F, 1.0F}));
  EXPECT_EQ(low.maximum_bias_meters, 0.35F);
  const ShadowQuality high = quality_default(RenderQualitySemantic::High);
  EXPECT_EQ(high.cascades, 4U);
  EXPECT_EQ(high.map_size, 2048U);
  EXPECT_EQ(high.reach_meters, 240);
  EXPECT_EQ(high.pcf_radius, 2U);
  EXPECT_EQ(high.bias_texels, (std::array{0.35F, 1.0F, 0.8F}));
  EXPECT_EQ(high.maximum_bias_meters, 0.25F);
}

TEST(ShadowQuality, EverythingElseIsMedium) {
  for (const auto preset :
       {RenderQualitySemantic::Medium, RenderQualitySemantic::Custom, RenderQualitySemantic::Automatic}) {
    const ShadowQuality quality = quality_default(preset);
    EXPECT_EQ(quality.cascades, 3U);
    EXPECT_EQ(quality.map_size, 1536U);
    EXPECT_EQ(quality.reach_meters, 144);
    EXPECT_EQ(quality.pcf_radius, 1U);
    EXPECT_EQ(quality.bias_texels, (std::array{0.40F, 1.15F, 0.90F}));
    EXPECT_EQ(quality.minimum_bias_meters, 0.001F);
    EXPECT_EQ(quality.maximum_bias_meters, 0.30F);
  }
}

TEST(ShadowQuality, PackOverridesAllButTheBias) {
  HostSettings settings;
  settings.shadow_reach_meters = 60;
  settings.shadow_pcf_taps = 25;
  const ShadowQuality quality = resolve_quality(RenderQualitySemantic::Low, 4, 1024, settings);
  EXPECT_EQ(quality.cascades, 4U);
  EXPECT_EQ(quality.map_size, 1024U);
  EXPECT_EQ(quality.reach_meters, 60);
  EXPECT_EQ(quality.pcf_radius, 2U);
  EXPECT_EQ(quality.bias_texels, quality_default(RenderQualitySemantic::Low).bias_texels);
}

TEST(ShadowQuality, ReachIsClamped) {
  HostSettings settings;
  settings.shadow_reach_meters = 0.25F;
  EXPECT_EQ(resolve_quality(RenderQualitySemantic::Low, 2, 768, settings).reach_meters, 1);
  settings.shadow_reach_meters = 1e6F;
  EXPECT_EQ(resolve_quality(RenderQualitySemantic::Low, 2, 768, settings).reach_meters, 10'000);
}

TEST(ShadowQuality, TapsMapToRadii) {
  EXPECT_EQ(pcf_radius(1), 0U);
  EXPECT_EQ(pcf_radius(9), 1U);
  EXPECT_EQ(pcf_radius(25), 2U);
  for (const int taps : {0, 2, 3, 4, 16, -9}) {
    EXPECT_FALSE(pcf_radius(taps).has_value()) << taps;
  }
}

}  // namespace
}  // namespace rpcts::reference
