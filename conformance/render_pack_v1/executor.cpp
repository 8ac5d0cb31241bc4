// What a host that follows upstream has no executor for (C.15, RP-HOST-020 to 030): packs that every
// validator accepts and that fail to retail when they are selected, each beside one that is executed.

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/life.hpp"
#include "harness/contracts/render_pack_v1/graph.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using implementation::SettingValue;
using Change = void (*)(Descriptor&);

/// A pack that differs from a base, and what becomes of it.
struct Executed {
  const char* id;     ///< after the rule: "replay"
  const char* title;  ///< one sentence
  const char* rule;
  const char* base;
  const char* preset;
  Change change;
  std::vector<std::string> named{};  ///< any of these in the reason; empty = it becomes active
  std::vector<SettingValue> values{};
  std::uint32_t withheld_capabilities = 0;
};

// ---- changes of a descriptor

template <class Item>
Item& by_id(std::vector<Item>& items, std::string_view id) {
  return *std::ranges::find(items, id, &Item::id);
}

void require(Descriptor& pack, RenderCapability capability) {
  if (std::ranges::find(pack.required_capabilities, capability) == pack.required_capabilities.end()) {
    pack.required_capabilities.push_back(capability);
  }
}

/// Of the base shadow: its copy alone, which makes it a custom pack.
void leave_custom_passes(Descriptor& pack) {
  std::erase_if(pack.passes,
                [](const Pass& pass) { return pass.semantic != RenderPassSemantic::CustomFullscreen; });
}

/// An image that no colour pass can draw into, written by a copy of the pass "glow" of the base custom.
void write_depth(Descriptor& pack, RenderResourceKind kind, RenderPassHook hook) {
  Resource depth = pack.resources.front();
  depth.id = "depth";
  depth.kind = kind;
  depth.format = RenderFormatClass::DirectionalDepth;
  depth.extent = Extent{RenderExtentMode::AbsolutePixels, 16, 16, 2};
  depth.usage = flags_of(RenderResourceUsage::Sampled, RenderResourceUsage::DepthAttachment);
  if (kind == RenderResourceKind::Image2D) {
    depth.extent->layers = 1;
  }
  pack.resources.push_back(depth);
  Pass pass = pack.passes.front();
  pass.id = "into-depth";
  pass.hook = hook;
  pass.resource_writes = {"depth"};
  pack.passes.insert(pack.passes.begin(), std::move(pass));
}

void allow_colour(Descriptor& pack) {
  for (Resource& resource : pack.resources) {
    if (resource.format == RenderFormatClass::DirectionalDepth) {
      resource.usage = flags_of(resource.usage, RenderResourceUsage::ColorAttachment);
    }
  }
}

/// The glow also goes through a target of this format.
void write_format(Descriptor& pack, RenderFormatClass format) {
  Resource target = pack.resources.front();
  target.id = "other";
  target.format = format;
  pack.resources.push_back(target);
  Pass pass = pack.passes.front();
  pass.id = "into-other";
  pass.resource_writes = {"other"};
  pack.passes.insert(pack.passes.begin(), std::move(pass));
}

void list_input(Descriptor& pack, const char* pass, RenderSemanticInput input, RenderCapability capability) {
  by_id(pack.passes, pass).semantic_inputs.push_back(input);
  require(pack, capability);
}

void map_extent(Descriptor& pack, const Extent& extent) {
  by_id(pack.resources, "shadow-depth").extent = extent;
}

/// Of a preset: what it says instead of the resource's own extent.
void override_extent(Descriptor& pack, const char* preset, const char* resource, const Extent& extent) {
  auto& overrides = by_id(pack.quality_presets, preset).resource_overrides;
  std::erase_if(overrides, [&](const ResourceOverride& one) { return one.resource_id == resource; });
  overrides.push_back({.resource_id = resource, .extent = extent, .estimated_resident_bytes = 1024});
}

constexpr Extent map_of(double width, double height, std::int32_t layers) {
  return {RenderExtentMode::AbsolutePixels, width, height, layers};
}

