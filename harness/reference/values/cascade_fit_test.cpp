#include "harness/reference/values/cascade_fit.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "harness/reference/values/frame_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::RenderQualitySemantic;

constexpr float infinity = std::numeric_limits<float>::infinity();

void expect_relative(float actual, double expected) {
  EXPECT_NEAR(actual, expected, 1e-4 * std::max(1e-2, std::abs(expected)));
}

Vec3 unit(const Vec3& vector) {
  return normalized(vector);
}

// The camera of the vectors in E.7.
const Matrix view = look_at({}, {1, 2, -0.2F}, {0, 0, 1});
const Matrix projection = samples::perspective(70, 16.0 / 9.0, 0.1, 5000);
const Vec3 light = unit({0.4F, 0.7F, 0.55F});

CascadeFit fit_of(RenderQualitySemantic preset, float resident = infinity) {
  return fit_cascades(view, projection, light, quality_default(preset), resident);
}

TEST(Splits, FollowTheVectors) {
  const auto expect = [](std::uint32_t count, float reach, const std::vector<double>& expected) {
    for (std::uint32_t i = 1; i <= count; ++i) {
      expect_relative(split_far(i, count, reach), expected[i - 1]);
    }
    EXPECT_EQ(split_far(count, count, reach), reach);
  };
  expect(2, 72, {14.36163, 72});
  expect(3, 144, {17.55734, 41.90040, 144});
  expect(4, 240, {21.48120, 45.20184, 85.29679, 240});
  expect(4, 96, {8.78806, 18.83145, 36.41904, 96});
  expect(2, 48, {9.84158, 48});
}

TEST(LightUp, FollowsTheVectors) {
  const auto expect = [](const Vec3& direction, const Vec3& expected) {
    const Vec3 up = light_up(unit(direction));
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(up[i], expected[i], 2e-6);
    }
    EXPECT_NEAR(dot(up, unit(direction)), 0, 1e-6);
  };
  expect({0.4F, 0.7F, 0.55F}, {-0.188010F, 0.670982F, -0.717242F});
  expect({0.8F, 0.4F, 0.15F}, {-0.333842F, 0.833079F, -0.441054F});
  expect({0, 1, 0}, {0, 0, -1});
  expect({0, 0, 1}, {0, 1, 0});
}

TEST(LightUp, IsContinuousThroughTheZenith) {
  const Vec3 before = light_up(unit({1e-4F, 1e-4F, 1}));
  const Vec3 behind = light_up(unit({-1e-4F, -1e-4F, 1}));
  EXPECT_LT(length(before - behind), 1e-3F);
}

TEST(Padding, FollowsTheVectors) {
  EXPECT_EQ(caster_padding(48, 144, infinity), 144);
  EXPECT_EQ(caster_padding(48, 144, 96), 96);
  EXPECT_EQ(caster_padding(160, 144, 96), 160);
}

struct Expected {
  double split;
  double radius;
  double texel;
  double x;
  double y;
  double far_plane;
};

void expect_fit(const CascadeFit& fit, const std::vector<Expected>& expected) {
  ASSERT_EQ(fit.count, expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Cascade& cascade = fit.cascades[i];
    expect_relative(cascade.split_far, expected[i].split);
    EXPECT_EQ(cascade.radius, static_cast<float>(expected[i].radius)) << i;
    // The contract prints six decimals.
    EXPECT_NEAR(cascade.texel, expected[i].texel, 1e-6) << i;
    EXPECT_NEAR(cascade.snapped_centre[0], expected[i].x, 1e-4 * expected[i].x) << i;
    EXPECT_NEAR(cascade.snapped_centre[1], expected[i].y, 1e-4 * expected[i].y) << i;
    expect_relative(cascade.far_plane, expected[i].far_plane);
  }
}

TEST(Fit, LowFollowsTheVectors) {
  const CascadeFit fit = fit_of(RenderQualitySemantic::Low);
  expect_fit(fit, {{14.361633, 21.75, 0.056641, 1.925781, 4.191406, 162.2532},
                   {72, 106.8125, 0.278158, 11.404460, 25.034180, 231.7704}});
  EXPECT_EQ(fit.padding, 72);
  const std::array<double, 16> rows{0.0410375,   -0.00864416, -0.00252756, 0,          -0.00864416, 0.0308497,
                                    -0.00442323, 0,           -0.0188438,  -0.0329766, -0.00347540, 0,
                                    -0.0885417,  -0.192708,   0.556142,    1};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    expect_relative(fit.cascades[0].world_to_clip[i], rows[i]);
  }
  const std::array<double, 4> last{-0.106771, -0.234375, 0.705939, 1};
  for (std::size_t i = 0; i < last.size(); ++i) {
    expect_relative(fit.cascades[1].world_to_clip[12 + i], last[i]);
  }
}

TEST(Fit, MediumFollowsTheVectors) {
  expect_fit(fit_of(RenderQualitySemantic::Medium),
             {{17.557341, 26.5625, 0.034587, 2.351888, 5.118815, 310.3209},
              {41.900404, 61.125, 0.079590, 7.958984, 17.191406, 336.5959},
              {144, 211.9375, 0.275960, 24.836426, 53.812256, 459.9856}});
}

