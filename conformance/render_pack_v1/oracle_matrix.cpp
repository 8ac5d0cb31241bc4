#include "conformance/render_pack_v1/oracle_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rpcts::render_pack_v1::oracle {

Matrix matrix_of(const float (&values)[16]) {
  Matrix matrix;
  std::ranges::copy(values, matrix.m.begin());
  return matrix;
}

Matrix operator*(const Matrix& first, const Matrix& second) {
  Matrix product;
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      double total = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        total += first.at(row, i) * second.at(i, column);
      }
      product.at(row, column) = total;
    }
  }
  return product;
}

Vector4 transform(const Vector4& row, const Matrix& matrix) {
  Vector4 result{};
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t i = 0; i < 4; ++i) {
      result[column] += row[i] * matrix.at(i, column);
    }
  }
  return result;
}

Vector4 transform_point(const Vector3& point, const Matrix& matrix) {
  return transform({point[0], point[1], point[2], 1}, matrix);
}

std::optional<Matrix> inverse(const Matrix& matrix) {
  // Gauss and Jordan with the largest pivot.
  Matrix left = matrix;
  Matrix right;
  for (std::size_t column = 0; column < 4; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < 4; ++row) {
      if (std::abs(left.at(row, column)) > std::abs(left.at(pivot, column))) {
        pivot = row;
      }
    }
    const double value = left.at(pivot, column);
    if (!std::isfinite(value) || std::abs(value) < 1e-300) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < 4; ++i) {
      std::swap(left.at(column, i), left.at(pivot, i));
      std::swap(right.at(column, i), right.at(pivot, i));
    }
    for (std::size_t i = 0; i < 4; ++i) {
      left.at(column, i) /= value;
      right.at(column, i) /= value;
    }
    for (std::size_t row = 0; row < 4; ++row) {
      const double factor = left.at(row, column);
      for (std::size_t i = 0; row != column && i < 4; ++i) {
        left.at(row, i) -= factor * left.at(column, i);
        right.at(row, i) -= factor * right.at(column, i);
      }
    }
  }
  return right;
}

double dot(const Vector3& a, const Vector3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double length(const Vector3& v) {
  return std::sqrt(dot(v, v));
}
Vector3 scaled(const Vector3& v, double factor) {
  return {v[0] * factor, v[1] * factor, v[2] * factor};
}
Vector3 sum(const Vector3& a, const Vector3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
Vector3 normalized(const Vector3& v) {
  return scaled(v, 1 / length(v));
}

Matrix look_at(const Vector3& eye, const Vector3& target, const Vector3& up) {
  const Vector3 back = normalized(sum(eye, scaled(target, -1)));
  const Vector3 right = normalized(cross(up, back));
  const Vector3 above = cross(back, right);
  Matrix view;
  for (std::size_t i = 0; i < 3; ++i) {
    view.at(i, 0) = right[i];
    view.at(i, 1) = above[i];
    view.at(i, 2) = back[i];
  }
  view.at(3, 0) = -dot(right, eye);
  view.at(3, 1) = -dot(above, eye);
  view.at(3, 2) = -dot(back, eye);
  return view;
}

Matrix perspective(double vertical, double aspect, double near, double far) {
  const double scale = 1 / std::tan(vertical / 2);
  Matrix projection;
  projection.at(0, 0) = scale / aspect;
  projection.at(1, 1) = scale;
  projection.at(2, 2) = far / (near - far);
  projection.at(2, 3) = -1;
  projection.at(3, 2) = near * far / (near - far);
  projection.at(3, 3) = 0;
  return projection;
}

Matrix orthographic(double left, double right, double bottom, double top, double near, double far) {
  Matrix projection;
  projection.at(0, 0) = 2 / (right - left);
  projection.at(1, 1) = 2 / (top - bottom);
  projection.at(2, 2) = 1 / (near - far);
  projection.at(3, 0) = (left + right) / (left - right);
  projection.at(3, 1) = (top + bottom) / (bottom - top);
  projection.at(3, 2) = near / (near - far);
  return projection;
}

}  // namespace rpcts::render_pack_v1::oracle