void taps_are(Descriptor& pack, RenderSettingKind kind, const char* value) {
  Setting& taps = by_id(pack.settings, "shadow-taps");
  taps.kind = kind;
  taps.default_value = value;
  taps.choices = kind == RenderSettingKind::Choice ? std::vector<std::string>{"1", "4", "9", "25", "9 taps"}
                                                   : std::vector<std::string>{};
  map_extent(pack, map_of(16, 16, 2));
}

/// Low, Medium and High, and a setting that asks for automatic quality.
void ask_for_automatic(Descriptor& pack) {
  const QualityPreset preset = pack.quality_presets.front();
  pack.quality_presets.clear();
  for (const auto& [id, semantic] :
       {std::pair("low", RenderQualitySemantic::Low), std::pair("medium", RenderQualitySemantic::Medium),
        std::pair("high", RenderQualitySemantic::High)}) {
    pack.quality_presets.push_back(preset);
    pack.quality_presets.back().id = id;
    pack.quality_presets.back().semantic = semantic;
  }
  pack.settings.push_back({.id = "automatic-quality",
                           .display_name = "Automatic quality",
                           .kind = RenderSettingKind::Boolean,
                           .default_value = "true",
                           .semantic = RenderSettingSemantic::AutomaticQuality});
}

void small_map(Descriptor& pack) {
  for (const char* preset : {"low", "medium"}) {
    override_extent(pack, preset, "shadow-depth", map_of(16, 16, 2));
  }
}

void unchanged(Descriptor&) {}

// ---- the packs

std::vector<Executed> replays_and_variants() {
  const std::vector<std::string> replay{"replay", "casters"};
  const std::vector<std::string> variant{"variant", "terrain-caster"};
  return {
      {"replay", "No pass, and a replay", "RP-HOST-020", "shadow", "medium",
       [](Descriptor& pack) {
         pack.passes.clear();
         pack.pipeline_variants.clear();
       },
       replay},
      {"variant", "No pass, and variants", "RP-HOST-020", "shadow", "medium",
       [](Descriptor& pack) {
         pack.passes.clear();
         pack.scene_replays.clear();
       },
       variant},
      {"nothing", "No pass and nothing to execute", "RP-HOST-020", "noop", "default", unchanged},
      {"replay", "Custom passes, and a replay", "RP-HOST-021", "shadow", "medium",
       [](Descriptor& pack) {
         leave_custom_passes(pack);
         pack.pipeline_variants.clear();
       },
       replay},
      {"variant", "Custom passes, and variants", "RP-HOST-021", "shadow", "medium",
       [](Descriptor& pack) {
         leave_custom_passes(pack);
         pack.scene_replays.clear();
       },
       variant},
      {"neither", "Custom passes alone", "RP-HOST-021", "shadow", "medium",
       [](Descriptor& pack) {
         leave_custom_passes(pack);
         pack.pipeline_variants.clear();
         pack.scene_replays.clear();
       }},
  };
}

