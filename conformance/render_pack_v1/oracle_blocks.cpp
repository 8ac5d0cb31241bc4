// The blocks of binding 6 and 7 (E.4, E.8).

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "conformance/render_pack_v1/oracle_curves.hpp"
#include "conformance/render_pack_v1/oracle_frame.hpp"
#include "harness/contracts/render_pack_v1/published_values.hpp"

namespace rpcts::render_pack_v1::oracle {
namespace {

namespace id = published;

/// How near to a rounding of the fit float32 may fall on the other side, in units of the rounding.
constexpr double rounding_slack = 4e-3;

std::string member(std::string_view name, std::size_t component) {
  return fmt::format("{}.{}", name, "xyzw"[component]);
}

void add_exact(ExpectedBlock& block, std::string_view name, std::string_view rule,
               const std::array<double, 4>& values) {
  for (std::size_t i = 0; i < 4; ++i) {
    block.push_back(exact_float(member(name, i), rule, values[i]));
  }
}

void add_identity(ExpectedBlock& block, std::size_t index, std::string_view rule) {
  for (std::size_t i = 0; i < 16; ++i) {
    block.push_back(exact_float(fmt::format("uShadowWorldToClip[{}][{}][{}]", index, i / 4, i % 4), rule,
                                i % 5 == 0 ? 1 : 0));
  }
}

/// A cascade's matrix: its directions within 1e-4 of the largest element of the column, its offsets within
/// 1e-4 of clip space, which goes from -1 to 1, or of themselves where the origin is far outside. E.7 turns
/// the light's view by a difference of two points some 100 m from the origin; float32 leaves 1e-5 of that
/// direction, and so 1e-5 of clip space at the origin.
void add_matrix(ExpectedBlock& block, std::size_t index, const Fit& fit, const Cascade& cascade,
                std::uint32_t map) {
  std::vector<Matrix> all;
  for (const Cascade& one : roundings(cascade, map, rounding_slack)) {
    all.push_back(world_to_clip(fit, one));
  }
  for (std::size_t i = 0; i < 16; ++i) {
    double largest = 0;
    for (std::size_t row = 0; row < 3; ++row) {
      largest = std::max(largest, std::abs(all[0].at(row, i % 4)));
    }
    ExpectedWord word =
        near_word(fmt::format("uShadowWorldToClip[{}][{}][{}]", index, i / 4, i % 4), id::fitted_matrix,
                  all[0].m[i], 1e-4 * (i < 12 ? largest : std::max(1.0, std::abs(all[0].m[i]))));
    for (std::size_t other = 1; other < all.size(); ++other) {
      word.others.push_back(all[other].m[i]);
    }
    block.push_back(std::move(word));
  }
}

/// The requirement that a cleared enabled bit rests on: what the contract itself names is MUST, what follows
/// from upstream's strength is REF.
std::string_view rule_of(ShadowGate gate, bool curve_is_zero) {
  switch (gate) {
    case ShadowGate::suppressed:
      return curve_is_zero ? id::shadow_gate : id::shadow_gate_order;
    case ShadowGate::no_resident_window:
      return id::resident_gate;
    default:
      return id::shadow_gate;
  }
}

ExpectedBlock disabled_shadow(const FrameState& state, const PackValues& pack) {
  ExpectedBlock block;
  for (std::size_t i = 0; i < 4; ++i) {
    add_identity(block, i, id::disabled_block);
  }
  for (const std::string_view name : {"uShadowSplitFarMeters", "uShadowControl", "uShadowBiasMeters"}) {
    add_exact(block, name, id::disabled_block, {0, 0, 0, 0});
  }
  const bool curve_is_zero =
      state.source != 0 &&
      shadow_factor(pack.policy.directional_shadow_light_elevation_response, state.light[2]) == 0;
  for (std::size_t i = 0; i < 3; ++i) {
    block.push_back(exact_word(member("uShadowTextureAndFlags", i), id::disabled_block, 0));
  }
  // All other bits are reserved or mean nothing now; upstream clears them all.
  block.push_back(exact_word("uShadowTextureAndFlags.w", rule_of(state.shadow_gate, curve_is_zero), 0));
  add_exact(block, "uShadowLightDirectionAndSource", id::disabled_block, {0, 0, 1, 0});
  return block;
}

}  // namespace

ExpectedBlock shadow_block(const rpcts_frame& frame, const FrameState& state, const PackValues& pack) {
  if (!state.published || !state.weather_known) {
    ExpectedBlock block;
    for (std::size_t i = 0; i < 84; ++i) {
      block.push_back(open_word(fmt::format("word {} of DirectionalShadow", i)));
    }
    return block;
  }
  if (state.shadow_gate != ShadowGate::enabled) {
    return disabled_shadow(state, pack);
  }
  ExpectedBlock block;
  const std::size_t count = state.fit.cascades.size();
  for (std::size_t i = 0; i < 4; ++i) {
    if (i < count) {
      add_matrix(block, i, state.fit, state.fit.cascades[i], pack.quality.map);
    } else {
      add_identity(block, i, id::unused_matrices);
    }
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string name = member("uShadowSplitFarMeters", i);
    if (i + 1 == count) {
      block.push_back(ulp_word(name, id::shadow_reach, state.fit.reach, 4));
    } else if (i < count) {
      block.push_back(near_word(name, id::split_formula, state.fit.cascades[i].split_far,
                                1e-5 * state.fit.cascades[i].split_far));
    } else {
      block.push_back(ulp_word(name, id::unused_splits, pack.quality.reach, 1));
    }
  }
  block.push_back(ulp_word("uShadowControl.x", id::shadow_strength, state.shadow_strength, 4, 1));
  block.push_back(exact_float("uShadowControl.y", id::shadow_softness, shadow_softness(frame.weather)));
  block.push_back(ulp_word("uShadowControl.z", id::shadow_reach, state.fit.reach, 4));
  block.push_back(ulp_word("uShadowControl.w", id::blend_width, std::max(1.0, 0.02 * state.fit.reach), 4));
  for (std::size_t i = 0; i < 3; ++i) {
    // A radius that is rounded to the next step changes the texel by less than a tenth.
    ExpectedWord word =
        ulp_word(member("uShadowBiasMeters", i), id::shadow_bias, state.fit.bias_meters[i], 8);
    for (const Cascade& other : roundings(state.fit.cascades.back(), pack.quality.map, rounding_slack)) {
      word.others.push_back(std::clamp(pack.quality.bias_texels[i] * other.texel, pack.quality.bias_minimum,
                                       pack.quality.bias_maximum));
    }
    block.push_back(std::move(word));
  }
  block.push_back(ulp_word("uShadowBiasMeters.w", id::caster_padding, state.fit.padding, 2));
  block.push_back(open_word("uShadowTextureAndFlags.x"));
  block.push_back(
      exact_word("uShadowTextureAndFlags.y", id::cascade_count, static_cast<std::uint32_t>(count)));
  block.push_back(exact_word("uShadowTextureAndFlags.z", id::map_size, pack.quality.map));
  block.push_back(exact_word("uShadowTextureAndFlags.w", id::shadow_taps, 1U | (pack.quality.radius << 8U)));
  for (std::size_t i = 0; i < 3; ++i) {
    block.push_back(
        ulp_word(member("uShadowLightDirectionAndSource", i), id::light_direction, state.light[i], 4, 1));
  }
  block.push_back(exact_float("uShadowLightDirectionAndSource.w", id::source_kind, state.source));
  return block;
}

ExpectedBlock pass_block(RenderPassSemantic pass, const FrameState& state, const PackValues& pack) {
  ExpectedBlock block;
  const auto set = [&block](std::size_t index, ExpectedWord word) {
    word.name = block[index].name;
    block[index] = std::move(word);
  };
  const bool custom = pass == RenderPassSemantic::CustomFullscreen;
  for (std::size_t i = 0; i < 16; ++i) {
    block.push_back(exact_word(member(fmt::format("uPackParams{}", i / 4), i % 4),
                               custom ? id::custom_params : id::unused_params, 0));
  }
  const double shafts = state.shaft_gate == ShaftGate::rendered ? 1 : 0;
  // Where the weather is none of A.17 nothing says whether there is a shadow, and so whether there are
  // shafts.
  const bool shafts_known = state.weather_known && state.published;
  const auto has_volumetric = [&] {
    return shafts_known ? exact_float({}, id::volumetric_gate, shafts) : open_word({});
  };
  const double bloom_width = scaled_size(state.width, pack.bloom_scale);
  const double bloom_height = scaled_size(state.height, pack.bloom_scale);
  switch (pass) {
    case RenderPassSemantic::SunRays: {
      const std::array<double, 4> constants{0.965, 0.24, 0.82, 48};
      for (std::size_t i = 0; i < 4; ++i) {
        set(i, exact_float({}, id::ray_params, constants[i]));
      }
      if (pack.fused) {
        set(4, exact_float({}, id::fused_ray_params, 1));
        set(5, exact_float({}, id::fused_ray_params, scaled_size(state.width, pack.ray_scale)));
        set(6, exact_float({}, id::fused_ray_params, scaled_size(state.height, pack.ray_scale)));
      }
      break;
    }
    case RenderPassSemantic::VolumetricShafts:
      set(0, ulp_word({}, id::shaft_density, 0.035 * state.shaft_strength, 8, 0.035));
      set(1, ulp_word({}, id::shaft_strength, state.shaft_strength, 8, 1));
      set(2, exact_float({}, id::shaft_steps, std::clamp(std::round(pack.volumetric_steps), 8.0, 64.0)));
      set(3, exact_float({}, id::shaft_density, 1));
      break;
    case RenderPassSemantic::BloomDownsample:
      set(0, exact_float({}, id::bloom_strength, pack.bloom_strength));
      set(1, exact_float({}, id::bloom_threshold, 1));
      set(2, exact_float({}, id::bloom_threshold, 0.73));
      set(3, has_volumetric());
      break;
    case RenderPassSemantic::BloomBlurHorizontal:
      set(0, ulp_word({}, id::graph_extents, 1 / bloom_width, 1));
      break;
    case RenderPassSemantic::BloomBlurVertical:
      set(1, ulp_word({}, id::graph_extents, 1 / bloom_height, 1));
      break;
    case RenderPassSemantic::FilmicComposite:
      set(0, exact_float({}, id::grade, pack.exposure));
      set(1, exact_float({}, id::grade, pack.saturation));
      set(2, exact_float({}, id::grade, pack.contrast));
      set(3, exact_float({}, id::grade, pack.vignette));
      set(4, exact_float({}, id::filmic_strength, pack.filmic_strength));
      set(5, has_volumetric());
      set(6, exact_float({}, id::fused_flag, pack.fused ? 1 : 0));
      if (pack.fused) {
        set(8, exact_float({}, id::fused_bloom, pack.bloom_strength));
        set(9, exact_float({}, id::bloom_threshold, 1));
        set(10, exact_float({}, id::bloom_threshold, 0.73));
        set(11, has_volumetric());
        set(12, ulp_word({}, id::fused_bloom_step, 1 / bloom_width, 1));
        set(13, ulp_word({}, id::fused_bloom_step, 1 / bloom_height, 1));
      }
      break;
    default:
      break;
  }
  return block;
}

}  // namespace rpcts::render_pack_v1::oracle
