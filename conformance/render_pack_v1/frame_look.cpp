#include "conformance/render_pack_v1/frame_look.hpp"

#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <utility>

#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/published_values.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace id = published;
using oracle::Graph;
using Semantic = RenderPassSemantic;

/// One block of one pass.
struct Part {
  std::string name;
  ExpectedBlock expected;
  const Words* found;  ///< in the Seen that the part was made for
  bool of_shafts = false;
};

struct PassParts {
  std::string_view pass;
  Semantic semantic;
  const PassWords* found;
  std::uint32_t slots;
  bool of_shafts = false;
};

void add_parts(std::vector<Part>& parts, const Look& look, const Seen& seen, const PassParts& pass,
               bool frame, bool shadow, bool settings) {
  const auto add = [&](std::string_view block, ExpectedBlock expected, const Words& found) {
    parts.push_back({fmt::format("{}, {}", pass.pass, block), std::move(expected), &found, pass.of_shafts});
  };
  if (frame) {
    ExpectedBlock block = oracle::frame_block(look.frame, seen.state, seen.pack, pass.of_shafts);
    if (pass.semantic == Semantic::SunOcclusion) {
      block.resize(24);
    }
    add("binding 5", std::move(block), pass.found->frame);
  }
  if (shadow) {
    add("binding 6", oracle::shadow_block(look.frame, seen.state, seen.pack), pass.found->shadow);
  }
  add("binding 7", oracle::pass_block(pass.semantic, seen.state, seen.pack), pass.found->params);
  if (settings) {
    add("binding 8", oracle::settings_block(seen.pack), pass.found->settings);
  }
  ExpectedBlock push = oracle::push_words(pass.slots);
  if (pass.of_shafts) {
    push[21].rule = id::shadow_map_takes_no_slot;
  }
  add("push block", std::move(push), pass.found->push);
}

/// Whether the oracle can say if the frame has shafts.
bool shafts_known(const Seen& seen) {
  return seen.state.weather_known && seen.state.published;
}

bool shafts_expected(const Seen& seen) {
  return shafts_known(seen) && seen.state.shaft_gate == oracle::ShaftGate::rendered;
}

std::vector<Part> parts_of(const Look& look, const Seen& seen) {
  std::vector<Part> parts;
  if (seen.pack.graph != Graph::full) {
    const bool shadow = seen.pack.graph == Graph::shadow_only;
    add_parts(parts, look, seen,
              {"tone map", Semantic::CustomFullscreen, &seen.custom.tone_map, shadow ? 2U : 3U}, true, shadow,
              true);
    if (!shadow) {
      add_parts(parts, look, seen, {"glow", Semantic::CustomFullscreen, &seen.custom.middle, 2}, true, false,
                true);
    }
    return parts;
  }
  const FullGraphWords& full = seen.full;
  add_parts(parts, look, seen, {"SunRays", Semantic::SunRays, &full.rays, 1}, true, false, true);
  if (shafts_expected(seen)) {
    add_parts(parts, look, seen, {"VolumetricShafts", Semantic::VolumetricShafts, &full.shafts, 1, true},
              true, true, true);
  }
  // The slot of the shafts follows the frame; check_shafts() looks at it.
  const auto without_shaft_slot = [&](std::size_t slot) {
    parts.back().expected[20 + slot] = open_word("slot");
  };
  if (!seen.pack.fused) {
    add_parts(parts, look, seen, {"SunOcclusion", Semantic::SunOcclusion, &full.mask, 1}, true, false, false);
    add_parts(parts, look, seen, {"BloomDownsample", Semantic::BloomDownsample, &full.downsample, 2}, false,
              false, false);
    without_shaft_slot(2);
    add_parts(parts, look, seen,
              {"BloomBlurHorizontal", Semantic::BloomBlurHorizontal, &full.blur_horizontal, 1}, true, false,
              false);
    add_parts(parts, look, seen, {"BloomBlurVertical", Semantic::BloomBlurVertical, &full.blur_vertical, 1},
              true, false, false);
  }
  add_parts(parts, look, seen,
            {"FilmicComposite", Semantic::FilmicComposite, &full.filmic, seen.pack.fused ? 2U : 3U}, true,
            false, true);
  without_shaft_slot(seen.pack.fused ? 2 : 3);
  return parts;
}

std::uint32_t float_bits(double value) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

