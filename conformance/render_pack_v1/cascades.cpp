// The cascade fit of E.7, as the shadow block shows it: directions of light, the contract's own vectors, and
// what must hold while the camera moves.

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/frame_facts.hpp"
#include "conformance/render_pack_v1/frame_look.hpp"
#include "conformance/render_pack_v1/golden.hpp"
#include "conformance/render_pack_v1/look_cases.hpp"
#include "harness/contracts/render_pack_v1/published_values.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace id = published;
using oracle::Matrix;
using oracle::Vector3;
using runner::CaseContext;

double float_of(std::uint32_t bits) {
  return double{std::bit_cast<float>(bits)};
}

/// What a published matrix says of its cascade: clip.x = (p . x - center.x) / radius.
struct Published {
  double radius = 0;
  double center_x = 0;
  double center_y = 0;
  Vector3 axis_x{};
  Vector3 axis_y{};
};

Published published_cascade(const Words& shadow, std::size_t cascade) {
  const auto at = [&](std::size_t row, std::size_t column) {
    return float_of(shadow.at(16 * cascade + 4 * row + column));
  };
  Published found;
  found.axis_x = {at(0, 0), at(1, 0), at(2, 0)};
  found.axis_y = {at(0, 1), at(1, 1), at(2, 1)};
  found.radius = 1 / oracle::length(found.axis_x);
  found.center_x = -at(3, 0) * found.radius;
  found.center_y = -at(3, 1) / oracle::length(found.axis_y);
  return found;
}

Look look_of(const ProbeSet& set, const rpcts_frame& frame) {
  return {.choice = {.pack = &set.shadow, .preset = "low"}, .size = {}, .frame = frame};
}

rpcts_frame frame_from(const Vector3& eye) {
  rpcts_frame frame = scene_frame({.eye = eye, .target = oracle::sum(eye, {1, 4, -0.5})}, 64, 64);
  set_sun(frame, 70, 50);
  return frame;
}

/// An eye for which no coordinate of any cascade stands nearer than a fifth of a texel to where it snaps on,
/// so that a motion of a fifth of a texel must not move it. Found by the oracle.
Vector3 steady_eye(const ProbeSet& set) {
  for (int attempt = 0; attempt < 4000; ++attempt) {
    const Vector3 eye{3 + 0.0137 * attempt, -14 + 0.0071 * attempt, 7};
    const oracle::Fit fit = foresee(look_of(set, frame_from(eye))).state.fit;
    const bool steady = std::ranges::all_of(fit.cascades, [](const oracle::Cascade& cascade) {
      const auto off = [&](double center, double snapped) {
        return std::abs(center - snapped) / cascade.texel;
      };
      const double steps = cascade.radius_before_rounding * 16;
      return off(cascade.center[0], cascade.center_x) < 0.15 &&
             off(cascade.center[1], cascade.center_y) < 0.15 && std::abs(steps - std::round(steps)) > 0.02;
    });
    if (steady) {
      return eye;
    }
  }
  return {3, -14, 7};
}

/// The motion of `texels` along the light's x and y axes of the last cascade.
Vector3 moved(const Vector3& eye, const oracle::Fit& fit, double texels_x, double texels_y,
              std::size_t cascade) {
  const Vector3 x = oracle::normalized(oracle::cross(fit.up, fit.light));
  const Vector3 y = oracle::cross(fit.light, x);
  const double texel = fit.cascades.at(cascade).texel;
  return oracle::sum(eye,
                     oracle::sum(oracle::scaled(x, texels_x * texel), oracle::scaled(y, texels_y * texel)));
}

