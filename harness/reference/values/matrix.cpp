#include "harness/reference/values/matrix.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

namespace rpcts::reference {
namespace {

using Wide = std::array<std::array<double, 8>, 4>;  ///< a matrix, and the identity beside it

/// Gauss-Jordan with row pivots; false when a pivot is zero or no number.
bool eliminate(Wide& rows) {
  for (std::size_t column = 0; column < 4; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < 4; ++row) {
      if (std::abs(rows[row][column]) > std::abs(rows[pivot][column])) {
        pivot = row;
      }
    }
    std::swap(rows[column], rows[pivot]);
    const double lead = rows[column][column];
    if (!(std::abs(lead) > 0) || !std::isfinite(lead)) {
      return false;
    }
    for (double& value : rows[column]) {
      value /= lead;
    }
    for (std::size_t row = 0; row < 4; ++row) {
      const double factor = rows[row][column];
      if (row != column) {
        for (std::size_t i = 0; i < 8; ++i) {
          rows[row][i] -= factor * rows[column][i];
        }
      }
    }
  }
  return true;
}

}  // namespace

float length(const Vec3& a) {
  return std::sqrt(dot(a, a));
}

Vec3 normalized(const Vec3& a) {
  const float size = length(a);
  return {a[0] / size, a[1] / size, a[2] / size};
}

Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix product{};
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      float sum = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        sum += a[row * 4 + i] * b[i * 4 + column];
      }
      product[row * 4 + column] = sum;
    }
  }
  return product;
}

Vec4 transform(const Vec3& point, const Matrix& matrix) {
  Vec4 result{};
  for (std::size_t i = 0; i < 4; ++i) {
    result[i] = point[0] * matrix[i] + point[1] * matrix[4 + i] + point[2] * matrix[8 + i] + matrix[12 + i];
  }
  return result;
}

Vec3 transform_affine(const Vec3& point, const Matrix& matrix) {
  const Vec4 result = transform(point, matrix);
  return {result[0], result[1], result[2]};
}

std::optional<Matrix> inverse(const Matrix& matrix) {
  Wide rows{};
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      rows[row][column] = double{matrix[row * 4 + column]};
    }
    rows[row][4 + row] = 1;
  }
  if (!eliminate(rows)) {
    return std::nullopt;
  }
  Matrix result{};
  for (std::size_t i = 0; i < 16; ++i) {
    result[i] = static_cast<float>(rows[i / 4][4 + i % 4]);
    if (!std::isfinite(result[i])) {
      return std::nullopt;
    }
  }
  return result;
}

Matrix look_at(const Vec3& eye, const Vec3& target, const Vec3& up) {
  const Vec3 z = normalized(eye - target);
  const Vec3 x = normalized(cross(up, z));
  const Vec3 y = cross(z, x);
  return {x[0], y[0], z[0], 0, x[1],         y[1],         z[1],         0,
          x[2], y[2], z[2], 0, -dot(x, eye), -dot(y, eye), -dot(z, eye), 1};
}

Matrix orthographic(const OrthoBox& box) {
  const float width = box.right - box.left;
  const float height = box.top - box.bottom;
  const float depth = box.near_plane - box.far_plane;
  return {2 / width,
          0,
          0,
          0,
          0,
          2 / height,
          0,
          0,
          0,
          0,
          1 / depth,
          0,
          -(box.left + box.right) / width,
          -(box.top + box.bottom) / height,
          box.near_plane / depth,
          1};
}

}  // namespace rpcts::reference
