#pragma once

// What a pack, a preset and a user's values mean (E.3, E.4, E.6), from the descriptor and the contract alone.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "conformance/render_pack_v1/oracle_cascades.hpp"
#include "harness/contracts/render_pack_v1/descriptor.hpp"

namespace rpcts::render_pack_v1::oracle {

/// A setting's id and its value as text; the ids are spelt as declared.
using UserValue = std::pair<std::string, std::string>;

enum class Graph : std::uint8_t { custom, shadow_only, full };

struct PackValues {
  Graph graph = Graph::custom;
  bool fused = false;
  bool has_policy = false;
  AtmospherePolicy policy;
  std::array<std::uint32_t, 64> setting_words{};  ///< of uPackSettings
  std::size_t setting_count = 0;
  ShadowQuality quality;  ///< with the pack's cascades, map, reach and radius
  double shadow_strength = 0.72;
  double sun_ray_strength = 0.55;
  double bloom_strength = 0.65;
  double filmic_strength = 1;
  double exposure = 1;
  double saturation = 1;
  double contrast = 1;
  double vignette = 0.245;
  double volumetric_strength = 0.35;
  double volumetric_steps = 0;
  double bloom_scale = 0;  ///< of the main world
  double ray_scale = 0;
  double shaft_scale = 0;
};

/// The text that counts for a setting: the user's, else the preset's, else the default. Ids in any letter
/// case.
[[nodiscard]] std::string_view text_of(const Descriptor& pack, std::string_view preset,
                                       std::span<const UserValue> user, const Setting& setting);

/// The float of a well-formed text (C.9), and 0 for anything else that the kind's plain reading refuses.
[[nodiscard]] float encoded(const Setting& setting, std::string_view text);

/// `preset` names one of the pack's.
[[nodiscard]] PackValues values_of(const Descriptor& pack, std::string_view preset,
                                   std::span<const UserValue> user);

/// max(1, ceil(size * scale)).
[[nodiscard]] std::uint32_t scaled_size(std::uint32_t size, double scale);

}  // namespace rpcts::render_pack_v1::oracle
