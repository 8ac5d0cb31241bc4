#include "harness/contracts/render_pack_v1/pack_schema.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json schema() {
  return json::parse(pack_json_schema());
}

TEST(PackSchema, IsTheOneThatIsPublished) {
  std::ifstream file(RPCTS_SOURCE_DIR "/docs/render_pack_v1/pack.schema.json");
  std::stringstream published;
  published << file.rdbuf();
  EXPECT_EQ(published.str(), pack_json_schema())
      << "regenerate it: rpcts_render_pack_v1_schema > docs/render_pack_v1/pack.schema.json";
}

// docs/render_pack_v1/pack-format.md lists the rules of the file.
TEST(PackFormatPage, ListsTheRulesOfTheFile) {
  std::ifstream file(RPCTS_SOURCE_DIR "/docs/render_pack_v1/pack-format.md");
  std::vector<std::string> listed;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("| RP-FILE-")) {
      listed.push_back(line);
    }
  }
  std::vector<std::string> expected;
  for (const Rule& rule : rules()) {
    if (rule.id.starts_with("RP-FILE-")) {
      expected.push_back("| " + std::string(rule.id) + " | " + std::string(rule.statement) + " |");
    }
  }
  EXPECT_EQ(listed, expected);
}

TEST(PackSchema, KnowsEnumerationsByTheirNames) {
  const json hook = schema()["definitions"]["RenderPassHook"]["anyOf"];
  EXPECT_EQ(hook[0]["enum"], json({"ShadowDepthBeforeWorld", "AtmosphereBeforeToneMap", "ToneMap",
                                   "AfterToneMapBeforePrivateViewports"}));
  EXPECT_EQ(hook[1]["type"], "integer");
}

TEST(PackSchema, KnowsTheDefaultsOfTheFormat) {
  const json all = schema();
  const auto default_of = [&](const char* definition, const char* member) {
    return all["definitions"][definition]["properties"][member].value("default", json("none"));
  };
  EXPECT_EQ(default_of("resource", "semantic"), "Custom");
  EXPECT_EQ(default_of("pass", "semantic"), "CustomFullscreen");
  EXPECT_EQ(default_of("pipeline_variant", "semantic"), "Custom");
  EXPECT_EQ(default_of("quality_preset", "semantic"), "Custom");
  EXPECT_EQ(default_of("setting", "semantic"), "Custom");
  EXPECT_EQ(default_of("extent", "layers"), 1);
  EXPECT_EQ(default_of("quality_preset", "autoEligible"), true);
  EXPECT_EQ(default_of("quality_preset", "executionHints"), json::array());
  EXPECT_EQ(default_of("resource", "sizeBytes"), 0);
  EXPECT_EQ(default_of("setting", "choices"), json::array());
  EXPECT_EQ(default_of("atmosphere_policy", "volumetricShaftSunElevationResponse"), json::array());
  EXPECT_EQ(default_of("atmosphere_policy", "sunElevationResponse"), "none");
  EXPECT_EQ(default_of("scene_replay", "semantic"), "none");
}

TEST(PackSchema, DescribesEveryMember) {
  std::size_t members = 0;
  const auto expect_described = [&](const json& properties) {
    for (const auto& [name, property] : properties.items()) {
      EXPECT_GT(property.value("description", "").size(), 5U) << name;
      ++members;
    }
  };
  const json all = schema();
  expect_described(all["properties"]);
  for (const json& definition : all["definitions"]) {
    expect_described(definition.value("properties", json::object()));
  }
  EXPECT_EQ(members, 15U + 4 + 9 + 8 + 4 + 7 + 4 + 2 + 13 + 9 + 2 + 2 + 4);  // B.1 to B.8
}

// The descriptions say limits in words; the numbers are those of limits.hpp.
TEST(PackSchema, NamesTheLimitsOfTheContract) {
  const json all = schema();
  const auto note = [&](const char* definition, const char* member) {
    return all["definitions"][definition]["properties"][member]["description"].get<std::string>();
  };
  EXPECT_THAT(note("extent", "width"), HasSubstr(std::to_string(static_cast<int>(maximum_image_dimension))));
  EXPECT_THAT(note("extent", "layers"), HasSubstr("to " + std::to_string(maximum_image_layers)));
  EXPECT_THAT(note("resource", "estimatedResidentBytes"), HasSubstr(std::to_string(maximum_resident_bytes)));
  EXPECT_THAT(note("quality_preset", "maxResidentGpuBytes"),
              HasSubstr(std::to_string(maximum_resident_bytes)));
  EXPECT_THAT(note("scene_replay", "viewCount"), HasSubstr(std::to_string(minimum_replay_views) + " to " +
                                                           std::to_string(maximum_replay_views)));
  EXPECT_THAT(note("pass", "id"), HasSubstr(std::to_string(maximum_id_characters)));
  EXPECT_THAT(all["properties"]["settings"]["description"].get<std::string>(),
              HasSubstr("most " + std::to_string(setting_capacity)));
  EXPECT_THAT(all["properties"]["packApiVersion"]["description"].get<std::string>(),
              HasSubstr(std::to_string(pack_api_version)));
}

}  // namespace
}  // namespace rpcts::render_pack_v1
