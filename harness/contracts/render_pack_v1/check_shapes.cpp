// The shapes that both fixed profiles demand: C.12.a, C.12.b and the replay. What an earlier stage reports,
// an undefined or reserved value, is passed over here.

#include <algorithm>

#include "harness/contracts/render_pack_v1/check_stages.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"

namespace rpcts::render_pack_v1 {
namespace {

std::string names_of(std::span<const RenderSemanticInput> inputs) {
  std::string text;
  for (const RenderSemanticInput input : inputs) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", describe(input));
  }
  return fmt::format("[{}]", text);
}

}  // namespace

void check_resource_shape(CheckContext& context, std::string_view rule, std::size_t index,
                          const ResourceShape& shape) {
  const Resource& resource = context.descriptor.resources[index];
  const auto differs = [&](std::string_view member, const std::string& found, const std::string& required) {
    context.report.error(rule, pointer("resources", index, member),
                         fmt::format("{} of semantic {} has {} {}", named("resource", resource),
                                     name_of(shape.semantic), member, found),
                         required);
  };
  if (is_defined(resource.kind) && resource.kind != RenderResourceKind::Buffer &&
      resource.kind != shape.kind) {
    differs("kind", describe(resource.kind), describe(shape.kind));
  }
  if (is_defined(resource.format) && resource.format != RenderFormatClass::StructuredData &&
      resource.format != shape.format) {
    differs("format", describe(resource.format), describe(shape.format));
  }
  if (resource.extent && is_defined(resource.extent->mode) && resource.extent->mode != shape.mode) {
    differs("extent/mode", describe(resource.extent->mode), describe(shape.mode));
  }
  // Storage is reserved (052): without it the usage may be right.
  const auto usage = static_cast<RenderResourceUsage>(
      static_cast<std::uint32_t>(resource.usage) & ~static_cast<std::uint32_t>(RenderResourceUsage::Storage));
  if (is_defined(resource.usage) && resource.usage != RenderResourceUsage::None && usage != shape.usage) {
    differs("usage", describe(resource.usage), "exactly " + describe(shape.usage));
  }
  if (is_defined(resource.lifetime) && resource.lifetime != graph_resource_lifetime) {
    differs("lifetime", describe(resource.lifetime), describe(graph_resource_lifetime));
  }
}

void check_variant_shape(CheckContext& context, std::string_view rule, std::size_t index,
                         const VariantShape& shape) {
  const PipelineVariant& variant = context.descriptor.pipeline_variants[index];
  const auto differs = [&](std::string_view member, const std::string& found, const std::string& required) {
    context.report.error(rule, pointer("pipelineVariants", index, member),
                         fmt::format("{} of semantic {} has {} {}", named("variant", variant),
                                     name_of(shape.semantic), member, found),
                         required);
  };
  if (is_defined(variant.base_semantic) && variant.base_semantic != shape.base) {
    differs("baseSemantic", describe(variant.base_semantic), describe(shape.base));
  }
  const RenderMaterialClass materials = variant.compatible_materials;
  if (is_defined(materials) && materials != RenderMaterialClass::None && materials != shape.materials) {
    differs("compatibleMaterials", describe(materials), "exactly " + describe(shape.materials));
  }
  const bool all_defined = std::ranges::all_of(variant.semantic_inputs,
                                               [](RenderSemanticInput input) { return is_defined(input); });
  if (all_defined && !std::ranges::equal(variant.semantic_inputs, shape.inputs)) {
    differs("semanticInputs", names_of(variant.semantic_inputs),
            fmt::format("exactly {}", names_of(shape.inputs)));
  }
}

void check_replay_shape(CheckContext& context, std::string_view rule, std::size_t index) {
  const SceneReplay& replay = context.descriptor.scene_replays[index];
  const RenderCasterClass casters = replay.caster_classes;
  if (is_defined(casters) && casters != RenderCasterClass::None && casters != headline_casters) {
    context.report.error(
        rule, pointer("sceneReplays", index, "casterClasses"),
        fmt::format("{} has casterClasses {}", named("scene replay", replay), describe(casters)),
        fmt::format("all of {}", describe(headline_casters)));
  }
  const bool possible =
      replay.view_count >= minimum_replay_views && replay.view_count <= maximum_replay_views;
  if (possible && replay.view_count != profile_replay_views) {
    context.report.error(rule, pointer("sceneReplays", index, "viewCount"),
                         fmt::format("{} has viewCount {}", named("scene replay", replay), replay.view_count),
                         fmt::format("{}", profile_replay_views));
  }
}

bool check_replay_count(CheckContext& context, std::string_view rule) {
  const auto& replays = context.descriptor.scene_replays;
  // An undefined semantic is reported by 111, and OutdoorDirectionalShadowCasters is the only defined one.
  if (replays.size() == profile_replay_count) {
    return true;
  }
  context.report.error(rule,
                       replays.empty() ? "/sceneReplays" : pointer("sceneReplays", profile_replay_count),
                       fmt::format("the pack has {} scene replays", replays.size()),
                       "exactly one, of semantic OutdoorDirectionalShadowCasters");
  return false;
}

}  // namespace rpcts::render_pack_v1
