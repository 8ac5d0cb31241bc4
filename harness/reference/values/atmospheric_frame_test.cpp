#include "harness/reference/values/atmospheric_frame.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "harness/reference/values/frame_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::AtmospherePolicy;
using render_pack_v1::AtmosphericFrameBlock;
using render_pack_v1::Float4;

const AtmospherePolicy policy{
    .sun_elevation_response = {{-10, .2}, {10, .8}},
    .active_day_group_multipliers = {{1, 0.4}, {2, 9}},
    .directional_shadow_light_elevation_response = {{-90, 0}, {0, 0}, {90, 1}},
    .volumetric_shaft_sun_elevation_response = {{-90, 0}, {10, .8}, {20, .4}, {90, 0}}};

AtmosphericFrameBlock block_of(const rpcts_frame& frame, const AtmospherePolicy* of = &policy,
                               std::optional<float> rays = std::nullopt) {
  return atmospheric_frame(of, frame, derive_facts(frame), 800, 600, rays);
}

rpcts_frame frame_at(float pitch) {
  rpcts_frame frame = samples::frame();
  frame.sun_pitch_degrees = pitch;
  return frame;
}

TEST(AtmosphericFrame, CustomGraphHasTheSunPolicyTwice) {
  const AtmosphericFrameBlock block = block_of(frame_at(0));
  EXPECT_FLOAT_EQ(block.sun_color[3], 0.5F);
  EXPECT_FLOAT_EQ(block.sun_screen[2], 0.5F);
  EXPECT_EQ(block.sun_screen[3], 0);
}

TEST(AtmosphericFrame, PolicyIsElevationTimesGroupTimesWeather) {
  rpcts_frame frame = frame_at(0);
  frame.day_group = 1;
  EXPECT_FLOAT_EQ(block_of(frame).sun_color[3], 0.2F);
  frame.weather = 1;
  frame.weather_intensity = 0.5F;
  EXPECT_FLOAT_EQ(block_of(frame).sun_color[3], 0.2F * 0.59F);
  frame = frame_at(20);
  frame.day_group = 2;
  EXPECT_EQ(block_of(frame).sun_color[3], 4) << "0.8 * 9 is clamped";
}

TEST(AtmosphericFrame, FullGraphScalesTheRays) {
  const AtmosphericFrameBlock block = block_of(frame_at(0), &policy, 0.55F);
  EXPECT_FLOAT_EQ(block.sun_screen[2], 0.275F);
  EXPECT_FLOAT_EQ(block.sun_color[3], 0.5F);
  EXPECT_EQ(block_of(frame_at(0), &policy, 100.0F).sun_screen[2], 4);
}

TEST(AtmosphericFrame, RaysNeedTheSunInThePictureAndOutdoors) {
  rpcts_frame away = frame_at(5);
  samples::set_camera(away, {}, {0, -1, 0});
  EXPECT_EQ(block_of(away, &policy, 1.0F).sun_screen, (Float4{-1, -1, 0, 5}));
  EXPECT_EQ(block_of(away).sun_color[3], 0);
  rpcts_frame indoors = frame_at(5);
  indoors.place = RPCTS_PLACE_CLOSED_CELL;
  EXPECT_EQ(block_of(indoors, &policy, 1.0F).sun_screen[2], 0);
  EXPECT_EQ(block_of(indoors).sun_color[3], 0);
  EXPECT_NE(block_of(indoors).sun_screen[0], -1) << "the place in the picture stays";
  indoors.place = RPCTS_PLACE_OPEN_CELL;
  EXPECT_GT(block_of(indoors).sun_color[3], 0);
}

TEST(AtmosphericFrame, ColourIsTimesBrightness) {
  rpcts_frame frame = frame_at(20);
  frame.sun_brightness = 2;
  const AtmosphericFrameBlock block = block_of(frame);
  EXPECT_EQ(block.sun_color[0], 2);
  EXPECT_EQ(block.sun_color[1], 1);
  EXPECT_EQ(block.sun_color[2], 0.5F);
  EXPECT_EQ(block.sun_direction[3], 2);
}

TEST(AtmosphericFrame, ViewportHasExactReciprocals) {
  EXPECT_EQ(block_of(frame_at(20)).viewport, (Float4{800, 600, 1 / 800.0F, 1 / 600.0F}));
}

TEST(AtmosphericFrame, WeatherIsClamped) {
  rpcts_frame frame = frame_at(20);
  frame.weather = 4;
  frame.weather_intensity = 2;
  frame.delta_seconds = 5;
  EXPECT_EQ(block_of(frame).weather, (Float4{4, 1, 1, 1}));
  frame.weather_intensity = -1;
  frame.delta_seconds = -1;
  frame.place = RPCTS_PLACE_ENCLOSED_CAMERA;
  EXPECT_EQ(block_of(frame).weather, (Float4{4, 0, 0, 0}));
}

TEST(AtmosphericFrame, PolicyScalars) {
  rpcts_frame frame = frame_at(30);
  frame.day_group = 2;
  const AtmosphericFrameBlock block = block_of(frame);
  EXPECT_EQ(block.policy[0], 2);
  EXPECT_EQ(block.policy[1], 9) << "not clamped";
  EXPECT_FLOAT_EQ(block.policy[2], 0.5F) << "the sine of 30 degrees";
  EXPECT_NEAR(block_of(frame_at(15)).policy[3], 0.6, 1e-6);
}

TEST(AtmosphericFrame, EmptyShadowCurveIsTheRayFactor) {
  AtmospherePolicy rays_only = policy;
  rays_only.directional_shadow_light_elevation_response.clear();
  EXPECT_FLOAT_EQ(block_of(frame_at(0), &rays_only).policy[2], 0.5F);
  const AtmosphericFrameBlock without = block_of(frame_at(0), nullptr);
  EXPECT_EQ(without.policy, (Float4{0, 1, 1, 0}));
  EXPECT_EQ(without.sun_color[3], 1);
}

TEST(AtmosphericFrame, WithoutAWorld) {
  rpcts_frame frame = frame_at(0);
  frame.flags = RPCTS_FRAME_NO_WORLD;
  frame.day_group = 1;
  const AtmosphericFrameBlock block = block_of(frame, &policy, 1.0F);
  EXPECT_EQ(block.sun_screen, (Float4{-1, -1, 0, 0}));
  EXPECT_EQ(block.sun_color[3], 0);
  EXPECT_EQ(block.sun_color[0], 1) << "the sky stays";
  EXPECT_EQ(block.weather[3], 0);
  EXPECT_EQ(block.policy[0], -1);
  EXPECT_EQ(block.policy[1], 1);
  EXPECT_EQ(block.inverse_view_projection, identity_matrix);
}

TEST(AtmosphericFrame, VolumetricPassHasItsOwnStrength) {
  const AtmosphericFrameBlock block = block_of(frame_at(20));
  const AtmosphericFrameBlock shafts = with_shaft_strength(block, 0.0625F);
  EXPECT_EQ(shafts.sun_screen[2], 0.0625F);
  EXPECT_EQ(shafts.sun_color[3], 0.0625F);
  EXPECT_EQ(shafts.policy, block.policy);
}

}  // namespace
}  // namespace rpcts::reference