/// A fifth of a texel of each cascade in eight directions: radius and snapped centre stay.
Result<void> check_stable(CaseContext& context, implementation::Implementation& implementation,
                          ProbeSet& set) {
  const Vector3 eye = steady_eye(set);
  const Look start = look_of(set, frame_from(eye));
  const oracle::Fit fit = foresee(start).state.fit;
  const Result<Seen> first = see(set.rig, implementation, start);
  if (!first) {
    return std::unexpected(first.error());
  }
  for (std::size_t cascade = 0; cascade < fit.cascades.size(); ++cascade) {
    const Published before = published_cascade(first->custom.tone_map.shadow, cascade);
    for (int direction = 0; direction < 8; ++direction) {
      const double angle = direction * 0.78539816339744831;
      const Vector3 other = moved(eye, fit, 0.2 * std::cos(angle), 0.2 * std::sin(angle), cascade);
      const Result<Seen> seen = see(set.rig, implementation, look_of(set, frame_from(other)));
      if (!seen) {
        return std::unexpected(seen.error());
      }
      const Published after = published_cascade(seen->custom.tone_map.shadow, cascade);
      const double texel = fit.cascades[cascade].texel;
      context.check(std::abs(after.radius - before.radius) < 1e-5 * before.radius,
                    fmt::format("cascade {}: a fifth of a texel changes the radius from {} to {} ({})",
                                cascade, before.radius, after.radius, id::texel_stabilisation));
      context.check(std::abs(after.center_x - before.center_x) < 0.02 * texel &&
                        std::abs(after.center_y - before.center_y) < 0.02 * texel,
                    fmt::format("cascade {}: a fifth of a texel moves the centre by ({}, {}) texels ({})",
                                cascade, (after.center_x - before.center_x) / texel,
                                (after.center_y - before.center_y) / texel, id::texel_stabilisation));
    }
  }
  return {};
}

/// Steps of 0.3 texels: the centre moves in whole texels, and follows.
Result<void> check_steps(CaseContext& context, implementation::Implementation& implementation,
                         ProbeSet& set) {
  const Vector3 eye = steady_eye(set);
  const oracle::Fit fit = foresee(look_of(set, frame_from(eye))).state.fit;
  constexpr std::size_t cascade = 1;
  const double texel = fit.cascades.at(cascade).texel;
  double first_x = 0;
  double last_x = 0;
  for (int step = 0; step <= 12; ++step) {
    const Vector3 other = moved(eye, fit, 0.3 * step, -0.3 * step, cascade);
    const Result<Seen> seen = see(set.rig, implementation, look_of(set, frame_from(other)));
    if (!seen) {
      return std::unexpected(seen.error());
    }
    const Published found = published_cascade(seen->custom.tone_map.shadow, cascade);
    for (const double center : {found.center_x, found.center_y}) {
      const double texels = center / texel;
      context.check(
          std::abs(texels - std::round(texels)) < 0.02,
          fmt::format("step {}: the centre stands at {} texels ({})", step, texels, id::texel_steps));
    }
    (step == 0 ? first_x : last_x) = found.center_x;
  }
  context.check(std::abs((last_x - first_x) / texel - 3.6) < 1.1,
                fmt::format("a motion of 3.6 texels moves the centre by {} ({})", (last_x - first_x) / texel,
                            id::texel_steps));
  return {};
}

void add_motion_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  using Check = Result<void> (*)(CaseContext&, implementation::Implementation&, ProbeSet&);
  const auto add = [&](std::string_view name, std::string_view title, std::string_view rule, Check check) {
    add_implementation_case(
        table, set->source,
        {.info = {.id = fmt::format("render_pack_v1.cascades.{}", name),
                  .title = std::string(title),
                  .claims = {{std::string(rule), runner::Proof::positive}},
                  .needs_device = true},
         .profiles = RPCTS_PROFILE_HOST,
         .body = [set, check](CaseContext& context, implementation::Implementation& implementation) {
           return check(context, implementation, *set);
         }});
  };
  add("sub_texel_motion", "A camera motion of a fifth of a texel leaves centre and radius of each cascade",
      id::texel_stabilisation, check_stable);
  add("texel_steps", "While the camera moves on, a cascade's centre moves in whole texels and follows",
      id::texel_steps, check_steps);
}

/// A moon as the only source, so that the direction is free of the sun's angles.
rpcts_frame moonlit(const Vector3& light) {
  rpcts_frame frame = frame_of({}, {});
  frame.sources[0].available = 0;
  frame.sources[1].available = 1;
  const Vector3 unit = oracle::normalized(light);
  std::ranges::transform(unit, std::begin(frame.sources[1].direction),
                         [](double value) { return static_cast<float>(value); });
  return frame;
}

