#include "harness/contracts/render_pack_v1/slots.hpp"

#include <bit>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace rpcts::render_pack_v1 {
namespace {

using testing::ElementsAre;
using In = RenderSemanticInput;
using Semantic = RenderPassSemantic;

Resource resource(std::string id, RenderFormatClass format, RenderResourceSemantic semantic) {
  Resource made;
  made.id = std::move(id);
  made.format = format;
  made.semantic = semantic;
  return made;
}

const std::vector<Resource> graph{
    resource("ping", RenderFormatClass::HdrColor, RenderResourceSemantic::BloomPing),
    resource("pong", RenderFormatClass::HdrColor, RenderResourceSemantic::BloomPong),
    resource("mask", RenderFormatClass::SingleChannel, RenderResourceSemantic::SunOcclusionMask),
    resource("rays", RenderFormatClass::HdrColor, RenderResourceSemantic::SunRays),
    resource("shadow", RenderFormatClass::DirectionalDepth, RenderResourceSemantic::DirectionalShadowDepth),
    resource("shafts", RenderFormatClass::HdrColor, RenderResourceSemantic::VolumetricShafts),
};

Pass pass(Semantic semantic, std::vector<In> inputs, std::vector<std::string> reads) {
  Pass made;
  made.semantic = semantic;
  made.semantic_inputs = std::move(inputs);
  made.resource_reads = std::move(reads);
  return made;
}

/// The slots in order, as the names of what stands in them.
std::vector<std::string> slots(const Pass& of, Execution execution = Execution::ordinary) {
  std::vector<std::string> names;
  for (const SampledInput& input : sampled_inputs(of, graph, execution)) {
    names.emplace_back(input.from == SampledInput::From::scene ? name_of(input.scene) : input.resource);
  }
  return names;
}

// The passes of the full graph, C.12.c with the inputs named below it.
const Pass occlusion = pass(Semantic::SunOcclusion,
                            {In::SceneDepth, In::SunScreenPosition, In::ActiveDayGroup, In::Weather}, {});
const Pass rays = pass(Semantic::SunRays, {In::SunScreenPosition, In::FrameTime}, {"mask"});
const Pass shafts = pass(Semantic::VolumetricShafts,
                         {In::SceneDepth, In::CameraMatrices, In::SunDirection, In::DirectionalShadowMaps,
                          In::ActiveDayGroup, In::Weather},
                         {"shadow"});
const Pass downsample = pass(Semantic::BloomDownsample, {In::WorldColor}, {"rays", "shafts"});
const Pass horizontal = pass(Semantic::BloomBlurHorizontal, {In::FrameTime}, {"ping"});
const Pass vertical = pass(Semantic::BloomBlurVertical, {In::FrameTime}, {"pong"});
const Pass filmic =
    pass(Semantic::FilmicComposite, {In::WorldColor, In::FrameTime}, {"ping", "rays", "shafts"});

TEST(SampledInputs, OfTheFullGraph) {
  EXPECT_THAT(slots(occlusion), ElementsAre("SceneDepth"));
  EXPECT_THAT(slots(rays), ElementsAre("mask"));
  EXPECT_THAT(slots(shafts), ElementsAre("SceneDepth"));  // the shadow map is reached through its block
  EXPECT_THAT(slots(downsample), ElementsAre("WorldColor", "rays", "shafts"));
  EXPECT_THAT(slots(horizontal), ElementsAre("ping"));
  EXPECT_THAT(slots(vertical), ElementsAre("pong"));
  EXPECT_THAT(slots(filmic), ElementsAre("WorldColor", "ping", "rays", "shafts"));
}

TEST(SampledInputs, OfTheFusedGraph) {
  EXPECT_THAT(slots(rays, Execution::fused), ElementsAre("SceneDepth"));
  EXPECT_THAT(slots(filmic, Execution::fused), ElementsAre("WorldColor", "rays", "shafts"));
  EXPECT_THAT(slots(shafts, Execution::fused), ElementsAre("SceneDepth"));
}

TEST(SampledInputs, TakeInputsThenReadsEachInDeclarationOrder) {
  const Pass custom =
      pass(Semantic::CustomFullscreen, {In::FrameTime, In::SceneDepth, In::WorldColor}, {"b", "a"});
  EXPECT_THAT(slots(custom), ElementsAre("SceneDepth", "WorldColor", "b", "a"));
}

TEST(SampledInputs, OnlySceneTexturesAmongTheInputs) {
  std::vector<In> all;
  for (std::int32_t i = 0; i < 12; ++i) {
    all.push_back(static_cast<In>(i));
  }
  EXPECT_THAT(slots(pass(Semantic::CustomFullscreen, all, {})),
              ElementsAre("WorldColor", "SceneDepth", "SceneNormals"));
}

TEST(SampledInputs, ADepthReadIsFreeOnlyWithTheShadowMapsListed) {
  const Pass with = pass(Semantic::CustomFullscreen, {In::DirectionalShadowMaps}, {"rays", "SHADOW", "mask"});
  EXPECT_THAT(slots(with), ElementsAre("rays", "mask"));
  const Pass without = pass(Semantic::CustomFullscreen, {In::SceneDepth}, {"rays", "SHADOW", "ping"});
  EXPECT_THAT(slots(without), ElementsAre("SceneDepth", "rays", "SHADOW", "ping"));
}

TEST(SampledInputCount, CountsBeyondTheSlots) {
  EXPECT_EQ(sampled_input_count(filmic, graph), 4U);
  EXPECT_EQ(sampled_input_count(shafts, graph), 1U);
  const Pass five = pass(Semantic::CustomFullscreen, {In::WorldColor, In::SceneDepth, In::SceneNormals},
                         {"rays", "unknown"});
  EXPECT_EQ(sampled_input_count(five, graph), 5U);
  const Pass no_maps = pass(Semantic::CustomFullscreen, {In::WorldColor}, {"ping", "pong", "rays", "shadow"});
  EXPECT_EQ(sampled_input_count(no_maps, graph), 5U);
}

TEST(MakeSlots, FillsWhatIsUnusedWithTheSentinel) {
  EXPECT_THAT(make_slots({}), ElementsAre(0xFFFFFFFFU, 0xFFFFFFFFU, 0xFFFFFFFFU, 0xFFFFFFFFU));
  const std::vector<std::uint32_t> two{7, 0};
  EXPECT_THAT(make_slots(two), ElementsAre(7U, 0U, 0xFFFFFFFFU, 0xFFFFFFFFU));
  const std::vector<std::uint32_t> five{1, 2, 3, 4, 5};
  EXPECT_THAT(make_slots(five), ElementsAre(1U, 2U, 3U, 4U));
}

TEST(SetSlots, KeepsEveryBit) {
  PushBlock push;
  // A quiet NaN and a signalling one.
  set_slots(push, {1, 2, 0x7FC00001, 0x7F800001});
  EXPECT_EQ(push.texture_index_a, 1U);
  EXPECT_EQ(push.texture_index_b, 2U);
  const auto words = std::bit_cast<std::array<std::uint32_t, sizeof(PushBlock) / 4>>(push);
  EXPECT_EQ(words[22], 0x7FC00001U);
  EXPECT_EQ(words[23], 0x7F800001U);
}

}  // namespace
}  // namespace rpcts::render_pack_v1
