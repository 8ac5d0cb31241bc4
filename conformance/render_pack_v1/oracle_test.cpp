// The oracle against the vectors that section E prints.

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <numbers>
#include <vector>

#include "conformance/render_pack_v1/oracle_cascades.hpp"
#include "conformance/render_pack_v1/oracle_curves.hpp"
#include "conformance/render_pack_v1/oracle_matrix.hpp"

namespace rpcts::render_pack_v1::oracle {
namespace {

using Json = nlohmann::json;

const Json& golden() {
  static const Json json = Json::parse(std::ifstream(RPCTS_SOURCE_DIR "/golden/render_pack_v1/values.json"));
  return json;
}

double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}

TEST(Oracle, Curves) {
  for (const Json& curve : golden().at("curves")) {
    std::vector<CurvePoint> points;
    for (const Json& point : curve.at("points")) {
      points.push_back({point.at(0), point.at(1)});
    }
    const std::string use = curve.at("use");
    for (const Json& at : curve.at("at")) {
      const double degrees = at.at(0);
      const double found = use == "ray"     ? ray_factor(points, degrees)
                           : use == "shaft" ? shaft_factor(points, degrees)
                                            : shadow_factor(points, std::sin(radians(degrees)));
      EXPECT_NEAR(found, at.at(1).get<double>(), curve.at("tolerance").get<double>())
          << use << " at " << degrees;
    }
  }
}

TEST(Oracle, GroupAndWeather) {
  const std::vector<DayGroupMultiplier> groups{{1, 0.35}, {4, 2.5}};
  EXPECT_EQ(group_multiplier(groups, 4), 2.5);
  EXPECT_EQ(group_multiplier(groups, 2), 1);
  EXPECT_EQ(group_multiplier({}, -1), 1);
  for (int kind = 0; kind < 5; ++kind) {
    EXPECT_NEAR(weather_factor(kind, 0.5),
                golden().at("weatherAtHalf").at(static_cast<std::size_t>(kind)).get<double>(), 1e-12);
  }
  EXPECT_EQ(weather_factor(5, 1), 0);
  EXPECT_EQ(weather_factor(-1, 7), 0);
  EXPECT_EQ(weather_factor(4, -1), 1);
}

TEST(Oracle, Splits) {
  for (const Json& split : golden().at("splits")) {
    const auto count = static_cast<std::uint32_t>(split.at("far").size());
    for (std::uint32_t i = 1; i <= count; ++i) {
      EXPECT_NEAR(split_far(split.at("reach"), count, i), split.at("far").at(i - 1).get<double>(), 6e-6);
    }
  }
}

TEST(Oracle, Ups) {
  for (const Json& entry : golden().at("ups")) {
    const auto light = entry.at("light").get<Vector3>();
    const Vector3 up = light_up(normalized(light));
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(up[i], entry.at("up").at(i).get<double>(), 6e-7);
    }
    EXPECT_NEAR(dot(up, light), 0, 1e-12);
  }
}

Fit golden_fit(const ShadowQuality& quality) {
  const Json& fit = golden().at("fit");
  const Matrix view = look_at({0, 0, 0}, fit.at("look").get<Vector3>(), {0, 0, 1});
  const Matrix projection =
      perspective(radians(fit.at("fovDegrees")),
                  fit.at("aspect").at(0).get<double>() / fit.at("aspect").at(1).get<double>(), fit.at("near"),
                  fit.at("far"));
  return fit_cascades(view, projection, normalized(fit.at("light").get<Vector3>()), quality, 1e9);
}

void expect_fit(const Fit& found, const Json& expected) {
  EXPECT_EQ(found.padding, expected.at("padding").get<double>());
  ASSERT_EQ(found.cascades.size(), expected.at("cascades").size());
  for (std::size_t i = 0; i < found.cascades.size(); ++i) {
    const Json& cascade = expected.at("cascades").at(i);
    EXPECT_NEAR(found.cascades[i].split_far, cascade.at("splitFar").get<double>(), 1e-6);
    EXPECT_NEAR(found.cascades[i].radius, cascade.at("radius").get<double>(), 1e-9);
    EXPECT_NEAR(found.cascades[i].texel, cascade.at("texel").get<double>(), 1e-6);
    EXPECT_NEAR(found.cascades[i].center_x, cascade.at("center").at(0).get<double>(), 1e-6);
    EXPECT_NEAR(found.cascades[i].center_y, cascade.at("center").at(1).get<double>(), 1e-6);
    EXPECT_NEAR(found.cascades[i].far_plane, cascade.at("far").get<double>(), 1e-4);
  }
}

TEST(Oracle, FullFit) {
  const Json& fit = golden().at("fit");
  const Fit low = golden_fit(low_quality());
  expect_fit(low, fit.at("low"));
  expect_fit(golden_fit(medium_quality()), fit.at("medium"));
  const Matrix first = world_to_clip(low, low.cascades.at(0));
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      EXPECT_NEAR(first.at(row, column), fit.at("lowRows").at(row).at(column).get<double>(), 1e-6);
    }
  }
  const Matrix second = world_to_clip(low, low.cascades.at(1));
  for (std::size_t column = 0; column < 4; ++column) {
    EXPECT_NEAR(second.at(3, column), fit.at("lowLastRow").at(column).get<double>(), 1e-6);
  }
}

TEST(Oracle, PaddingAndResidentReach) {
  const auto padding = [](double reach, double resident) {
    ShadowQuality quality = low_quality();
    quality.reach = reach;
    return fit_cascades({}, perspective(1, 1, 0.1, 100), {0, 0, 1}, quality, resident).padding;
  };
  EXPECT_EQ(padding(144, 1e9), 144);
  EXPECT_EQ(padding(144, 96), 96);
  EXPECT_EQ(padding(20, 1e9), 48);
  EXPECT_TRUE(fit_cascades({}, perspective(1, 1, 0.1, 100), {0, 0, 1}, low_quality(), 0).cascades.empty());
}

TEST(Oracle, RoundingsNameTheOtherSide) {
  Cascade cascade;
  cascade.radius_before_rounding = 10.0 / 16 + 1e-7;
  cascade.radius = 11.0 / 16;
  cascade.center = {0.3, 0.1, 0};
  EXPECT_EQ(roundings(cascade, 64, 1e-4).size(), 2U);
  EXPECT_EQ(roundings(cascade, 64, 1e-4).at(1).radius, 10.0 / 16);
  cascade.radius_before_rounding = 10.5 / 16;
  EXPECT_EQ(roundings(cascade, 64, 1e-4).size(), 1U);
  cascade.center[0] = 2 * cascade.radius / 64 * 3.50001;
  EXPECT_EQ(roundings(cascade, 64, 1e-4).size(), 2U);
}

TEST(Oracle, InverseAndFailure) {
  const Matrix view = look_at({1, 2, 3}, {4, -5, 1}, {0, 0, 1});
  const auto back = inverse(view);
  ASSERT_TRUE(back.has_value());
  const Matrix identity = view * *back;
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_NEAR(identity.m[i], i % 5 == 0 ? 1 : 0, 1e-12);
  }
  Matrix flat;
  flat.m.fill(1);
  EXPECT_FALSE(inverse(flat).has_value());
}

}  // namespace
}  // namespace rpcts::render_pack_v1::oracle
