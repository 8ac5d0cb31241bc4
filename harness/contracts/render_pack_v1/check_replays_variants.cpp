// C.6 and C.7: scene replays and pipeline variants, each by itself.

#include "harness/contracts/render_pack_v1/check_stages.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/text_rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

template <class E>
std::string flags_form() {
  return fmt::format("flags of {}", joined(Vocabulary<E>::members, "and"));
}

void check_variant(CheckContext& context, std::size_t index) {
  const PipelineVariant& variant = context.descriptor.pipeline_variants[index];
  DescriptorReport& report = context.report;
  const std::string subject = named("variant", variant);
  const auto at = [&](const auto&... parts) { return pointer("pipelineVariants", index, parts...); };
  const auto check_asset = [&](std::string_view key, std::string_view member) {
    if (const auto fault = asset_key_fault(key)) {
      report.error("RP-DESC-122", at(member),
                   fmt::format("{}: {} {} {}", subject, member, quoted(key), *fault),
                   std::string(asset_key_form));
    }
  };
  if (!is_defined(variant.base_semantic)) {
    report.error("RP-DESC-121", at("baseSemantic"),
                 fmt::format("{} has baseSemantic {}", subject, describe(variant.base_semantic)),
                 one_of<RenderPipelineBaseSemantic>());
  }
  if (!is_defined(variant.compatible_materials)) {
    report.error(
        "RP-DESC-121", at("compatibleMaterials"),
        fmt::format("{} has compatibleMaterials {}", subject, describe(variant.compatible_materials)),
        flags_form<RenderMaterialClass>());
  }
  check_asset(variant.vertex_shader_asset, "vertexShaderAsset");
  check_asset(variant.fragment_shader_asset, "fragmentShaderAsset");
  if (variant.compatible_materials == RenderMaterialClass::None) {
    report.error("RP-DESC-123", at("compatibleMaterials"),
                 fmt::format("{} has no compatibleMaterials", subject), "at least one material class");
  }
  for (std::size_t i = 0; i < variant.semantic_inputs.size(); ++i) {
    if (!is_defined(variant.semantic_inputs[i])) {
      report.error("RP-DESC-125", at("semanticInputs", i),
                   fmt::format("{} lists {}", subject, describe(variant.semantic_inputs[i])),
                   one_of<RenderSemanticInput>());
    }
  }
}

}  // namespace

void check_replays(CheckContext& context) {
  const auto& replays = context.descriptor.scene_replays;
  DescriptorReport& report = context.report;
  for (std::size_t i = 0; i < replays.size(); ++i) {
    const SceneReplay& replay = replays[i];
    const std::string subject = named("scene replay", replay);
    if (!is_defined(replay.semantic)) {
      report.error("RP-DESC-111", pointer("sceneReplays", i, "semantic"),
                   fmt::format("{} has semantic {}", subject, describe(replay.semantic)),
                   one_of<RenderSceneReplaySemantic>());
    }
    if (!is_defined(replay.caster_classes)) {
      report.error("RP-DESC-111", pointer("sceneReplays", i, "casterClasses"),
                   fmt::format("{} has casterClasses {}", subject, describe(replay.caster_classes)),
                   flags_form<RenderCasterClass>());
    }
    if (replay.view_count < minimum_replay_views || replay.view_count > maximum_replay_views) {
      report.error("RP-DESC-112", pointer("sceneReplays", i, "viewCount"),
                   fmt::format("{} has viewCount {}", subject, replay.view_count),
                   fmt::format("{} to {}", minimum_replay_views, maximum_replay_views));
    }
    if (replay.caster_classes == RenderCasterClass::None) {
      report.error("RP-DESC-113", pointer("sceneReplays", i, "casterClasses"),
                   fmt::format("{} has no casterClasses", subject), "at least one caster class");
    }
  }
}

void check_variants(CheckContext& context) {
  for (std::size_t i = 0; i < context.descriptor.pipeline_variants.size(); ++i) {
    check_variant(context, i);
  }
}

}  // namespace rpcts::render_pack_v1