void add_light_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  // Elevations of 13 degrees and more: the curve of the probe pack leaves strength there.
  const auto lights = std::to_array<std::pair<std::string_view, Vector3>>({
      {"zenith", {0, 0, 1}},
      {"near-zenith-x", {1e-3, 0, 1}},
      {"near-zenith-y", {0, -1e-3, 1}},
      {"north-east", {0.4, 0.7, 0.55}},
      {"south-east", {0.5, -0.6, 0.4}},
      {"south-west", {-0.3, -0.8, 0.9}},
      {"north-west", {-0.7, 0.2, 0.3}},
      {"east", {0.9, 0, 0.4}},
      {"north", {0, 0.9, 0.4}},
      {"low", {0.8, 0.4, 0.22}},
  });
  for (const auto& [name, light] : lights) {
    for (const std::string_view preset : {"low", "high"}) {
      add_look_cases(table, set, fmt::format("render_pack_v1.cascades.light:from={};preset={}", name, preset),
                     "The cascades are fitted to such a light",
                     {.choice = {.pack = &set->shadow, .preset = std::string(preset)},
                      .size = {},
                      .frame = moonlit(light)});
    }
  }
  for (const std::string_view reach : {"16", "100", "240"}) {
    for (const float resident : {1152.0F, 192.0F, 96.0F, 48.0F, 16.0F}) {
      rpcts_frame frame = frame_of({}, {});
      frame.resident_reach_meters = resident;
      add_look_cases(table, set,
                     fmt::format("render_pack_v1.cascades.reach:setting={};resident={}", reach, resident),
                     "The reach is the setting's, clamped to the resident world, and ends the last cascade",
                     {.choice = {.pack = &set->shadow,
                                 .preset = "high",
                                 .values = {{"shadow-reach", std::string(reach)}}},
                      .size = {},
                      .frame = frame});
    }
  }
  for (const std::string_view taps : {"1", "9", "25"}) {
    add_look_cases(
        table, set, fmt::format("render_pack_v1.cascades.taps:setting={}", taps),
        "The taps of the setting are the radius in the flags",
        {.choice = {.pack = &set->shadow, .preset = "low", .values = {{"shadow-taps", std::string(taps)}}},
         .size = {},
         .frame = frame_of({}, {})});
  }
  for (const std::string_view strength : {"0", "0.4", "1"}) {
    add_look_cases(table, set, fmt::format("render_pack_v1.cascades.strength:setting={}", strength),
                   "The strength of the setting is in the strength of the shadow",
                   {.choice = {.pack = &set->shadow,
                               .preset = "low",
                               .values = {{"shadow-strength", std::string(strength)}}},
                    .size = {},
                    .frame = frame_of({}, {})});
  }
}

/// The frame of E.7's full fit vector.
rpcts_frame vector_frame(const nlohmann::json& fit) {
  rpcts_frame frame = moonlit(fit.at("light").get<Vector3>());
  const double aspect = fit.at("aspect").at(0).get<double>() / fit.at("aspect").at(1).get<double>();
  set_matrix(frame.view, oracle::look_at({0, 0, 0}, fit.at("look").get<Vector3>(), {0, 0, 1}));
  set_matrix(frame.projection,
             oracle::perspective(fit.at("fovDegrees").get<double>() * 0.017453292519943295, aspect,
                                 fit.at("near").get<double>(), fit.at("far").get<double>()));
  return frame;
}

