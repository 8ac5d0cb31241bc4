#pragma once

// Vectors and matrices of the reference, float32. A matrix is 16 floats, row after row, for row vectors:
// (x, y, z, 1) * M, as in the adapter header. Byte for byte that is the column-major matrix for column
// vectors that a shader reads, so that render_pack_v1::Matrix4 serves for both.

#include <array>
#include <optional>

#include "harness/contracts/render_pack_v1/host_blocks.hpp"

namespace rpcts::reference {

using Vec3 = std::array<float, 3>;
using Vec4 = std::array<float, 4>;
using Matrix = render_pack_v1::Matrix4;

inline constexpr Matrix identity_matrix{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

[[nodiscard]] constexpr Vec3 operator+(const Vec3& a, const Vec3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
[[nodiscard]] constexpr Vec3 operator-(const Vec3& a, const Vec3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
[[nodiscard]] constexpr Vec3 operator*(const Vec3& a, float factor) {
  return {a[0] * factor, a[1] * factor, a[2] * factor};
}
[[nodiscard]] constexpr float dot(const Vec3& a, const Vec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
[[nodiscard]] constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
[[nodiscard]] float length(const Vec3& a);
/// Not finite for a vector without length.
[[nodiscard]] Vec3 normalized(const Vec3& a);

/// First `a`, then `b`.
[[nodiscard]] Matrix operator*(const Matrix& a, const Matrix& b);
/// (point, 1) * matrix.
[[nodiscard]] Vec4 transform(const Vec3& point, const Matrix& matrix);
/// The first three of transform(): for matrices whose last column is (0, 0, 0, 1).
[[nodiscard]] Vec3 transform_affine(const Vec3& point, const Matrix& matrix);

/// Nothing when the matrix is not invertible or the inverse is beyond float32. Worked out in double, so that
/// a view-projection with a far plane a hundred thousand times its near plane still inverts to 1e-4.
[[nodiscard]] std::optional<Matrix> inverse(const Matrix& matrix);

/// Right-handed: the camera looks along its -z. `target` differs from `eye`, `up` is not along the way there.
[[nodiscard]] Matrix look_at(const Vec3& eye, const Vec3& target, const Vec3& up);

struct OrthoBox {
  float left;
  float right;
  float bottom;
  float top;
  float near_plane;
  float far_plane;
};
/// Right-handed, depth 0 at the near plane and 1 at the far plane.
[[nodiscard]] Matrix orthographic(const OrthoBox& box);

}  // namespace rpcts::reference
