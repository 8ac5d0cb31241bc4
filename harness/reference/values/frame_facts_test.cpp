#include "harness/reference/values/frame_facts.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/reference/values/frame_testing.hpp"

namespace rpcts::reference {
namespace {

TEST(SunDirection, HeadingZeroIsNorthAndNinetyIsEast) {
  const Vec3 north = sun_direction(0, 0, 1);
  EXPECT_NEAR(north[1], 1, 1e-6);
  const Vec3 east = sun_direction(90, 30, 2);
  EXPECT_NEAR(east[0], std::sqrt(3.0) / 2, 1e-6);
  EXPECT_NEAR(east[1], 0, 1e-6);
  EXPECT_NEAR(east[2], 0.5, 1e-6);
}

TEST(SunDirection, WithoutBrightnessIsUp) {
  EXPECT_EQ(sun_direction(90, 30, 0), (Vec3{0, 0, 1}));
  EXPECT_EQ(sun_direction(90, 30, 1e-6F), (Vec3{0, 0, 1}));
  EXPECT_NE(sun_direction(90, 30, 2e-6F), (Vec3{0, 0, 1}));
}

// Clip = (x, y, ., w) of the sun by a matrix that reads the direction as it is.
ScreenPosition position_of(float x, float y, float w) {
  Matrix matrix{};  // (direction * 10000, 1) * matrix
  matrix[0] = 1e-4F;
  matrix[5] = 1e-4F;
  matrix[11] = 1e-4F;
  return sun_screen_position({}, {x, y, w}, matrix);
}

TEST(SunScreen, UpperLeftCornerIsZeroZero) {
  const ScreenPosition corner = position_of(-1, 1, 1);
  EXPECT_NEAR(corner.uv[0], 0, 1e-6);
  EXPECT_NEAR(corner.uv[1], 0, 1e-6);
  const ScreenPosition lower = position_of(0.5F, -0.5F, 1);
  EXPECT_NEAR(lower.uv[0], 0.75, 1e-6);
  EXPECT_NEAR(lower.uv[1], 0.75, 1e-6);
}

TEST(SunScreen, EdgesAreOnScreen) {
  Matrix matrix{};
  matrix[12] = 1;
  matrix[13] = 1;
  matrix[15] = 1;
  EXPECT_EQ(sun_screen_position({}, {0, 0, 1}, matrix), (ScreenPosition{.uv = {1, 0}, .on_screen = true}));
  matrix[12] = std::nextafter(1.0F, 2.0F) * 1.0001F;
  EXPECT_FALSE(sun_screen_position({}, {0, 0, 1}, matrix).on_screen);
}

TEST(SunScreen, BehindTheCameraIsNowhere) {
  EXPECT_EQ(position_of(0, 0, -1), ScreenPosition{});
  Matrix matrix{};
  matrix[15] = 1e-5F;
  EXPECT_EQ(sun_screen_position({}, {0, 0, 1}, matrix), ScreenPosition{}) << "w must be above 1e-5";
  matrix[15] = 2e-5F;
  EXPECT_TRUE(sun_screen_position({}, {0, 0, 1}, matrix).on_screen);
  matrix[12] = INFINITY;
  EXPECT_EQ(sun_screen_position({}, {0, 0, 1}, matrix), ScreenPosition{});
}

TEST(FrameFacts, SunAheadIsInThePicture) {
  const FrameFacts facts = derive_facts(samples::frame());
  EXPECT_TRUE(facts.outdoor);
  EXPECT_FALSE(facts.in_cell);
  EXPECT_TRUE(facts.sun_screen.on_screen);
  EXPECT_NEAR(facts.sun_screen.uv[0], 0.5, 1e-5);
  // The camera looks up by atan(0.2); the sun stands at 20 degrees; vertical field of view 70.
  const double pitch = 20 * std::numbers::pi / 180 - std::atan(0.2);
  EXPECT_NEAR(facts.sun_screen.uv[1], 0.5 - 0.5 * std::tan(pitch) / std::tan(35 * std::numbers::pi / 180),
              1e-5);
  EXPECT_NEAR(facts.eye[0], 10, 1e-5);
  EXPECT_NEAR(facts.eye[1], 20, 1e-5);
  EXPECT_NEAR(facts.eye[2], 2, 1e-5);
}

TEST(FrameFacts, PlacesFollowTheContract) {
  rpcts_frame frame = samples::frame();
  const auto at = [&](int place) {
    frame.place = place;
    const FrameFacts facts = derive_facts(frame);
    return std::pair(facts.outdoor, facts.in_cell);
  };
  EXPECT_EQ(at(RPCTS_PLACE_OUTSIDE), std::pair(true, false));
  EXPECT_EQ(at(RPCTS_PLACE_OPEN_CELL), std::pair(true, true));
  EXPECT_EQ(at(RPCTS_PLACE_CLOSED_CELL), std::pair(false, true));
  EXPECT_EQ(at(RPCTS_PLACE_ENCLOSED_CAMERA), std::pair(false, true));
}

TEST(FrameFacts, WithoutAWorldOnlyTheSkyRemains) {
  rpcts_frame frame = samples::frame();
  frame.flags = RPCTS_FRAME_NO_WORLD;
  frame.day_group = 3;
  const FrameFacts facts = derive_facts(frame);
  EXPECT_FALSE(facts.outdoor);
  EXPECT_EQ(facts.sun_screen, ScreenPosition{});
  EXPECT_EQ(facts.inverse_view_projection, identity_matrix);
  EXPECT_EQ(facts.day_group, -1);
  EXPECT_NEAR(facts.sun_direction[1], std::cos(20 * std::numbers::pi / 180), 1e-6);
  EXPECT_EQ(facts.sun_light, (Vec3{1, 0.5F, 0.25F}));
}

TEST(FrameFacts, SingularCameraGivesTheIdentity) {
  rpcts_frame frame = samples::frame();
  std::ranges::fill(frame.projection, 0.0F);
  EXPECT_EQ(derive_facts(frame).inverse_view_projection, identity_matrix);
}

TEST(CheckFrame, NamesWhatIsNotFinite) {
  EXPECT_TRUE(check_frame(samples::frame()).has_value());
  rpcts_frame frame = samples::frame();
  frame.sun_pitch_degrees = NAN;
  const Result<void> checked = check_frame(frame);
  ASSERT_FALSE(checked.has_value());
  EXPECT_THAT(checked.error().message, testing::HasSubstr("sun_pitch_degrees"));
  frame = samples::frame();
  frame.view[7] = INFINITY;
  EXPECT_THAT(check_frame(frame).error().message, testing::HasSubstr("::view "));
  frame = samples::frame();
  frame.place = 4;
  EXPECT_THAT(check_frame(frame).error().message, testing::HasSubstr("place is 4"));
}

}  // namespace
}  // namespace rpcts::reference
