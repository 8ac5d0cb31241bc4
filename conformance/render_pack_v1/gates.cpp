// The gates of E.6 and E.4: each reason by itself, each pair in its order, and that nothing of an earlier
// frame is left when a gate closes.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/frame_facts.hpp"
#include "conformance/render_pack_v1/frame_look.hpp"
#include "harness/contracts/render_pack_v1/published_values.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace id = published;
using oracle::ShadowGate;
using runner::CaseContext;

/// A way to close a gate.
struct Closing {
  std::string_view name;
  void (*close)(rpcts_frame&);
};

// In the order of the gates.
constexpr auto shadow_closings = std::to_array<Closing>({
    {"cover", [](rpcts_frame& frame) { frame.flags |= RPCTS_FRAME_COVERED; }},
    {"open-cell", [](rpcts_frame& frame) { frame.place = RPCTS_PLACE_OPEN_CELL; }},
    {"closed-cell", [](rpcts_frame& frame) { frame.place = RPCTS_PLACE_CLOSED_CELL; }},
    {"enclosed-camera", [](rpcts_frame& frame) { frame.place = RPCTS_PLACE_ENCLOSED_CAMERA; }},
    {"no-source",
     [](rpcts_frame& frame) {
       for (rpcts_celestial_source& source : frame.sources) {
         source.available = 0;
       }
     }},
    {"low-source",
     [](rpcts_frame& frame) {
       frame.sources[0].direction[2] = -0.25F;
       frame.sources[1].available = 0;
       frame.sources[2].available = 0;
     }},
    {"no-energy",
     [](rpcts_frame& frame) {
       for (rpcts_celestial_source& source : frame.sources) {
         source.energy = 0;
       }
     }},
    {"no-intensity", [](rpcts_frame& frame) { frame.weather_intensity = 0; }},
    {"no-resident-world", [](rpcts_frame& frame) { frame.resident_reach_meters = 0; }},
    {"resident-at-near-plane", [](rpcts_frame& frame) { frame.resident_reach_meters = 0.1F; }},
});

void set_energy(rpcts_frame& frame, float energy) {
  for (rpcts_celestial_source& source : frame.sources) {
    source.energy = energy;
  }
}

/// A sun alone in the sky, straight up, with a direction of this length.
void set_overhead(rpcts_frame& frame, float length) {
  frame.sources[1].available = 0;
  frame.sources[2].available = 0;
  frame.sources[0].direction[0] = 0;
  frame.sources[0].direction[1] = 0;
  frame.sources[0].direction[2] = length;
}

/// Just this side and just that side of where a gate closes; the length of a direction too is a gate.
constexpr auto shadow_edges = std::to_array<Closing>({
    {"energy-of-1e-5", [](rpcts_frame& frame) { set_energy(frame, 1e-5F); }},
    {"energy-of-1.2e-5", [](rpcts_frame& frame) { set_energy(frame, 1.2e-5F); }},
    {"energy-infinite", [](rpcts_frame& frame) { set_energy(frame, HUGE_VALF); }},
    {"energy-nan", [](rpcts_frame& frame) { set_energy(frame, NAN); }},
    {"no-world", [](rpcts_frame& frame) { frame.flags |= RPCTS_FRAME_NO_WORLD; }},
    {"resident-of-0.12", [](rpcts_frame& frame) { frame.resident_reach_meters = 0.12F; }},
    {"direction-of-1e-6", [](rpcts_frame& frame) { set_overhead(frame, 1e-6F); }},
    {"direction-of-1.2e-5", [](rpcts_frame& frame) { set_overhead(frame, 1.2e-5F); }},
    {"direction-of-7", [](rpcts_frame& frame) { set_overhead(frame, 7); }},
    {"direction-nan", [](rpcts_frame& frame) { set_overhead(frame, NAN); }},
    {"elevation-of-1e-4",
     [](rpcts_frame& frame) {
       set_overhead(frame, 1e-4F);
       frame.sources[0].direction[1] = 1;
     }},
});

constexpr auto shaft_edges = std::to_array<Closing>({
    {"brightness-of-1.2e-4", [](rpcts_frame& frame) { frame.sun_brightness = 1.2e-4F; }},
    {"brightness-of-0.9e-4", [](rpcts_frame& frame) { frame.sun_brightness = 0.9e-4F; }},
});