TEST(Fit, BiasIsInTexelsOfItsCascadeWithinLimits) {
  const CascadeFit fit = fit_of(RenderQualitySemantic::Low);
  const Cascade& first = fit.cascades[0];
  EXPECT_FLOAT_EQ(first.bias[0], 0.45F * first.texel);
  EXPECT_FLOAT_EQ(first.bias[1], 1.25F * first.texel);
  EXPECT_FLOAT_EQ(first.bias[2], 1.00F * first.texel);
  ShadowQuality coarse = quality_default(RenderQualitySemantic::Low);
  coarse.map_size = 16;
  EXPECT_EQ(fit_cascades(view, projection, light, coarse, infinity).cascades[1].bias,
            (std::array{0.35F, 0.35F, 0.35F}));
}

TEST(Fit, ResidentDataLimitTheReach) {
  const CascadeFit fit = fit_of(RenderQualitySemantic::High, 96);
  ASSERT_EQ(fit.count, 4U);
  EXPECT_EQ(fit.cascades[3].split_far, 96);
  EXPECT_EQ(fit.padding, 96);
  for (const float none : {0.0F, 0.1F, -1.0F, std::numeric_limits<float>::quiet_NaN()}) {
    EXPECT_EQ(fit_of(RenderQualitySemantic::High, none).count, 0U) << none;
  }
}

TEST(Fit, SubTexelMotionKeepsCentreAndRadius) {
  const ShadowQuality quality = quality_default(RenderQualitySemantic::Medium);
  const Vec3 up = light_up(light);
  const Vec3 right = unit(cross(up, light));
  const Vec3 eye{1234.5F, -987.25F, 55};
  const auto at = [&](const Vec3& position) {
    return fit_cascades(look_at(position, position + Vec3{1, 2, -0.2F}, {0, 0, 1}), projection, light,
                        quality, infinity);
  };
  const CascadeFit still = at(eye);
  for (std::uint32_t i = 0; i < still.count; ++i) {
    const Cascade& cascade = still.cascades[i];
    int moved = 0;
    for (int step = 0; step < 10; ++step) {
      const float part = static_cast<float>(step) * 0.1F * cascade.texel;
      const Cascade here = at(eye + right * part).cascades[i];
      const Cascade there = at(eye + right * (part + 0.2F * cascade.texel)).cascades[i];
      EXPECT_EQ(here.radius, there.radius);
      const float jump = std::abs(there.snapped_centre[0] - here.snapped_centre[0]) / cascade.texel;
      EXPECT_NEAR(jump, std::round(jump), 1e-2) << "whole texels only";
      moved += jump > 0.5F ? 1 : 0;
    }
    EXPECT_LE(moved, 3) << "ten windows of a fifth of a texel cross one border three times at most";
  }
}

TEST(Fit, WholeTexelMotionStepsByOneTexel) {
  const ShadowQuality quality = quality_default(RenderQualitySemantic::Low);
  const Vec3 right = unit(cross(light_up(light), light));
  const auto at = [&](const Vec3& position) {
    return fit_cascades(look_at(position, position + Vec3{1, 2, -0.2F}, {0, 0, 1}), projection, light,
                        quality, infinity);
  };
  const CascadeFit here = at({});
  const float texel = here.cascades[1].texel;
  const CascadeFit there = at(right * texel);
  EXPECT_NEAR((there.cascades[1].snapped_centre[0] - here.cascades[1].snapped_centre[0]) / texel, 1, 1e-3);
  EXPECT_EQ(there.cascades[1].snapped_centre[1], here.cascades[1].snapped_centre[1]);
}

TEST(Fit, DensityRatioIsTheTexelRatio) {
  const CascadeFit fit = fit_of(RenderQualitySemantic::Medium);
  const auto density = [](const Matrix& matrix) {
    // Mean length of the first two clip rows of the column-vector form.
    const auto column = [&](std::size_t i) {
      return std::sqrt(double{matrix[i]} * matrix[i] + double{matrix[4 + i]} * matrix[4 + i] +
                       double{matrix[8 + i]} * matrix[8 + i]);
    };
    return (column(0) + column(1)) / 2;
  };
  EXPECT_NEAR(density(fit.cascades[0].world_to_clip) / density(fit.cascades[2].world_to_clip),
              double{fit.cascades[2].texel} / double{fit.cascades[0].texel}, 1e-4);
}

TEST(Fit, CasterUpLightStaysInsideTheSlab) {
  const CascadeFit fit = fit_of(RenderQualitySemantic::Low);
  // A point in the first slice, lifted 70 m towards the light: less than the padding of 72 m.
  const Vec4 lifted = transform(unit({1, 2, -0.2F}) * 10 + light * 70, fit.cascades[0].world_to_clip);
  EXPECT_GT(lifted[2], 0);
  EXPECT_LT(lifted[2], 1);
}

TEST(Fit, SingularCameraHasNoCascades) {
  EXPECT_EQ(fit_cascades(Matrix{}, projection, light, quality_default(RenderQualitySemantic::Low), 96).count,
            0U);
  EXPECT_EQ(fit_cascades(view, Matrix{}, light, quality_default(RenderQualitySemantic::Low), 96).count, 0U);
}

}  // namespace
}  // namespace rpcts::reference
