#pragma once

// Frames for the unit tests of the reference.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "harness/implementation/rpcts_adapter.h"
#include "harness/reference/values/matrix.hpp"

namespace rpcts::reference::samples {

/// Whether the enabled bit of E.8 is set.
[[nodiscard]] inline bool is_enabled(const render_pack_v1::DirectionalShadowBlock& block) {
  return (block.texture_and_flags[3] & 1U) != 0;
}

/// Right-handed perspective for row vectors, depth 0 to 1.
[[nodiscard]] inline Matrix perspective(double fov_degrees, double aspect, double near_plane,
                                        double far_plane) {
  const double scale = 1 / std::tan(fov_degrees * std::numbers::pi / 360);
  Matrix matrix{};
  matrix[0] = static_cast<float>(scale / aspect);
  matrix[5] = static_cast<float>(scale);
  matrix[10] = static_cast<float>(far_plane / (near_plane - far_plane));
  matrix[11] = -1;
  matrix[14] = static_cast<float>(near_plane * far_plane / (near_plane - far_plane));
  return matrix;
}

inline void set_camera(rpcts_frame& frame, const Vec3& eye, const Vec3& direction, double fov_degrees = 70,
                       double aspect = 16.0 / 9.0) {
  const Matrix view = look_at(eye, eye + direction, {0, 0, 1});
  const Matrix projection = perspective(fov_degrees, aspect, 0.1, 5000);
  std::ranges::copy(view, frame.view);
  std::ranges::copy(projection, frame.projection);
}

/// Outdoors, clear, looking north; the sun stands ahead at 20 degrees and is the light.
[[nodiscard]] inline rpcts_frame frame() {
  rpcts_frame made{};
  made.size = sizeof(rpcts_frame);
  set_camera(made, {10, 20, 2}, {0, 1, 0.2F});
  made.delta_seconds = 1 / 64.0F;
  made.sun_heading_degrees = 0;
  made.sun_pitch_degrees = 20;
  made.sun_brightness = 1;
  made.sun_color[0] = 1;
  made.sun_color[1] = 0.5F;
  made.sun_color[2] = 0.25F;
  const auto pitch = static_cast<float>(20 * std::numbers::pi / 180);
  made.sources[0] = {.available = 1, .direction = {0, std::cos(pitch), std::sin(pitch)}, .energy = 1};
  made.weather = 0;
  made.weather_intensity = 1;
  made.day_group = 0;
  made.place = RPCTS_PLACE_OUTSIDE;
  made.resident_reach_meters = 960;
  made.gpu_milliseconds = std::numeric_limits<float>::quiet_NaN();
  made.cpu_milliseconds = std::numeric_limits<float>::quiet_NaN();
  return made;
}

}  // namespace rpcts::reference::samples
