#pragma once

// How large the images of a pack are, sections C.15 and E.4.

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/reference/render/renderer.hpp"

namespace rpcts::reference {

/// The preset's override where it has one with an extent, else the resource's own; null where neither is.
[[nodiscard]] const render_pack_v1::Extent* effective_extent(const render_pack_v1::Resource& resource,
                                                             const render_pack_v1::QualityPreset& preset);

/// Pixels of an extent: absolute as declared; relative, each dimension of `base` times the scale, rounded up,
/// at least 1.
[[nodiscard]] Size pixels(const render_pack_v1::Extent& extent, Size base);

/// The same for one scale in both directions.
[[nodiscard]] Size scaled(Size base, double scale);

/// E.4: sizes of the full graph, which follow the preset and not the resources' own extents (OQ-17), but for
/// the shafts.
struct GraphSizes {
  Size bloom;
  Size rays;
  Size mask;
  Size shafts;
};
[[nodiscard]] GraphSizes graph_sizes(const render_pack_v1::Descriptor& descriptor,
                                     const render_pack_v1::QualityPreset& preset, Size world);

}  // namespace rpcts::reference
