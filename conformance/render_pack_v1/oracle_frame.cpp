#include "conformance/render_pack_v1/oracle_frame.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include "conformance/render_pack_v1/oracle_curves.hpp"
#include "harness/contracts/render_pack_v1/published_values.hpp"

namespace rpcts::render_pack_v1::oracle {
namespace {

constexpr double sun_distance = 10000;
constexpr double least_w = 1e-5;
constexpr double curve_ulps = 4;

double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}

/// Unit, surface to sun, by heading and pitch; a brightness below zero turns it about.
Vector3 sun_of(const rpcts_frame& frame) {
  const double sign = frame.sun_brightness < 0 ? -1 : 1;
  const double heading = radians(double{frame.sun_heading_degrees});
  const double pitch = radians(double{frame.sun_pitch_degrees});
  return scaled({std::cos(pitch) * std::sin(heading), std::cos(pitch) * std::cos(heading), std::sin(pitch)},
                sign);
}

bool has_light(const rpcts_frame& frame) {
  return std::abs(frame.sun_brightness) > 1e-6F;
}

void project_sun(const rpcts_frame& frame, FrameState& state) {
  const Matrix view = matrix_of(frame.view);
  const Matrix view_projection = view * matrix_of(frame.projection);
  state.inverse_view_projection = inverse(view_projection);
  const auto from_view = inverse(view);
  if (!state.published || !from_view) {
    return;
  }
  const Vector3 eye{from_view->at(3, 0), from_view->at(3, 1), from_view->at(3, 2)};
  const Vector3 sun = has_light(frame) ? sun_of(frame) : Vector3{0, 0, 1};
  const Vector4 clip = transform_point(sum(eye, scaled(sun, sun_distance)), view_projection);
  if (!(clip[3] > least_w)) {
    return;
  }
  state.projected = true;
  state.clip_w = clip[3];
  state.u = clip[0] / clip[3] * 0.5 + 0.5;
  state.v = 0.5 - clip[1] / clip[3] * 0.5;
  state.on_screen = state.u >= 0 && state.u <= 1 && state.v >= 0 && state.v <= 1;
}

void select_source(const rpcts_frame& frame, FrameState& state) {
  for (int i = 0; i < 3; ++i) {
    const rpcts_celestial_source& source = frame.sources[i];
    const Vector3 direction{source.direction[0], source.direction[1], source.direction[2]};
    const double size = length(direction);
    if (source.available != 0 && std::isfinite(size) && size > 1e-5 && direction[2] > 0) {
      state.source = i + 1;
      state.light = normalized(direction);
      return;
    }
  }
}

ShadowGate shadow_gate_of(const rpcts_frame& frame, const FrameState& state) {
  if ((frame.flags & RPCTS_FRAME_COVERED) != 0) {
    return ShadowGate::covered;
  }
  if (frame.place != RPCTS_PLACE_OUTSIDE) {
    return ShadowGate::indoor;
  }
  if (state.source == 0) {
    return ShadowGate::no_source;
  }
  const float energy = frame.sources[state.source - 1].energy;
  if (!std::isfinite(energy) || energy <= 1e-5F) {
    return ShadowGate::no_energy;
  }
  if (!(state.shadow_strength > 0)) {
    return ShadowGate::suppressed;
  }
  return state.fit.cascades.empty() ? ShadowGate::no_resident_window : ShadowGate::enabled;
}

ShaftGate shaft_gate_of(const FrameState& state, const PackValues& pack) {
  if (pack.volumetric_strength <= 0) {
    return ShaftGate::disabled;
  }
  if (state.shadow_gate != ShadowGate::enabled) {
    return ShaftGate::no_shadow;
  }
  if (!state.outdoor) {
    return ShaftGate::indoor;
  }
  if (!state.on_screen) {
    return ShaftGate::off_screen;
  }
  return state.shaft_strength <= 1e-4 ? ShaftGate::suppressed : ShaftGate::rendered;
}

std::string member(std::string_view name, std::size_t component) {
  return fmt::format("{}.{}", name, "xyzw"[component]);
}

}  // namespace

