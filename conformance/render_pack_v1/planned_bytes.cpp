#include "conformance/render_pack_v1/planned_bytes.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace rpcts::render_pack_v1 {

std::int64_t planned_bytes(const Descriptor& pack, const QualityPreset& preset, WorldSize world) {
  const auto pixels = [](double dimension, double scale) {
    return static_cast<std::int64_t>(std::max(1.0, std::ceil(dimension * scale)));
  };
  const bool fused = has(preset.execution_hints, RenderQualityExecutionHints::FusedAtmosphericPostProcess);
  std::int64_t bytes = std::int64_t{world.width} * world.height * 12;
  for (const Resource& resource : pack.resources) {
    const bool written = std::ranges::any_of(pack.passes, [&](const Pass& pass) {
      return std::ranges::find(pass.resource_writes, resource.id) != pass.resource_writes.end();
    });
    const bool bloom = resource.semantic == RenderResourceSemantic::BloomPing ||
                       resource.semantic == RenderResourceSemantic::BloomPong;
    if (!written || resource.semantic == RenderResourceSemantic::MainWorldHdr || (fused && bloom)) {
      continue;
    }
    std::optional<Extent> extent = resource.extent;
    for (const ResourceOverride& one : preset.resource_overrides) {
      if (one.resource_id == resource.id && one.extent) {
        extent = one.extent;
      }
    }
    if (!extent) {
      continue;
    }
    const bool absolute = extent->mode == RenderExtentMode::AbsolutePixels;
    const std::int64_t width =
        absolute ? static_cast<std::int64_t>(extent->width) : pixels(world.width, extent->width);
    const std::int64_t height =
        absolute ? static_cast<std::int64_t>(extent->height) : pixels(world.height, extent->height);
    bytes += width * height * extent->layers * (resource.format == RenderFormatClass::HdrColor ? 8 : 4);
  }
  const bool casts = std::ranges::any_of(pack.passes, [](const Pass& pass) {
    return pass.semantic == RenderPassSemantic::DirectionalShadowDepth;
  });
  constexpr std::int64_t transform_buffers = 8'781'824;
  return bytes + (casts ? transform_buffers : 0);
}

}  // namespace rpcts::render_pack_v1
