#include "harness/contracts/render_pack_v1/validate_pack.hpp"

#include <cstring>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/contracts/render_pack_v1/check_testing.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/open_pack.hpp"
#include "harness/contracts/render_pack_v1/pack_json.hpp"

#ifdef __linux__
#include <sys/inotify.h>
#endif

namespace rpcts::render_pack_v1::samples {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t vertex_model = 0;
constexpr std::uint32_t fragment_model = 4;

/// The smallest valid module with an empty `main`. Without the shader capability the ABI takes it and
/// SPIRV-Tools does not.
Words module_words(std::uint32_t model, bool shader_capability = true) {
  const auto op = [](std::uint32_t opcode, std::uint32_t length) { return length << 16 | opcode; };
  constexpr std::uint32_t main_text = 0x6E69616D;  // "main"
  Words words = {0x07230203, 0x00010000, 0, 5, 0};
  const auto add = [&](std::initializer_list<std::uint32_t> more) { words.insert(words.end(), more); };
  if (shader_capability) {
    add({op(17, 2), 1});  // OpCapability Shader
  }
  add({op(14, 3), 0, 1});                    // OpMemoryModel Logical GLSL450
  add({op(15, 5), model, 3, main_text, 0});  // OpEntryPoint model %3 "main"
  if (model == fragment_model) {
    add({op(16, 3), 3, 7});  // OpExecutionMode %3 OriginUpperLeft
  }
  add({op(19, 2), 1});           // %1 = OpTypeVoid
  add({op(33, 3), 2, 1});        // %2 = OpTypeFunction %1
  add({op(54, 5), 1, 3, 0, 2});  // %3 = OpFunction
  add({op(248, 2), 4});          // %4 = OpLabel
  add({op(253, 1), op(56, 1)});  // OpReturn, OpFunctionEnd
  return words;
}

std::string bytes_of(const Words& words) {
  std::string bytes;
  for (const std::uint32_t word : words) {
    for (int i = 0; i < 4; ++i) {
      bytes += static_cast<char>(word >> (8 * i) & 0xFFU);
    }
  }
  return bytes;
}

class ValidatePackTest : public testing::Test {
 protected:
  ValidatePackTest() {
    std::string pattern = (fs::temp_directory_path() / "rpcts-pack-XXXXXX").string();
    base_ = ::mkdtemp(pattern.data());
    fs::create_directories(pack() / "shaders");
  }
  ~ValidatePackTest() override { fs::remove_all(base_); }

  [[nodiscard]] fs::path pack() const { return base_ / "pack"; }

  void write(std::string_view name, std::string_view bytes) const {
    std::ofstream(pack() / name, std::ios::binary) << bytes;
  }
  void write_descriptor(const Descriptor& descriptor) const {
    const auto text = to_json(descriptor);
    ASSERT_TRUE(text.has_value()) << text.error().message;
    write("pack.json", *text);
  }
  /// F-TONE with its two modules.
  void write_tone() const {
    write_descriptor(tone());
    write("shaders/fullscreen.vert.spv", bytes_of(module_words(vertex_model)));
    write("shaders/tone.frag.spv", bytes_of(module_words(fragment_model)));
  }
  static constexpr const char* fragment = "shaders/tone.frag.spv";

  [[nodiscard]] PackReport validate(const ValidateOptions& options = {}) const {
    auto report = validate_pack(pack(), options);
    EXPECT_TRUE(report.has_value()) << report.error().message;
    return report ? *std::move(report) : PackReport{};
  }
  /// "RP-AST-002 pack.json /passes/0/vertexShaderAsset" for each finding.
  static std::vector<std::string> lines(const PackReport& report) {
    std::vector<std::string> result;
    for (const Diagnostic& one : report.findings.all()) {
      EXPECT_NE(find_rule(one.rule), nullptr) << one.rule;
      std::string line = std::string(one.rule) + " " + one.place.file;
      if (!one.place.pointer.empty()) {
        line += " " + one.place.pointer;
      }
      result.push_back(std::move(line));
    }
    return result;
  }

  fs::path base_;
};

TEST_F(ValidatePackTest, AWrongPathIsAnErrorOfTheCommand) {
  const auto missing = validate_pack(base_ / "nowhere");
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().kind, ErrorKind::usage);
  EXPECT_THAT(missing.error().message, HasSubstr("nowhere' does not exist"));
  write("file", "");
  const auto file = validate_pack(pack() / "file");
  ASSERT_FALSE(file.has_value());
  EXPECT_EQ(file.error().kind, ErrorKind::usage);
  EXPECT_THAT(file.error().message, HasSubstr("is a file; a pack is the folder that holds pack.json"));
}

