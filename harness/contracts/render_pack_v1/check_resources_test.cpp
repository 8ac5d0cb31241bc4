// C.3 and C.4: check_ids.cpp, check_resources.cpp.

#include <limits>

#include "harness/contracts/render_pack_v1/check_testing.hpp"

namespace rpcts::render_pack_v1::samples {
namespace {

using testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t ceiling = 268'435'456;
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

/// F-NOOP with one resource.
template <class Change>
Descriptor with_resource(Resource resource, Change change) {
  return changed(noop(), [&](Descriptor& d) {
    change(resource);
    d.resources = {std::move(resource)};
  });
}
template <class Change>
Descriptor with_colour(Change change) {
  return with_resource(colour("mid"), change);
}
template <class Change>
Descriptor with_depth(Change change) {
  return with_resource(shadow_depth("depth", 2, RenderResourceSemantic::Custom), change);
}
Descriptor with_extent(RenderExtentMode mode, double width, double height, std::int32_t layers = 1) {
  return with_colour([&](Resource& r) { r.extent = Extent{mode, width, height, layers}; });
}

TEST(CheckIds, RP_DESC_040_EachKindNeedsStableIds) {
  const auto broken = [](const Descriptor& base, const auto& id_of, std::string_view place) {
    for (const std::string& id :
         {std::string("A"), std::string("9a"), std::string(".a"), std::string(""), std::string("a b"),
          std::string("a/b"), std::string(129, 'a'), std::string("\xC3\xA9")}) {
      const Descriptor pack = changed(base, [&](Descriptor& d) { id_of(d) = id; });
      expect_decided(pack, "RP-DESC-040");
      EXPECT_EQ(first_finding(pack).place.pointer, place);
    }
    for (const std::string& id : {std::string("a"), std::string("a.b-c_9"), std::string(128, 'a')}) {
      expect_accepted(changed(base, [&](Descriptor& d) { id_of(d) = id; }));
    }
  };
  broken(full(), [](Descriptor& d) -> auto& { return d.resources[0].id; }, "/resources/0/id");
  broken(tone(), [](Descriptor& d) -> auto& { return d.passes[0].id; }, "/passes/0/id");
  broken(shadow(), [](Descriptor& d) -> auto& { return d.scene_replays[0].id; }, "/sceneReplays/0/id");
  broken(
      shadow(), [](Descriptor& d) -> auto& { return d.pipeline_variants[4].id; }, "/pipelineVariants/4/id");
  broken(noop(), [](Descriptor& d) -> auto& { return d.quality_presets[0].id; }, "/qualityPresets/0/id");
  broken(shadow(), [](Descriptor& d) -> auto& { return d.settings[1].id; }, "/settings/1/id");
}

TEST(CheckIds, RP_DESC_041_IdsAreUniqueInTheirKind) {
  expect_told(changed(full(), [](Descriptor& d) { d.resources[1].id = "world-hdr"; }),
              "RP-DESC-041 /resources/1/id", "RP-DESC-093 /passes/4/resourceWrites/0",
              "RP-DESC-090 /passes/5/resourceReads/0", "RP-DESC-093 /passes/6/resourceWrites/0",
              "RP-DESC-090 /passes/7/resourceReads/0");
  expect_told(changed(custom(), [](Descriptor& d) { d.passes[1].id = "glow"; }), "RP-DESC-041 /passes/1/id");
  expect_told(changed(shadow(), [](Descriptor& d) { d.pipeline_variants[3].id = d.pipeline_variants[0].id; }),
              "RP-DESC-041 /pipelineVariants/3/id");
  expect_told(changed(noop(), [](Descriptor& d) { d.quality_presets.push_back(d.quality_presets[0]); }),
              "RP-DESC-041 /qualityPresets/1/id");
  expect_told(changed(shadow(), [](Descriptor& d) { d.settings[2].id = "strength"; }),
              "RP-DESC-041 /settings/2/id");
  expect_told(changed(noop(), [](Descriptor& d) { d.scene_replays = {replay(), replay()}; }),
              "RP-DESC-041 /sceneReplays/1/id");
  // Case is ignored; the upper-case twin is no stable id either.
  expect_told(changed(noop(), [](Descriptor& d) { d.quality_presets.push_back(preset("DEFAULT")); }),
              "RP-DESC-040 /qualityPresets/1/id", "RP-DESC-041 /qualityPresets/1/id");
}

TEST(CheckIds, KindsDoNotShareIds) {
  expect_accepted(changed(custom(), [](Descriptor& d) {
    d.passes[0].id = "mid";
    d.quality_presets[0].id = "mid";
    d.settings = {setting("mid", RenderSettingKind::Boolean, "true")};
  }));
}

TEST(CheckIds, KindsAreCheckedInTheirOrder) {
  expect_told(changed(custom(),
                      [](Descriptor& d) {
                        d.settings = {setting("S", RenderSettingKind::Boolean, "true")};
                        d.quality_presets[0].id = "Q";
                        d.pipeline_variants = {shadow_variants()[0]};
                        d.pipeline_variants[0].semantic = RenderPipelineVariantSemantic::Custom;
                        d.pipeline_variants[0].id = "V";
                        d.scene_replays = {replay()};
                        d.scene_replays[0].id = "R";
                        d.passes[0].id = "P";
                        d.resources.push_back(colour("X"));
                      }),
              "RP-DESC-040 /resources/1/id", "RP-DESC-040 /passes/0/id", "RP-DESC-040 /sceneReplays/0/id",
              "RP-DESC-040 /pipelineVariants/0/id", "RP-DESC-040 /qualityPresets/0/id",
              "RP-DESC-040 /settings/0/id");
}

TEST(CheckResources, WhatIsNotRejectedGenerically) {
  expect_accepted(with_depth([](Resource& r) { r.kind = RenderResourceKind::Image2D; }));
  expect_accepted(with_colour([](Resource& r) { r.extent->layers = 256; }));
  for (const auto lifetime : {RenderResourceLifetime::TransientPass, RenderResourceLifetime::FrameFlight,
                              RenderResourceLifetime::ActivePack}) {
    expect_accepted(with_colour([&](Resource& r) { r.lifetime = lifetime; }));
  }
  expect_accepted(with_colour([](Resource& r) { r.usage = RenderResourceUsage::TransferSource; }));
  expect_accepted(with_colour([](Resource& r) { r.usage = static_cast<RenderResourceUsage>(0x37); }));
}

TEST(CheckResources, RP_DESC_051_UndefinedValues) {
  expect_told(with_colour([](Resource& r) { r.kind = static_cast<RenderResourceKind>(3); }),
              "RP-DESC-051 /resources/0/kind");
  expect_told(with_colour([](Resource& r) { r.format = static_cast<RenderFormatClass>(5); }),
              "RP-DESC-051 /resources/0/format");
  expect_told(with_depth([](Resource& r) { r.format = static_cast<RenderFormatClass>(-1); }),
              "RP-DESC-051 /resources/0/format");
  expect_told(with_colour([](Resource& r) { r.lifetime = static_cast<RenderResourceLifetime>(3); }),
              "RP-DESC-051 /resources/0/lifetime");
  expect_told(with_colour([](Resource& r) { r.usage = static_cast<RenderResourceUsage>(64); }),
              "RP-DESC-051 /resources/0/usage");
  expect_told(with_colour([](Resource& r) { r.usage = static_cast<RenderResourceUsage>(0x80000003); }),
              "RP-DESC-051 /resources/0/usage");
}

TEST(CheckResources, RP_DESC_052_ReservedValues) {
  expect_told(with_colour([](Resource& r) { r.kind = RenderResourceKind::Buffer; }),
              "RP-DESC-052 /resources/0/kind");
  expect_told(with_colour([](Resource& r) {
                r.kind = RenderResourceKind::Buffer;
                r.extent.reset();
              }),
              "RP-DESC-052 /resources/0/kind");
  expect_told(with_colour([](Resource& r) { r.format = RenderFormatClass::StructuredData; }),
              "RP-DESC-052 /resources/0/format");
  expect_told(with_depth([](Resource& r) { r.format = RenderFormatClass::StructuredData; }),
              "RP-DESC-052 /resources/0/format");
  expect_told(with_colour([](Resource& r) { r.usage = static_cast<RenderResourceUsage>(3 + 8); }),
              "RP-DESC-052 /resources/0/usage");
}

TEST(CheckResources, RP_DESC_053_ArraysAreDepth) {
  expect_accepted(with_depth([](Resource&) {}));
  for (const auto format :
       {RenderFormatClass::LdrColor, RenderFormatClass::HdrColor, RenderFormatClass::SingleChannel}) {
    expect_accepted(with_colour([&](Resource& r) { r.format = format; }));
    expect_told(with_depth([&](Resource& r) { r.format = format; }), "RP-DESC-053 /resources/0/format");
  }
}

TEST(CheckResources, RP_DESC_054_055_BytesAndUsage) {
  expect_accepted(with_colour([](Resource& r) { r.estimated_resident_bytes = 0; }));
  expect_told(with_colour([](Resource& r) { r.estimated_resident_bytes = -1; }),
              "RP-DESC-054 /resources/0/estimatedResidentBytes");
  expect_told(with_colour([](Resource& r) { r.size_bytes = -1; }), "RP-DESC-054 /resources/0/sizeBytes");
  expect_told(with_colour([](Resource& r) { r.usage = RenderResourceUsage::None; }),
              "RP-DESC-055 /resources/0/usage");
}

TEST(CheckResources, RP_DESC_056_ImagesHaveAnExtent) {
  expect_told(with_colour([](Resource& r) { r.extent.reset(); }), "RP-DESC-056 /resources/0/extent");
  expect_told(with_depth([](Resource& r) { r.extent.reset(); }), "RP-DESC-056 /resources/0/extent");
}

TEST(CheckResources, RP_DESC_057_ExtentShape) {
  for (const auto mode : {RenderExtentMode::AbsolutePixels, RenderExtentMode::RelativeToMainWorld,
                          RenderExtentMode::RelativeToOutput}) {
    expect_accepted(with_extent(mode, 1, 1));
    for (const double bad : {0.0, -0.0, -1.0, nan, infinity, -infinity}) {
      expect_told(with_extent(mode, bad, 1), "RP-DESC-057 /resources/0/extent/width");
      expect_told(with_extent(mode, 1, bad), "RP-DESC-057 /resources/0/extent/height");
    }
    for (const std::int32_t layers : {0, -1, 257, std::numeric_limits<std::int32_t>::max()}) {
      expect_told(with_extent(mode, 1, 1, layers), "RP-DESC-057 /resources/0/extent/layers");
    }
    expect_accepted(with_extent(mode, 1, 1, 256));
  }
  for (const int mode : {3, -1}) {
    expect_told(with_extent(static_cast<RenderExtentMode>(mode), 500.5, 2),
                "RP-DESC-057 /resources/0/extent/mode");
  }
}

TEST(CheckResources, RP_DESC_058_059_AbsoluteExtents) {
  constexpr auto absolute = RenderExtentMode::AbsolutePixels;
  expect_accepted(with_extent(absolute, 16384, 16384, 256));
  expect_told(with_extent(absolute, 16385, 1), "RP-DESC-058 /resources/0/extent/width");
  expect_told(with_extent(absolute, 1, 16384.5), "RP-DESC-058 /resources/0/extent/height");
  expect_told(with_extent(absolute, 512.5, 1), "RP-DESC-059 /resources/0/extent/width");
  expect_told(with_extent(absolute, 1, 0.5), "RP-DESC-059 /resources/0/extent/height");
}

TEST(CheckResources, RP_DESC_060_RelativeExtents) {
  for (const auto mode : {RenderExtentMode::RelativeToMainWorld, RenderExtentMode::RelativeToOutput}) {
    expect_accepted(with_extent(mode, 1.0, 1e-6));
    expect_told(with_extent(mode, 1.0001, 1), "RP-DESC-060 /resources/0/extent/width");
    expect_told(with_extent(mode, 0.3, 1024), "RP-DESC-060 /resources/0/extent/height");
    expect_told(with_extent(mode, std::nextafter(1.0, 2.0), 1), "RP-DESC-060 /resources/0/extent/width");
  }
}

Descriptor with_bytes(const std::vector<std::int64_t>& sizes) {
  return changed(noop(), [&](Descriptor& d) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      d.resources.push_back(colour("r" + std::to_string(i)));
      d.resources.back().estimated_resident_bytes = sizes[i];
    }
  });
}

