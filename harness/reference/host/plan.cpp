#include "harness/reference/host/plan.hpp"

#include <algorithm>

#include "harness/contracts/render_pack_v1/graph.hpp"
#include "harness/contracts/render_pack_v1/settings.hpp"
#include "harness/contracts/render_pack_v1/slots.hpp"
#include "harness/reference/host/extents.hpp"
#include "harness/reference/host/lookup.hpp"
#include "harness/reference/mistakes/gates.hpp"
#include "harness/reference/mistakes/hints.hpp"
#include "harness/reference/mistakes/order.hpp"
#include "harness/reference/mistakes/shafts.hpp"
#include "harness/reference/values/pack_settings.hpp"
#include "harness/reference/values/shadow_quality.hpp"
#include "harness/reference/values/slot_order.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Descriptor;
using render_pack_v1::Pass;
using render_pack_v1::QualityPreset;
using render_pack_v1::RenderPassHook;
using render_pack_v1::RenderPassSemantic;
using render_pack_v1::RenderPipelineVariantSemantic;
using render_pack_v1::RenderQualityExecutionHints;
using render_pack_v1::RenderResourceSemantic;
using render_pack_v1::RenderSemanticInput;
using render_pack_v1::Resource;
using render_pack_v1::SampledInput;

class PlanBuilder {
 public:
  PlanBuilder(const Descriptor& descriptor, const QualityPreset& preset, Size world, Size output,
              const AssetSet* assets)
      : descriptor_(descriptor), preset_(preset), world_(world), output_(output), assets_(assets) {}

  ActivationPlan build(std::span<const render_pack_v1::SettingOverride> user) {
    PackFacts& facts = plan_.facts;
    facts.graph = graph_of(descriptor_);
    facts.policy = descriptor_.atmosphere_policy ? &*descriptor_.atmosphere_policy : nullptr;
    facts.settings = resolve_host_settings(descriptor_.settings, preset_.setting_overrides, user);
    facts.volumetric_steps =
        facts.settings.volumetric_steps.value_or(default_volumetric_steps(preset_.semantic));
    if (makes(shaft_mistake("steps-of-the-preset"))) {
      facts.volumetric_steps = default_volumetric_steps(preset_.semantic);
    }
    facts.fused = facts.graph == Graph::full &&
                  hinted(RenderQualityExecutionHints::FusedAtmosphericPostProcess) &&
                  !makes(find_mistake(hint_mistakes, "hints.fused-ignored"));
    sizes_ = graph_sizes(descriptor_, preset_, world_);
    facts.bloom_size = {sizes_.bloom.width, sizes_.bloom.height};
    facts.mask_size = {sizes_.mask.width, sizes_.mask.height};
    plan_.runtime.settings = settings_block(descriptor_.settings, preset_.setting_overrides, user);
    const std::vector<const Pass*> passes = executed();
    add_targets(passes);
    for (const Pass* pass : passes) {
      if (pass->semantic == RenderPassSemantic::DirectionalShadowDepth) {
        add_shadow(*pass);
      } else {
        add_fullscreen(*pass);
      }
    }
    return std::move(plan_);
  }

 private:
  [[nodiscard]] bool hinted(RenderQualityExecutionHints hint) const {
    const bool everywhere = makes(find_mistake(hint_mistakes, "hints.fused-for-every-preset"));
    return render_pack_v1::has((everywhere ? descriptor_.quality_presets.front() : preset_).execution_hints,
                               hint);
  }

  [[nodiscard]] bool is_multiview(std::uint32_t layers) const {
    if (makes(find_mistake(hint_mistakes, "hints.multiview-ignored")) ||
        makes(find_mistake(hint_mistakes, "hints.other-form-takes-its-place"))) {
      return false;
    }
    if (makes(find_mistake(hint_mistakes, "hints.multiview-without-hint"))) {
      return layers == 2 &&
             find_semantic(descriptor_.pipeline_variants,
                           RenderPipelineVariantSemantic::TerrainMultiviewDirectionalShadowCaster);
    }
    return hinted(RenderQualityExecutionHints::MultiviewDirectionalShadowCascades);
  }

  [[nodiscard]] bool is_executed(const Pass& pass) const {
    switch (pass.semantic) {
      case RenderPassSemantic::SunOcclusion:
      case RenderPassSemantic::BloomDownsample:
      case RenderPassSemantic::BloomBlurHorizontal:
      case RenderPassSemantic::BloomBlurVertical:
        return !plan_.facts.fused || makes(find_mistake(hint_mistakes, "hints.fused-records-all-passes"));
      case RenderPassSemantic::VolumetricShafts:
        return plan_.facts.settings.volumetric > 0 ||
               makes(find_mistake(gate_mistakes, "gates.disabled-shafts-keep-target"));
      default:
        return true;
    }
  }

