#include "harness/cli/validate.hpp"

#include <CLI/CLI.hpp>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>

namespace rpcts::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* noop = R"({
  "id": "sample.noop", "displayName": "Nothing", "featureSummary": "Does nothing.",
  "packVersion": "1.0.0", "packApiVersion": 1, "highestTier": "Tier1",
  "requiredCapabilities": ["FullscreenPasses"], "optionalCapabilities": [],
  "resources": [], "passes": [], "sceneReplays": [], "pipelineVariants": [],
  "qualityPresets": [{"id": "default", "displayName": "Default", "requiredCapabilities": [],
    "resourceOverrides": [], "settingOverrides": [], "maxResidentGpuBytes": 0,
    "maxIncrementalGpuMillisecondsP50": 0, "maxIncrementalGpuMillisecondsP99": 0,
    "maxIncrementalCpuMillisecondsP50": 0, "maxIncrementalCpuMillisecondsP99": 0}],
  "settings": [], "atmospherePolicy": null
})";

/// An empty `main` for an execution model.
std::string module_bytes(std::uint32_t model) {
  const std::vector<std::uint32_t> words = {
      0x07230203,
      0x00010000,
      0,
      5,
      0,  // header
      2U << 16 | 17,
      1,  // OpCapability Shader
      3U << 16 | 14,
      0,
      1,  // OpMemoryModel Logical GLSL450
      5U << 16 | 15,
      model,
      3,
      0x6E69616D,
      0,  // OpEntryPoint %3 "main"
      3U << 16 | 16,
      3,
      7,  // OpExecutionMode %3 OriginUpperLeft
      2U << 16 | 19,
      1,  // %1 = OpTypeVoid
      3U << 16 | 33,
      2,
      1,  // %2 = OpTypeFunction %1
      5U << 16 | 54,
      1,
      3,
      0,
      2,  // %3 = OpFunction
      2U << 16 | 248,
      4,  // %4 = OpLabel
      1U << 16 | 253,
      1U << 16 | 56,  // OpReturn, OpFunctionEnd
  };
  std::string bytes;
  for (const std::uint32_t word : words) {
    for (int i = 0; i < 4; ++i) {
      bytes += static_cast<char>(word >> (8 * i) & 0xFFU);
    }
  }
  return bytes;
}

struct Said {
  int status = -1;
  std::string out;
  std::string err;
};

class ValidateTest : public testing::Test {
 protected:
  ValidateTest() {
    std::string pattern = (fs::temp_directory_path() / "rpcts-validate-XXXXXX").string();
    base_ = ::mkdtemp(pattern.data());
    write("good/pack.json", noop);
    std::string bad = noop;
    bad.replace(bad.find("\"packApiVersion\": 1"), 19, "\"packApiVersion\": 2");
    bad.replace(bad.find("Does nothing."), 13, "");
    write("bad/pack.json", bad);
    write("frag.spv", module_bytes(4));
  }
  ~ValidateTest() override { fs::remove_all(base_); }

  void write(const std::string& name, std::string_view bytes) const {
    fs::create_directories((base_ / name).parent_path());
    std::ofstream(base_ / name, std::ios::binary) << bytes;
  }
  [[nodiscard]] std::string at(const std::string& name) const { return (base_ / name).string(); }

