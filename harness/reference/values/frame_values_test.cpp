#include "harness/reference/values/frame_values.hpp"

#include <gtest/gtest.h>

#include "harness/contracts/render_pack_v1/descriptor_builder.hpp"
#include "harness/reference/values/frame_testing.hpp"
#include "harness/reference/values/shadow_block.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Descriptor;
using render_pack_v1::RenderPassSemantic;

constexpr Size world{800, 600};

/// Shafts, then a composite that takes the world in A and the shafts in B.
struct Full {
  Descriptor descriptor = render_pack_v1::samples::full();
  PackFacts facts;

  Full() {
    facts.graph = Graph::full;
    facts.policy = &*descriptor.atmosphere_policy;
    facts.volumetric_steps = 24;
    facts.shadow = quality_default(render_pack_v1::RenderQualitySemantic::Low);
    facts.passes = {
        {.semantic = RenderPassSemantic::VolumetricShafts, .camera_matrices = true, .scene_depth = true},
        {.semantic = RenderPassSemantic::FilmicComposite, .of_shafts = {false, true, false, false}}};
  }
};

TEST(FrameValues, RetailHasNoPassesAndNoShadow) {
  FrameEvaluator evaluator;
  const FrameValues& values = evaluator.evaluate(samples::frame(), world, nullptr, 3);
  EXPECT_TRUE(values.passes.empty());
  EXPECT_EQ(values.cascades, 0U);
  EXPECT_FALSE(samples::is_enabled(values.shadow));
  EXPECT_EQ(values.seconds, 3);
  EXPECT_EQ(values.sun_light, (Vec3{1, 0.5F, 0.25F}));
  EXPECT_EQ(evaluator.shadow_gate(), ShadowGate::PackDisabled);
  EXPECT_EQ(evaluator.volumetric_gate(), VolumetricGate::DisabledByPreset);
}

TEST(FrameValues, OpenFrameRendersCascadesAndShafts) {
  const Full pack;
  FrameEvaluator evaluator;
  const FrameValues& values = evaluator.evaluate(samples::frame(), world, &pack.facts, 0);
  EXPECT_EQ(values.cascades, 2U);
  EXPECT_TRUE(samples::is_enabled(values.shadow));
  ASSERT_EQ(values.passes.size(), 2U);
  EXPECT_EQ(evaluator.volumetric_gate(), VolumetricGate::Rendered);
  EXPECT_TRUE(values.passes[0].recorded);
  EXPECT_EQ(values.passes[0].view_projection, values.view_projection);
  EXPECT_EQ(values.passes[0].frame.sun_screen[2], values.passes[0].pass.params0[1]) << "its own strength";
  EXPECT_EQ(values.passes[1].view_projection, identity_matrix) << "does not list CameraMatrices";
  EXPECT_EQ(values.passes[1].withheld, (std::array{false, false, false, false}));
  EXPECT_EQ(values.passes[1].pass.params1[1], 1);
}

TEST(FrameValues, GatedShaftsAreWithheldFromTheirReaders) {
  const Full pack;
  FrameEvaluator evaluator;
  rpcts_frame frame = samples::frame();
  frame.flags = RPCTS_FRAME_COVERED;
  const FrameValues& values = evaluator.evaluate(frame, world, &pack.facts, 0);
  EXPECT_EQ(evaluator.shadow_gate(), ShadowGate::PortalOrLoginCover);
  EXPECT_EQ(evaluator.volumetric_gate(), VolumetricGate::NoCurrentDirectionalShadow);
  EXPECT_FALSE(samples::is_enabled(values.shadow));
  EXPECT_EQ(values.cascades, 0U);
  EXPECT_FALSE(values.passes[0].recorded);
  EXPECT_TRUE(values.passes[1].recorded);
  EXPECT_EQ(values.passes[1].withheld, (std::array{false, true, false, false}));
  EXPECT_EQ(values.passes[1].pass.params1[1], 0);
}

TEST(FrameValues, StaleShadowMapIsWithheld) {
  Full pack;
  pack.facts.passes = {{.of_shadow = {true, false, false, false}}};
  FrameEvaluator evaluator;
  EXPECT_FALSE(evaluator.evaluate(samples::frame(), world, &pack.facts, 0).passes[0].withheld[0]);
  rpcts_frame frame = samples::frame();
  frame.place = RPCTS_PLACE_OPEN_CELL;
  EXPECT_TRUE(evaluator.evaluate(frame, world, &pack.facts, 0).passes[0].withheld[0]);
  EXPECT_EQ(evaluator.shadow_gate(), ShadowGate::Indoor);
}

TEST(FrameValues, MoonShadowsTheWorldThatShaftsIgnore) {
  const Full pack;
  FrameEvaluator evaluator;
  rpcts_frame frame = samples::frame();
  frame.sources[1] = frame.sources[0];
  frame.sources[0].available = 0;
  const FrameValues& values = evaluator.evaluate(frame, world, &pack.facts, 0);
  EXPECT_EQ(values.shadow.light_direction_and_source[3], 2);
  EXPECT_EQ(values.cascades, 2U);
}

TEST(FrameValues, WithoutAWorldThereIsNoResidentData) {
  const Full pack;
  FrameEvaluator evaluator;
  rpcts_frame frame = samples::frame();
  frame.flags = RPCTS_FRAME_NO_WORLD;
  const FrameValues& values = evaluator.evaluate(frame, world, &pack.facts, 0);
  EXPECT_FALSE(values.world);
  EXPECT_EQ(values.sun_light, Vec3{});
  EXPECT_EQ(evaluator.shadow_gate(), ShadowGate::ResidentWindowUnavailable);
}

TEST(FrameValues, OnlyAFullGraphScalesTheRays) {
  Full pack;
  FrameEvaluator evaluator;
  const float full =
      evaluator.evaluate(samples::frame(), world, &pack.facts, 0).passes[1].frame.sun_screen[2];
  pack.facts.graph = Graph::shadow_only;
  const auto& block = evaluator.evaluate(samples::frame(), world, &pack.facts, 0).passes[1].frame;
  EXPECT_EQ(block.sun_screen[2], block.sun_color[3]);
  EXPECT_FLOAT_EQ(full, 0.55F * block.sun_color[3]);
}

TEST(FrameValues, InstancesOfTheFrameAreTaken) {
  rpcts_frame frame = samples::frame();
  const std::array<float, 32> instances{};
  frame.instances = instances.data();
  frame.instance_count = 2;
  FrameEvaluator evaluator;
  EXPECT_EQ(evaluator.evaluate(frame, world, nullptr, 0).instances.size(), 32U);
}

}  // namespace
}  // namespace rpcts::reference