Result<void> check_vector(CaseContext& context, implementation::Implementation& implementation, ProbeSet& set,
                          VariantPack& pack, const std::string& preset) {
  const auto golden = golden_json(context.data(), "values.json");
  if (!golden) {
    return std::unexpected(golden.error());
  }
  if (auto written = pack.write(); !written) {
    return written;
  }
  const nlohmann::json& fit = golden->at("fit");
  const Look look{.choice = {.pack = &pack.pack(),
                             .preset = preset,
                             .values = {{"shadow-reach", preset == "low" ? "72" : "144"}}},
                  .size = {},
                  .frame = vector_frame(fit)};
  const Result<Seen> seen = see(set.rig, implementation, look);
  if (!seen) {
    return std::unexpected(seen.error());
  }
  const Words& shadow = seen->custom.tone_map.shadow;
  const nlohmann::json& cascades = fit.at(preset).at("cascades");
  const auto close = [&](double found, double expected, double tolerance, const std::string& what) {
    context.check(
        std::abs(found - expected) <= tolerance,
        fmt::format("{}: found {}, the contract prints {} ({})", what, found, expected, id::fitted_matrix));
  };
  for (std::size_t i = 0; i < cascades.size(); ++i) {
    const nlohmann::json& cascade = cascades.at(i);
    const Published found = published_cascade(shadow, i);
    const double radius = cascade.at("radius");
    close(float_of(shadow[64 + i]), cascade.at("splitFar"), 1e-4 * radius, fmt::format("split {}", i));
    close(found.radius, radius, 1e-4 * radius, fmt::format("radius {}", i));
    close(found.center_x, cascade.at("center").at(0), 1e-4 * radius, fmt::format("centre x {}", i));
    close(found.center_y, cascade.at("center").at(1), 1e-4 * radius, fmt::format("centre y {}", i));
  }
  close(float_of(shadow[75]), fit.at(preset).at("padding"), 1e-3, "caster padding");
  if (preset == "low") {
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::size_t column = 0; column < 4; ++column) {
        close(float_of(shadow[4 * row + column]), fit.at("lowRows").at(row).at(column), 6e-5,
              fmt::format("worldToClip[0][{}][{}]", row, column));
      }
      close(float_of(shadow[28 + row]), fit.at("lowLastRow").at(row), 1e-4,
            fmt::format("worldToClip[1][3][{}]", row));
    }
  }
  return {};
}

void add_vector_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  for (const auto& [preset, map, layers] : {std::tuple("low", 768, 2), std::tuple("medium", 1536, 3)}) {
    const auto pack = std::make_shared<VariantPack>(set->shadow, [&](Descriptor& descriptor) {
      descriptor.id = fmt::format("rpcts.fit-{}", preset);
      for (QualityPreset& quality : descriptor.quality_presets) {
        if (quality.id == preset) {
          quality.resource_overrides.at(0).extent = Extent{
              RenderExtentMode::AbsolutePixels, static_cast<double>(map), static_cast<double>(map), layers};
        }
      }
    });
    add_implementation_case(
        table, set->source,
        {.info = {.id = fmt::format("render_pack_v1.cascades.vector:quality={}", preset),
                  .title = "The whole fit that the contract prints",
                  .claims = {{std::string(id::fitted_matrix), runner::Proof::positive}},
                  .needs_device = true},
         .profiles = RPCTS_PROFILE_HOST,
         .body = [set, pack, name = std::string(preset)](CaseContext& context,
                                                         implementation::Implementation& implementation) {
           return check_vector(context, implementation, *set, *pack, name);
         }});
  }
}

/// OQ-6: the descriptor is accepted; a host may refuse it with a reason.
void add_one_cascade(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  const auto pack = std::make_shared<VariantPack>(set->shadow, [](Descriptor& descriptor) {
    descriptor.id = "rpcts.one-cascade";
    descriptor.quality_presets.at(0).resource_overrides.at(0).extent =
        Extent{RenderExtentMode::AbsolutePixels, 128, 128, 1};
  });
  add_implementation_case(
      table, set->source,
      {.info = {.id = "render_pack_v1.cascades.one",
                .title = "A single cascade up to the reach, or a host that refuses it with a reason",
                .claims = {{std::string(id::cascade_count), runner::Proof::positive},
                           {std::string(id::shadow_reach), runner::Proof::positive}},
                .needs_device = true},
       .profiles = RPCTS_PROFILE_HOST,
       .body = [set, pack](CaseContext& context,
                           implementation::Implementation& implementation) -> Result<void> {
         if (auto written = pack->write(); !written) {
           return written;
         }
         const Look look{
             .choice = {.pack = &pack->pack(), .preset = "low"}, .size = {}, .frame = frame_of({}, {})};
         const Result<Seen> seen = see(set->rig, implementation, look);
         if (!seen) {
           // The rig's message has the state's reason; a host that says nothing of the map has failed.
           const bool reasoned = seen.error().message.find("reason ''") == std::string::npos;
           return error(reasoned ? ErrorKind::unsupported : ErrorKind::failed,
                        "one cascade is refused: " + seen.error().message);
         }
         check_look(context, look, *seen, Demand::must);
         return {};
       }});
}

}  // namespace

void add_cascade_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  add_motion_cases(table, set);
  add_light_cases(table, set);
  add_vector_cases(table, set);
  add_one_cascade(table, set);
}

}  // namespace rpcts::render_pack_v1
