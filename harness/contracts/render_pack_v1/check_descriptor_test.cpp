#include "harness/contracts/render_pack_v1/check_descriptor.hpp"

#include <limits>

#include "harness/contracts/render_pack_v1/check_context.hpp"
#include "harness/contracts/render_pack_v1/check_testing.hpp"

namespace rpcts::render_pack_v1::samples {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(CheckDescriptor, AcceptsEveryBaseOfG0) {
  DescriptorOptions host;
  host.host = HostProfile::conformance();
  for (const Descriptor& base : {noop(), tone(), custom(), shadow(), full(), multiview(), fused()}) {
    SCOPED_TRACE(base.id);
    expect_accepted(base);
    EXPECT_THAT(told(base, host), IsEmpty());
  }
}

TEST(CheckDescriptor, AnEmptyDescriptorIsToldEverythingOfItsHeader) {
  expect_told(Descriptor{}, "RP-DESC-002 /id", "RP-DESC-003 /displayName", "RP-DESC-004 /featureSummary",
              "RP-DESC-005 /packVersion", "RP-DESC-006 /packApiVersion", "RP-DESC-170 /qualityPresets");
}

// C.0: one mistake in each stage comes out in the order of the stages, whatever stands first in the
// descriptor.
TEST(CheckDescriptor, StagesComeInTheOrderOfC0) {
  const Descriptor pack = changed(custom(), [](Descriptor& d) {
    d.atmosphere_policy = AtmospherePolicy{.sun_elevation_response = {{91, 0}}};
    d.passes[1].semantic = static_cast<RenderPassSemantic>(99);
    d.quality_presets[0].display_name = "";
    d.settings = {setting("s", RenderSettingKind::Boolean, "1")};
    d.pipeline_variants = {PipelineVariant{.id = "v",
                                           .vertex_shader_asset = "a",
                                           .fragment_shader_asset = "a",
                                           .compatible_materials = RenderMaterialClass::None}};
    d.scene_replays = {replay()};
    d.scene_replays[0].view_count = 0;
    d.passes[0].vertex_shader_asset = "/a";
    d.resources[0].usage = RenderResourceUsage::None;
    d.resources[0].id = "mid";
    d.passes[0].id = "Glow";
    d.required_capabilities = {};
    d.optional_capabilities = {static_cast<RenderCapability>(14)};
    d.display_name = " ";
  });
  expect_told(pack, "RP-DESC-003 /displayName", "RP-DESC-011 /optionalCapabilities/0",
              "RP-DESC-022 /passes/0/semanticInputs/0", "RP-DESC-040 /passes/0/id",
              "RP-DESC-055 /resources/0/usage", "RP-DESC-083 /passes/0/vertexShaderAsset",
              "RP-DESC-112 /sceneReplays/0/viewCount", "RP-DESC-123 /pipelineVariants/0/compatibleMaterials",
              "RP-DESC-148 /settings/0/defaultValue", "RP-DESC-172 /qualityPresets/0/displayName",
              "RP-DESC-200 /passes/1/semantic",
              "RP-DESC-301 /atmospherePolicy/sunElevationResponse/0/elevationDegrees");
}

TEST(CheckDescriptor, ListsAHundredOfOneRuleAndSaysHowManyMore) {
  const Descriptor pack = changed(noop(), [](Descriptor& d) {
    d.optional_capabilities.assign(1000, static_cast<RenderCapability>(14));
    d.pack_api_version = 2;
  });
  const Findings findings = check_descriptor(pack);
  ASSERT_EQ(findings.all().size(), 101U);
  EXPECT_EQ(findings.deciding()->rule, "RP-DESC-006");
  EXPECT_THAT(findings.all()[99].found, testing::Not(HasSubstr("more like it")));
  EXPECT_THAT(findings.all()[100].found, HasSubstr("(and 900 more like it, not listed)"));
}

TEST(CheckDescriptor, AHundredOfOneRuleAreAllListed) {
  const Findings findings = check_descriptor(changed(
      noop(), [](Descriptor& d) { d.optional_capabilities.assign(100, static_cast<RenderCapability>(14)); }));
  ASSERT_EQ(findings.all().size(), 100U);
  EXPECT_THAT(findings.all()[99].found, testing::Not(HasSubstr("more like it")));
}

TEST(IdIndex, ComparesIdsWithoutRegardToCase) {
  IdIndex index;
  EXPECT_TRUE(index.add("aZ-[9", 3));
  EXPECT_FALSE(index.add("Az-[9", 4));
  EXPECT_EQ(index.find("AZ-[9"), 3U);
  EXPECT_EQ(index.find("aZ-{9"), std::nullopt);  // '[' and '{' are no letters
  EXPECT_TRUE(index.add("aZ-{9", 5));
}

// What an attacker can put into 4 MiB of pack.json is judged in time in proportion to it.
TEST(CheckDescriptor, StaysLinearInWhatADescriptorCanHold) {
  const Descriptor pack = changed(custom(), [](Descriptor& d) {
    constexpr int many = 20'000;
    for (int i = 0; i < many; ++i) {
      d.resources.push_back(shadow_depth("r" + std::to_string(i), 2, RenderResourceSemantic::Custom));
      d.passes[0].resource_reads.push_back("r" + std::to_string(i));
      d.passes[0].resource_reads.push_back("unknown" + std::to_string(i));
    }
    d.passes[0].semantic_inputs.assign(100'000, RenderSemanticInput::DirectionalShadowMaps);
    d.settings = {setting("choice", RenderSettingKind::Choice, "19999")};
    for (int i = 0; i < many; ++i) {
      d.settings[0].choices.push_back(std::to_string(i));
      d.quality_presets.push_back(preset("p" + std::to_string(i)));
      d.quality_presets.back().setting_overrides = {{"choice", "19998"}, {"unknown", "1"}};
    }
  });
  expect_decided(pack, "RP-DESC-030");
}

TEST(DescribeValues, NameMembersAndSayWhatIsUndefined) {
  EXPECT_EQ(describe(RenderPassHook::ToneMap), "ToneMap");
  EXPECT_EQ(describe(static_cast<RenderPassHook>(-1)), "undefined value -1");
  EXPECT_EQ(describe(static_cast<RenderResourceUsage>(5)), "Sampled + DepthAttachment");
  EXPECT_EQ(describe(RenderResourceUsage::None), "None");
  EXPECT_EQ(describe(static_cast<RenderResourceUsage>(0x41)), "Sampled + undefined bits 0x40");
}

}  // namespace
}  // namespace rpcts::render_pack_v1::samples
