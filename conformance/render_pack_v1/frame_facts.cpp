#include "conformance/render_pack_v1/frame_facts.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <set>
#include <string_view>
#include <tuple>

namespace rpcts::render_pack_v1 {
namespace {

using oracle::Vector3;

struct KnobValue {
  std::string_view name;
  double value = 0;
};

struct KnobValues {
  std::string_view name;
  std::vector<KnobValue> values;
  std::vector<std::size_t> with_shadow;  ///< indices of values that leave a frame with a shadow
};

constexpr std::size_t index_of(Knob knob) {
  return static_cast<std::size_t>(knob);
}

enum SourceChoice {
  sun_only,
  moon_only,
  second_moon_only,
  every_source,
  no_source,
  low_sun_and_moon,
  low_only
};
enum SunPlace { in_front, behind, left_of_picture, above_picture, just_inside };

const std::array<KnobValues, knob_count>& knobs() {
  static const std::array<KnobValues, knob_count> table{{
      {"weather",
       {{"clear", 0}, {"overcast", 1}, {"rain", 2}, {"snow", 3}, {"storm", 4}, {"unknown", 9}},
       {0, 1, 2, 3, 4}},
      {"intensity", {{"1", 1}, {"-1", -1}, {"0", 0}, {"0.37", 0.37}, {"2", 2}}, {0, 3, 4}},
      {"elevation",
       {{"17", 17},
        {"-12", -12},
        {"-0.5", -0.5},
        {"0", 0},
        {"0.5", 0.5},
        {"3", 3},
        {"9", 9},
        {"44", 44},
        {"80", 80}},
       {0, 5, 6, 7, 8}},
      {"group", {{"1", 1}, {"3", 3}, {"7", 7}, {"-1", -1}}, {0, 1, 2, 3}},
      {"source",
       {{"sun", sun_only},
        {"moon", moon_only},
        {"second-moon", second_moon_only},
        {"every", every_source},
        {"none", no_source},
        {"low-sun-and-moon", low_sun_and_moon},
        {"low", low_only}},
       {0, 1, 2, 3, 5}},
      {"place",
       {{"outside", RPCTS_PLACE_OUTSIDE},
        {"open-cell", RPCTS_PLACE_OPEN_CELL},
        {"closed-cell", RPCTS_PLACE_CLOSED_CELL},
        {"enclosed-camera", RPCTS_PLACE_ENCLOSED_CAMERA}},
       {0}},
      {"sun",
       {{"front", in_front},
        {"behind", behind},
        {"left", left_of_picture},
        {"above", above_picture},
        {"edge", just_inside}},
       {0, 1, 2, 3, 4}},
      {"delta", {{"0.015625", 1.0 / 64}, {"-1", -1}, {"0", 0}, {"5", 5}}, {0, 1, 2, 3}},
      {"brightness", {{"1", 1}, {"0", 0}, {"2.5", 2.5}}, {0, 2}},
      {"energy", {{"1", 1}, {"0", 0}, {"0.5", 0.5}, {"3", 3}}, {0, 2, 3}},
      {"reach", {{"1152", 1152}, {"96", 96}, {"0", 0}, {"40", 40}}, {0, 1, 3}},
      {"cover", {{"no", 0}, {"yes", 1}}, {0}},
  }};
  return table;
}

double value_of(const Facts& facts, Knob knob) {
  const std::size_t index = index_of(knob);
  return knobs()[index].values[facts[index]].value;
}

/// A look direction that puts the sun where the knob says. Half the angle of view is 30 degrees.
void aim(rpcts_frame& frame, SunPlace place, WorldSize size) {
  const Vector3 sun = direction_of(double{frame.sun_heading_degrees}, double{frame.sun_pitch_degrees});
  const double heading = double{frame.sun_heading_degrees} * std::numbers::pi / 180;
  const Vector3 right{std::cos(heading), -std::sin(heading), 0};
  const Vector3 above = oracle::cross(right, sun);
  const double edge = std::tan(std::numbers::pi / 6);
  double along = 1;
  double to_right = 0.1;
  double upward = -0.15;
  switch (place) {
    case in_front:
      break;
    case behind:
      along = -1;
      to_right = 0.2;
      upward = 0.1;
      break;
    case left_of_picture:
      to_right = 1.2;
      break;
    case above_picture:
      upward = -1.0;
      break;
    case just_inside:
      to_right = 0.99 * edge * size.width / size.height;
      upward = 0;
      break;
  }
  SceneCamera camera;
  const Vector3 look =
      oracle::normalized(oracle::sum(oracle::scaled(sun, along), oracle::sum(oracle::scaled(right, to_right),
                                                                             oracle::scaled(above, upward))));
  camera.target = oracle::sum(camera.eye, oracle::scaled(look, 20));
  camera.up = above;
  set_camera(frame, camera, size.width, size.height);
}

void light(rpcts_frame& frame, SourceChoice choice, float energy) {
  constexpr std::array<std::array<float, 3>, 2> moons{std::array<float, 3>{-0.48F, 0.6F, 0.64F},
                                                      std::array<float, 3>{0.6F, -0.64F, 0.48F}};
  for (std::size_t i = 0; i < 2; ++i) {
    std::ranges::copy(moons[i], frame.sources[i + 1].direction);
  }
  const bool sun = choice != moon_only && choice != second_moon_only && choice != no_source;
  const bool moon = choice == moon_only || choice == every_source || choice == low_sun_and_moon;
  const bool second = choice == second_moon_only || choice == every_source;
  frame.sources[0].available = sun ? 1 : 0;
  frame.sources[1].available = moon ? 1 : 0;
  frame.sources[2].available = second ? 1 : 0;
  if (choice == low_sun_and_moon || choice == low_only) {
    frame.sources[0].direction[2] = -std::abs(frame.sources[0].direction[2]) - 0.01F;
  }
  // Each source its own energy, so that a mixed-up one shows.
  frame.sources[0].energy = energy;
  frame.sources[1].energy = energy * 0.75F;
  frame.sources[2].energy = energy * 0.5F;
}

using Pair = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>;  // knob, value, knob, value

/// Rows such that each pair of the allowed values occurs. Greedy and deterministic: each row starts with a
/// pair that is missing and takes, knob after knob, the value that adds most.
std::vector<Facts> pairs_of(const std::array<std::vector<std::size_t>, knob_count>& allowed) {
  std::set<Pair> missing;
  for (std::size_t a = 0; a < knob_count; ++a) {
    for (std::size_t b = a + 1; b < knob_count; ++b) {
      for (const std::size_t x : allowed[a]) {
        for (const std::size_t y : allowed[b]) {
          missing.emplace(a, x, b, y);
        }
      }
    }
  }
  std::vector<Facts> rows;
  while (!missing.empty()) {
    const auto [a, x, b, y] = *missing.begin();
    Facts row{};
    std::vector<std::size_t> set{a, b};
    row[a] = x;
    row[b] = y;
    const auto gain = [&](std::size_t knob, std::size_t value) {
      return std::ranges::count_if(set, [&](std::size_t other) {
        return missing.contains(other < knob ? Pair{other, row[other], knob, value}
                                             : Pair{knob, value, other, row[other]});
      });
    };
    for (std::size_t knob = 0; knob < knob_count; ++knob) {
      if (knob == a || knob == b) {
        continue;
      }
      row[knob] =
          *std::ranges::max_element(allowed[knob], {}, [&](std::size_t value) { return gain(knob, value); });
      set.push_back(knob);
    }
    for (std::size_t first = 0; first < knob_count; ++first) {
      for (std::size_t second = first + 1; second < knob_count; ++second) {
        missing.erase({first, row[first], second, row[second]});
      }
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::string name_of(const Facts& facts) {
  std::string name;
  for (std::size_t i = 0; i < knob_count; ++i) {
    if (facts[i] != 0) {
      name +=
          fmt::format("{}{}.{}", name.empty() ? "" : ",", knobs()[i].name, knobs()[i].values[facts[i]].name);
    }
  }
  return name.empty() ? "base" : name;
}

rpcts_frame frame_of(const Facts& facts, WorldSize size) {
  rpcts_frame frame = scene_frame({}, size.width, size.height);
  set_sun(frame, 15, static_cast<float>(value_of(facts, Knob::elevation)));
  aim(frame, static_cast<SunPlace>(value_of(facts, Knob::sun)), size);
  light(frame, static_cast<SourceChoice>(value_of(facts, Knob::source)),
        static_cast<float>(value_of(facts, Knob::energy)));
  frame.weather = static_cast<std::int32_t>(value_of(facts, Knob::weather));
  frame.weather_intensity = static_cast<float>(value_of(facts, Knob::intensity));
  frame.day_group = static_cast<std::int32_t>(value_of(facts, Knob::group));
  frame.place = static_cast<std::int32_t>(value_of(facts, Knob::place));
  frame.delta_seconds = static_cast<float>(value_of(facts, Knob::delta));
  frame.sun_brightness = static_cast<float>(value_of(facts, Knob::brightness));
  frame.resident_reach_meters = static_cast<float>(value_of(facts, Knob::reach));
  if (value_of(facts, Knob::cover) != 0) {
    frame.flags |= RPCTS_FRAME_COVERED;
  }
  return frame;
}

std::vector<Facts> single_facts() {
  std::vector<Facts> rows{Facts{}};
  for (std::size_t knob = 0; knob < knob_count; ++knob) {
    for (std::size_t value = 1; value < knobs()[knob].values.size(); ++value) {
      rows.emplace_back();
      rows.back()[knob] = value;
    }
  }
  return rows;
}

std::vector<Facts> paired_facts() {
  std::array<std::vector<std::size_t>, knob_count> allowed;
  for (std::size_t knob = 0; knob < knob_count; ++knob) {
    for (std::size_t value = 0; value < knobs()[knob].values.size(); ++value) {
      allowed[knob].push_back(value);
    }
  }
  return pairs_of(allowed);
}

std::vector<Facts> paired_shadow_facts() {
  std::array<std::vector<std::size_t>, knob_count> allowed;
  for (std::size_t knob = 0; knob < knob_count; ++knob) {
    allowed[knob] = knobs()[knob].with_shadow;
  }
  return pairs_of(allowed);
}

}  // namespace rpcts::render_pack_v1
