#include "harness/reference/values/frame_values.hpp"

#include <algorithm>

#include "harness/contracts/render_pack_v1/curves.hpp"
#include "harness/reference/mistakes/celestial.hpp"
#include "harness/reference/mistakes/flags.hpp"
#include "harness/reference/mistakes/gates.hpp"
#include "harness/reference/mistakes/slots.hpp"
#include "harness/reference/mistakes/weather.hpp"
#include "harness/reference/values/atmospheric_frame.hpp"
#include "harness/reference/values/cascade_fit.hpp"
#include "harness/reference/values/celestial.hpp"
#include "harness/reference/values/frame_facts.hpp"
#include "harness/reference/values/mistaken_blocks.hpp"
#include "harness/reference/values/pack_pass.hpp"
#include "harness/reference/values/shadow_block.hpp"

namespace rpcts::reference {
namespace {

Matrix matrix_of(const float (&values)[16]) {
  Matrix matrix{};
  std::ranges::copy(values, matrix.begin());
  return matrix;
}

const PassFacts* find_shafts(const PackFacts& pack) {
  const auto found = std::ranges::find(pack.passes, render_pack_v1::RenderPassSemantic::VolumetricShafts,
                                       &PassFacts::semantic);
  return found == pack.passes.end() ? nullptr : &*found;
}

/// With the mistake that evaluates the shadow curve at the sun.
SelectedLight light_of_the_curve(SelectedLight light, const FrameFacts& facts) {
  if (makes(weather_mistake("curve-at-the-sun"))) {
    light.elevation_sine = render_pack_v1::elevation_sine(facts.sun_elevation_degrees);
  }
  return light;
}

Matrix transposed(const Matrix& matrix) {
  Matrix result{};
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    result[i] = matrix[i % 4 * 4 + i / 4];
  }
  return result;
}

/// The view-projection of a pass's push block (OQ-3).
Matrix pushed_matrix(const PassFacts& pass, const FrameFacts& facts, const rpcts_frame& frame) {
  if (!pass.camera_matrices || makes(slot_mistake("matrix-left-out"))) {
    return identity_matrix;
  }
  if (makes(slot_mistake("matrix-transposed"))) {
    return transposed(facts.view_projection);
  }
  if (makes(slot_mistake("matrix-of-the-view"))) {
    return matrix_of(frame.view);
  }
  return facts.view_projection;
}

}  // namespace

const FrameValues& FrameEvaluator::evaluate(const rpcts_frame& frame, Size world, const PackFacts* pack,
                                            float seconds) {
  const FrameFacts facts = derive_facts(frame);
  values_ = {};
  values_.view_projection = facts.view_projection;
  values_.eye = facts.eye;
  values_.seconds = seconds;
  values_.sun_direction = facts.sun_direction;
  values_.sun_light = facts.outdoor ? facts.sun_light : Vec3{};
  values_.world = facts.world;
  if (frame.instances != nullptr) {
    values_.instances = {frame.instances, frame.instance_count * 16};
  }
  values_.shadow = disabled_shadow();
  shadow_gate_ = ShadowGate::PackDisabled;
  volumetric_gate_ = VolumetricGate::DisabledByPreset;
  passes_.clear();
  if (pack != nullptr) {
    evaluate_shadow(frame, facts, *pack);
    evaluate_passes(frame, facts, world, *pack);
  }
  values_.passes = passes_;
  return values_;
}

