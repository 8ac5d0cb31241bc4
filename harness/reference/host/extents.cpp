#include "harness/reference/host/extents.hpp"

#include <algorithm>
#include <cmath>

#include "harness/reference/host/lookup.hpp"
#include "harness/reference/mistakes/budget.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Extent;
using render_pack_v1::RenderExtentMode;
using render_pack_v1::RenderResourceSemantic;

// E.4
constexpr double minimum_scale = 0.125;
constexpr double low_scale = 0.25;
constexpr double ordinary_scale = 0.5;
constexpr double minimum_shaft_scale = 0.0625;
constexpr double maximum_scale = 1;

std::uint32_t scaled(std::uint32_t dimension, double scale) {
  if (makes(find_mistake(budget_mistakes, "budget.extents-round-down"))) {
    return static_cast<std::uint32_t>(std::max(1.0, std::floor(static_cast<double>(dimension) * scale)));
  }
  return static_cast<std::uint32_t>(std::max(1.0, std::ceil(double{static_cast<double>(dimension)} * scale)));
}

const Extent* override_of(const render_pack_v1::Resource& resource,
                          const render_pack_v1::QualityPreset& preset) {
  const auto found =
      std::ranges::find_if(preset.resource_overrides, [&](const render_pack_v1::ResourceOverride& one) {
        return render_pack_v1::same_id(one.resource_id, resource.id);
      });
  if (makes(find_mistake(budget_mistakes, "budget.override-extent-ignored"))) {
    return nullptr;
  }
  return found == preset.resource_overrides.end() || !found->extent ? nullptr : &*found->extent;
}

double override_scale(const render_pack_v1::Descriptor& descriptor,
                      const render_pack_v1::QualityPreset& preset, RenderResourceSemantic semantic) {
  const render_pack_v1::Resource* resource = find_semantic(descriptor.resources, semantic);
  const Extent* extent = resource == nullptr ? nullptr : override_of(*resource, preset);
  if (extent != nullptr && extent->mode != RenderExtentMode::AbsolutePixels) {
    return std::clamp(extent->width, minimum_scale, maximum_scale);
  }
  return preset.semantic == render_pack_v1::RenderQualitySemantic::Low ? low_scale : ordinary_scale;
}

}  // namespace

const Extent* effective_extent(const render_pack_v1::Resource& resource,
                               const render_pack_v1::QualityPreset& preset) {
  if (const Extent* extent = override_of(resource, preset)) {
    return extent;
  }
  return resource.extent ? &*resource.extent : nullptr;
}

Size pixels(const Extent& extent, Size base) {
  if (extent.mode == RenderExtentMode::AbsolutePixels) {
    return {static_cast<std::uint32_t>(extent.width), static_cast<std::uint32_t>(extent.height)};
  }
  return {scaled(base.width, extent.width), scaled(base.height, extent.height)};
}

Size scaled(Size base, double scale) {
  return {scaled(base.width, scale), scaled(base.height, scale)};
}

GraphSizes graph_sizes(const render_pack_v1::Descriptor& descriptor,
                       const render_pack_v1::QualityPreset& preset, Size world) {
  const double rays = override_scale(descriptor, preset, RenderResourceSemantic::SunRays);
  GraphSizes sizes{
      .bloom = scaled(world, override_scale(descriptor, preset, RenderResourceSemantic::BloomPing)),
      .rays = scaled(world, rays),
      .mask = scaled(world, rays),
      .shafts = {},
  };
  const render_pack_v1::Resource* shafts =
      find_semantic(descriptor.resources, RenderResourceSemantic::VolumetricShafts);
  if (const Extent* extent = shafts == nullptr ? nullptr : effective_extent(*shafts, preset)) {
    sizes.shafts = scaled(world, std::clamp(extent->width, minimum_shaft_scale, maximum_scale));
  }
  return sizes;
}

}  // namespace rpcts::reference