std::vector<Executed> custom_passes() {
  return {
      {"depth-hook",
       "A custom pass before the world",
       "RP-HOST-022",
       "custom",
       "default",
       [](Descriptor& pack) {
         write_depth(pack, RenderResourceKind::Image2D, RenderPassHook::ShadowDepthBeforeWorld);
       },
       {"ShadowDepthBeforeWorld", "hook"}},
      {"shown-hooks", "Custom passes at the two hooks of a custom pack", "RP-HOST-022", "custom", "default",
       unchanged},
      {"maps",
       "A custom pass lists the shadow maps",
       "RP-HOST-023",
       "tone",
       "default",
       [](Descriptor& pack) {
         list_input(pack, pack.passes.front().id.c_str(), RenderSemanticInput::DirectionalShadowMaps,
                    RenderCapability::DirectionalShadowMaps);
       },
       {"DirectionalShadowMaps"}},
      {"transforms",
       "A custom pass lists the transforms of casters",
       "RP-HOST-023",
       "tone",
       "default",
       [](Descriptor& pack) {
         list_input(pack, pack.passes.front().id.c_str(), RenderSemanticInput::ShadowCasterTransforms,
                    RenderCapability::AnimatedCasterTransforms);
       },
       {"ShadowCasterTransforms"}},
      {"maps-beside-shadows",
       "A custom pass of a shadow pack lists the shadow maps",
       "RP-HOST-023",
       "shadow",
       "medium",
       [](Descriptor& pack) {
         list_input(pack, "copy", RenderSemanticInput::DirectionalShadowMaps,
                    RenderCapability::DirectionalShadowMaps);
       },
       {"DirectionalShadowMaps"}},
      {"depth-and-time", "A custom pass lists depth, the camera and the time", "RP-HOST-023", "tone",
       "default",
       [](Descriptor& pack) {
         list_input(pack, pack.passes.front().id.c_str(), RenderSemanticInput::SceneDepth,
                    RenderCapability::SceneDepthSampling);
         list_input(pack, pack.passes.front().id.c_str(), RenderSemanticInput::CameraMatrices,
                    RenderCapability::FullscreenPasses);
         list_input(pack, pack.passes.front().id.c_str(), RenderSemanticInput::FrameTime,
                    RenderCapability::FullscreenPasses);
       }},
      {"no-tone-map",
       "No pass at ToneMap",
       "RP-HOST-024",
       "custom",
       "default",
       [](Descriptor& pack) { pack.passes.pop_back(); },
       {"ToneMap", "tone map"}},
      {"tone-map-writes",
       "The pass at ToneMap writes a resource",
       "RP-HOST-024",
       "custom",
       "default",
       [](Descriptor& pack) {
         Resource target = pack.resources.front();
         target.id = "other";
         pack.resources.push_back(target);
         pack.passes.back().resource_writes = {"other"};
       },
       {"ToneMap", "tone map"}},
      {"one-of-two", "Of two passes at ToneMap one writes no resource", "RP-HOST-024", "custom", "default",
       [](Descriptor& pack) {
         Resource target = pack.resources.front();
         target.id = "other";
         pack.resources.push_back(target);
         Pass writes = pack.passes.back();
         writes.id = "writes";
         writes.resource_writes = {"other"};
         pack.passes.insert(pack.passes.end() - 1, std::move(writes));
       }},
      {"into-depth",
       "A custom pass writes a depth image",
       "RP-HOST-025",
       "custom",
       "default",
       [](Descriptor& pack) {
         write_depth(pack, RenderResourceKind::Image2D, RenderPassHook::AtmosphereBeforeToneMap);
       },
       {"into-depth", "'depth'", "\"depth\""}},
      {"into-layers",
       "A custom pass writes an array of images",
       "RP-HOST-025",
       "custom",
       "default",
       [](Descriptor& pack) {
         write_depth(pack, RenderResourceKind::Image2DArray, RenderPassHook::AtmosphereBeforeToneMap);
       },
       {"into-depth", "'depth'", "\"depth\""}},
      {"into-depth-for-colour",
       "A custom pass writes a depth image that says it may be a colour attachment too",
       "RP-HOST-025",
       "custom",
       "default",
       [](Descriptor& pack) {
         write_depth(pack, RenderResourceKind::Image2D, RenderPassHook::AtmosphereBeforeToneMap);
         allow_colour(pack);
       },
       {"into-depth", "'depth'", "\"depth\""}},
      {"into-layers-for-colour",
       "A custom pass writes an array of images that say they may be colour attachments too",
       "RP-HOST-025",
       "custom",
       "default",
       [](Descriptor& pack) {
         write_depth(pack, RenderResourceKind::Image2DArray, RenderPassHook::AtmosphereBeforeToneMap);
         allow_colour(pack);
       },
       {"into-depth", "'depth'", "\"depth\""}},
      {"into-ldr", "A custom pass writes LdrColor", "RP-HOST-025", "custom", "default",
       [](Descriptor& pack) { write_format(pack, RenderFormatClass::LdrColor); }},
      {"into-one-channel", "A custom pass writes SingleChannel", "RP-HOST-025", "custom", "default",
       [](Descriptor& pack) { write_format(pack, RenderFormatClass::SingleChannel); }},
  };
}

