#include "harness/cli/inspect.hpp"

#include <CLI/CLI.hpp>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <unistd.h>

#include "harness/cli/pack_text.hpp"

namespace rpcts::cli {
namespace {

namespace fs = std::filesystem;
using namespace render_pack_v1;
using testing::HasSubstr;
using testing::IsEmpty;

/// One pass that samples two scene textures and two resources, one of them a shadow map that takes no slot.
Descriptor sampling_pack() {
  Descriptor pack;
  pack.id = "sample";
  pack.pack_version = "1.2";
  pack.pack_api_version = 1;
  pack.highest_tier = RenderPackTier::Tier2;
  pack.resources = {{.id = "mid", .format = RenderFormatClass::HdrColor},
                    {.id = "depth", .format = RenderFormatClass::DirectionalDepth}};
  pack.passes = {
      {.id = "mix",
       .hook = RenderPassHook::ToneMap,
       .vertex_shader_asset = "v.spv",
       .fragment_shader_asset = "f.spv",
       .semantic_inputs = {RenderSemanticInput::FrameTime, RenderSemanticInput::SceneDepth,
                           RenderSemanticInput::WorldColor, RenderSemanticInput::DirectionalShadowMaps},
       .resource_reads = {"mid", "depth"}}};
  return pack;
}

TEST(PackText, ShowsSlotsAndGrants) {
  EXPECT_EQ(pack_text(sampling_pack()),
            "pack 'sample' version 1.2, API 1, Tier2\n"
            "  pass 'mix': CustomFullscreen at ToneMap\n"
            "    samples: A SceneDepth, B WorldColor, C resource 'mid'\n"
            "    may use: the table at set 2, binding 0; set 3 blocks 5, 6, 7, 8\n");
}

TEST(PackText, ShowsVariantsAndInputsWithoutASlot) {
  Descriptor pack = sampling_pack();
  pack.passes[0].semantic_inputs = {};
  pack.passes[0].resource_reads = {"a", "b", "c", "d", "e"};
  pack.pipeline_variants = {
      {.id = "receiver", .semantic = RenderPipelineVariantSemantic::TerrainDirectionalShadowReceiver}};
  const std::string text = pack_text(pack);
  EXPECT_THAT(text, HasSubstr("D resource 'd', no slot for resource 'e'\n"));
  EXPECT_THAT(
      text,
      HasSubstr("  variant 'receiver': TerrainDirectionalShadowReceiver on Terrain\n"
                "    may use: set 1 uniform 1, 2, 3; the table at set 2, binding 0; set 3 blocks 6, 8\n"));
}

// The example of E.3: byte offsets 0, 4, 8, 12, 16.
TEST(PackText, ShowsWhereSettingsStand) {
  Descriptor pack;
  const auto add = [&](std::string id, RenderSettingKind kind, std::string value) {
    pack.settings.push_back({.id = std::move(id), .kind = kind, .default_value = std::move(value)});
  };
  add("a", RenderSettingKind::Boolean, "true");
  add("b", RenderSettingKind::Integer, "7");
  add("c", RenderSettingKind::Choice, "9");
  pack.settings[2].choices = {"1", "9", "25"};
  add("d", RenderSettingKind::Float, "0.35");
  add("e", RenderSettingKind::Float, "x");
  EXPECT_THAT(pack_text(pack),
              HasSubstr("  settings, block PackSettings at set 3, binding 8:\n"
                        "    byte   0, uPackSettings[0].x: 'a' Boolean, default 'true' = 1\n"
                        "    byte   4, uPackSettings[0].y: 'b' Integer, default '7' = 7\n"
                        "    byte   8, uPackSettings[0].z: 'c' Choice, default '9' = 1\n"
                        "    byte  12, uPackSettings[0].w: 'd' Float, default '0.35' = 0.35\n"
                        "    byte  16, uPackSettings[1].x: 'e' Float, default 'x' = no value\n"));
  for (int i = 5; i < 65; ++i) {
    add("s" + std::to_string(i), RenderSettingKind::Boolean, "true");
  }
  EXPECT_THAT(pack_text(pack), HasSubstr("    byte 252, uPackSettings[15].w: 's63'"));
  EXPECT_THAT(pack_text(pack), HasSubstr("    no place: 's64'"));
}

TEST(PackText, NamesTheUsesOfAnAsset) {
  Descriptor pack = sampling_pack();
  pack.passes[0].fragment_shader_asset = "v.spv";
  EXPECT_EQ(uses_text(list_assets(pack).at(0)),
            "vertex of pass 'mix' (CustomFullscreen), fragment of pass 'mix' (CustomFullscreen)");
  pack.passes.assign(6, pack.passes[0]);
  EXPECT_THAT(uses_text(list_assets(pack).at(0)), testing::EndsWith(" and 4 more"));
}

struct Said {
  int status = -1;
  std::string out;
  std::string err;
};

class InspectTest : public testing::Test {
 protected:
  InspectTest() {
    std::string pattern = (fs::temp_directory_path() / "rpcts-inspect-XXXXXX").string();
    base_ = ::mkdtemp(pattern.data());
    fs::create_directories(base_ / "pack");
    write("pack/pack.json", R"({
      "id": "sample.tone", "displayName": "T", "featureSummary": "T", "packVersion": "1.0.0",
      "packApiVersion": 1, "highestTier": "Tier1", "requiredCapabilities": [], "optionalCapabilities": [],
      "resources": [], "passes": [{"id": "p", "hook": "ToneMap", "vertexShaderAsset": "v.spv",
      "fragmentShaderAsset": "f.spv", "semanticInputs": [], "resourceReads": [], "resourceWrites": []}],
      "sceneReplays": [], "pipelineVariants": [], "qualityPresets": [], "settings": []})");
    write("pack/f.spv", module_bytes());
    write("pack/v.spv", module_bytes());
  }
  ~InspectTest() override { fs::remove_all(base_); }

