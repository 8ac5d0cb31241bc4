// Which presets of the base packs a host must offer on this device, and which it must not (C.15): the suite
// looks at the device itself and compares.

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/picture_evidence.hpp"
#include "harness/contracts/render_pack_v1/host_capabilities.hpp"
#include "harness/contracts/render_pack_v1/lifecycle_rules.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using implementation::Implementation;
using runner::CaseContext;

/// What the suite sees of the device: nothing stands in the way, or this.
using Obstacle = std::optional<std::string>;

Obstacle missing_capability(const std::vector<RenderCapability>& required, const DeviceFacts& facts) {
  for (const CapabilityVerdict& verdict : host_capabilities(facts)) {
    if (!verdict.offered && std::ranges::find(required, verdict.capability) != required.end()) {
      return fmt::format("capability {}: {}", static_cast<int>(verdict.capability), verdict.missing);
    }
  }
  return std::nullopt;
}

/// D.8, D.9: what meshes of a pack are drawn with.
Obstacle missing_for_meshes(const Descriptor& pack, const DeviceFacts& facts) {
  if (pack.pipeline_variants.empty()) {
    return std::nullopt;
  }
  if (!facts.draw_parameters) {
    return "mesh variants need draw parameters";
  }
  return std::nullopt;
}

/// The effective extent of a resource under a preset (C.15).
std::optional<Extent> effective_extent(const Resource& resource, const QualityPreset& preset) {
  for (const ResourceOverride& one : preset.resource_overrides) {
    if (one.resource_id == resource.id && one.extent) {
      return one.extent;
    }
  }
  return resource.extent;
}

/// RP-HOST-001 to 005, in their order.
Obstacle obstacle_of(const Descriptor& pack, const QualityPreset& preset, const DeviceFacts& facts) {
  if (auto missing = missing_capability(preset.required_capabilities, facts)) {
    return missing;
  }
  if (preset.semantic == RenderQualitySemantic::Automatic) {
    return missing_capability({RenderCapability::GpuTimestampQueries}, facts);
  }
  const HostLimits limits = host_limits(facts);
  if (preset.max_resident_gpu_bytes > limits.resident_bytes) {
    return fmt::format("{} bytes are asked for, {} are there", preset.max_resident_gpu_bytes,
                       limits.resident_bytes);
  }
  for (const Resource& resource : pack.resources) {
    const std::optional<Extent> extent = effective_extent(resource, preset);
    if (!extent) {
      continue;
    }
    if (extent->layers > static_cast<std::int64_t>(limits.image_layers)) {
      return fmt::format("{} layers", extent->layers);
    }
    if (extent->mode == RenderExtentMode::AbsolutePixels &&
        std::max(extent->width, extent->height) > static_cast<double>(limits.image_dimension)) {
      return fmt::format("{} pixels", std::max(extent->width, extent->height));
    }
  }
  return std::nullopt;
}

Result<void> check(CaseContext& context, PictureSet& set, const std::shared_ptr<DeviceSource>& devices,
                   Implementation& implementation, const std::string& base) {
  const Result<const ProbePack*> pack = set.base(base);
  if (!pack) {
    return std::unexpected(pack.error());
  }
  const Result<const gpu::Device*> device = devices->open();
  if (!device) {
    return std::unexpected(device.error());
  }
  const DeviceFacts& facts = (*device)->facts();
  constexpr WorldSize size{};
  if (auto done = set.rig.register_pack(implementation, size, **pack); !done) {
    return done;
  }
  const auto host = set.rig.retail(implementation, size);
  if (!host) {
    return std::unexpected(host.error());
  }
  const Descriptor& descriptor = (*pack)->descriptor;
  Obstacle of_pack = missing_capability(descriptor.required_capabilities, facts);
  if (!of_pack) {
    of_pack = missing_for_meshes(descriptor, facts);
  }
  for (const QualityPreset& preset : descriptor.quality_presets) {
    const auto found = (*host)->availability(descriptor.id, preset.id);
    if (!found) {
      return std::unexpected(found.error());
    }
    context.check(
        found->pack_compatible == !of_pack.has_value(),
        fmt::format("the pack is {}, and the device {}{}", found->pack_compatible ? "offered" : "refused",
                    of_pack ? "lacks what it requires: " : "has what it requires; the reason was: ",
                    of_pack ? *of_pack : found->reason));
    Obstacle of_preset = of_pack ? of_pack : obstacle_of(descriptor, preset, facts);
    context.check(
        found->preset_available == !of_preset.has_value(),
        fmt::format("preset '{}' is {}, and the device {}{}", preset.id,
                    found->preset_available ? "offered" : "refused",
                    of_preset ? "lacks what it requires: " : "has what it requires; the reason was: ",
                    of_preset ? *of_preset : found->reason));
    if (of_preset) {
      context.check(!found->reason.empty(), fmt::format("a reason is given for preset '{}'", preset.id));
      context.note(fmt::format("preset {}", preset.id), *of_preset);
    }
  }
  return {};
}

}  // namespace

void add_availability_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set,
                            const std::shared_ptr<DeviceSource>& devices) {
  std::vector<runner::Claim> claims;
  for (const std::string_view rule :
       {lifecycle::preset_capability, lifecycle::automatic_timestamps, lifecycle::preset_bytes,
        lifecycle::preset_layers, lifecycle::preset_dimension}) {
    claims.push_back({.rule = std::string(rule)});
  }
  for (const char* base : {"noop", "tone", "custom", "shadow", "full", "mv", "fused"}) {
    add_implementation_case(
        table, set->source,
        {.info = {.id = fmt::format("render_pack_v1.availability.base:name={}", base),
                  .title =
                      "The presets that the device can run are offered, the others refused with a reason",
                  .claims = claims,
                  .needs_device = true},
         .profiles = RPCTS_PROFILE_HOST,
         .body = [set, devices, base](CaseContext& context, Implementation& implementation) {
           return check(context, *set, devices, implementation, base);
         }});
  }
}

}  // namespace rpcts::render_pack_v1
