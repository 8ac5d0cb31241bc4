#include "harness/reference/host/availability.hpp"

#include <algorithm>

#include "harness/base/text.hpp"
#include "harness/reference/host/extents.hpp"
#include "harness/reference/mistakes/availability.hpp"
#include "harness/reference/mistakes/hints.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::RenderCapability;

Refusal refusal(std::string_view rule, const render_pack_v1::QualityPreset& preset, const std::string& why) {
  return {std::string(rule), fmt::format("preset {} {}", rpcts::quoted(preset.id), why)};
}

std::optional<Refusal> extent_refusal(const render_pack_v1::Resource& resource,
                                      const render_pack_v1::QualityPreset& preset,
                                      const DeviceProfile& device) {
  const render_pack_v1::Extent* extent = effective_extent(resource, preset);
  if (makes(find_mistake(availability_mistakes, "availability.override-not-looked-at"))) {
    extent = resource.extent ? &*resource.extent : nullptr;
  }
  if (extent == nullptr) {
    return std::nullopt;
  }
  const std::int64_t layers =
      makes(find_mistake(availability_mistakes, "availability.layers-ignored"))
          ? 1
          : extent->layers +
                (makes(find_mistake(availability_mistakes, "availability.layer-limit-itself-refused")) ? 1
                                                                                                       : 0);
  if (layers > static_cast<std::int64_t>(device.limits.image_layers)) {
    return refusal("RP-HOST-004", preset,
                   fmt::format("gives resource {} {} layers; the device has {}", rpcts::quoted(resource.id),
                               extent->layers, device.limits.image_layers));
  }
  if (extent->mode == render_pack_v1::RenderExtentMode::AbsolutePixels &&
      !makes(find_mistake(availability_mistakes, "availability.dimension-ignored")) &&
      std::max(extent->width, extent->height) > static_cast<double>(device.limits.image_dimension)) {
    return refusal(
        "RP-HOST-005", preset,
        fmt::format("gives resource {} {}x{} pixels; the device has {}", rpcts::quoted(resource.id),
                    extent->width, extent->height, device.limits.image_dimension));
  }
  return std::nullopt;
}

}  // namespace

std::optional<Refusal> preset_refusal(const render_pack_v1::Descriptor& descriptor,
                                      const render_pack_v1::QualityPreset& preset,
                                      const DeviceProfile& device) {
  const bool any_capability =
      makes(find_mistake(availability_mistakes, "availability.preset-capability-ignored")) ||
      makes(find_mistake(hint_mistakes, "hints.other-form-takes-its-place"));
  for (const RenderCapability capability : preset.required_capabilities) {
    if (!any_capability && !device.capabilities.offers(capability)) {
      return refusal(
          "RP-HOST-001", preset,
          fmt::format("requires {}, which this host does not offer", render_pack_v1::name_of(capability)));
    }
  }
  if (preset.semantic == render_pack_v1::RenderQualitySemantic::Automatic) {
    if (!device.capabilities.offers(RenderCapability::GpuTimestampQueries) &&
        !makes(find_mistake(availability_mistakes, "availability.automatic-without-timestamps"))) {
      return refusal("RP-HOST-002", preset, "is automatic and this host has no GpuTimestampQueries");
    }
    if (!makes(find_mistake(availability_mistakes, "availability.automatic-is-sized"))) {
      return std::nullopt;
    }
  }
  const std::int64_t asked =
      makes(find_mistake(availability_mistakes, "availability.resident-limit-ignored"))
          ? 0
          : preset.max_resident_gpu_bytes +
                (makes(find_mistake(availability_mistakes, "availability.limit-itself-refused")) ? 1 : 0);
  if (asked > device.limits.resident_bytes) {
    return refusal("RP-HOST-003", preset,
                   fmt::format("may use {} resident bytes; this host has {}", preset.max_resident_gpu_bytes,
                               device.limits.resident_bytes));
  }
  for (const render_pack_v1::Resource& resource : descriptor.resources) {
    if (auto refused = extent_refusal(resource, preset, device)) {
      return refused;
    }
  }
  return std::nullopt;
}

}  // namespace rpcts::reference
