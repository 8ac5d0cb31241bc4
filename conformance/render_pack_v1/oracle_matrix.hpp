#pragma once

// Matrices of the oracle: double precision, row vectors, rows one after another, right-handed, depth 0 to 1.

#include <array>
#include <cstddef>
#include <optional>

namespace rpcts::render_pack_v1::oracle {

using Vector3 = std::array<double, 3>;
using Vector4 = std::array<double, 4>;

/// `m[4 * row + column]`; clip = (x, y, z, 1) * m.
struct Matrix {
  std::array<double, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

  [[nodiscard]] double at(std::size_t row, std::size_t column) const { return m[4 * row + column]; }
  [[nodiscard]] double& at(std::size_t row, std::size_t column) { return m[4 * row + column]; }
};

/// The float matrix of a frame, exactly.
[[nodiscard]] Matrix matrix_of(const float (&values)[16]);

[[nodiscard]] Matrix operator*(const Matrix& first, const Matrix& second);
[[nodiscard]] Vector4 transform(const Vector4& row, const Matrix& matrix);
/// The point (x, y, z, 1), without division.
[[nodiscard]] Vector4 transform_point(const Vector3& point, const Matrix& matrix);
/// Nothing where the matrix has none.
[[nodiscard]] std::optional<Matrix> inverse(const Matrix& matrix);

[[nodiscard]] double dot(const Vector3& a, const Vector3& b);
[[nodiscard]] Vector3 cross(const Vector3& a, const Vector3& b);
[[nodiscard]] double length(const Vector3& v);
[[nodiscard]] Vector3 scaled(const Vector3& v, double factor);
[[nodiscard]] Vector3 sum(const Vector3& a, const Vector3& b);
[[nodiscard]] Vector3 normalized(const Vector3& v);

/// A view from `eye` toward `target`.
[[nodiscard]] Matrix look_at(const Vector3& eye, const Vector3& target, const Vector3& up);
/// `vertical` is the whole angle in radians.
[[nodiscard]] Matrix perspective(double vertical, double aspect, double near, double far);
[[nodiscard]] Matrix orthographic(double left, double right, double bottom, double top, double near,
                                  double far);

}  // namespace rpcts::render_pack_v1::oracle