std::vector<Executed> shadow_maps() {
  const std::vector<std::string> map{"shadow-depth", "shadow map", "extent"};
  const std::vector<std::string> taps{"DirectionalShadowPcfTaps", "shadow-taps", "taps"};
  return {
      {"not-square", "A map that is not square", "RP-HOST-026", "shadow", "medium",
       [](Descriptor& pack) { map_extent(pack, map_of(64, 32, 2)); }, map},
      {"not-square-in-preset", "A preset's map that is not square", "RP-HOST-026", "shadow", "medium",
       [](Descriptor& pack) { override_extent(pack, "medium", "shadow-depth", map_of(32, 64, 2)); }, map},
      {"five-layers", "A map of five layers", "RP-HOST-026", "shadow", "medium",
       [](Descriptor& pack) { map_extent(pack, map_of(16, 16, 5)); }, map},
      {"relative", "A preset's map that follows the world", "RP-HOST-026", "shadow", "medium",
       [](Descriptor& pack) {
         override_extent(pack, "medium", "shadow-depth", {RenderExtentMode::RelativeToMainWorld, 1, 1, 2});
       },
       map},
      {"two-layers", "A square map of two layers", "RP-HOST-026", "shadow", "medium",
       [](Descriptor& pack) { map_extent(pack, map_of(16, 16, 2)); }},
      {"four-layers", "A preset's square map of four layers", "RP-HOST-026", "shadow", "medium",
       [](Descriptor& pack) { override_extent(pack, "medium", "shadow-depth", map_of(17, 17, 4)); }},
      {"choice", "Four taps, by a choice", "RP-HOST-027", "shadow", "medium",
       [](Descriptor& pack) { taps_are(pack, RenderSettingKind::Choice, "4"); }, taps},
      {"no-number", "Taps that are no number", "RP-HOST-027", "shadow", "medium",
       [](Descriptor& pack) { taps_are(pack, RenderSettingKind::Choice, "9 taps"); }, taps},
      {"fraction", "Taps that are no whole number", "RP-HOST-027", "shadow", "medium",
       [](Descriptor& pack) { taps_are(pack, RenderSettingKind::Float, "9.5"); }, taps},
      {"user",
       "24 taps, by the user",
       "RP-HOST-027",
       "shadow",
       "medium",
       [](Descriptor& pack) { taps_are(pack, RenderSettingKind::Integer, "9"); },
       taps,
       {{"shadow-taps", "24"}}},
      {"preset", "No tap, by the preset", "RP-HOST-027", "shadow", "medium",
       [](Descriptor& pack) {
         taps_are(pack, RenderSettingKind::Integer, "9");
         pack.quality_presets.front().setting_overrides.push_back({"shadow-taps", "0"});
       },
       taps},
      {"user-mends",
       "Four taps, and 25 by the user",
       "RP-HOST-027",
       "shadow",
       "medium",
       [](Descriptor& pack) { taps_are(pack, RenderSettingKind::Integer, "4"); },
       {},
       {{"shadow-taps", "25"}}},
      {"one", "One tap, by a choice", "RP-HOST-027", "shadow", "medium",
       [](Descriptor& pack) { taps_are(pack, RenderSettingKind::Choice, "1"); }},
      {"three-cascades",
       "Multiview with three cascades",
       "RP-HOST-028",
       "mv",
       "low",
       [](Descriptor& pack) { override_extent(pack, "low", "shadow-depth", map_of(16, 16, 3)); },
       {"multiview", "cascade"}},
      {"two-cascades", "Multiview with two cascades", "RP-HOST-028", "mv", "low", small_map},
  };
}