  /// An empty fragment shader.
  static std::string module_bytes() {
    const std::vector<std::uint32_t> words = {0x07230203,
                                              0x00010300,
                                              0,
                                              5,
                                              0,
                                              2U << 16 | 17,
                                              1,
                                              3U << 16 | 14,
                                              0,
                                              1,
                                              5U << 16 | 15,
                                              4,
                                              3,
                                              0x6E69616D,
                                              0,
                                              2U << 16 | 19,
                                              1,
                                              3U << 16 | 33,
                                              2,
                                              1,
                                              5U << 16 | 54,
                                              1,
                                              3,
                                              0,
                                              2,
                                              2U << 16 | 248,
                                              4,
                                              1U << 16 | 253,
                                              1U << 16 | 56};
    std::string bytes;
    for (const std::uint32_t word : words) {
      for (int i = 0; i < 4; ++i) {
        bytes += static_cast<char>(word >> (8 * i) & 0xFFU);
      }
    }
    return bytes;
  }
  void write(const std::string& name, std::string_view bytes) const {
    std::ofstream(base_ / name, std::ios::binary) << bytes;
  }
  [[nodiscard]] std::string at(const std::string& name) const { return (base_ / name).string(); }

  static Said inspect(std::vector<std::string> words) {
    CLI::App app;
    Command chosen;
    add_inspect(app, chosen);
    words.insert(words.begin(), "inspect");
    std::ranges::reverse(words);
    try {
      app.parse(words);
    } catch (const CLI::ParseError& refused) {
      return {.status = exit_wrong_command, .err = refused.what()};
    }
    std::ostringstream out;
    std::ostringstream err;
    const int status = chosen(out, err);
    return {.status = status, .out = out.str(), .err = err.str()};
  }

  fs::path base_;
};

TEST_F(InspectTest, ShowsOneModule) {
  const Said said = inspect({at("pack/f.spv")});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, testing::StartsWith("'" + at("pack/f.spv") + "'\n  SPIR-V 1.3, "));
  EXPECT_THAT(said.out, HasSubstr("\n  entry point 'main': fragment shader\n"));
}

TEST_F(InspectTest, ShowsAPack) {
  const Said said = inspect({at("pack")});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, testing::StartsWith("pack 'sample.tone' version 1.0.0, API 1, Tier1\n"));
  EXPECT_THAT(said.out, HasSubstr("module 'v.spv', vertex of pass 'p' (CustomFullscreen)\n  SPIR-V 1.3"));
  EXPECT_THAT(said.out, HasSubstr("module 'f.spv', fragment of pass 'p' (CustomFullscreen)\n  SPIR-V 1.3"));
  EXPECT_THAT(said.err, IsEmpty());
}

TEST_F(InspectTest, WhatCannotBeReadIsOneAndTheRestIsShown) {
  write("pack/v.spv", "no module");
  const Said module = inspect({at("pack")});
  EXPECT_EQ(module.status, 1);
  EXPECT_THAT(module.err, HasSubstr("module 'v.spv'"));
  EXPECT_THAT(module.out, HasSubstr("module 'f.spv'"));
  fs::remove(base_ / "pack/v.spv");
  const Said missing = inspect({at("pack")});
  EXPECT_EQ(missing.status, 1);
  EXPECT_THAT(missing.err, HasSubstr("asset 'v.spv' of pass 'p' does not exist"));
  write("pack/pack.json", "{");
  const Said pack = inspect({at("pack"), at("pack/f.spv")});
  EXPECT_EQ(pack.status, 1);
  EXPECT_THAT(pack.err, HasSubstr("RP-FILE-004"));
  EXPECT_THAT(pack.out, HasSubstr("SPIR-V 1.3"));
}

TEST_F(InspectTest, AWrongPathIsTwo) {
  const Said said = inspect({at("nowhere"), at("pack/f.spv")});
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("nowhere' does not exist; name a SPIR-V file or the folder of a pack"));
  EXPECT_THAT(said.out, HasSubstr("SPIR-V 1.3"));
  EXPECT_EQ(inspect({}).status, 2);
}

}  // namespace
}  // namespace rpcts::cli
