#include "harness/reference/host/executor_limits.hpp"

#include <algorithm>
#include <cmath>

#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/graph.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/reference/host/extents.hpp"
#include "harness/reference/host/lookup.hpp"
#include "harness/reference/mistakes/executor.hpp"
#include "harness/reference/mistakes/hints.hpp"
#include "harness/reference/values/shadow_quality.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Descriptor;
using render_pack_v1::Extent;
using render_pack_v1::Pass;
using render_pack_v1::QualityPreset;
using render_pack_v1::RenderExtentMode;
using render_pack_v1::RenderPassHook;
using render_pack_v1::RenderPassSemantic;
using render_pack_v1::RenderResourceSemantic;
using render_pack_v1::RenderSemanticInput;
using render_pack_v1::Resource;

constexpr std::int32_t multiview_cascades = 2;  // RP-HOST-028

Refusal refusal(std::string_view rule, std::string reason) {
  return {std::string(rule), std::move(reason)};
}

/// RP-HOST-020 and 021.
std::optional<Refusal> replay_refusal(const Descriptor& descriptor) {
  if (graph_of(descriptor) != Graph::custom ||
      (descriptor.scene_replays.empty() && descriptor.pipeline_variants.empty())) {
    return std::nullopt;
  }
  if (descriptor.passes.empty()
          ? makes(find_mistake(executor_mistakes, "executor.replays-without-passes"))
          : makes(find_mistake(executor_mistakes, "executor.custom-variants-ignored"))) {
    return std::nullopt;
  }
  const std::string what =
      descriptor.scene_replays.empty()
          ? fmt::format("variant {}", rpcts::quoted(descriptor.pipeline_variants.front().id))
          : fmt::format("replay {}", rpcts::quoted(descriptor.scene_replays.front().id));
  return descriptor.passes.empty()
             ? refusal("RP-HOST-020", fmt::format("the pack has no passes but declares {}", what))
             : refusal("RP-HOST-021",
                       fmt::format("a custom pack declares {}, which nothing here executes", what));
}

/// RP-HOST-022 and 023, for one custom pass.
std::optional<Refusal> custom_pass_refusal(const Pass& pass) {
  if (pass.hook == RenderPassHook::ShadowDepthBeforeWorld) {
    return refusal("RP-HOST-022", fmt::format("custom pass {} stands at {}", rpcts::quoted(pass.id),
                                              render_pack_v1::name_of(pass.hook)));
  }
  for (const auto input :
       {RenderSemanticInput::ShadowCasterTransforms, RenderSemanticInput::DirectionalShadowMaps}) {
    if (lists(pass.semantic_inputs, input) &&
        !makes(find_mistake(executor_mistakes, "executor.maps-for-custom-passes"))) {
      return refusal("RP-HOST-023",
                     fmt::format("custom pass {} lists {}, which custom passes cannot have here",
                                 rpcts::quoted(pass.id), render_pack_v1::name_of(input)));
    }
  }
  return std::nullopt;
}

/// RP-HOST-025, for one custom pass.
std::optional<Refusal> output_refusal(const Descriptor& descriptor, const QualityPreset& preset,
                                      const Pass& pass) {
  if (pass.resource_writes.empty()) {
    return std::nullopt;
  }
  const Resource* output = find_id(descriptor.resources, pass.resource_writes.front());
  const bool fits =
      output != nullptr && output->kind == render_pack_v1::RenderResourceKind::Image2D &&
      output->format != render_pack_v1::RenderFormatClass::DirectionalDepth &&
      (output->format == render_pack_v1::RenderFormatClass::HdrColor ||
       !makes(find_mistake(executor_mistakes, "executor.only-hdr-targets"))) &&
      render_pack_v1::has(output->usage, render_pack_v1::RenderResourceUsage::ColorAttachment) &&
      effective_extent(*output, preset) != nullptr;
  return fits ? std::nullopt
              : std::optional(refusal(
                    "RP-HOST-025",
                    fmt::format("custom pass {} writes {}, which is no Image2D colour attachment",
                                rpcts::quoted(pass.id), rpcts::quoted(pass.resource_writes.front()))));
}

template <class Check>
std::optional<Refusal> first_custom(const Descriptor& descriptor, Check check) {
  for (const Pass& pass : descriptor.passes) {
    if (pass.semantic == RenderPassSemantic::CustomFullscreen) {
      if (auto refused = check(pass)) {
        return refused;
      }
    }
  }
  return std::nullopt;
}

/// RP-HOST-022 to 025: what is not a full graph.
std::optional<Refusal> custom_refusal(const Descriptor& descriptor, const QualityPreset& preset) {
  if (descriptor.passes.empty()) {
    return std::nullopt;
  }
  if (auto refused = first_custom(descriptor, custom_pass_refusal)) {
    return refused;
  }
  const bool shows = std::ranges::any_of(descriptor.passes, [](const Pass& pass) {
    return pass.hook == RenderPassHook::ToneMap && pass.resource_writes.empty();
  });
  if (!shows && !makes(find_mistake(executor_mistakes, "executor.nothing-is-shown"))) {
    return refusal("RP-HOST-024", "no pass at ToneMap writes the main world: every one declares a resource");
  }
  return first_custom(descriptor, [&](const Pass& pass) { return output_refusal(descriptor, preset, pass); });
}

bool is_whole(double value) {
  return value == std::floor(value);
}

