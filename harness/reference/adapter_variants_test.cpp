// What the base packs do not have, on a device: decisions of the suite that only the reference implements,
// and shapes of packs that the contract leaves open.

#include <fstream>
#include <gmock/gmock.h>

#include "harness/contracts/render_pack_v1/ids.hpp"
#include "harness/reference/adapter_testing.hpp"
#include "harness/reference/host/host_testing.hpp"

namespace rpcts::reference::samples {
namespace {

using render_pack_v1::Descriptor;
using render_pack_v1::Extent;
using render_pack_v1::RenderCapability;
using render_pack_v1::RenderExtentMode;
using render_pack_v1::RenderPassHook;
using render_pack_v1::RenderSemanticInput;
using testing::HasSubstr;
using Variants = AdapterTest;

/// Copies a module of another base pack into this one.
void borrow(const PackFolder& into, const std::string& pack, const std::string& module) {
  std::filesystem::copy_file(base(pack) + "/shaders/" + module, into.path() / "shaders" / module,
                             std::filesystem::copy_options::overwrite_existing);
}

render_pack_v1::Pass copy_pass(RenderPassHook hook, RenderSemanticInput input) {
  return {.id = "copied",
          .hook = hook,
          .vertex_shader_asset = "shaders/fullscreen.vert.spv",
          .fragment_shader_asset = "shaders/copy.frag.spv",
          .semantic_inputs = {input}};
}

// OQ-10
TEST_F(Variants, PassAfterTheToneMapReadsTheToneMappedColour) {
  const PackFolder pack("custom", [](Descriptor& descriptor) {
    descriptor.id = "own.after";
    descriptor.passes.push_back(
        copy_pass(RenderPassHook::AfterToneMapBeforePrivateViewports, RenderSemanticInput::WorldColor));
  });
  borrow(pack, "shadow", "copy.frag.spv");
  Host& host = open_host();
  const Picture plain = render_with(host, "custom", "default", side_lit());
  EXPECT_EQ(render_folder(host, pack.path(), "own.after", "default", side_lit()), plain);
  EXPECT_EQ(take(host.ledger()).frame_fullscreen_passes, 3U);
}

// OQ-11
TEST_F(Variants, NormalsAreOffered) {
  const PackFolder pack("tone", [](Descriptor& descriptor) {
    descriptor.id = "own.normals";
    descriptor.required_capabilities.push_back(RenderCapability::SceneNormalSampling);
    descriptor.passes = {copy_pass(RenderPassHook::ToneMap, RenderSemanticInput::SceneNormals)};
  });
  borrow(pack, "shadow", "copy.frag.spv");
  Host& host = open_host();
  const Picture picture = render_folder(host, pack.path(), "own.normals", "default", side_lit());
  const auto ground = picture.at(4, height - 2);
  EXPECT_EQ(ground[0], 0);
  EXPECT_EQ(ground[1], 0);
  EXPECT_EQ(ground[2], 255) << "the ground looks up";
}

// OQ-6
TEST_F(Variants, OneCascadeIsDrawn) {
  const PackFolder pack("shadow", [](Descriptor& descriptor) {
    descriptor.id = "own.one-cascade";
    descriptor.resources[0].extent = Extent{RenderExtentMode::AbsolutePixels, 256, 256, 1};
  });
  Host& host = open_host();
  RPCTS_NEEDS_SHADOWS(host)
  (void)render_folder(host, pack.path(), "own.one-cascade", "medium", side_lit());
  EXPECT_EQ(take(host.state()).shadow_gate, 0);
  EXPECT_EQ(take(host.ledger()).frame_depth_passes, 1U);
}

TEST_F(Variants, ColourImageMayHaveLayers) {
  const PackFolder pack("custom", [](Descriptor& descriptor) {
    descriptor.id = "own.layers";
    descriptor.resources[0].extent->layers = 2;
  });
  Host& host = open_host();
  const Picture plain = render_with(host, "custom", "default", side_lit());
  EXPECT_EQ(render_folder(host, pack.path(), "own.layers", "default", side_lit()), plain);
}

TEST_F(Variants, ShadowMapCanStandInASlot) {
  const PackFolder pack("shadow", [](Descriptor& descriptor) {
    descriptor.id = "own.map";
    descriptor.passes.back().semantic_inputs = {RenderSemanticInput::FrameTime,
                                                RenderSemanticInput::WorldColor};
    descriptor.passes.back().resource_reads = {"shadow-depth"};
  });
  Host& host = open_host();
  RPCTS_NEEDS_SHADOWS(host)
  const Picture plain = render_with(host, "shadow", "medium", side_lit());
  EXPECT_EQ(render_folder(host, pack.path(), "own.map", "medium", side_lit()), plain);
  rpcts_frame covered = side_lit();
  covered.flags |= RPCTS_FRAME_COVERED;
  (void)take(host.render(covered));
  const std::vector<std::uint8_t> push = take(host.block("copy", RPCTS_BLOCK_PUSH));
  ASSERT_EQ(push.size(), 96U);
  EXPECT_THAT(std::vector<std::uint8_t>(push.begin() + 84, push.begin() + 88), testing::Each(0xFF))
      << "slot B is withheld while the map is not drawn";
}

TEST_F(Variants, ResourceIsWrittenAtTheToneMapHook) {
  const PackFolder pack("custom", [](Descriptor& descriptor) {
    descriptor.id = "own.tone-target";
    descriptor.passes[0].hook = RenderPassHook::ToneMap;
  });
  Host& host = open_host();
  const Picture plain = render_with(host, "custom", "default", side_lit());
  EXPECT_EQ(render_folder(host, pack.path(), "own.tone-target", "default", side_lit()), plain);
}

TEST_F(Variants, OutputOfAnotherSize) {
  rpcts_setup setup{};
  setup.size = sizeof(setup);
  setup.width = width;
  setup.height = height;
  setup.output_width = width / 2;
  setup.output_height = height / 2;
  host_.emplace(take(reference_->create_host(setup)));
  const TowerScene scene;
  take(host_->set_scene(scene.view()));
  RPCTS_NEEDS_SHADOWS(*host_)
  for (const auto& [pack, preset] : {std::pair("tone", "default"), std::pair("full", "low")}) {
    const Picture picture = render_with(*host_, pack, preset, side_lit());
    EXPECT_EQ(picture.width, width / 2);
    EXPECT_EQ(picture.height, height / 2);
  }
}

TEST_F(Variants, BrokenModuleLeavesRetailAndNoObject) {
  const PackFolder pack("full", [](Descriptor& descriptor) { descriptor.id = "own.broken"; });
  std::ofstream(pack.path() / "shaders/filmic_composite.frag.spv", std::ios::binary) << "no module";
  Host& host = open_host();
  RPCTS_NEEDS_SHADOWS(host)
  const Picture retail = take(host.render(side_lit()));
  take(host.register_pack(pack.path().string()));
  take(host.select({.pack = "own.broken", .preset = "low"}));
  EXPECT_EQ(take(host.render(settled(side_lit()))), retail);
  const implementation::State state = take(host.state());
  EXPECT_EQ(state.state, RPCTS_STATE_FAILED_TO_RETAIL);
  EXPECT_THAT(state.reason, HasSubstr("RP-AST-004"));
  const rpcts_ledger ledger = take(host.ledger());
  EXPECT_EQ(ledger.pack_modules + ledger.pack_pipelines + ledger.pack_images + ledger.set3_layouts, 0U);
}

TEST_F(Variants, LimitsOfTheSetupAreKept) {
  rpcts_setup setup{};
  setup.size = sizeof(setup);
  setup.width = width;
  setup.height = height;
  setup.device_local_bytes = 512ULL * 1024 * 1024;
  setup.max_image_layers = 2;
  host_.emplace(take(reference_->create_host(setup)));
  RPCTS_NEEDS_SHADOWS(*host_)
  take(host_->register_pack(base("full")));
  EXPECT_TRUE(take(host_->availability("rpcts.full", "low")).preset_available);
  EXPECT_THAT(take(host_->availability("rpcts.full", "medium")).reason, HasSubstr("RP-HOST-003"));
}

}  // namespace
}  // namespace rpcts::reference::samples
