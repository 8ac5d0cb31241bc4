#include "harness/reference/values/matrix.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "harness/reference/values/frame_testing.hpp"

namespace rpcts::reference {
namespace {

void expect_identity(const Matrix& matrix, float tolerance) {
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_NEAR(matrix[i], identity_matrix[i], tolerance) << "element " << i;
  }
}

TEST(Matrix, ProductAppliesTheLeftFirst) {
  const Matrix move{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1};
  const Matrix twice{2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1};
  EXPECT_EQ(transform({1, 2, 3}, move * twice), (Vec4{12, 4, 6, 1}));
  EXPECT_EQ(transform({1, 2, 3}, twice * move), (Vec4{7, 4, 6, 1}));
}

TEST(Matrix, InverseOfAViewProjectionGivesTheIdentity) {
  const Matrix view = look_at({100, -2000, 30}, {101, -1998, 29.8F}, {0, 0, 1});
  const Matrix matrix = view * samples::perspective(70, 16.0 / 9, 0.1, 5000);
  const auto inverted = inverse(matrix);
  ASSERT_TRUE(inverted.has_value());
  double worst = 0;
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      double sum = 0;
      double scale = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        const double term = double{matrix[row * 4 + i]} * double{(*inverted)[i * 4 + column]};
        sum += term;
        scale = std::max(scale, std::abs(term));
      }
      worst = std::max(worst, std::abs(sum - (row == column ? 1.0 : 0.0)) / std::max(1.0, scale));
    }
  }
  EXPECT_LT(worst, 1e-6);  // each element of the inverse is the nearest float32
}

TEST(Matrix, ZeroRowOrInfinityHasNoInverse) {
  Matrix flat = identity_matrix;
  flat[10] = 0;
  EXPECT_FALSE(inverse(flat).has_value());
  Matrix infinite = identity_matrix;
  infinite[0] = INFINITY;
  EXPECT_FALSE(inverse(infinite).has_value());
  Matrix tiny = identity_matrix;
  tiny[0] = 1e-45F;
  EXPECT_FALSE(inverse(tiny).has_value()) << "the inverse is beyond float32";
}

TEST(Matrix, LookAtPutsTheTargetOnMinusZ) {
  const Matrix view = look_at({1, 2, 3}, {1, 7, 3}, {0, 0, 1});
  const Vec3 target = transform_affine({1, 7, 3}, view);
  EXPECT_NEAR(target[0], 0, 1e-6);
  EXPECT_NEAR(target[1], 0, 1e-6);
  EXPECT_NEAR(target[2], -5, 1e-6);
  EXPECT_NEAR(transform_affine({2, 2, 3}, view)[0], 1, 1e-6)
      << "+x of the world is right when looking along +y";
  EXPECT_NEAR(transform_affine({1, 2, 4}, view)[1], 1, 1e-6);
  expect_identity(view * inverse(view).value(), 1e-5F);
}

TEST(Matrix, OrthographicMapsTheBoxToClipSpace) {
  const Matrix matrix =
      orthographic({.left = -2, .right = 6, .bottom = 1, .top = 3, .near_plane = 0.5F, .far_plane = 10.5F});
  EXPECT_EQ(transform({-2, 1, -0.5F}, matrix), (Vec4{-1, -1, 0, 1}));
  const Vec4 far_corner = transform({6, 3, -10.5F}, matrix);
  EXPECT_NEAR(far_corner[0], 1, 1e-6);
  EXPECT_NEAR(far_corner[1], 1, 1e-6);
  EXPECT_NEAR(far_corner[2], 1, 1e-6);
}

}  // namespace
}  // namespace rpcts::reference