/// Within one unit in the last place.
bool nearly(std::uint32_t found, double expected) {
  const double value = std::bit_cast<float>(found);
  return std::abs(value - expected) <= expected / (1 << 23);
}

/// hasVolumetric, the slots of the shafts and the graph's shape agree, whatever the gate's formula says.
void check_shafts(runner::CaseContext& context, const Seen& seen) {
  const FullGraphWords& full = seen.full;
  const std::uint32_t flag = float_bits(full.has_shafts ? 1 : 0);
  const std::size_t slot = seen.pack.fused ? 22 : 23;
  context.check(
      (full.filmic.push[slot] != unassigned_slot) == full.has_shafts,
      fmt::format("FilmicComposite: the slot of the shafts is {:#010x} in a frame {} shafts ({})",
                  full.filmic.push[slot], full.has_shafts ? "with" : "without", id::gated_shaft_slot));
  context.check(full.filmic.params[5] == flag,
                fmt::format("FilmicComposite: hasVolumetric is {:#010x}, its slot says {:#010x} ({})",
                            full.filmic.params[5], flag, id::has_volumetric));
  if (seen.pack.fused) {
    context.check(full.filmic.params[11] == flag,
                  fmt::format("FilmicComposite: fused hasVolumetric is {:#010x}, its slot says {:#010x} ({})",
                              full.filmic.params[11], flag, id::has_volumetric));
    return;
  }
  context.check(
      full.downsample.params[3] == flag,
      fmt::format("BloomDownsample: hasVolumetric is {:#010x}, FilmicComposite's slot says {:#010x} ({})",
                  full.downsample.params[3], flag, id::has_volumetric));
  context.check(
      (full.downsample.push[22] != unassigned_slot) == full.has_shafts,
      fmt::format("BloomDownsample: slot C is {:#010x} in a frame {} shafts ({})", full.downsample.push[22],
                  full.has_shafts ? "with" : "without", id::gated_shaft_slot));
}

/// What depends on the sizes of the targets that are really there.
void check_sizes(runner::CaseContext& context, const Seen& seen) {
  const FullGraphWords& full = seen.full;
  const auto width = [](std::uint32_t size) { return size & 0xFFFFU; };
  const auto height = [](std::uint32_t size) { return size >> 16U; };
  if (seen.pack.fused) {
    const std::uint32_t rays = full.filmic.sizes[1];
    context.check(
        full.rays.params[5] == float_bits(width(rays)) && full.rays.params[6] == float_bits(height(rays)),
        fmt::format("SunRays: the logical mask is ({:#010x}, {:#010x}), the rays are {} x {} pixels ({})",
                    full.rays.params[5], full.rays.params[6], width(rays), height(rays),
                    id::fused_ray_params));
    return;
  }
  const std::uint32_t ping = full.blur_horizontal.sizes[0];
  const std::uint32_t pong = full.blur_vertical.sizes[0];
  context.check(width(ping) > 0 && nearly(full.blur_horizontal.params[0], 1.0 / width(ping)),
                fmt::format("BloomBlurHorizontal: one texel is {:#010x}, its input is {} pixels wide ({})",
                            full.blur_horizontal.params[0], width(ping), id::blur_step));
  context.check(height(pong) > 0 && nearly(full.blur_vertical.params[1], 1.0 / height(pong)),
                fmt::format("BloomBlurVertical: one texel is {:#010x}, its input is {} pixels high ({})",
                            full.blur_vertical.params[1], height(pong), id::blur_step));
}

/// The flags word bit by bit, and the texture that really stands in the slot of the map.
void check_shadow(runner::CaseContext& context, const PassWords& pass) {
  const std::uint32_t flags = pass.shadow[79];
  const bool enabled = (flags & 1U) != 0;
  context.check((flags & ~0xF01U) == 0,
                fmt::format("binding 6: the flags are {:#010x}, reserved bits must be 0 ({})", flags,
                            id::reserved_flags));
  const float kind = std::bit_cast<float>(pass.shadow[83]);
  context.check(!enabled || (kind >= 1 && kind <= 3),
                fmt::format("binding 6: source kind {} in an enabled frame ({})", kind, id::enabled_bit));
  if (!enabled) {
    return;
  }
  const std::uint32_t size = pass.map[0];
  context.check(
      (size & 0xFFFFU) == pass.shadow[78] && (size >> 16U) == pass.shadow[78],
      fmt::format("binding 6: the map is said to have {} pixels, the texture in its slot has {} x {} ({})",
                  pass.shadow[78], size & 0xFFFFU, size >> 16U, id::shadow_map_slot));
  context.check(pass.map[1] >= pass.shadow[77],
                fmt::format("binding 6: {} cascades are said to be there, the texture has {} layers ({})",
                            pass.shadow[77], pass.map[1], id::shadow_map_slot));
}