TEST(CheckResources, RP_DESC_061_062_Totals) {
  expect_accepted(with_bytes({ceiling}));
  expect_accepted(with_bytes({ceiling / 2, ceiling / 2}));
  expect_told(with_bytes({ceiling + 1}), "RP-DESC-062 /resources");
  expect_told(with_bytes({ceiling, 0, 1}), "RP-DESC-062 /resources");
  expect_told(with_bytes({most}), "RP-DESC-062 /resources");
  expect_told(with_bytes({most - 1, 1}), "RP-DESC-062 /resources");
  expect_told(with_bytes({most, 1}), "RP-DESC-061 /resources/1/estimatedResidentBytes");
  expect_told(with_bytes({most - 5, most - 5, most}), "RP-DESC-061 /resources/1/estimatedResidentBytes");
  // A negative size takes nothing off the total.
  expect_told(with_bytes({-1, ceiling + 1}), "RP-DESC-054 /resources/0/estimatedResidentBytes",
              "RP-DESC-062 /resources");
}

TEST(CheckResources, NamesTheResourceAndTheValue) {
  const Diagnostic one = first_finding(with_extent(RenderExtentMode::AbsolutePixels, 16385, 1));
  EXPECT_THAT(one.found, HasSubstr("resource 'mid': extent width is 16385"));
  EXPECT_THAT(one.required, HasSubstr("at most 16384 pixels"));
}

}  // namespace
}  // namespace rpcts::render_pack_v1::samples