constexpr auto shaft_closings = std::to_array<Closing>({
    {"cover", [](rpcts_frame& frame) { frame.flags |= RPCTS_FRAME_COVERED; }},
    {"no-source", [](rpcts_frame& frame) { frame.sources[0].available = 0; }},
    {"closed-cell", [](rpcts_frame& frame) { frame.place = RPCTS_PLACE_CLOSED_CELL; }},
    {"sun-behind",
     [](rpcts_frame& frame) {
       Facts facts{};
       facts[static_cast<std::size_t>(Knob::sun)] = 1;
       const rpcts_frame behind = frame_of(facts, {});
       std::ranges::copy(behind.view, frame.view);
     }},
    {"no-brightness-left", [](rpcts_frame& frame) { frame.sun_brightness = 1e-4F; }},
});

Result<void> check_shadow_gate(CaseContext& context, implementation::Implementation& implementation,
                               const std::shared_ptr<ProbeSet>& set, const Look& look, Demand demand) {
  const Seen expected = foresee(look);
  auto host = set->rig.prepare(implementation, look.size, look.choice, look.frame);
  if (!host) {
    return std::unexpected(host.error());
  }
  if (demand == Demand::reference) {
    const auto state = (*host)->state();
    if (!state) {
      return std::unexpected(state.error());
    }
    if (state->shadow_gate < 0) {
      return error(ErrorKind::unsupported, "the implementation does not tell its directional-shadow gate");
    }
    context.equal(state->shadow_gate, static_cast<int>(expected.state.shadow_gate),
                  fmt::format("directional-shadow gate (A.20, {})", id::shadow_gate_order));
    return {};
  }
  const Result<Seen> seen = see(set->rig, implementation, look);
  if (!seen) {
    return std::unexpected(seen.error());
  }
  const std::uint32_t flags = seen->custom.tone_map.shadow.at(79);
  const bool open = expected.state.shadow_gate == ShadowGate::enabled;
  context.check(((flags & 1U) != 0) == open,
                fmt::format("the enabled bit must be {}, the flags are {:#010x} ({})", open ? "set" : "clear",
                            flags, id::shadow_gate));
  return {};
}

void add_shadow_gate(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set, const std::string& gates,
                     const rpcts_frame& frame) {
  const Look look{.choice = {.pack = &set->shadow, .preset = "low"}, .size = {}, .frame = frame};
  const ShadowGate gate = foresee(look).state.shadow_gate;
  // That no intensity closes the gate is upstream's; that its own gates clear the bit is the contract's.
  const bool contractual = gate != ShadowGate::suppressed && gate != ShadowGate::no_resident_window;
  for (const Demand demand : {Demand::must, Demand::reference}) {
    if (demand == Demand::must && !contractual) {
      continue;
    }
    const bool must = demand == Demand::must;
    add_implementation_case(
        table, set->source,
        {.info = {.id = fmt::format("render_pack_v1.gates.shadow:closed={};level={}", gates,
                                    must ? "must" : "reference"),
                  .title = must ? "The enabled bit is clear while a gate is closed, else set"
                                : "The gate that is told is the first that closes",
                  .claims = {{std::string(must ? id::shadow_gate : id::shadow_gate_order),
                              runner::Proof::positive}},
                  .needs_device = true},
         .profiles = RPCTS_PROFILE_HOST,
         .body = [set, look, demand](CaseContext& context, implementation::Implementation& implementation) {
           return check_shadow_gate(context, implementation, set, look, demand);
         }});
  }
}

void add_shadow_gates(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  for (std::size_t a = 0; a < shadow_closings.size(); ++a) {
    rpcts_frame frame = frame_of({}, {});
    shadow_closings[a].close(frame);
    add_shadow_gate(table, set, std::string(shadow_closings[a].name), frame);
    for (std::size_t b = a + 1; b < shadow_closings.size(); ++b) {
      rpcts_frame both = frame;
      shadow_closings[b].close(both);
      if (both.place == frame.place || frame.place == RPCTS_PLACE_OUTSIDE) {
        add_shadow_gate(table, set, fmt::format("{},{}", shadow_closings[a].name, shadow_closings[b].name),
                        both);
      }
    }
  }
  add_shadow_gate(table, set, "none", frame_of({}, {}));
  for (const Closing& edge : shadow_edges) {
    rpcts_frame frame = frame_of({}, {});
    edge.close(frame);
    add_shadow_gate(table, set, std::string(edge.name), frame);
  }
}