  [[nodiscard]] std::vector<const Pass*> executed() const {
    std::vector<const Pass*> passes;
    for (std::size_t hook = 0; hook < render_pack_v1::Vocabulary<RenderPassHook>::members.size(); ++hook) {
      for (const Pass& pass : descriptor_.passes) {
        if (pass.hook == static_cast<RenderPassHook>(hook) && is_executed(pass)) {
          passes.push_back(&pass);
        }
      }
    }
    put_out_of_order(passes);
    return passes;
  }

  /// For mistakes only.
  static void put_out_of_order(std::vector<const Pass*>& passes) {
    if (makes(find_mistake(order_mistakes, "order.reversed-in-hook"))) {
      std::ranges::reverse(passes);
      std::ranges::stable_sort(passes, {}, &Pass::hook);
    }
    if (makes(find_mistake(order_mistakes, "order.by-id"))) {
      std::ranges::stable_sort(passes, {}, &Pass::id);
      std::ranges::stable_sort(passes, {}, &Pass::hook);
    }
    if (makes(find_mistake(order_mistakes, "order.tone-map-first"))) {
      std::ranges::stable_partition(passes, [](const Pass* pass) {
        return pass->hook == RenderPassHook::ToneMap || pass->hook == RenderPassHook::ShadowDepthBeforeWorld;
      });
    }
    if (makes(find_mistake(order_mistakes, "order.first-of-hook-only"))) {
      const auto again = std::ranges::unique(passes, {}, &Pass::hook);
      passes.erase(again.begin(), again.end());
    }
    if (makes(find_mistake(order_mistakes, "order.after-tone-map-left-out"))) {
      std::erase_if(passes, [](const Pass* pass) {
        return pass->hook == RenderPassHook::AfterToneMapBeforePrivateViewports;
      });
    }
  }

  void add_targets(const std::vector<const Pass*>& passes) {
    for (const Resource& resource : descriptor_.resources) {
      const bool written = std::ranges::any_of(passes, [&](const Pass* pass) {
        return !pass->resource_writes.empty() &&
               render_pack_v1::same_id(pass->resource_writes.front(), resource.id);
      });
      if (written) {
        plan_.runtime.targets.push_back({.id = resource.id,
                                         .format = resource.format,
                                         .size = size_of(resource),
                                         .layers = layers_of(resource)});
      }
    }
  }

  [[nodiscard]] Size size_of(const Resource& resource) const {
    if (plan_.facts.graph == Graph::full) {
      switch (resource.semantic) {
        case RenderResourceSemantic::BloomPing:
        case RenderResourceSemantic::BloomPong:
          return sizes_.bloom;
        case RenderResourceSemantic::SunOcclusionMask:
          return sizes_.mask;
        case RenderResourceSemantic::SunRays:
          return sizes_.rays;
        case RenderResourceSemantic::VolumetricShafts:
          return sizes_.shafts;
        default:
          break;
      }
    }
    const render_pack_v1::Extent* extent = effective_extent(resource, preset_);
    if (extent == nullptr) {
      return {1, 1};  // an accepted descriptor has none without (RP-DESC-056)
    }
    // OQ-16: the two relative modes differ while output and main world do.
    return pixels(*extent,
                  extent->mode == render_pack_v1::RenderExtentMode::RelativeToOutput ? output_ : world_);
  }

  [[nodiscard]] std::uint32_t layers_of(const Resource& resource) const {
    const render_pack_v1::Extent* extent = effective_extent(resource, preset_);
    return extent == nullptr ? 1U : static_cast<std::uint32_t>(std::max(1, extent->layers));
  }

  [[nodiscard]] std::optional<std::size_t> target_of(std::string_view id) const {
    const auto& targets = plan_.runtime.targets;
    const auto found = std::ranges::find_if(
        targets, [&](const TargetPlan& one) { return render_pack_v1::same_id(one.id, id); });
    return found == targets.end() ? std::nullopt
                                  : std::optional(static_cast<std::size_t>(found - targets.begin()));
  }

  template <class Declaration>
  [[nodiscard]] ShaderPair shaders_of(const Declaration& declaration) const {
    if (assets_ == nullptr) {
      return {};
    }
    return {.vertex = assets_->words(declaration.vertex_shader_asset),
            .fragment = assets_->words(declaration.fragment_shader_asset)};
  }

