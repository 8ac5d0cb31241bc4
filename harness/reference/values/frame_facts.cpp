#include "harness/reference/values/frame_facts.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <numbers>
#include <span>
#include <string_view>

#include "harness/reference/mistakes/blocks.hpp"

namespace rpcts::reference {
namespace {

constexpr float sun_distance = 10'000.0F;     // E.2, metres
constexpr float minimum_w = 1e-5F;            // E.2
constexpr float minimum_sun_length = 1e-6F;   // E.2
constexpr std::int32_t no_active_group = -1;  // E.2
constexpr std::int32_t first_place = RPCTS_PLACE_OUTSIDE;
constexpr std::int32_t last_place = RPCTS_PLACE_ENCLOSED_CAMERA;

float radians(float degrees) {
  return degrees * (std::numbers::pi_v<float> / 180.0F);
}

Matrix matrix_of(const float (&values)[16]) {
  Matrix matrix{};
  std::ranges::copy(values, matrix.begin());
  return matrix;
}

bool in_unit(float value) {
  if (makes(block_mistake("edge-is-outside"))) {
    return value > 0 && value < 1;
  }
  return value >= 0 && value <= 1;
}

/// Every number given is finite?
Result<void> finite(std::string_view member, std::span<const float> values) {
  if (std::ranges::all_of(values, [](float value) { return std::isfinite(value); })) {
    return {};
  }
  return error(ErrorKind::usage, fmt::format("rpcts_frame::{} is not finite; give a number", member));
}

}  // namespace

Vec3 sun_direction(float heading_degrees, float pitch_degrees, float brightness) {
  const float heading = radians(heading_degrees);
  const float pitch = radians(pitch_degrees);
  const Vec3 authored =
      Vec3{std::cos(pitch) * std::sin(heading), std::cos(pitch) * std::cos(heading), std::sin(pitch)} *
      brightness;
  return length(authored) <= minimum_sun_length ? Vec3{0, 0, 1} : normalized(authored);
}

ScreenPosition sun_screen_position(const Vec3& eye, const Vec3& direction, const Matrix& view_projection) {
  const Vec4 clip = transform(eye + direction * sun_distance, view_projection);
  const float w = clip[3];
  if (!std::isfinite(clip[0]) || !std::isfinite(clip[1]) || !std::isfinite(w) || !(w > minimum_w)) {
    return {};
  }
  ScreenPosition position{.uv = {clip[0] / w * 0.5F + 0.5F, 0.5F - clip[1] / w * 0.5F}};
  position.on_screen = in_unit(position.uv[0]) && in_unit(position.uv[1]);
  return position;
}

bool is_outdoor(std::int32_t place) {
  if (makes(block_mistake("window-is-indoor"))) {
    return place == RPCTS_PLACE_OUTSIDE;
  }
  if (makes(block_mistake("camera-ignored")) && place == RPCTS_PLACE_ENCLOSED_CAMERA) {
    return true;
  }
  return place == RPCTS_PLACE_OUTSIDE || place == RPCTS_PLACE_OPEN_CELL;
}

Result<void> check_frame(const rpcts_frame& frame) {
  const auto one = [](const float& value) { return std::span(&value, 1); };
  for (const auto& [member, values] :
       {std::pair{std::string_view("view"), std::span<const float>(frame.view)},
        {"projection", frame.projection},
        {"delta_seconds", one(frame.delta_seconds)},
        {"sun_heading_degrees", one(frame.sun_heading_degrees)},
        {"sun_pitch_degrees", one(frame.sun_pitch_degrees)},
        {"sun_brightness", one(frame.sun_brightness)},
        {"sun_color", frame.sun_color},
        {"weather_intensity", one(frame.weather_intensity)}}) {
    if (const Result<void> checked = finite(member, values); !checked) {
      return checked;
    }
  }
  if (frame.place < first_place || frame.place > last_place) {
    return error(
        ErrorKind::usage,
        fmt::format("rpcts_frame::place is {}, which is no RPCTS_PLACE_ of this version", frame.place));
  }
  return {};
}

FrameFacts derive_facts(const rpcts_frame& frame) {
  FrameFacts facts;
  const Matrix view = matrix_of(frame.view);
  facts.view_projection = view * matrix_of(frame.projection);
  if (const std::optional<Matrix> camera = inverse(view)) {
    facts.eye = {(*camera)[12], (*camera)[13], (*camera)[14]};
  }
  facts.world = (frame.flags & RPCTS_FRAME_NO_WORLD) == 0;
  facts.covered = (frame.flags & RPCTS_FRAME_COVERED) != 0;
  facts.outdoor = facts.world && is_outdoor(frame.place);
  facts.in_cell = frame.place != RPCTS_PLACE_OUTSIDE;
  facts.sun_direction =
      sun_direction(frame.sun_heading_degrees, frame.sun_pitch_degrees, frame.sun_brightness);
  facts.sun_brightness = frame.sun_brightness;
  facts.sun_elevation_degrees = frame.sun_pitch_degrees;
  facts.sun_light =
      Vec3{frame.sun_color[0], frame.sun_color[1], frame.sun_color[2]} * std::abs(frame.sun_brightness);
  facts.day_group = facts.world ? frame.day_group : no_active_group;
  if (facts.world) {
    facts.inverse_view_projection = inverse(facts.view_projection).value_or(identity_matrix);
    facts.sun_screen = sun_screen_position(facts.eye, facts.sun_direction, facts.view_projection);
  }
  return facts;
}

}  // namespace rpcts::reference