/// RP-HOST-026.
std::optional<Refusal> map_refusal(const Extent* extent) {
  const auto most_layers = static_cast<std::int32_t>(render_pack_v1::maximum_cascades) -
                           (makes(find_mistake(executor_mistakes, "executor.three-layers-at-most")) ? 1 : 0);
  if (extent != nullptr &&
      (extent->mode == RenderExtentMode::AbsolutePixels ||
       makes(find_mistake(executor_mistakes, "executor.map-follows-world"))) &&
      (extent->width == extent->height || makes(find_mistake(executor_mistakes, "executor.oblong-maps"))) &&
      is_whole(extent->width) && extent->width >= 1 &&
      extent->width <= render_pack_v1::maximum_image_dimension && extent->layers >= 1 &&
      extent->layers <= most_layers) {
    return std::nullopt;
  }
  return refusal(
      "RP-HOST-026",
      extent == nullptr
          ? std::string("the shadow map has no extent")
          : fmt::format("the shadow map is {}x{} ({}) with {} layers; it must be absolute, square, whole, at "
                        "most {} pixels, with 1 to {} layers",
                        extent->width, extent->height, render_pack_v1::name_of(extent->mode), extent->layers,
                        render_pack_v1::maximum_image_dimension, render_pack_v1::maximum_cascades));
}

/// RP-HOST-028.
std::optional<Refusal> multiview_refusal(const Descriptor& descriptor, const QualityPreset& preset,
                                         const Extent& map, const DeviceProfile& device) {
  if (!render_pack_v1::has(preset.execution_hints,
                           render_pack_v1::RenderQualityExecutionHints::MultiviewDirectionalShadowCascades)) {
    return std::nullopt;
  }
  if (map.layers != multiview_cascades) {
    return refusal("RP-HOST-028",
                   fmt::format("preset {} is executed with multiview and has {} cascades; it must have {}",
                               rpcts::quoted(preset.id), map.layers, multiview_cascades));
  }
  if (!device.capabilities.offers(render_pack_v1::RenderCapability::MultiviewDirectionalShadowCascades) &&
      !makes(find_mistake(hint_mistakes, "hints.other-form-takes-its-place"))) {
    return refusal("RP-HOST-028",
                   fmt::format("preset {} is executed with multiview, which this host does not offer",
                               rpcts::quoted(preset.id)));
  }
  for (const render_pack_v1::VariantShape& shape : render_pack_v1::multiview_variant_shapes()) {
    if (find_semantic(descriptor.pipeline_variants, shape.semantic) == nullptr) {
      return refusal("RP-HOST-028",
                     fmt::format("preset {} is executed with multiview and there is no variant {}",
                                 rpcts::quoted(preset.id), render_pack_v1::name_of(shape.semantic)));
    }
  }
  return std::nullopt;
}

/// RP-HOST-026 to 028.
std::optional<Refusal> shadow_refusal(const Descriptor& descriptor, const QualityPreset& preset,
                                      const HostSettings& settings, const DeviceProfile& device) {
  const Resource* map = find_semantic(descriptor.resources, RenderResourceSemantic::DirectionalShadowDepth);
  const Extent* extent = map == nullptr ? nullptr : effective_extent(*map, preset);
  if (auto refused = map_refusal(extent)) {
    return refused;
  }
  if (settings.shadow_pcf_taps_declared && !makes(find_mistake(executor_mistakes, "executor.any-taps")) &&
      (!settings.shadow_pcf_taps || !pcf_radius(*settings.shadow_pcf_taps))) {
    return refusal(
        "RP-HOST-027",
        settings.shadow_pcf_taps
            ? fmt::format("DirectionalShadowPcfTaps is {}; it must be 1, 9 or 25", *settings.shadow_pcf_taps)
            : std::string("DirectionalShadowPcfTaps is no integer; it must be 1, 9 or 25"));
  }
  return multiview_refusal(descriptor, preset, *extent, device);
}

}  // namespace

std::optional<Refusal> executor_refusal(const Descriptor& descriptor, const QualityPreset& preset,
                                        const HostSettings& settings, const DeviceProfile& device) {
  if (auto refused = replay_refusal(descriptor)) {
    return refused;
  }
  const Graph graph = graph_of(descriptor);
  if (graph != Graph::full) {
    if (auto refused = custom_refusal(descriptor, preset)) {
      return refused;
    }
  }
  if (graph == Graph::custom) {
    return std::nullopt;
  }
  if (auto refused = shadow_refusal(descriptor, preset, settings, device)) {
    return refused;
  }
  const Resource* shafts = find_semantic(descriptor.resources, RenderResourceSemantic::VolumetricShafts);
  const Extent* extent = shafts == nullptr ? nullptr : effective_extent(*shafts, preset);
  if (graph == Graph::full && extent != nullptr && extent->mode == RenderExtentMode::AbsolutePixels &&
      !makes(find_mistake(executor_mistakes, "executor.absolute-shafts"))) {
    return refusal("RP-HOST-029",
                   fmt::format("resource {} has an absolute extent; shafts follow the main world",
                               rpcts::quoted(shafts->id)));
  }
  return std::nullopt;
}

std::optional<Refusal> automatic_refusal(const Descriptor& descriptor, const DeviceProfile& device) {
  if (graph_of(descriptor) != Graph::full &&
      !makes(find_mistake(executor_mistakes, "executor.automatic-of-any-graph"))) {
    return refusal("RP-HOST-030", "automatic quality needs the full atmospheric graph");
  }
  if (!device.capabilities.offers(render_pack_v1::RenderCapability::GpuTimestampQueries) &&
      !makes(find_mistake(executor_mistakes, "executor.automatic-unmeasured"))) {
    return refusal("RP-HOST-030",
                   "automatic quality needs GpuTimestampQueries, which this host does not offer");
  }
  return std::nullopt;
}

}  // namespace rpcts::reference