Result<void> check_shaft_gate(CaseContext& context, implementation::Implementation& implementation,
                              const std::shared_ptr<ProbeSet>& set, const Look& look) {
  const Seen expected = foresee(look);
  auto host = set->rig.prepare(implementation, look.size, look.choice, look.frame);
  if (!host) {
    return std::unexpected(host.error());
  }
  const auto state = (*host)->state();
  if (!state) {
    return std::unexpected(state.error());
  }
  const Result<Seen> seen = see(set->rig, implementation, look);
  if (!seen) {
    return std::unexpected(seen.error());
  }
  context.equal(seen->full.has_shafts, expected.state.shaft_gate == oracle::ShaftGate::rendered,
                fmt::format("whether the frame has shafts ({})", id::volumetric_gate));
  if (state->volumetric_gate >= 0) {
    context.equal(state->volumetric_gate, static_cast<int>(expected.state.shaft_gate),
                  fmt::format("volumetric gate (A.20, {})", id::volumetric_gate));
  }
  return {};
}

void add_shaft_gates(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  const auto add = [&](const std::string& gates, const rpcts_frame& frame, const char* strength = nullptr) {
    Choice choice{.pack = &set->full, .preset = "low"};
    if (strength != nullptr) {
      choice.values = {{"volumetric-strength", strength}};
    }
    const Look look{.choice = choice, .size = {}, .frame = frame};
    add_implementation_case(
        table, set->source,
        {.info = {.id = fmt::format("render_pack_v1.gates.shafts:closed={}", gates),
                  .title =
                      "The volumetric gate is the first that closes, and shafts are drawn when none does",
                  .claims = {{std::string(id::volumetric_gate), runner::Proof::positive}},
                  .needs_device = true},
         .profiles = RPCTS_PROFILE_HOST,
         .body = [set, look](CaseContext& context, implementation::Implementation& implementation) {
           return check_shaft_gate(context, implementation, set, look);
         }});
  };
  add("none", frame_of({}, {}));
  add("setting", frame_of({}, {}), "0");
  for (const Closing& edge : shaft_edges) {
    // At this elevation the curve is 1, so that the strength is the brightness.
    rpcts_frame frame = frame_of({}, {});
    set_sun(frame, 15, 12);
    frame.day_group = 0;
    SceneCamera camera;
    camera.target = oracle::sum(camera.eye, oracle::scaled(direction_of(15, 12), 20));
    set_camera(frame, camera, 64, 64);
    edge.close(frame);
    add(std::string(edge.name), frame, "1");
  }
  for (std::size_t a = 0; a < shaft_closings.size(); ++a) {
    rpcts_frame frame = frame_of({}, {});
    shaft_closings[a].close(frame);
    add(std::string(shaft_closings[a].name), frame);
    add(fmt::format("setting,{}", shaft_closings[a].name), frame, "0");
    for (std::size_t b = a + 1; b < shaft_closings.size(); ++b) {
      rpcts_frame both = frame;
      shaft_closings[b].close(both);
      add(fmt::format("{},{}", shaft_closings[a].name, shaft_closings[b].name), both);
    }
  }
}

