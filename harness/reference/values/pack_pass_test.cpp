#include "harness/reference/values/pack_pass.hpp"

#include <cstring>
#include <gtest/gtest.h>

namespace rpcts::reference {
namespace {

using render_pack_v1::Float4;
using render_pack_v1::PackPassBlock;
using render_pack_v1::RenderPassSemantic;

PassCircumstances circumstances() {
  PassCircumstances made{.volumetric = true,
                         .shaft_strength = 0.5F,
                         .shaft_steps = 24,
                         .bloom_size = {320, 180},
                         .mask_size = {160, 90}};
  made.settings.bloom = 0.25F;
  made.settings.exposure = 2;
  made.settings.saturation = 3;
  made.settings.contrast = 4;
  made.settings.vignette = 5;
  made.settings.filmic = 6;
  return made;
}

void expect_block(RenderPassSemantic semantic, const PassCircumstances& given, const Float4& p0,
                  const Float4& p1 = {}, const Float4& p2 = {}, const Float4& p3 = {}) {
  const PackPassBlock block = pack_pass(semantic, given);
  EXPECT_EQ(block.params0, p0);
  EXPECT_EQ(block.params1, p1);
  EXPECT_EQ(block.params2, p2);
  EXPECT_EQ(block.params3, p3);
}

TEST(PackPass, OrdinaryRows) {
  const PassCircumstances given = circumstances();
  expect_block(RenderPassSemantic::SunOcclusion, given, {});
  expect_block(RenderPassSemantic::SunRays, given, {0.965F, 0.24F, 0.82F, 48});
  expect_block(RenderPassSemantic::VolumetricShafts, given, {0.035F * 0.5F, 0.5F, 24, 1});
  expect_block(RenderPassSemantic::BloomDownsample, given, {0.25F, 1, 0.73F, 1});
  expect_block(RenderPassSemantic::BloomBlurHorizontal, given, {1 / 320.0F, 0, 0, 0});
  expect_block(RenderPassSemantic::BloomBlurVertical, given, {0, 1 / 180.0F, 0, 0});
  expect_block(RenderPassSemantic::FilmicComposite, given, {2, 3, 4, 5}, {6, 1, 0, 0});
}

TEST(PackPass, FusedRows) {
  PassCircumstances given = circumstances();
  given.fused = true;
  expect_block(RenderPassSemantic::SunRays, given, {0.965F, 0.24F, 0.82F, 48}, {1, 160, 90, 0});
  expect_block(RenderPassSemantic::FilmicComposite, given, {2, 3, 4, 5}, {6, 1, 1, 0}, {0.25F, 1, 0.73F, 1},
               {1 / 320.0F, 1 / 180.0F, 0, 0});
}

TEST(PackPass, WithoutShaftsTheFlagIsClear) {
  PassCircumstances given = circumstances();
  given.volumetric = false;
  expect_block(RenderPassSemantic::BloomDownsample, given, {0.25F, 1, 0.73F, 0});
  expect_block(RenderPassSemantic::FilmicComposite, given, {2, 3, 4, 5}, {6, 0, 0, 0});
  given.fused = true;
  EXPECT_EQ(pack_pass(RenderPassSemantic::FilmicComposite, given).params2[3], 0);
}

TEST(PackPass, CustomPassesAreZeroByBits) {
  PassCircumstances given = circumstances();
  given.fused = true;
  for (const auto semantic :
       {RenderPassSemantic::CustomFullscreen, RenderPassSemantic::DirectionalShadowDepth}) {
    const PackPassBlock block = pack_pass(semantic, given);
    const std::array<std::byte, sizeof(PackPassBlock)> zero{};
    EXPECT_EQ(std::memcmp(&block, zero.data(), sizeof(block)), 0);
  }
}

}  // namespace
}  // namespace rpcts::reference