FrameState frame_state(const rpcts_frame& frame, std::uint32_t width, std::uint32_t height,
                       const PackValues& pack) {
  FrameState state;
  state.width = width;
  state.height = height;
  state.published = (frame.flags & RPCTS_FRAME_NO_WORLD) == 0;
  state.outdoor =
      state.published && (frame.place == RPCTS_PLACE_OUTSIDE || frame.place == RPCTS_PLACE_OPEN_CELL);
  project_sun(frame, state);
  const double elevation = double{frame.sun_pitch_degrees};
  const double weather = weather_factor(frame.weather, double{frame.weather_intensity});
  state.group = group_multiplier(pack.policy.active_day_group_multipliers, frame.day_group);
  if (state.outdoor && state.on_screen) {
    state.ray_policy = std::clamp(
        ray_factor(pack.policy.sun_elevation_response, elevation) * state.group * weather, 0.0, 4.0);
  }
  state.ray_strength = pack.graph == Graph::full
                           ? std::clamp(pack.sun_ray_strength * state.ray_policy, 0.0, 4.0)
                           : state.ray_policy;

  select_source(frame, state);
  state.weather_known = frame.weather >= 0 && frame.weather <= 4;
  if (pack.graph == Graph::custom) {
    state.shadow_gate = ShadowGate::pack_disabled;
    return state;
  }
  if (state.source != 0) {
    const double curve =
        shadow_factor(pack.policy.directional_shadow_light_elevation_response, state.light[2]);
    const double energy = std::clamp(double{frame.sources[state.source - 1].energy}, 0.0, 1.0);
    const double weather_strength = state.weather_known ? shadow_weather_strength(frame.weather) : 1;
    state.shadow_strength =
        std::clamp(energy * weather_strength * std::clamp(double{frame.weather_intensity}, 0.0, 1.0) *
                       std::clamp(state.group * curve * pack.shadow_strength, 0.0, 1.0),
                   0.0, 1.0);
    // Without a published world nothing is resident (E.7).
    state.fit = fit_cascades(matrix_of(frame.view), matrix_of(frame.projection), state.light, pack.quality,
                             state.published ? double{frame.resident_reach_meters} : 0.0);
  }
  state.shadow_gate = shadow_gate_of(frame, state);
  state.shaft_strength =
      std::clamp(std::max(0.0, pack.volumetric_strength) * weather *
                     shaft_factor(pack.policy.volumetric_shaft_sun_elevation_response, elevation) *
                     std::clamp(double{frame.sun_brightness}, 0.0, 4.0) * std::clamp(state.group, 0.0, 4.0),
                 0.0, 1.0);
  state.shaft_gate = shaft_gate_of(state, pack);
  return state;
}

