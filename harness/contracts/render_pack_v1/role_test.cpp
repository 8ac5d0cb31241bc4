#include "harness/contracts/render_pack_v1/role.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace rpcts::render_pack_v1 {
namespace {

nlohmann::json golden() {
  std::ifstream file(RPCTS_SOURCE_DIR "/golden/render_pack_v1/role_interface.json");
  return nlohmann::json::parse(file);
}

std::vector<RenderSemanticInput> inputs_of(const nlohmann::json& row) {
  std::vector<RenderSemanticInput> inputs;
  for (const nlohmann::json& name : row.at("inputs")) {
    inputs.push_back(value_of<RenderSemanticInput>(name.get<std::string>()).value());
  }
  return inputs;
}

Role role_of_row(const nlohmann::json& row) {
  const auto name = row.at("role").get<std::string>();
  if (row.at("kind") == "pass") {
    Pass pass;
    pass.semantic = value_of<RenderPassSemantic>(name).value();
    pass.semantic_inputs = inputs_of(row);
    pass.resource_reads.assign(row.at("reads").get<std::size_t>(), "resource");
    return role_of(pass);
  }
  PipelineVariant variant;
  variant.semantic = value_of<RenderPipelineVariantSemantic>(name).value();
  variant.semantic_inputs = inputs_of(row);
  return role_of(variant);
}

std::set<unsigned> bits(unsigned mask) {
  std::set<unsigned> set;
  for (unsigned bit = 0; bit < 16; ++bit) {
    if ((mask >> bit & 1U) != 0) {
      set.insert(bit);
    }
  }
  return set;
}

TEST(RoleTest, grants_what_table_d5_grants) {
  const nlohmann::json rows = golden();
  ASSERT_GT(rows.size(), 200U);
  for (const nlohmann::json& row : rows) {
    SCOPED_TRACE(row.dump());
    const Role role = role_of_row(row);
    EXPECT_EQ(name_of(role), row.at("role").get<std::string>());
    EXPECT_EQ(bits(role.interface.set0_storage), row.at("set0").get<std::set<unsigned>>());
    EXPECT_EQ(bits(role.interface.set1_uniform), row.at("set1").get<std::set<unsigned>>());
    EXPECT_EQ(role.interface.table, row.at("table").get<bool>());
    auto set3 = row.at("set3").get<std::set<unsigned>>();
    set3.merge(row.at("tolerated").get<std::set<unsigned>>());
    EXPECT_EQ(bits(role.interface.set3), set3);
  }
}

TEST(RoleTest, golden_table_holds_every_role) {
  std::set<std::string> passes;
  std::set<std::string> variants;
  for (const nlohmann::json& row : golden()) {
    (row.at("kind") == "pass" ? passes : variants).insert(row.at("role").get<std::string>());
  }
  EXPECT_EQ(passes.size(), Vocabulary<RenderPassSemantic>::members.size());
  EXPECT_EQ(variants.size(), Vocabulary<RenderPipelineVariantSemantic>::members.size());
}

TEST(RoleTest, undefined_semantics_are_safe_and_get_the_open_role) {
  Pass pass;
  pass.semantic = static_cast<RenderPassSemantic>(999);
  EXPECT_EQ(bits(role_of(pass).interface.set3), (std::set<unsigned>{7, 8}));
  EXPECT_EQ(name_of(role_of(pass)), "?");
  PipelineVariant variant;
  variant.semantic = static_cast<RenderPipelineVariantSemantic>(-1);
  EXPECT_EQ(bits(role_of(variant).interface.set3), (std::set<unsigned>{8}));
  EXPECT_EQ(name_of(role_of(variant)), "?");
}

TEST(RoleTest, an_undefined_input_grants_nothing) {
  Pass pass;
  pass.semantic_inputs = {static_cast<RenderSemanticInput>(12), static_cast<RenderSemanticInput>(-1)};
  EXPECT_EQ(bits(role_of(pass).interface.set3), (std::set<unsigned>{7, 8}));
  EXPECT_FALSE(role_of(pass).interface.table);
}

TEST(RoleTest, names_the_inputs_that_grant_a_location) {
  using ::testing::UnorderedElementsAre;
  const Role fullscreen = role_of(Pass{});
  EXPECT_THAT(inputs_granting(fullscreen, 3, 6),
              UnorderedElementsAre(RenderSemanticInput::DirectionalShadowMaps,
                                   RenderSemanticInput::SelectedCelestialDirectionalLight));
  EXPECT_EQ(inputs_granting(fullscreen, 3, 5).size(), 7U);
  EXPECT_EQ(inputs_granting(fullscreen, 2, 0).size(), 4U);
  EXPECT_TRUE(inputs_granting(fullscreen, 3, 7).empty());
  EXPECT_TRUE(inputs_granting(fullscreen, 0, 0).empty());
}

TEST(RoleTest, no_input_widens_a_fixed_role) {
  PipelineVariant variant;
  variant.semantic = RenderPipelineVariantSemantic::TerrainDirectionalShadowCaster;
  EXPECT_TRUE(inputs_granting(role_of(variant), 2, 0).empty());
  EXPECT_TRUE(inputs_granting(role_of(variant), 3, 5).empty());
  EXPECT_TRUE(inputs_granting(role_of(variant), 3, 6).empty());
}

}  // namespace
}  // namespace rpcts::render_pack_v1