  /// What `rpcts validate` says to these words; status 2 when they are no command.
  static Said validate(std::vector<std::string> words) {
    CLI::App app;
    Command chosen;
    add_validate(app, chosen);
    words.insert(words.begin(), "validate");
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

TEST_F(ValidateTest, AcceptedIsZero) {
  const Said said = validate({at("good")});
  EXPECT_EQ(said.status, 0);
  EXPECT_EQ(said.out, at("good") + ": accepted (0 errors, 0 warnings; 0 modules, 0 judgements)\n");
  EXPECT_THAT(said.err, IsEmpty());
}

TEST_F(ValidateTest, RejectedIsOneAndSaysAll) {
  const Said said = validate({at("bad")});
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.out,
              HasSubstr(at("bad/pack.json") + ":2:68: error RP-DESC-004 (decides) at /featureSummary\n"));
  EXPECT_THAT(said.out, HasSubstr("error RP-DESC-006 at /packApiVersion\n"));
  EXPECT_THAT(said.out, HasSubstr("    rule:     C.1 (MUST): PackApiVersion ≠ 1\n"));
  EXPECT_THAT(said.out, HasSubstr(": rejected by RP-DESC-004 (2 errors, 0 warnings;"));
  const Said first = validate({at("bad"), "--first"});
  EXPECT_EQ(first.status, 1);
  EXPECT_THAT(first.out, HasSubstr("RP-DESC-004"));
  EXPECT_THAT(first.out, Not(HasSubstr("RP-DESC-006")));
}

TEST_F(ValidateTest, AWrongPathIsTwoAndTheRestIsChecked) {
  const Said said = validate({at("good"), at("nowhere"), at("bad")});
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("nowhere' does not exist"));
  EXPECT_THAT(said.out, HasSubstr("3 checked: 1 accepted, 1 rejected, 1 not checked\n"));
  const Said file = validate({at("frag.spv")});
  EXPECT_EQ(file.status, 2);
  EXPECT_THAT(file.err,
              HasSubstr("is a file; a pack is named by its folder, and one module is judged in a role"));
}

TEST_F(ValidateTest, WritesJson) {
  const Said said = validate({at("bad"), at("nowhere"), "--format", "json"});
  EXPECT_EQ(said.status, 2);
  const json document = json::parse(said.out);
  EXPECT_EQ(document["subjects"][0]["decidingRule"], "RP-DESC-004");
  EXPECT_EQ(document["subjects"][0]["findings"][1]["level"], "MUST");
  EXPECT_EQ(document["subjects"][1]["verdict"], "error");
}

TEST_F(ValidateTest, WritesSarif) {
  const Said said = validate({"--format=sarif", at("bad")});
  EXPECT_EQ(said.status, 1);
  EXPECT_EQ(json::parse(said.out)["runs"][0]["results"][0]["ruleId"], "RP-DESC-004");
}

TEST_F(ValidateTest, JudgesOneModule) {
  const Said said =
      validate({at("frag.spv"), "--role", "SunRays", "--inputs", "SunScreenPosition,FrameTime"});
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_EQ(said.out, at("frag.spv") + ": judged as SunRays, fragment stage (that of its entry point)\n" +
                          at("frag.spv") + ": accepted (0 errors, 0 warnings; 1 module, 1 judgement)\n");
  const Said vertex = validate({at("frag.spv"), "--role", "SunRays", "--stage", "vertex"});
  EXPECT_EQ(vertex.status, 1);
  EXPECT_THAT(vertex.out, HasSubstr("vertex stage (as --stage says)"));
  EXPECT_THAT(vertex.out, HasSubstr("rejected by RP-SPV-011"));
}