TEST_F(ValidatePackTest, RP_FILE_001_NoReadableRegularDescriptor) {
  EXPECT_THAT(lines(validate()), ElementsAre("RP-FILE-001 pack.json"));
  fs::create_directory(pack() / "pack.json");
  EXPECT_THAT(lines(validate()), ElementsAre("RP-FILE-001 pack.json"));
  fs::remove(pack() / "pack.json");
  ASSERT_EQ(::mkfifo((pack() / "pack.json").c_str(), 0600), 0);
  EXPECT_THAT(lines(validate()), ElementsAre("RP-FILE-001 pack.json"));
  fs::remove(pack() / "pack.json");
  write_tone();
  fs::rename(pack() / "pack.json", base_ / "outside.json");
  fs::create_symlink("../outside.json", pack() / "pack.json");
  EXPECT_THAT(lines(validate()), ElementsAre("RP-FILE-001 pack.json"));
}

TEST_F(ValidatePackTest, RP_FILE_002_DescriptorOverFourMebibytes) {
  write_descriptor(noop());
  std::string text = to_json(noop()).value();
  text.resize(maximum_pack_json_bytes, ' ');
  write("pack.json", text);
  EXPECT_THAT(lines(validate()), IsEmpty());
  write("pack.json", text + " ");
  EXPECT_THAT(lines(validate()), ElementsAre("RP-FILE-002 pack.json"));
}

TEST_F(ValidatePackTest, ADescriptorThatCannotBeReadEndsTheCheck) {
  write_tone();
  write("pack.json", "{\n  \"id\": }");
  const PackReport report = validate();
  EXPECT_THAT(lines(report), ElementsAre(testing::StartsWith("RP-FILE-004 pack.json")));
  EXPECT_EQ(report.findings.all()[0].place.line, 2U);
  EXPECT_EQ(report.modules, 0U);
}

TEST_F(ValidatePackTest, AcceptsPacks) {
  write_descriptor(noop());
  const PackReport nothing = validate();
  EXPECT_THAT(lines(nothing), IsEmpty());
  EXPECT_EQ(nothing.modules, 0U);
  write_tone();
  const PackReport report = validate();
  EXPECT_THAT(lines(report), IsEmpty());
  EXPECT_EQ(report.folder, pack());
  EXPECT_EQ(report.modules, 2U);
  EXPECT_EQ(report.judgements, 2U);
}

TEST_F(ValidatePackTest, DescriptorFindingsHaveLines) {
  write_descriptor(changed(noop(), [](Descriptor& d) { d.display_name = ""; }));
  const PackReport report = validate();
  EXPECT_THAT(lines(report), ElementsAre("RP-DESC-003 pack.json /displayName"));
  EXPECT_EQ(report.findings.all()[0].place.line, 3U);
  EXPECT_GT(report.findings.all()[0].place.column, 0U);
}

TEST_F(ValidatePackTest, RP_AST_001_WhatIsNotARegularFileInside) {
  write_tone();
  fs::rename(pack() / fragment, base_ / "outside.spv");
  const std::string line = "RP-AST-001 pack.json /passes/0/fragmentShaderAsset";
  fs::create_symlink("../../outside.spv", pack() / fragment);
  const PackReport report = validate();
  EXPECT_THAT(lines(report), ElementsAre(line));
  EXPECT_GT(report.findings.all()[0].place.line, 0U);
  EXPECT_THAT(report.findings.all()[0].found,
              HasSubstr("asset 'shaders/tone.frag.spv' of pass 'tone' resolves outside the folder"));
  EXPECT_EQ(report.modules, 1U);
  fs::remove(pack() / fragment);
  fs::create_directory(pack() / fragment);
  EXPECT_THAT(lines(validate()), ElementsAre(line));
  fs::remove(pack() / fragment);
  ASSERT_EQ(::mkfifo((pack() / fragment).c_str(), 0600), 0);
  EXPECT_THAT(lines(validate()), ElementsAre(line));
  // A folder of the path that leads outside.
  fs::rename(pack() / "shaders", base_ / "shaders");
  fs::create_symlink("../shaders", pack() / "shaders");
  EXPECT_THAT(lines(validate()), ElementsAre("RP-AST-001 pack.json /passes/0/vertexShaderAsset", line));
}

TEST_F(ValidatePackTest, ALinkThatStaysInsideIsFollowed) {
  write_tone();
  fs::rename(pack() / fragment, pack() / "real.spv");
  fs::create_symlink("../real.spv", pack() / fragment);
  EXPECT_THAT(lines(validate()), IsEmpty());
}

TEST_F(ValidatePackTest, RP_AST_002_WhatCannotBeRead) {
  write_tone();
  fs::remove(pack() / fragment);
  EXPECT_THAT(lines(validate()), ElementsAre("RP-AST-002 pack.json /passes/0/fragmentShaderAsset"));
  if (::geteuid() != 0) {
    write(fragment, "x");
    fs::permissions(pack() / fragment, fs::perms::none);
    EXPECT_THAT(lines(validate()), ElementsAre("RP-AST-002 pack.json /passes/0/fragmentShaderAsset"));
  }
}