  [[nodiscard]] ShaderPair variant_shaders(RenderPipelineVariantSemantic semantic) const {
    const render_pack_v1::PipelineVariant* variant = find_semantic(descriptor_.pipeline_variants, semantic);
    return variant == nullptr ? ShaderPair{} : shaders_of(*variant);
  }

  void add_shadow(const Pass& pass) {
    using enum RenderPipelineVariantSemantic;
    const std::optional<std::size_t> target = target_of(pass.resource_writes.front());
    if (!target) {
      return;
    }
    const TargetPlan& map = plan_.runtime.targets[*target];
    const bool multiview = is_multiview(map.layers);
    plan_.facts.shadow = resolve_quality(preset_.semantic, map.layers, map.size.width, plan_.facts.settings);
    plan_.runtime.shadow = ShadowPlan{
        .target = *target,
        .cascades = map.layers,
        .multiview = multiview,
        .terrain_caster = variant_shaders(multiview ? TerrainMultiviewDirectionalShadowCaster
                                                    : TerrainDirectionalShadowCaster),
        .opaque_caster = variant_shaders(multiview ? WorldOpaqueMultiviewDirectionalShadowCaster
                                                   : WorldOpaqueDirectionalShadowCaster),
        .cutout_caster = variant_shaders(multiview ? WorldAlphaCutoutMultiviewDirectionalShadowCaster
                                                   : WorldAlphaCutoutDirectionalShadowCaster),
        .terrain_receiver = variant_shaders(TerrainDirectionalShadowReceiver),
        .world_receiver = variant_shaders(WorldDirectionalShadowReceiver)};
  }

  [[nodiscard]] SlotSource scene_source(const Pass& pass, RenderSemanticInput input) const {
    switch (input) {
      case RenderSemanticInput::SceneDepth:
        return {.from = SlotSource::From::scene_depth};
      case RenderSemanticInput::SceneNormals:
        return {.from = SlotSource::From::scene_normals};
      default:
        break;
    }
    // OQ-10: after the tone map, the colour of the world is the tone-mapped one.
    return {.from = pass.hook == RenderPassHook::AfterToneMapBeforePrivateViewports &&
                            !makes(find_mistake(order_mistakes, "order.after-tone-map-reads-hdr"))
                        ? SlotSource::From::tone_mapped
                        : SlotSource::From::world_color};
  }

  void add_fullscreen(const Pass& pass) {
    FullscreenPlan plan{.id = pass.id, .hook = pass.hook, .shaders = shaders_of(pass)};
    PassFacts facts{.semantic = pass.semantic,
                    .camera_matrices = lists(pass.semantic_inputs, RenderSemanticInput::CameraMatrices)};
    const std::vector<SampledInput> inputs = slot_inputs(
        pass, descriptor_.resources,
        plan_.facts.fused ? render_pack_v1::Execution::fused : render_pack_v1::Execution::ordinary);
    for (std::size_t slot = 0; slot < std::min(inputs.size(), plan.slots.size()); ++slot) {
      const SampledInput& input = inputs[slot];
      if (input.from == SampledInput::From::scene) {
        plan.slots[slot] = scene_source(pass, input.scene);
        facts.scene_depth = facts.scene_depth || input.scene == RenderSemanticInput::SceneDepth;
      } else if (const std::optional<std::size_t> target = target_of(input.resource)) {
        const Resource* resource = find_id(descriptor_.resources, input.resource);
        plan.slots[slot] = {.from = SlotSource::From::target, .target = *target};
        facts.of_shafts[slot] = plan_.facts.graph == Graph::full &&
                                resource->semantic == RenderResourceSemantic::VolumetricShafts;
        facts.of_shadow[slot] = plan_.facts.graph != Graph::custom &&
                                resource->semantic == RenderResourceSemantic::DirectionalShadowDepth;
      }
    }
    if (!pass.resource_writes.empty()) {
      plan.write = target_of(pass.resource_writes.front());
    }
    plan_.runtime.passes.push_back(std::move(plan));
    plan_.facts.passes.push_back(facts);
  }

  const Descriptor& descriptor_;
  const QualityPreset& preset_;
  Size world_;
  Size output_;
  const AssetSet* assets_;
  GraphSizes sizes_;
  ActivationPlan plan_;
};

}  // namespace

ActivationPlan build_plan(const Descriptor& descriptor, const QualityPreset& preset,
                          std::span<const render_pack_v1::SettingOverride> user, Size world, Size output,
                          const AssetSet* assets) {
  return PlanBuilder(descriptor, preset, world, output, assets).build(user);
}

}  // namespace rpcts::reference