void check_relations(runner::CaseContext& context, const Look& look, const Seen& seen) {
  for (const Part& part : parts_of(look, seen)) {
    if (!part.name.ends_with("push block") || part.found->size() < 24) {
      continue;
    }
    for (std::size_t slot = 0; slot < 4; ++slot) {
      if (part.expected[20 + slot].by == ExpectedWord::By::nothing &&
          part.expected[20 + slot].name != "slot") {
        context.check(
            (*part.found)[20 + slot] != unassigned_slot,
            fmt::format("{}: slot {} must have an input ({})", part.name, "ABCD"[slot], id::slot_order));
      }
    }
  }
  if (seen.pack.graph == Graph::full) {
    check_shafts(context, seen);
    check_sizes(context, seen);
    if (seen.full.has_shafts) {
      check_shadow(context, seen.full.shafts);
    }
  } else if (seen.pack.graph == Graph::shadow_only) {
    check_shadow(context, seen.custom.tone_map);
    if (shafts_known(seen) && seen.state.shadow_gate == oracle::ShadowGate::enabled) {
      context.check((seen.custom.tone_map.shadow[79] & 1U) != 0,
                    fmt::format("binding 6: the enabled bit must be set ({})", id::enabled_bit));
    }
  }
}

void add_relation_rules(std::set<std::string_view>& rules, const Seen& seen) {
  rules.insert(id::slot_order);
  if (seen.pack.graph == Graph::full) {
    rules.insert({id::has_volumetric, id::gated_shaft_slot});
    rules.insert(seen.pack.fused ? id::fused_ray_params : id::blur_step);
  } else if (seen.pack.graph == Graph::shadow_only) {
    rules.insert({id::reserved_flags, id::enabled_bit});
  }
  if (seen.pack.graph != Graph::custom && seen.state.shadow_gate == oracle::ShadowGate::enabled &&
      (seen.pack.graph == Graph::shadow_only || shafts_expected(seen))) {
    rules.insert(id::shadow_map_slot);
  }
}

}  // namespace

Seen foresee(const Look& look) {
  Seen seen;
  seen.pack = oracle::values_of(look.choice.pack->descriptor, look.choice.preset, look.choice.values);
  seen.state = oracle::frame_state(look.frame, look.size.width, look.size.height, seen.pack);
  return seen;
}

Result<Seen> see(HostRig& rig, implementation::Implementation& implementation, const Look& look) {
  const Result<implementation::Picture> picture =
      rig.render(implementation, look.size, look.choice, look.frame);
  if (!picture) {
    return std::unexpected(picture.error());
  }
  Seen seen = foresee(look);
  if (seen.pack.graph == Graph::full) {
    seen.full = full_graph_words(*picture, seen.pack.fused);
  } else {
    seen.custom = custom_words(*picture, seen.pack.graph == Graph::shadow_only);
  }
  return seen;
}

void check_look(runner::CaseContext& context, const Look& look, const Seen& seen, Demand demand) {
  for (const Part& part : parts_of(look, seen)) {
    // Whether a frame has shafts follows from upstream's strength: only there their absence is a finding.
    if (part.of_shafts && !seen.full.has_shafts && demand == Demand::must) {
      continue;
    }
    compare_words(context, *part.found, part.expected, demand, part.name);
  }
  if (demand == Demand::must) {
    check_relations(context, look, seen);
  }
}

std::vector<runner::Claim> claims_of(const Look& look, Demand demand) {
  const Seen seen = foresee(look);
  std::set<std::string_view> rules;
  for (const Part& part : parts_of(look, seen)) {
    for (const std::string_view rule : rules_of(part.expected, demand)) {
      rules.insert(rule);
    }
  }
  if (demand == Demand::must) {
    add_relation_rules(rules, seen);
  }
  std::vector<runner::Claim> claims;
  for (const std::string_view rule : rules) {
    claims.push_back({std::string(rule), runner::Proof::positive});
  }
  return claims;
}

}  // namespace rpcts::render_pack_v1
