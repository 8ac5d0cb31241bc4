#include "harness/reference/host/availability.hpp"

#include <algorithm>

#include "harness/base/text.hpp"
#include "harness/reference/host/extents.hpp"

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
  if (extent == nullptr) {
    return std::nullopt;
  }
  if (extent->layers > static_cast<std::int64_t>(device.limits.image_layers)) {
    return refusal("RP-HOST-004", preset,
                   fmt::format("gives resource {} {} layers; the device has {}", rpcts::quoted(resource.id),
                               extent->layers, device.limits.image_layers));
  }
  if (extent->mode == render_pack_v1::RenderExtentMode::AbsolutePixels &&
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
  for (const RenderCapability capability : preset.required_capabilities) {
    if (!device.capabilities.offers(capability)) {
      return refusal(
          "RP-HOST-001", preset,
          fmt::format("requires {}, which this host does not offer", render_pack_v1::name_of(capability)));
    }
  }
  if (preset.semantic == render_pack_v1::RenderQualitySemantic::Automatic) {
    if (!device.capabilities.offers(RenderCapability::GpuTimestampQueries)) {
      return refusal("RP-HOST-002", preset, "is automatic and this host has no GpuTimestampQueries");
    }
    return std::nullopt;
  }
  if (preset.max_resident_gpu_bytes > device.limits.resident_bytes) {
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