TEST_F(ValidateTest, AModuleWithoutAStageIsRejected) {
  write("compute.spv", module_bytes(5));
  const Said compute = validate({at("compute.spv"), "--role", "Custom"});
  EXPECT_EQ(compute.status, 1);
  EXPECT_THAT(compute.out, HasSubstr("it has no entry point that tells"));
  EXPECT_THAT(compute.out, HasSubstr("rejected by RP-SPV-011"));
  write("text.spv", "no module");
  EXPECT_THAT(validate({at("text.spv"), "--role", "Custom"}).out, HasSubstr("rejected by RP-AST-004"));
  write("huge.spv", "");
  fs::resize_file(base_ / "huge.spv", 5'000'000'000);
  const Said huge = validate({at("huge.spv"), "--role", "Custom"});
  EXPECT_EQ(huge.status, 1);
  EXPECT_THAT(huge.out, HasSubstr("rejected by RP-AST-003"));
}

TEST_F(ValidateTest, AWrongModulePathIsTwo) {
  EXPECT_EQ(validate({at("none.spv"), "--role", "SunRays"}).status, 2);
  const Said folder = validate({at("good"), "--role", "SunRays"});
  EXPECT_EQ(folder.status, 2);
  EXPECT_THAT(folder.err, HasSubstr("good' is a folder"));
}

TEST_F(ValidateTest, WrongWordsAreTwo) {
  EXPECT_THAT(validate({at("frag.spv"), "--role", "SunRay"}).err, HasSubstr("did you mean SunRays?"));
  EXPECT_EQ(validate({at("frag.spv"), "--role", "SunRay"}).status, 2);
  EXPECT_EQ(validate({at("frag.spv"), "--role", "SunRays", "--inputs", "Sun"}).status, 2);
  EXPECT_EQ(validate({}).status, 2);
  EXPECT_EQ(validate({at("good"), "--format", "xml"}).status, 2);
  EXPECT_EQ(validate({at("good"), "--inputs", "FrameTime"}).status, 2) << "--inputs without --role";
  EXPECT_EQ(validate({at("good"), "--reads", "1"}).status, 2);
  EXPECT_EQ(validate({at("good"), "--stage", "vertex"}).status, 2);
  EXPECT_EQ(validate({at("frag.spv"), "--role", "SunRays", "--stage", "compute"}).status, 2);
  EXPECT_EQ(validate({at("frag.spv"), "--role", "SunRays", "--reads", "-1"}).status, 2);
  EXPECT_EQ(validate({at("frag.spv"), "--role", "SunRays", "--strict"}).status, 2);
  EXPECT_EQ(validate({at("good"), "--host", "mine"}).status, 2);
  const Said lack = validate({at("good"), "--lack", "FullscreenPass"});
  EXPECT_EQ(lack.status, 2);
  EXPECT_THAT(lack.err, HasSubstr("did you mean FullscreenPasses?"));
}

TEST_F(ValidateTest, ChecksAgainstAHost) {
  EXPECT_EQ(validate({at("good"), "--host", "conformance"}).status, 0);
  EXPECT_EQ(validate({at("good"), "--lack", "GpuTimestampQueries"}).status, 0);
  const Said said = validate({at("good"), "--lack", "GpuTimestampQueries,FullscreenPasses"});
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.out, HasSubstr("rejected by RP-DESC-012"));
}

TEST_F(ValidateTest, StrictWarnsAndAccepts) {
  std::string pack = noop;
  pack.replace(pack.find("[\"FullscreenPasses\"]"), 20, "[]");
  pack.replace(pack.find("\"passes\": []"), 12,
               R"("passes": [{"id": "p", "hook": "ToneMap", "vertexShaderAsset": "v.spv",
                  "fragmentShaderAsset": "f.spv", "semanticInputs": ["FrameTime"], "resourceReads": [],
                  "resourceWrites": []}])");
  write("frame/pack.json", pack);
  write("frame/f.spv", module_bytes(4));
  std::string vertex = module_bytes(0);
  vertex.erase(15 * 4, 3 * 4);  // OriginUpperLeft is for fragments
  write("frame/v.spv", vertex);
  EXPECT_THAT(validate({at("frame")}).out,
              HasSubstr("accepted (0 errors, 0 warnings; 2 modules, 2 judgements)"));
  const Said strict = validate({at("frame"), "--strict"});
  EXPECT_EQ(strict.status, 0);
  EXPECT_THAT(strict.out, HasSubstr("warning RP-DESC-031 at /passes/0/semanticInputs/0"));
  EXPECT_THAT(strict.out, HasSubstr("accepted (0 errors, 1 warning;"));
}

TEST_F(ValidateTest, SpirvToolsCanBeLeftOut) {
  std::string module = module_bytes(4);
  module.erase(5 * 4, 2 * 4);  // OpCapability Shader
  write("bare.spv", module);
  const Said said = validate({at("bare.spv"), "--role", "Custom"});
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.out, HasSubstr("rejected by RP-SPV-060"));
  EXPECT_EQ(validate({at("bare.spv"), "--role", "Custom", "--no-spirv-tools"}).status, 0);
}

}  // namespace
}  // namespace rpcts::cli
