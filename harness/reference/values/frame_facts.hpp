#pragma once

// What one frame is before any pack looks at it: camera, sun and place, sections E.2 and E.6.

#include <array>

#include "harness/base/result.hpp"
#include "harness/implementation/rpcts_adapter.h"
#include "harness/reference/values/matrix.hpp"

namespace rpcts::reference {

/// E.2: where the sun stands in the picture.
struct ScreenPosition {
  std::array<float, 2> uv{-1, -1};  ///< 0 to 1 from the upper left corner; (-1, -1) when behind the camera
  bool on_screen = false;           ///< both in [0, 1]
  friend bool operator==(const ScreenPosition&, const ScreenPosition&) = default;
};

struct FrameFacts {
  Matrix view_projection = identity_matrix;
  Matrix inverse_view_projection = identity_matrix;  ///< identity where there is none, or no world
  Vec3 eye{};
  bool world = true;                ///< a world frame is published
  bool outdoor = true;              ///< false without a world
  bool covered = false;             ///< a portal or login cover is visible
  bool in_cell = false;             ///< the player or the camera is in a cell: no directional shadow (E.6)
  Vec3 sun_direction{0, 0, 1};      ///< unit, from the surface to the sun
  float sun_brightness = 0;         ///< length of the authored vector, as given
  float sun_elevation_degrees = 0;  ///< the authored pitch
  Vec3 sun_light{};                 ///< linear colour times brightness
  ScreenPosition sun_screen;
  std::int32_t day_group = -1;  ///< -1 without a world
};

/// E.2: unit vector to the sun; (0, 0, 1) when the authored vector has no length.
[[nodiscard]] Vec3 sun_direction(float heading_degrees, float pitch_degrees, float brightness);

/// E.2: the picture of the point ten kilometres from `eye` towards the sun.
[[nodiscard]] ScreenPosition sun_screen_position(const Vec3& eye, const Vec3& direction,
                                                 const Matrix& view_projection);

/// E.2: outdoor = the viewer stands in no cell or in one that sees outside, and the camera is in no enclosed
/// cell. `place` is a RPCTS_PLACE_.
[[nodiscard]] bool is_outdoor(std::int32_t place);

/// What a frame must bring for its values to mean something: finite sun, weather and time, a known place.
/// ErrorKind::usage names the member at fault. A view-projection that cannot be inverted is no fault.
[[nodiscard]] Result<void> check_frame(const rpcts_frame& frame);

/// For a frame that check_frame accepts.
[[nodiscard]] FrameFacts derive_facts(const rpcts_frame& frame);

}  // namespace rpcts::reference