ExpectedBlock frame_block(const rpcts_frame& frame, const FrameState& state, const PackValues& pack,
                          bool volumetric_pass) {
  namespace id = published;
  ExpectedBlock block;
  const std::string_view screen = "uAtmosphereSunScreen";
  if (state.projected) {
    // A float32 product over 10,000 m, and the sine and cosine of the host.
    for (std::size_t i = 0; i < 2; ++i) {
      const double value = i == 0 ? state.u : state.v;
      block.push_back(near_word(member(screen, i), id::sun_screen_position, value,
                                4e-6 * (1 + std::abs(value)) * (sun_distance / state.clip_w)));
    }
  } else {
    block.push_back(exact_float(member(screen, 0), id::sun_screen_absent, -1));
    block.push_back(exact_float(member(screen, 1), id::sun_screen_absent, -1));
  }
  const bool full = pack.graph == Graph::full;
  block.push_back(volumetric_pass
                      ? open_word(member(screen, 2))
                      : ulp_word(member(screen, 2),
                                 full ? id::ray_strength_of_full_graph : id::ray_strength_of_other_graphs,
                                 state.ray_strength, 2 * curve_ulps, state.ray_strength == 0 ? 0 : 1));
  block.push_back(exact_float(member(screen, 3), id::sun_elevation, double{frame.sun_pitch_degrees}));

  const std::string_view color = "uAtmosphereSunColor";
  for (std::size_t i = 0; i < 3; ++i) {
    block.push_back(ulp_word(member(color, i), id::sun_color,
                             double{frame.sun_color[i]} * std::abs(double{frame.sun_brightness}), 2));
  }
  const bool edge_of_ray =
      ray_factor(pack.policy.sun_elevation_response, double{frame.sun_pitch_degrees}) == 0;
  block.push_back(volumetric_pass ? open_word(member(color, 3))
                                  : ulp_word(member(color, 3), id::ray_policy, state.ray_policy,
                                             2 * curve_ulps, edge_of_ray ? 0 : 1));

  const std::string_view viewport = "uAtmosphereViewport";
  block.push_back(exact_float(member(viewport, 0), id::viewport_size, state.width));
  block.push_back(exact_float(member(viewport, 1), id::viewport_size, state.height));
  block.push_back(ulp_word(member(viewport, 2), id::viewport_reciprocals, 1.0 / state.width, 1));
  block.push_back(ulp_word(member(viewport, 3), id::viewport_reciprocals, 1.0 / state.height, 1));

  const std::string_view weather = "uAtmosphereWeather";
  block.push_back(state.weather_known ? exact_float(member(weather, 0), id::weather_kind, frame.weather)
                                      : open_word(member(weather, 0)));
  block.push_back(exact_float(member(weather, 1), id::weather_intensity,
                              std::clamp(double{frame.weather_intensity}, 0.0, 1.0)));
  const double delta = double{frame.delta_seconds};
  block.push_back(exact_float(member(weather, 2),
                              delta < 0 || delta > 1 ? id::frame_delta_clamp : id::frame_delta,
                              std::clamp(delta, 0.0, 1.0)));
  block.push_back(exact_float(member(weather, 3), id::outdoor, state.outdoor ? 1 : 0));

  const std::string_view direction = "uAtmosphereSunDirection";
  const Vector3 sun = sun_of(frame);
  for (std::size_t i = 0; i < 3; ++i) {
    block.push_back(has_light(frame)
                        ? ulp_word(member(direction, i), id::sun_direction, sun[i], curve_ulps, 1)
                        : exact_float(member(direction, i), id::sun_direction_of_no_light, i == 2 ? 1 : 0));
  }
  block.push_back(exact_float(member(direction, 3), id::sun_brightness, double{frame.sun_brightness}));

  const std::string_view policy = "uAtmospherePolicy";
  const bool declared = declares_group(pack.policy.active_day_group_multipliers, frame.day_group);
  block.push_back(state.published ? exact_float(member(policy, 0), id::day_group, frame.day_group)
                                  : exact_float(member(policy, 0), id::day_group_of_no_world, -1));
  block.push_back(state.published
                      ? exact_float(member(policy, 1),
                                    declared ? id::day_group_multiplier : id::undeclared_day_group,
                                    state.group)
                      : open_word(member(policy, 1)));
  const auto& shadow_points = pack.policy.directional_shadow_light_elevation_response;
  const double sine = std::sin(radians(double{frame.sun_pitch_degrees}));
  const double factor = shadow_factor(shadow_points, sine);
  if (state.source != 1 || shadow_points.empty()) {
    block.push_back(open_word(member(policy, 2)));  // OQ-4
  } else if (frame.sun_pitch_degrees <= 0) {
    block.push_back(exact_float(member(policy, 2), id::shadow_curve_horizon, 0));
  } else {
    block.push_back(ulp_word(member(policy, 2), id::shadow_factor, factor, curve_ulps, factor == 0 ? 0 : 1));
  }
  const auto& shaft_points = pack.policy.volumetric_shaft_sun_elevation_response;
  const double shaft = shaft_factor(shaft_points, double{frame.sun_pitch_degrees});
  block.push_back(shaft_points.empty()
                      ? exact_float(member(policy, 3), id::empty_curve, 0)
                      : ulp_word(member(policy, 3), id::shaft_factor, shaft, curve_ulps, shaft == 0 ? 0 : 1));

  const bool known = state.published && state.inverse_view_projection;
  const Matrix matrix = known ? *state.inverse_view_projection : Matrix{};
  for (std::size_t i = 0; i < 16; ++i) {
    const std::string name = fmt::format("uAtmosphereInverseViewProjection[{}][{}]", i / 4, i % 4);
    if (!known) {
      block.push_back(exact_float(name, id::inverse_of_no_world, matrix.m[i]));
      continue;
    }
    double largest = 0;
    for (std::size_t column = 0; column < 4; ++column) {
      largest = std::max(largest, std::abs(matrix.at(i / 4, column)));
    }
    block.push_back(near_word(name, id::inverse_view_projection, matrix.m[i], 1e-4 * largest));
  }
  return block;
}

ExpectedBlock settings_block(const PackValues& pack) {
  ExpectedBlock block;
  for (std::size_t i = 0; i < pack.setting_words.size(); ++i) {
    block.push_back(
        exact_word(fmt::format("uPackSettings[{}].{}", i / 4, "xyzw"[i % 4]),
                   i < pack.setting_count ? published::setting_order : published::setting_zero_fill,
                   pack.setting_words[i]));
  }
  return block;
}

ExpectedBlock push_words(std::uint32_t slots) {
  ExpectedBlock block;
  for (std::size_t i = 0; i < 16; ++i) {
    block.push_back(open_word(fmt::format("viewProjection[{}][{}]", i / 4, i % 4)));  // OQ-3
  }
  for (const std::string_view name : {"drawIdOffset", "lightingMode", "renderPass", "lightDebug"}) {
    block.push_back(exact_word(std::string(name), published::push_integers, 0));
  }
  for (std::uint32_t slot = 0; slot < 4; ++slot) {
    const std::string name = fmt::format("slot {}", "ABCD"[slot]);
    block.push_back(slot < slots ? open_word(name) : exact_word(name, published::slot_sentinel, UINT32_MAX));
  }
  return block;
}

}  // namespace rpcts::render_pack_v1::oracle