TEST_F(ValidatePackTest, RP_AST_003_SixteenMebibytes) {
  write_tone();
  ValidateOptions options;
  options.spirv_tools = false;
  Words words = module_words(fragment_model);
  constexpr std::uint32_t nop = 1U << 16;
  words.resize(maximum_asset_bytes / 4, nop);
  write(fragment, bytes_of(words));
  EXPECT_THAT(lines(validate(options)), IsEmpty());
  words.push_back(nop);
  write(fragment, bytes_of(words));
  EXPECT_THAT(lines(validate(options)), ElementsAre("RP-AST-003 shaders/tone.frag.spv"));
  write(fragment, "");
  fs::resize_file(pack() / fragment, 5'000'000'000);
  const PackReport report = validate(options);
  EXPECT_THAT(lines(report), ElementsAre("RP-AST-003 shaders/tone.frag.spv"));
  EXPECT_THAT(report.findings.all()[0].found, HasSubstr("5000000000 bytes"));
}

TEST_F(ValidatePackTest, RP_AST_004_BytesThatAreNoModule) {
  write_tone();
  for (const std::string& bytes :
       {std::string(), std::string("\x03\x02\x23"), std::string("\x03\x02\x23\x07\x00\x00", 6),
        std::string("\x00\x01\x02\x03", 4), std::string("\x07\x23\x02\x03", 4)}) {
    write(fragment, bytes);
    const PackReport report = validate();
    EXPECT_THAT(lines(report), ElementsAre("RP-AST-004 shaders/tone.frag.spv")) << bytes.size();
    EXPECT_EQ(report.modules, 2U);
  }
}

TEST_F(ValidatePackTest, OneKeyMayServeSeveralRoles) {
  write_tone();
  // Twice the same role: one judgement. The modules are opened once each.
  write_descriptor(changed(tone(), [](Descriptor& d) {
    d.passes.push_back(d.passes[0]);
    d.passes[1].id = "again";
    d.passes[1].hook = RenderPassHook::AfterToneMapBeforePrivateViewports;
  }));
  PackReport report = validate();
  EXPECT_THAT(lines(report), IsEmpty());
  EXPECT_EQ(report.modules, 2U);
  EXPECT_EQ(report.judgements, 2U);
  // As both stages: the second role fails, and the pack with it.
  write_descriptor(changed(
      tone(), [](Descriptor& d) { d.passes[0].fragment_shader_asset = d.passes[0].vertex_shader_asset; }));
  report = validate();
  EXPECT_THAT(lines(report), ElementsAre("RP-SPV-011 shaders/fullscreen.vert.spv"));
  EXPECT_EQ(report.modules, 1U);
  EXPECT_EQ(report.judgements, 2U);
  // What is wrong in every role is told once.
  write("shaders/fullscreen.vert.spv", "\x03\x02\x23\x07");
  EXPECT_THAT(lines(validate()), ElementsAre("RP-SPV-001 shaders/fullscreen.vert.spv"));
}

TEST_F(ValidatePackTest, AssetsComeInTheOrderOfD1) {
  write_descriptor(changed(custom(), [](Descriptor& d) {
    d.pipeline_variants = {shadow_variants()[0]};
    d.pipeline_variants[0].semantic = RenderPipelineVariantSemantic::Custom;
    d.pipeline_variants[0].semantic_inputs = {};
  }));
  EXPECT_THAT(lines(validate()), ElementsAre("RP-AST-002 pack.json /passes/0/vertexShaderAsset",
                                             "RP-AST-002 pack.json /passes/0/fragmentShaderAsset",
                                             "RP-AST-002 pack.json /passes/1/fragmentShaderAsset",
                                             "RP-AST-002 pack.json /pipelineVariants/0/vertexShaderAsset",
                                             "RP-AST-002 pack.json /pipelineVariants/0/fragmentShaderAsset"));
}

TEST_F(ValidatePackTest, AllMistakesOrTheDecidingOne) {
  write_tone();
  write_descriptor(changed(tone(), [](Descriptor& d) {
    d.display_name = "";
    d.quality_presets = {};
  }));
  write(fragment, "no module");
  EXPECT_THAT(lines(validate()),
              ElementsAre("RP-DESC-003 pack.json /displayName", "RP-DESC-170 pack.json /qualityPresets",
                          "RP-AST-004 shaders/tone.frag.spv"));
  ValidateOptions first;
  first.first_only = true;
  const PackReport report = validate(first);
  EXPECT_THAT(lines(report), ElementsAre("RP-DESC-003 pack.json /displayName"));
  EXPECT_EQ(report.modules, 0U);
  // Among assets it stops at the first that is refused.
  write_descriptor(tone());
  write("shaders/fullscreen.vert.spv", "no module");
  const PackReport assets = validate(first);
  EXPECT_THAT(lines(assets), ElementsAre("RP-AST-004 shaders/fullscreen.vert.spv"));
  EXPECT_EQ(assets.modules, 1U);
}

TEST_F(ValidatePackTest, AnUnsafeKeyIsNeverOpened) {
  write_tone();
  std::ofstream(base_ / "secret") << "no module";
  write_descriptor(changed(tone(), [](Descriptor& d) { d.passes[0].fragment_shader_asset = "../secret"; }));
  const PackReport report = validate();
  EXPECT_THAT(lines(report), ElementsAre("RP-DESC-083 pack.json /passes/0/fragmentShaderAsset"));
  EXPECT_EQ(report.modules, 1U);
}

TEST_F(ValidatePackTest, AnUndefinedRoleIsNotJudged) {
  write_tone();
  write_descriptor(
      changed(tone(), [](Descriptor& d) { d.passes[0].semantic = static_cast<RenderPassSemantic>(99); }));
  const PackReport report = validate();
  EXPECT_THAT(lines(report), ElementsAre("RP-DESC-200 pack.json /passes/0/semantic"));
  EXPECT_EQ(report.modules, 2U);
  EXPECT_EQ(report.judgements, 0U);
}

TEST_F(ValidatePackTest, RP_SPV_060_ComesLastAndOnlyForWhatIsAccepted) {
  write_tone();
  write("shaders/fullscreen.vert.spv", bytes_of(module_words(vertex_model, false)));
  EXPECT_THAT(lines(validate()), ElementsAre("RP-SPV-060 shaders/fullscreen.vert.spv"));
  ValidateOptions without;
  without.spirv_tools = false;
  EXPECT_THAT(lines(validate(without)), IsEmpty());
  // A later module that breaks a rule of the ABI decides.
  write(fragment, bytes_of(module_words(vertex_model, false)));
  EXPECT_THAT(lines(validate()),
              ElementsAre("RP-SPV-011 shaders/tone.frag.spv", "RP-SPV-060 shaders/fullscreen.vert.spv"));
  ValidateOptions first;
  first.first_only = true;
  EXPECT_THAT(lines(validate(first)), ElementsAre("RP-SPV-011 shaders/tone.frag.spv"));
}

#ifdef __linux__
TEST_F(ValidatePackTest, EachAssetIsReadOnce) {
  write_tone();
  write_descriptor(changed(tone(), [](Descriptor& d) { d.passes[0].vertex_shader_asset = fragment; }));
  const int watch = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  ASSERT_GE(watch, 0);
  ASSERT_GE(::inotify_add_watch(watch, (pack() / fragment).c_str(), IN_CLOSE_NOWRITE), 0);
  EXPECT_EQ(validate().modules, 1U);
  alignas(inotify_event) char events[4096];
  const ssize_t got = ::read(watch, events, sizeof(events));
  ::close(watch);
  // One event without a name: one reading.
  EXPECT_EQ(got, static_cast<ssize_t>(sizeof(inotify_event)));
}
#endif

TEST_F(ValidatePackTest, AHostKeepsTheModulesThatAreAccepted) {
  write_tone();
  std::vector<std::string> kept;
  const auto check = [&] {
    const Result<OpenPack> opened = open_pack(pack());
    kept.clear();
    return check_assets(opened->folder, *opened->document, {}, [&](const PackAsset& asset, FileBytes bytes) {
      kept.push_back(asset.key + " " + std::to_string(bytes.size()));
    });
  };
  const std::string vertex_size = std::to_string(bytes_of(module_words(vertex_model)).size());
  const std::string fragment_size = std::to_string(bytes_of(module_words(fragment_model)).size());
  EXPECT_THAT(lines(check()), IsEmpty());
  EXPECT_THAT(kept, ElementsAre("shaders/fullscreen.vert.spv " + vertex_size,
                                std::string(fragment) + " " + fragment_size));
  write(fragment, "no module");
  EXPECT_THAT(lines(check()), ElementsAre("RP-AST-004 shaders/tone.frag.spv"));
  EXPECT_THAT(kept, ElementsAre("shaders/fullscreen.vert.spv " + vertex_size));
}

TEST_F(ValidatePackTest, HostRulesNeedAHost) {
  write_tone();
  ValidateOptions options;
  options.descriptor.host = HostProfile{};
  EXPECT_THAT(lines(validate(options)), ElementsAre("RP-DESC-012 pack.json /requiredCapabilities/0"));
}

}  // namespace
}  // namespace rpcts::render_pack_v1::samples
