// The scalars of section D.6 as a host publishes them, over a matrix of frame facts: one frame tells what
// every pass of a probe pack was given, and each word is compared with the formulas of section E.

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/frame_facts.hpp"
#include "conformance/render_pack_v1/look_cases.hpp"

namespace rpcts::render_pack_v1 {
namespace {

struct FactList {
  std::string_view name;  ///< of the pack in ids
  const ProbePack* pack;
  std::string preset;
  std::vector<Facts> facts;
};

void add_facts(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set, const FactList& list) {
  for (const Facts& facts : list.facts) {
    add_look_cases(
        table, set,
        fmt::format("render_pack_v1.values.blocks:pack={};preset={};facts={}", list.name, list.preset,
                    name_of(facts)),
        "Each scalar that the passes of the pack read in such a frame is the contract's",
        {.choice = {.pack = list.pack, .preset = list.preset}, .size = {}, .frame = frame_of(facts, {})});
  }
}

void add_sizes(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  for (const WorldSize size : {WorldSize{97, 71}, WorldSize{131, 64}, WorldSize{64, 113}}) {
    for (const auto& [name, pack, preset] :
         {std::tuple("shadow", &set->shadow, "low"), std::tuple("full", &set->full, "low"),
          std::tuple("fused", &set->fused, "low"), std::tuple("full", &set->full, "medium")}) {
      add_look_cases(table, set,
                     fmt::format("render_pack_v1.values.size:pack={};preset={};size={}x{}", name, preset,
                                 size.width, size.height),
                     "Everything that follows from the size of the main world, odd ones included",
                     {.choice = {.pack = pack, .preset = preset}, .size = size, .frame = frame_of({}, size)});
    }
  }
}

/// The scales of bloom, rays and shafts: bounded from below, taken from an override, and without one by the
/// preset, whatever the resource itself says.
void add_scales(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  struct Scales {
    std::string_view name;
    std::string_view preset;
    std::optional<double> graph;  ///< of bloom, mask and rays; nothing = no override
    std::optional<double> shafts;
  };
  for (const Scales& scales : {Scales{"smallest", "low", 0.05, 0.03}, Scales{"none", "low", {}, {}},
                               Scales{"medium", "medium", 0.75, 0.875}, Scales{"odd", "high", 0.15, 0.08}}) {
    const auto pack = std::make_shared<VariantPack>(set->full, [&](Descriptor& descriptor) {
      descriptor.id = fmt::format("rpcts.values-scales-{}", scales.name);
      const auto chosen = std::ranges::find(descriptor.quality_presets, scales.preset, &QualityPreset::id);
      for (const Resource& resource : descriptor.resources) {
        if (resource.semantic == RenderResourceSemantic::MainWorldHdr ||
            resource.semantic == RenderResourceSemantic::DirectionalShadowDepth) {
          continue;
        }
        std::erase_if(chosen->resource_overrides,
                      [&](const ResourceOverride& one) { return one.resource_id == resource.id; });
        const auto& scale =
            resource.semantic == RenderResourceSemantic::VolumetricShafts ? scales.shafts : scales.graph;
        if (scale) {
          chosen->resource_overrides.push_back(
              {.resource_id = resource.id,
               .extent = Extent{RenderExtentMode::RelativeToMainWorld, *scale, *scale, 1}});
        }
      }
    });
    // The words that a pass tells stand in its target, which must be large enough for them.
    const bool small = scales.shafts && *scales.shafts < 0.25;
    const WorldSize size = small ? WorldSize{521, 515} : WorldSize{97, 71};
    add_look_cases(table, set,
                   fmt::format("render_pack_v1.values.scale:overrides={};size={}x{}", scales.name, size.width,
                               size.height),
                   "The sizes of the targets of the full graph, as the passes read them",
                   {.choice = {.pack = &pack->pack(), .preset = std::string(scales.preset)},
                    .size = size,
                    .frame = frame_of({}, size)},
                   pack);
  }
}

/// What a player chose: no two of the numbers alike, and none the default of any pack.
void add_user_values(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  const std::vector<implementation::SettingValue> values{
      {"bloom-strength", "0.4"}, {"filmic-strength", "0.75"}, {"exposure", "1.7"},
      {"saturation", "1.25"},    {"contrast", "0.8"},         {"vignette", "0.35"},
      {"sun-rays", "1.45"},      {"volumetric-steps", "56"}};
  for (const auto& [name, pack] : {std::pair("full", &set->full), std::pair("fused", &set->fused)}) {
    add_look_cases(
        table, set, fmt::format("render_pack_v1.values.chosen:pack={};preset=low", name),
        "The values that a player chose reach the scalars of the passes",
        {.choice = {.pack = pack, .preset = "low", .values = values}, .size = {}, .frame = frame_of({}, {})});
  }
}

/// Values that packs may allow and the contract bounds, or does not: a pack without ranges.
void add_wide_values(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  using Values = std::vector<implementation::SettingValue>;
  const auto wide = std::make_shared<VariantPack>(set->full, [](Descriptor& descriptor) {
    descriptor.id = "rpcts.values-wide";
    descriptor.atmosphere_policy->active_day_group_multipliers = {{1, 6}};
    for (Setting& setting : descriptor.settings) {
      setting.minimum.reset();
      setting.maximum.reset();
      setting.step.reset();
      if (setting.semantic == RenderSettingSemantic::DirectionalShadowPcfTaps) {
        setting.kind = RenderSettingKind::Integer;
        setting.choices.clear();
      }
    }
  });
  for (const auto& [name, values] : {
           std::pair("large", Values{{"sun-rays", "9"},
                                     {"shadow-strength", "3"},
                                     {"shadow-reach", "20000"},
                                     {"volumetric-strength", "7"},
                                     {"volumetric-steps", "100"}}),
           std::pair("small", Values{{"sun-rays", "-1"},
                                     {"shadow-strength", "0.5"},
                                     {"shadow-reach", "0.25"},
                                     {"volumetric-strength", "0.01"},
                                     {"volumetric-steps", "3"}}),
           std::pair(
               "within",
               Values{{"shadow-reach", " 1.25 "}, {"shadow-taps", "\v25 "}, {"volumetric-steps", " 10\t"}}),
       }) {
    // What is beyond the resident world shows the reach, and leaves the cascades of a size that float32 can
    // hold.
    for (const float reach : {40.0F, 0.12F}) {
      for (const auto& [preset, brightness] : {std::pair("low", 0.125F), std::pair("low", 4.5F),
                                               std::pair("medium", 1.0F), std::pair("high", 1.0F)}) {
        rpcts_frame frame = frame_of({}, {});
        frame.resident_reach_meters = reach;
        frame.sun_brightness = brightness;
        add_look_cases(table, set,
                       fmt::format("render_pack_v1.values.wide:values={};preset={};reach={};brightness={}",
                                   name, preset, reach, brightness),
                       "Values beyond what the contract bounds are bounded, all others are taken",
                       {.choice = {.pack = &wide->pack(), .preset = preset, .values = values},
                        .size = {},
                        .frame = frame},
                       wide);
      }
    }
  }
}

/// Frames whose facts no knob has.
void add_special_frames(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  const auto add = [&](std::string_view what, std::string_view title, const rpcts_frame& frame) {
    for (const auto& [name, pack] : {std::pair("shadow", &set->shadow), std::pair("custom", &set->custom),
                                     std::pair("full", &set->full)}) {
      add_look_cases(
          table, set, fmt::format("render_pack_v1.values.frame:what={};pack={}", what, name),
          std::string(title),
          {.choice = {.pack = pack, .preset = name == std::string_view("custom") ? "default" : "low"},
           .size = {},
           .frame = frame});
    }
  };
  rpcts_frame frame = frame_of({}, {});
  frame.flags |= RPCTS_FRAME_NO_WORLD;
  add("no-world", "Without a published world the frame block has its fallbacks, and the sky's facts", frame);

  // Beyond the right and the lower edge: the knob has the left and the upper one.
  for (const auto& [what, heading, pitch] :
       {std::tuple("right-of-picture", 40.0F, 20.0F), std::tuple("below-picture", 0.0F, -15.0F)}) {
    frame = scene_frame({.eye = {0, 0, 0}, .target = {0, 1, 0.36}}, 64, 64);
    set_sun(frame, heading, pitch);
    add(what, "A sun beside the picture is not on screen", frame);
  }

  // Ahead of the camera is (0, 1, 0), where the sun stands at heading and elevation 0: every product is
  // exact, and an off-centre projection puts the sun on the very edge of the picture.
  for (const auto& [what, x, y] : {std::tuple("left-edge", 1.0, 0.25), std::tuple("right-edge", -1.0, -0.25),
                                   std::tuple("top-edge", 0.5, -1.0), std::tuple("bottom-edge", -0.5, 1.0)}) {
    frame = scene_frame({.eye = {0, 0, 0}, .target = {0, 1, 0}}, 64, 64);
    set_sun(frame, 0, 0);
    oracle::Matrix projection = oracle::perspective(1.5707963267948966, 1, 0.125, 512);
    projection.at(0, 0) = 1;
    projection.at(1, 1) = 1;
    projection.at(2, 0) = x;
    projection.at(2, 1) = y;
    set_matrix(frame.projection, projection);
    add(what, "A sun on the very edge of the picture, uv 0 or 1, is on screen", frame);
  }
  for (const auto& [what, brightness] :
       {std::pair("sun-of-1.2e-6", 1.2e-6F), std::pair("sun-of-0.9e-6", 0.9e-6F),
        std::pair("sun-below-zero", -1.0F)}) {
    frame = frame_of({}, {});
    frame.sun_brightness = brightness;
    add(what, "The direction of a sun that hardly shines, and of one that takes light away", frame);
  }
  for (const auto& [what, delta] : {std::pair("delta-of-1", 1.0F), std::pair("delta-of-1.25", 1.25F)}) {
    frame = frame_of({}, {});
    frame.delta_seconds = delta;
    add(what, "The time of a frame is bounded by one second", frame);
  }

  frame = frame_of({}, {});
  set_matrix(frame.projection, [] {
    oracle::Matrix flat;
    flat.at(2, 2) = 0;
    flat.at(2, 3) = 0;
    flat.at(3, 3) = 1;
    return flat;
  }());
  add("no-inverse", "A projection without an inverse leaves the identity", frame);
}

}  // namespace

void add_value_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  std::vector<Facts> every = single_facts();
  for (const auto& list : {paired_facts(), paired_shadow_facts()}) {
    every.insert(every.end(), list.begin(), list.end());
  }
  const auto distinct = [](std::vector<Facts> list) {
    std::ranges::sort(list);
    const auto rest = std::ranges::unique(list);
    list.erase(rest.begin(), rest.end());
    return list;
  };
  every = distinct(every);
  const std::vector<Facts> shadowed = distinct(paired_shadow_facts());
  const std::vector<Facts> single = distinct(single_facts());
  add_facts(table, set, {"shadow", &set->shadow, "low", every});
  add_facts(table, set, {"shadow", &set->shadow, "medium", shadowed});
  add_facts(table, set, {"shadow", &set->shadow, "high", shadowed});
  add_facts(table, set, {"full", &set->full, "low", every});
  add_facts(table, set, {"full", &set->full, "medium", {Facts{}}});
  add_facts(table, set, {"full", &set->full, "high", {Facts{}}});
  add_facts(table, set, {"fused", &set->fused, "low", single});
  add_facts(table, set, {"custom", &set->custom, "default", single});
  add_sizes(table, set);
  add_scales(table, set);
  add_user_values(table, set);
  add_wide_values(table, set);
  add_special_frames(table, set);
}

}  // namespace rpcts::render_pack_v1