void FrameEvaluator::evaluate_shadow(const rpcts_frame& frame, const FrameFacts& facts,
                                     const PackFacts& pack) {
  const SelectedLight light = select_light(frame.sources);
  const float strength =
      shadow_strength(pack.policy, light_of_the_curve(light, facts), frame.weather, frame.weather_intensity,
                      facts.day_group, pack.settings.shadow_strength);
  const float resident_reach = facts.world ? frame.resident_reach_meters : 0.0F;
  shadow_gate_ = reference::shadow_gate(
      {.pack_enabled = pack.shadow.has_value(),
       .covered = facts.covered && !makes(find_mistake(gate_mistakes, "gates.cover-leaves-shadow")),
       .in_cell = facts.in_cell,
       .light = light,
       .strength = strength,
       .resident_reach_meters = resident_reach});
  if (makes_one_of(flag_mistakes)) {
    spoil_disabled(values_.shadow, light);
  }
  if (shadow_gate_ != ShadowGate::Enabled) {
    if (makes(find_mistake(gate_mistakes, "gates.block-of-open-frame"))) {
      values_.shadow = last_open_;
    }
    if (makes(find_mistake(gate_mistakes, "gates.cascades-behind-closed-gate"))) {
      values_.cascades = pack.shadow ? 4 : 0;
    }
    return;
  }
  const CascadeFit fit = fit_cascades(matrix_of(frame.view), matrix_of(frame.projection), light.direction,
                                      *pack.shadow, resident_reach);
  if (fit.count == 0) {
    shadow_gate_ = ShadowGate::ResidentWindowUnavailable;
    return;
  }
  values_.cascades = fit.count;
  values_.shadow = pack_shadow(fit, *pack.shadow, light, strength, shadow_softness(frame.weather));
  if (makes_one_of(flag_mistakes)) {
    spoil_shadow(values_.shadow, fit, *pack.shadow);
  } else if (makes_one_of(celestial_mistakes)) {
    spoil_light(values_.shadow, light, frame, facts);
  }
  last_open_ = values_.shadow;
}

void FrameEvaluator::evaluate_passes(const rpcts_frame& frame, const FrameFacts& facts, Size world,
                                     const PackFacts& pack) {
  const float strength = shaft_strength(pack.policy, frame, facts, pack.settings.volumetric);
  if (const PassFacts* shafts = find_shafts(pack)) {
    volumetric_gate_ = reference::volumetric_gate(
        {.setting = pack.settings.volumetric,
         .cascades = makes(find_mistake(gate_mistakes, "gates.shafts-without-shadow")) ? 1 : values_.cascades,
         .scene_depth = shafts->scene_depth,
         .outdoor = facts.outdoor,
         .sun_on_screen =
             facts.sun_screen.on_screen || makes(find_mistake(gate_mistakes, "gates.shafts-off-screen")),
         .strength = strength});
  }
  const bool volumetric = volumetric_gate_ == VolumetricGate::Rendered;
  const bool shadowed = values_.cascades > 0;
  const PassCircumstances circumstances{.settings = pack.settings,
                                        .fused = pack.fused,
                                        .volumetric = volumetric,
                                        .shaft_strength = strength,
                                        .shaft_steps = shaft_steps(pack.volumetric_steps),
                                        .bloom_size = pack.bloom_size,
                                        .mask_size = pack.mask_size};
  const render_pack_v1::AtmosphericFrameBlock block =
      atmospheric_frame(pack.policy, frame, facts, world.width, world.height,
                        pack.graph == Graph::full ? std::optional(pack.settings.sun_rays) : std::nullopt);
  for (const PassFacts& pass : pack.passes) {
    const bool is_shafts = pass.semantic == render_pack_v1::RenderPassSemantic::VolumetricShafts;
    PassValues values{.recorded = !is_shafts || volumetric ||
                                  makes(find_mistake(gate_mistakes, "gates.gated-pass-recorded")),
                      .frame = is_shafts ? with_shaft_strength(block, strength) : block,
                      .pass = pack_pass(pass.semantic, circumstances),
                      .view_projection = pushed_matrix(pass, facts, frame)};
    for (std::size_t slot = 0; slot < values.withheld.size(); ++slot) {
      values.withheld[slot] =
          ((pass.of_shafts[slot] && !volumetric) || (pass.of_shadow[slot] && !shadowed)) &&
          !makes(find_mistake(gate_mistakes, "gates.gated-target-read"));
    }
    passes_.push_back(values);
  }
}

}  // namespace rpcts::reference
