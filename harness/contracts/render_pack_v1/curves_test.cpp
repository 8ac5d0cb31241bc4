#include "harness/contracts/render_pack_v1/curves.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <vector>

namespace rpcts::render_pack_v1 {
namespace {

using Curve = std::vector<SunElevationResponsePoint>;

// The vectors of E.1.
const Curve shadow_table{{-90, 0}, {0, 0}, {10, .1}, {20, .3}, {90, .3}};
const Curve shadow_straight{{-90, 0}, {0, 0}, {90, 1}};
const Curve shadow_dawn{{-90, 0}, {1, 0}, {12, 1}, {90, 1}};
const Curve shaft_peak{{-90, 0}, {10, .8}, {20, .4}, {90, 0}};
const Curve shaft_plateau{{-90, 0}, {0, 0}, {6, 1}, {18, 1}, {70, 0}, {90, 0}};
const Curve ray_two{{-10, .2}, {10, .8}};
const Curve ray_full{{-90, 0}, {-3, 0}, {4, 1}, {22, .75}, {55, 0}, {90, 0}};

float shadow_at(const Curve& curve, float degrees) {
  return shadow_factor(curve, elevation_sine(degrees));
}

// An evaluated curve may differ from the exact value by 4 units in the last place of float32.
void expect_near(float actual, double exact) {
  const auto nearest = static_cast<float>(exact);
  const float unit =
      std::nextafter(std::abs(nearest), std::numeric_limits<float>::infinity()) - std::abs(nearest);
  EXPECT_NEAR(actual, exact, 4.0 * double{unit});
}

// The contract prints some values with five or six decimals.
void expect_printed(float actual, double printed) {
  EXPECT_NEAR(actual, printed, 6e-6);
}

double sine(double degrees) {
  return std::sin(degrees * std::numbers::pi / 180.0);
}

TEST(Shadow, IsLinearInTheSineOfTheElevation) {
  expect_printed(shadow_at(shadow_table, 15), 0.20117);
  expect_near(shadow_at(shadow_table, 15), .1 + .2 * (sine(15) - sine(10)) / (sine(20) - sine(10)));
  expect_near(shadow_at(shadow_straight, 30), 0.5);  // linear in degrees it would be a third
}

TEST(Shadow, FollowsTheVectorsOfTheContract) {
  expect_printed(shadow_at(shadow_dawn, 2), 0.091605);
  expect_printed(shadow_at(shadow_dawn, 6), 0.457190);
  expect_printed(shadow_at(shadow_dawn, 9), 0.729721);
  EXPECT_EQ(shadow_at(shadow_dawn, 0), 0.0F);
  EXPECT_EQ(shadow_at(shadow_dawn, 1), 0.0F);
  EXPECT_EQ(shadow_at(shadow_dawn, 12), 1.0F);
}

TEST(Shadow, AcceptedCurveIsExactlyZeroAtAndBelowTheHorizon) {
  for (const float degrees : {0.0F, -0.0001F, -1.0F, -45.0F, -90.0F}) {
    EXPECT_EQ(shadow_at(shadow_straight, degrees), 0.0F) << degrees;
    EXPECT_EQ(shadow_at(shadow_dawn, degrees), 0.0F) << degrees;
    EXPECT_EQ(shadow_at(Curve{{1, 0}, {12, 1}, {90, 1}}, degrees), 0.0F) << degrees;
  }
  EXPECT_GT(shadow_at(shadow_straight, 0.0001F), 0.0F);
}

TEST(Shadow, ClampsTheSine) {
  EXPECT_EQ(shadow_factor(Curve{{-90, .25}, {90, .75}}, -2.0F), 0.25F);
  EXPECT_EQ(shadow_factor(Curve{{-90, .25}, {90, .75}}, 2.0F), 0.75F);
}

TEST(Shadow, SineIsOfDegreesInFloat32) {
  EXPECT_EQ(elevation_sine(0), 0.0F);
  EXPECT_EQ(elevation_sine(90), 1.0F);
  EXPECT_EQ(elevation_sine(-90), -1.0F);
  expect_near(elevation_sine(30), 0.5);
}

TEST(Shaft, IsSmoothstepInDegrees) {
  expect_near(shaft_factor(shaft_peak, 15), 0.6);
  expect_near(shaft_factor(shaft_plateau, 1), 2.0 / 27.0);
  expect_near(shaft_factor(shaft_plateau, 3), 0.5);
  expect_near(shaft_factor(shaft_plateau, 12), 1.0);
  expect_near(shaft_factor(shaft_plateau, 44), 0.5);
  expect_near(shaft_factor(shaft_plateau, 70), 0.0);
}

TEST(Shaft, FollowsTheVectorsOfTheContract) {
  expect_printed(shaft_factor(shaft_plateau, 1), 0.074074);
  expect_printed(shaft_factor(shaft_plateau, 60), 0.096723);
}

TEST(Ray, IsLinearInDegrees) {
  expect_near(ray_factor(ray_two, 0), 0.5);
  expect_near(ray_factor(ray_full, -3), 0.0);
  expect_near(ray_factor(ray_full, 0), 3.0 / 7.0);
  expect_near(ray_factor(ray_full, 0.5F), 0.5);
  expect_near(ray_factor(ray_full, 4), 1.0);
  expect_near(ray_factor(ray_full, 13), 0.875);
  expect_near(ray_factor(ray_full, 38.5F), 0.375);
  expect_near(ray_factor(ray_full, 55), 0.0);
}

TEST(Ray, TimesTheDayGroup) {
  const AtmospherePolicy policy{.sun_elevation_response = ray_two,
                                .active_day_group_multipliers = {{.active_day_group = 3, .multiplier = .4}},
                                .directional_shadow_light_elevation_response = {},
                                .volumetric_shaft_sun_elevation_response = {}};
  expect_near(ray_factor(policy.sun_elevation_response, 0) * day_group_multiplier(&policy, 3), 0.2);
}

TEST(Curves, AreFlatBeforeTheFirstAndBehindTheLastPoint) {
  EXPECT_EQ(ray_factor(ray_two, -11), 0.2F);
  EXPECT_EQ(ray_factor(ray_two, 11), 0.8F);
  EXPECT_EQ(shaft_factor(Curve{{-10, .2}, {10, .8}}, -11), 0.2F);
  EXPECT_EQ(shaft_factor(Curve{{-10, .2}, {10, .8}}, 11), 0.8F);
  EXPECT_EQ(shadow_at(Curve{{-10, .2}, {10, .8}}, -11), 0.2F);
  EXPECT_EQ(shadow_at(Curve{{-10, .2}, {10, .8}}, 11), 0.8F);
}

TEST(Curves, GiveAPointsOwnMultiplierAtThePoint) {
  for (const auto& point : ray_full) {
    EXPECT_EQ(ray_factor(ray_full, static_cast<float>(point.elevation_degrees)),
              static_cast<float>(point.multiplier));
  }
}

TEST(Curves, OfOnePointAreConstant) {
  const Curve one{{10, 3.5}};
  EXPECT_EQ(ray_factor(one, -50), 3.5F);
  EXPECT_EQ(ray_factor(one, 50), 3.5F);
}

TEST(Curves, WithoutPointsFallBack) {
  EXPECT_EQ(ray_factor({}, 45), 1.0F);
  EXPECT_EQ(shadow_factor({}, 0.5F), 0.0F);
  EXPECT_EQ(shaft_factor({}, 45), 0.0F);
}

TEST(Curves, WithPointsTooNearForFloat32DivideByNoZero) {
  const Curve narrow{{10, 0}, {10.00000001, 1}, {20, 1}};
  EXPECT_EQ(ray_factor(narrow, 10), 0.0F);
  EXPECT_EQ(ray_factor(narrow, 11), 1.0F);
}

TEST(DayGroup, IsTheDeclaredMultiplierElseOne) {
  const AtmospherePolicy policy{
      .sun_elevation_response = {},
      .active_day_group_multipliers = {{.active_day_group = 0, .multiplier = 2.5},
                                       {.active_day_group = -1, .multiplier = 0.25}},
      .directional_shadow_light_elevation_response = {},
      .volumetric_shaft_sun_elevation_response = {}};
  EXPECT_EQ(day_group_multiplier(&policy, 0), 2.5F);
  EXPECT_EQ(day_group_multiplier(&policy, -1), 0.25F);
  EXPECT_EQ(day_group_multiplier(&policy, 1), 1.0F);
  EXPECT_EQ(day_group_multiplier(nullptr, 0), 1.0F);
}

TEST(Weather, GoesHalfWayAtHalfIntensity) {
  expect_near(weather_factor(WeatherKind::Clear, 0.5F), 1.0);
  expect_near(weather_factor(WeatherKind::Overcast, 0.5F), 0.59);
  expect_near(weather_factor(WeatherKind::Rain, 0.5F), 0.55);
  expect_near(weather_factor(WeatherKind::Snow, 0.5F), 0.58);
  expect_near(weather_factor(WeatherKind::Storm, 0.5F), 0.53);
}

TEST(Weather, ClampsTheIntensity) {
  EXPECT_EQ(weather_factor(WeatherKind::Storm, -1.0F), 1.0F);
  expect_near(weather_factor(WeatherKind::Storm, 2.0F), 0.06);
}

TEST(Weather, OfAnUndefinedKindGoesToZero) {
  EXPECT_EQ(weather_factor(static_cast<WeatherKind>(5), 1.0F), 0.0F);
  EXPECT_EQ(weather_factor(static_cast<WeatherKind>(-1), 0.5F), 0.5F);
}

}  // namespace
}  // namespace rpcts::render_pack_v1
