#include "harness/reference/host/extents.hpp"

#include <gtest/gtest.h>

#include "harness/contracts/render_pack_v1/descriptor_builder.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Descriptor;
using render_pack_v1::Extent;
using render_pack_v1::QualityPreset;
using render_pack_v1::RenderExtentMode;
namespace packs = render_pack_v1::samples;

constexpr auto relative = RenderExtentMode::RelativeToMainWorld;

QualityPreset& preset(Descriptor& pack, std::string_view id) {
  return packs::by_id(pack.quality_presets, id);
}

TEST(Pixels, RelativeExtentsAreRoundedUp) {
  EXPECT_EQ(pixels({relative, 0.25, 0.25}, {800, 600}), (Size{200, 150}));
  EXPECT_EQ(pixels({relative, 0.375, 0.375}, {800, 600}), (Size{300, 225}));
  EXPECT_EQ(pixels({relative, 0.5, 0.25}, {801, 601}), (Size{401, 151}));
  EXPECT_EQ(pixels({relative, 1e-6, 1}, {800, 600}), (Size{1, 600}));
  EXPECT_EQ(pixels({RenderExtentMode::AbsolutePixels, 96, 32}, {800, 600}), (Size{96, 32}));
}

TEST(EffectiveExtent, OverrideWithAnExtentWins) {
  Descriptor pack = packs::full();
  QualityPreset& low = preset(pack, "low");
  const render_pack_v1::Resource& rays = packs::by_id(pack.resources, "rays");
  EXPECT_EQ(effective_extent(rays, low), &*rays.extent);
  low.resource_overrides = {{.resource_id = "RAYS", .extent = std::nullopt}};
  EXPECT_EQ(effective_extent(rays, low), &*rays.extent) << "an override without an extent changes none";
  low.resource_overrides[0].extent = Extent{relative, 0.125, 0.125};
  EXPECT_EQ(effective_extent(rays, low)->width, 0.125);
}

TEST(GraphSizes, FollowTheExamples) {
  Descriptor pack = packs::full();
  EXPECT_EQ(graph_sizes(pack, preset(pack, "low"), {1280, 720}).bloom, (Size{320, 180}));
  EXPECT_EQ(graph_sizes(pack, preset(pack, "medium"), {1280, 720}).bloom, (Size{640, 360}));
  EXPECT_EQ(graph_sizes(pack, preset(pack, "high"), {800, 600}).shafts, (Size{300, 225}));
}

TEST(GraphSizes, OwnExtentsOfBloomRaysAndMaskDoNotCount) {
  Descriptor pack = packs::full();
  for (const char* id : {"ping", "pong", "rays", "mask"}) {
    packs::by_id(pack.resources, id).extent = Extent{relative, 1, 1};
  }
  const GraphSizes sizes = graph_sizes(pack, preset(pack, "medium"), {800, 600});
  EXPECT_EQ(sizes.bloom, (Size{400, 300}));
  EXPECT_EQ(sizes.rays, (Size{400, 300}));
  EXPECT_EQ(sizes.mask, (Size{400, 300}));
}

TEST(GraphSizes, OverridesAreClamped) {
  Descriptor pack = packs::full();
  QualityPreset& low = preset(pack, "low");
  low.resource_overrides = {{.resource_id = "ping", .extent = Extent{relative, 0.01, 1}},
                            {.resource_id = "rays", .extent = Extent{relative, 1, 1}},
                            {.resource_id = "mask", .extent = Extent{relative, 0.5, 0.5}},
                            {.resource_id = "shafts", .extent = Extent{relative, 0.01, 0.5}}};
  const GraphSizes sizes = graph_sizes(pack, low, {800, 600});
  EXPECT_EQ(sizes.bloom, (Size{100, 75}));
  EXPECT_EQ(sizes.rays, (Size{800, 600}));
  EXPECT_EQ(sizes.mask, (Size{800, 600})) << "the mask has the scale of the rays";
  EXPECT_EQ(sizes.shafts, (Size{50, 38}));
  low.resource_overrides = {
      {.resource_id = "ping", .extent = Extent{RenderExtentMode::AbsolutePixels, 10, 10}}};
  EXPECT_EQ(graph_sizes(pack, low, {800, 600}).bloom, (Size{200, 150})) << "only a relative one counts";
}

}  // namespace
}  // namespace rpcts::reference