/// An open frame, a closed one, an open one: each must look as if it were the only one.
Result<void> check_after_open(CaseContext& context, implementation::Implementation& implementation,
                              const std::shared_ptr<ProbeSet>& set, const rpcts_frame& closed) {
  const rpcts_frame open = frame_of({}, {});
  for (const auto& [name, frame] :
       {std::pair("the open frame", &open), std::pair("the closed frame", &closed),
        std::pair("the open frame again", &open)}) {
    const bool enabled = frame == &open;
    const Result<Seen> shadow =
        see(set->rig, implementation,
            {.choice = {.pack = &set->shadow, .preset = "low"}, .size = {}, .frame = *frame});
    if (!shadow) {
      return std::unexpected(shadow.error());
    }
    context.equal((shadow->custom.tone_map.shadow.at(79) & 1U) != 0, enabled,
                  fmt::format("the enabled bit in {} ({})", name, id::shadow_gate));
  }
  for (const auto& [name, frame] :
       {std::pair("the open frame", &open), std::pair("the closed frame", &closed),
        std::pair("the open frame again", &open)}) {
    const bool enabled = frame == &open;
    const Result<Seen> full =
        see(set->rig, implementation,
            {.choice = {.pack = &set->full, .preset = "low"}, .size = {}, .frame = *frame});
    if (!full) {
      return std::unexpected(full.error());
    }
    context.equal(full->full.has_shafts, enabled,
                  fmt::format("shafts in the slots of {} ({})", name, id::gated_shaft_slot));
  }
  return {};
}

/// Bit i of `visible` and of `low`: sun, dominant moon, secondary moon.
struct Sky {
  unsigned visible = 0;
  unsigned low = 0;
};

// Unit vectors of sun, dominant moon and secondary moon.
constexpr std::array<std::array<float, 3>, 3> directions{std::array<float, 3>{0.48F, 0.64F, 0.6F},
                                                         std::array<float, 3>{-0.6F, 0.48F, 0.64F},
                                                         std::array<float, 3>{0.64F, -0.6F, 0.48F}};

/// `expected`: number of the source (A.18), 0 = the enabled bit is clear.
Result<void> check_source_of(CaseContext& context, implementation::Implementation& implementation,
                             ProbeSet& set, const rpcts_frame& frame, int expected) {
  const Result<Seen> seen =
      see(set.rig, implementation,
          {.choice = {.pack = &set.shadow, .preset = "low"}, .size = {}, .frame = frame});
  if (!seen) {
    return std::unexpected(seen.error());
  }
  const Words& shadow = seen->custom.tone_map.shadow;
  const auto number = [&](std::size_t word) { return std::bit_cast<float>(shadow.at(word)); };
  context.equal((shadow.at(79) & 1U) != 0, expected != 0,
                fmt::format("the enabled bit ({})", id::source_priority));
  if (expected == 0 || (shadow.at(79) & 1U) == 0) {
    return {};
  }
  context.equal(number(83), static_cast<float>(expected),
                fmt::format("the source kind ({})", id::source_priority));
  for (std::size_t i = 0; i < 3; ++i) {
    const float wanted = directions[static_cast<std::size_t>(expected - 1)][i];
    context.check(std::abs(number(80 + i) - wanted) < 1e-6F,
                  fmt::format("component {} of the light is {}, that of source {} is {} ({})", i,
                              number(80 + i), expected, wanted, id::light_direction));
  }
  return {};
}

Result<void> check_source(CaseContext& context, implementation::Implementation& implementation, ProbeSet& set,
                          Sky sky) {
  rpcts_frame frame = frame_of({}, {});
  int expected = 0;
  for (int i = 0; i < 3; ++i) {
    rpcts_celestial_source& source = frame.sources[i];
    const auto index = static_cast<std::size_t>(i);
    source.available = static_cast<std::int32_t>((sky.visible >> index) & 1U);
    source.energy = 1;
    std::ranges::copy(directions[index], source.direction);
    const bool low = ((sky.low >> index) & 1U) != 0;
    if (low) {
      source.direction[2] = -source.direction[2];
    }
    if (expected == 0 && source.available != 0 && !low) {
      expected = i + 1;
    }
  }
  return check_source_of(context, implementation, set, frame, expected);
}

/// A sky in which something else than the order could decide.
struct Temptation {
  std::string_view name;
  std::string_view title;
  void (*change)(std::span<rpcts_celestial_source, 3> sources);
  int expected;
};