std::vector<Executed> graphs() {
  constexpr std::uint32_t without_times =
      1U << static_cast<std::uint32_t>(RenderCapability::GpuTimestampQueries);
  const std::vector<std::string> automatic{"automatic"};
  return {
      {"absolute",
       "Light shafts of a fixed size",
       "RP-HOST-029",
       "full",
       "low",
       [](Descriptor& pack) {
         small_map(pack);
         override_extent(pack, "low", "shafts", {RenderExtentMode::AbsolutePixels, 16, 16, 1});
       },
       {"shafts", "VolumetricShafts"}},
      {"relative", "Light shafts of half the world's size", "RP-HOST-029", "full", "low",
       [](Descriptor& pack) {
         small_map(pack);
         override_extent(pack, "low", "shafts", {RenderExtentMode::RelativeToMainWorld, 0.5, 0.5, 1});
       }},
      {"custom", "Automatic quality of a custom pack", "RP-HOST-030", "tone", "medium", ask_for_automatic,
       automatic},
      {"shadow", "Automatic quality of a shadow pack", "RP-HOST-030", "shadow", "medium",
       [](Descriptor& pack) {
         map_extent(pack, map_of(16, 16, 2));
         ask_for_automatic(pack);
       },
       automatic},
      {"custom-without",
       "A custom pack that could ask for automatic quality and does not",
       "RP-HOST-030",
       "tone",
       "medium",
       ask_for_automatic,
       {},
       {{"automatic-quality", "false"}}},
      {"no-times",
       "Automatic quality where nothing measures the GPU",
       "RP-HOST-030",
       "full",
       "low",
       small_map,
       automatic,
       {{"automatic-quality", "true"}},
       without_times},
      {"no-times-without",
       "A level by hand where nothing measures the GPU",
       "RP-HOST-030",
       "full",
       "low",
       small_map,
       {},
       {{"automatic-quality", "false"}},
       without_times},
  };
}

/// Automatic quality of the full graph, where the GPU's time is measured.
void automatic_is_executed(Life& life) {
  const ProbePack& pack = life.variant("full", "-executed", small_map);
  life.add(pack);
  life.need(pack, "automatic");
  life.select(pack, "automatic");
  life.settle();
  life.expect_active(pack, "under automatic quality");
}

void execute(Life& life, const Executed& one) {
  const ProbePack& pack = life.variant(one.base, "-executed", one.change);
  life.add(pack);
  life.need(pack, one.preset);
  const Objects before = life.objects();
  const std::uint64_t generation = life.state().generation;
  life.select({.pack = pack.descriptor.id, .preset = one.preset, .overrides = one.values});
  life.settle();
  if (one.named.empty()) {
    life.expect_active(pack, "of what the host executes");
    life.equal(life.state().generation, generation + 1, "generation: one publication");
    life.frames(2);
    life.expect_active(pack, "frames later");
    return;
  }
  life.expect_failed({names_of(pack), one.named}, "of what nothing executes");
  life.equal(life.state().generation, generation, "generation: nothing was published");
  life.expect_retail_picture("after what nothing executes was selected");
  if (before.known()) {
    life.expect_nothing_left(before, "after what nothing executes was selected");
  }
}

}  // namespace

void add_executor_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set) {
  using runner::Proof;
  const auto add = [&](std::string id, std::string title, std::string_view rule, Proof proof,
                       const LifeSetup& setup, const std::function<void(Life&)>& body) {
    add_implementation_case(
        table, set->source,
        {.info = {.id = "render_pack_v1.executor." + std::move(id),
                  .title = std::move(title),
                  .claims = {{std::string(rule), proof}},
                  .needs_device = true},
         .profiles = RPCTS_PROFILE_HOST,
         .body = [set, setup, body](runner::CaseContext& context,
                                    implementation::Implementation& implementation) -> Result<void> {
           Life life(context, *set, implementation, setup);
           if (life.ok()) {
             body(life);
           }
           return life.result();
         }});
  };
  for (const auto& packs : {replays_and_variants(), custom_passes(), shadow_maps(), graphs()}) {
    for (const Executed& one : packs) {
      const bool refused = !one.named.empty();
      add(fmt::format("{}:rule={}", one.id, one.rule),
          fmt::format("{} {}", one.title, refused ? "fail to retail" : "are executed"), one.rule,
          refused ? Proof::negative : Proof::positive, {.withheld_capabilities = one.withheld_capabilities},
          [one](Life& life) { execute(life, one); });
    }
  }
  add("automatic:rule=RP-HOST-030", "Automatic quality of the full graph is executed", "RP-HOST-030",
      Proof::positive, {}, automatic_is_executed);
}

}  // namespace rpcts::render_pack_v1
