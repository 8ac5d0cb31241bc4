#pragma once

// The facts of frames that value cases go through: one change to a base frame at a time, and pairs of
// changes.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "conformance/render_pack_v1/host_rig.hpp"

namespace rpcts::render_pack_v1 {

/// What a frame is made of; each has a few values, the first of which is the base frame's.
enum class Knob : std::uint8_t {
  weather,
  intensity,
  elevation,
  group,
  source,
  place,
  sun,  ///< where the sun stands on the picture
  delta,
  brightness,
  energy,
  reach,
  cover,
};
inline constexpr std::size_t knob_count = 12;

/// The index of a value for each knob.
using Facts = std::array<std::size_t, knob_count>;

/// "base", or what differs from it: "weather.storm,intensity.2".
[[nodiscard]] std::string name_of(const Facts& facts);

[[nodiscard]] rpcts_frame frame_of(const Facts& facts, WorldSize size);

/// The base, and each other value of each knob by itself.
[[nodiscard]] std::vector<Facts> single_facts();

/// Each pair of values of two knobs at least once.
[[nodiscard]] std::vector<Facts> paired_facts();

/// As paired_facts(), of the values that leave a frame with a shadow.
[[nodiscard]] std::vector<Facts> paired_shadow_facts();

}  // namespace rpcts::render_pack_v1