constexpr auto temptations = std::to_array<Temptation>({
    {"sun-at-horizon", "A sun exactly at the horizon leaves the shadow to the moon",
     [](std::span<rpcts_celestial_source, 3> sources) {
       std::ranges::copy(std::array{0.6F, 0.8F, 0.0F}, sources[0].direction);
     },
     2},
    {"dim-sun", "A dim sun comes before a bright moon",
     [](std::span<rpcts_celestial_source, 3> sources) { sources[0].energy = 0.25F; }, 1},
    {"dim-dominant-moon", "A dim dominant moon comes before a bright secondary one",
     [](std::span<rpcts_celestial_source, 3> sources) {
       sources[0].available = 0;
       sources[1].energy = 0.25F;
     },
     2},
    {"dark-sun", "A sun without energy is still the source: nothing throws a shadow",
     [](std::span<rpcts_celestial_source, 3> sources) { sources[0].energy = 0; }, 0},
    {"long-directions", "Directions of any length are published as unit vectors",
     [](std::span<rpcts_celestial_source, 3> sources) {
       for (rpcts_celestial_source& source : sources) {
         std::ranges::transform(source.direction, source.direction, [](float part) { return 4 * part; });
       }
     },
     1},
});

void add_temptations(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  for (const Temptation& one : temptations) {
    rpcts_frame frame = frame_of({}, {});
    for (std::size_t i = 0; i < directions.size(); ++i) {
      rpcts_celestial_source& source = frame.sources[i];
      source.available = 1;
      source.energy = 1;
      std::ranges::copy(directions[i], source.direction);
    }
    one.change(std::span<rpcts_celestial_source, 3>(&frame.sources[0], 3));
    std::vector<runner::Claim> claims{{std::string(id::source_priority), runner::Proof::positive}};
    if (one.expected != 0) {
      claims.push_back({std::string(id::source_kind), runner::Proof::positive});
      claims.push_back({std::string(id::light_direction), runner::Proof::positive});
    }
    add_implementation_case(
        table, set->source,
        {.info = {.id = fmt::format("render_pack_v1.gates.source_despite:what={}", one.name),
                  .title = std::string(one.title),
                  .claims = std::move(claims),
                  .needs_device = true},
         .profiles = RPCTS_PROFILE_HOST,
         .body = [set, frame, &one](CaseContext& context, implementation::Implementation& implementation) {
           return check_source_of(context, implementation, *set, frame, one.expected);
         }});
  }
}

void add_sources(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  std::vector<Sky> skies;
  for (unsigned mask = 0; mask < 8; ++mask) {
    skies.push_back({mask, 0});
    if (mask != 0) {
      skies.push_back({7, mask});
    }
  }
  for (const Sky& sky : skies) {
    add_implementation_case(
        table, set->source,
        {.info = {.id = fmt::format("render_pack_v1.gates.source:visible={:03b};low={:03b}", sky.visible,
                                    sky.low),
                  .title =
                      "The first that is visible and above the horizon of sun, dominant and secondary moon "
                      "throws the shadow (bits from the right)",
                  .claims = {{std::string(id::source_priority), runner::Proof::positive},
                             {std::string(id::source_kind), runner::Proof::positive},
                             {std::string(id::light_direction), runner::Proof::positive}},
                  .needs_device = true},
         .profiles = RPCTS_PROFILE_HOST,
         .body = [set, sky](CaseContext& context, implementation::Implementation& implementation) {
           return check_source(context, implementation, *set, sky);
         }});
  }
}

}  // namespace

void add_gate_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  add_shadow_gates(table, set);
  add_shaft_gates(table, set);
  add_sources(table, set);
  add_temptations(table, set);
  for (const Closing& closing : shadow_closings) {
    rpcts_frame closed = frame_of({}, {});
    closing.close(closed);
    add_implementation_case(
        table, set->source,
        {.info = {.id = fmt::format("render_pack_v1.gates.after_open:closed={}", closing.name),
                  .title = "A frame whose gate closes has nothing of the open frame before it",
                  .claims = {{std::string(id::shadow_gate), runner::Proof::positive},
                             {std::string(id::gated_shaft_slot), runner::Proof::positive}},
                  .needs_device = true},
         .profiles = RPCTS_PROFILE_HOST,
         .body = [set, closed](CaseContext& context, implementation::Implementation& implementation) {
           return check_after_open(context, implementation, set, closed);
         }});
  }
}

}  // namespace rpcts::render_pack_v1
