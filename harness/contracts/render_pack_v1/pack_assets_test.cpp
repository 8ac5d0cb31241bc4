#include "harness/contracts/render_pack_v1/pack_assets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/contracts/render_pack_v1/descriptor_builder.hpp"

namespace rpcts::render_pack_v1::samples {
namespace {

using testing::ElementsAre;

std::vector<std::string> keys(const std::vector<PackAsset>& assets) {
  std::vector<std::string> result;
  result.reserve(assets.size());
  for (const PackAsset& asset : assets) {
    result.push_back(asset.key);
  }
  return result;
}

std::vector<std::string> uses(const PackAsset& asset) {
  std::vector<std::string> result;
  for (const AssetUse& use : asset.uses) {
    result.push_back(use.declaration + " " + use.pointer +
                     (use.stage == Stage::vertex ? " vertex " : " fragment ") +
                     (use.role ? std::string(name_of(*use.role)) : "no role"));
  }
  return result;
}

TEST(PackAssets, AreDistinctKeysInTheOrderOfD1) {
  Descriptor pack = custom();
  pack.pipeline_variants = {shadow_variants()[0]};
  EXPECT_THAT(keys(list_assets(pack)),
              ElementsAre("shaders/fullscreen.vert.spv", "shaders/glow.frag.spv", "shaders/tone.frag.spv",
                          "shaders/terrain-caster.vert.spv", "shaders/terrain-caster.frag.spv"));
}

TEST(PackAssets, KnowEveryUse) {
  Descriptor pack = custom();
  pack.passes[1].fragment_shader_asset = "shaders/fullscreen.vert.spv";
  const std::vector<PackAsset> assets = list_assets(pack);
  EXPECT_THAT(uses(assets.at(0)),
              ElementsAre("pass 'glow' /passes/0/vertexShaderAsset vertex CustomFullscreen",
                          "pass 'tone' /passes/1/vertexShaderAsset vertex CustomFullscreen",
                          "pass 'tone' /passes/1/fragmentShaderAsset fragment CustomFullscreen"));
  // The role is that of the declaration, inputs and reads included.
  EXPECT_TRUE(assets[0].uses[2].role->interface.table);
}

TEST(PackAssets, KeysAreComparedByBytes) {
  Descriptor pack = tone();
  pack.passes[0].vertex_shader_asset = "a.spv";
  pack.passes[0].fragment_shader_asset = "A.spv";
  EXPECT_THAT(keys(list_assets(pack)), ElementsAre("a.spv", "A.spv"));
}

TEST(PackAssets, UnsafeKeysAndUndefinedRoles) {
  Descriptor pack = tone();
  pack.passes[0].vertex_shader_asset = "../a.spv";
  pack.passes[0].semantic = static_cast<RenderPassSemantic>(99);
  const std::vector<PackAsset> assets = list_assets(pack);
  ASSERT_EQ(assets.size(), 1U);
  EXPECT_THAT(uses(assets[0]), ElementsAre("pass 'tone' /passes/0/fragmentShaderAsset fragment no role"));
  EXPECT_THAT(list_assets(noop()), testing::IsEmpty());
}

}  // namespace
}  // namespace rpcts::render_pack_v1::samples
