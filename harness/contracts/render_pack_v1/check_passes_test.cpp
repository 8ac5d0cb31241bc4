// C.5: check_passes.cpp.

#include "harness/contracts/render_pack_v1/check_testing.hpp"

namespace rpcts::render_pack_v1::samples {
namespace {

using enum RenderSemanticInput;
using Hook = RenderPassHook;
using testing::HasSubstr;

/// F-NOOP with every capability, these resources and these passes.
Descriptor graph(std::vector<Resource> resources, std::vector<Pass> passes) {
  return changed(noop(), [&](Descriptor& d) {
    for (std::size_t i = 0; i < Vocabulary<RenderCapability>::members.size(); ++i) {
      d.required_capabilities.push_back(static_cast<RenderCapability>(i));
    }
    d.resources = std::move(resources);
    d.passes = std::move(passes);
  });
}

Resource depth(std::string id) {
  return shadow_depth(std::move(id), 2, RenderResourceSemantic::Custom);
}
Pass writes(std::string id, std::string resource, Hook hook = Hook::AtmosphereBeforeToneMap) {
  return pass(std::move(id), hook, {}, {}, {std::move(resource)});
}

TEST(CheckPasses, RP_DESC_081_082_Hooks) {
  const auto at = [](std::vector<int> hooks) {
    Descriptor d = graph({colour("c"), depth("d")}, {});
    for (std::size_t i = 0; i < hooks.size(); ++i) {
      const auto hook = static_cast<Hook>(hooks[i]);
      d.passes.push_back(writes("p" + std::to_string(i), hooks[i] == 0 ? "d" : "c", hook));
    }
    return d;
  };
  expect_accepted(at({0, 0, 1, 2, 3}));
  expect_accepted(at({3, 3}));
  expect_told(at({4}), "RP-DESC-081 /passes/0/hook");
  expect_told(at({-1}), "RP-DESC-081 /passes/0/hook");
  expect_told(at({2, 1}), "RP-DESC-082 /passes/1/hook");
  expect_told(at({3, 2}), "RP-DESC-082 /passes/1/hook");
  expect_told(at({1, 0}), "RP-DESC-082 /passes/1/hook");
  // Against the previous pass, not the furthest: the third does not go back once more.
  expect_told(at({2, 1, 1}), "RP-DESC-082 /passes/1/hook");
  expect_told(at({3, 1, 2, 1}), "RP-DESC-082 /passes/1/hook", "RP-DESC-082 /passes/3/hook");
  // An undefined hook is no step.
  expect_told(at({1, 7, 2}), "RP-DESC-081 /passes/1/hook");
  expect_told(at({1, -1, 1}), "RP-DESC-081 /passes/1/hook");
  expect_told(at({2, 7, 1}), "RP-DESC-081 /passes/1/hook", "RP-DESC-082 /passes/2/hook");
  const Diagnostic one = first_finding(at({2, 1}));
  EXPECT_THAT(one.found, HasSubstr("pass 'p1' at hook AtmosphereBeforeToneMap follows pass 'p0' at ToneMap"));
}

TEST(CheckPasses, RP_DESC_083_AssetKeys) {
  for (const std::string& key : {std::string("shaders/a.spv"), std::string("a")}) {
    expect_accepted(changed(tone(), [&](Descriptor& d) { d.passes[0].vertex_shader_asset = key; }));
  }
  for (const std::string& key :
       {std::string("../escape.spv"), std::string("/absolute.spv"), std::string("shaders\\escape.spv"),
        std::string("a//b"), std::string("./a"), std::string("a/"), std::string("a/../b"), std::string(),
        std::string(513, 'k')}) {
    expect_told(changed(tone(), [&](Descriptor& d) { d.passes[0].vertex_shader_asset = key; }),
                "RP-DESC-083 /passes/0/vertexShaderAsset");
    expect_told(changed(tone(), [&](Descriptor& d) { d.passes[0].fragment_shader_asset = key; }),
                "RP-DESC-083 /passes/0/fragmentShaderAsset");
  }
}

TEST(CheckPasses, RP_DESC_085_086_Inputs) {
  expect_told(changed(tone(),
                      [](Descriptor& d) {
                        d.passes[0].semantic_inputs.push_back(static_cast<RenderSemanticInput>(12));
                      }),
              "RP-DESC-085 /passes/0/semanticInputs/1");
  expect_told(changed(tone(), [](Descriptor& d) { d.passes[0].semantic_inputs = {WorldColor, WorldColor}; }),
              "RP-DESC-086 /passes/0/semanticInputs/1");
  expect_told(changed(tone(),
                      [](Descriptor& d) {
                        d.passes[0].semantic_inputs = {FrameTime, WorldColor, FrameTime, FrameTime};
                      }),
              "RP-DESC-086 /passes/0/semanticInputs/2", "RP-DESC-086 /passes/0/semanticInputs/3");
  // The order of the listed rules, not of the entries: 085 first.
  expect_told(changed(tone(),
                      [](Descriptor& d) {
                        d.passes[0].semantic_inputs = {WorldColor, WorldColor,
                                                       static_cast<RenderSemanticInput>(-1)};
                      }),
              "RP-DESC-085 /passes/0/semanticInputs/2", "RP-DESC-086 /passes/0/semanticInputs/1");
}

TEST(CheckPasses, RP_DESC_087_TwiceTheSameResource) {
  expect_told(changed(custom(), [](Descriptor& d) { d.passes[1].resource_reads = {"mid", "MID"}; }),
              "RP-DESC-087 /passes/1/resourceReads/1");
  expect_told(changed(custom(), [](Descriptor& d) { d.passes[0].resource_writes = {"mid", "Mid"}; }),
              "RP-DESC-087 /passes/0/resourceWrites/1");
}

TEST(CheckPasses, ADuplicateIsNotTakenForASecondMistake) {
  expect_told(changed(custom(), [](Descriptor& d) { d.passes[1].resource_reads = {"none", "None"}; }),
              "RP-DESC-087 /passes/1/resourceReads/1", "RP-DESC-090 /passes/1/resourceReads/0");
  expect_told(changed(custom(),
                      [](Descriptor& d) {
                        d.passes[0].resource_writes = {"none", "none"};
                        d.passes[1].resource_reads = {};
                      }),
              "RP-DESC-087 /passes/0/resourceWrites/1", "RP-DESC-093 /passes/0/resourceWrites/0");
}

TEST(CheckPasses, RP_DESC_088_089_NumberOfWrites) {
  expect_told(
      graph({colour("a"), colour("b")}, {pass("p", Hook::AtmosphereBeforeToneMap, {}, {}, {"a", "b"})}),
      "RP-DESC-088 /passes/0/resourceWrites/1");
  expect_accepted(graph({}, {pass("p", Hook::ToneMap), pass("q", Hook::AfterToneMapBeforePrivateViewports)}));
  expect_accepted(graph({colour("a")}, {writes("p", "a", Hook::ToneMap),
                                        writes("q", "a", Hook::AfterToneMapBeforePrivateViewports)}));
  expect_told(graph({}, {pass("p", Hook::ShadowDepthBeforeWorld)}), "RP-DESC-089 /passes/0/resourceWrites");
  expect_told(graph({}, {pass("p", Hook::AtmosphereBeforeToneMap)}), "RP-DESC-089 /passes/0/resourceWrites");
}

TEST(CheckPasses, RP_DESC_090_UnknownReads) {
  expect_told(changed(custom(), [](Descriptor& d) { d.passes[1].resource_reads = {"mic"}; }),
              "RP-DESC-090 /passes/1/resourceReads/0");
  const Diagnostic one =
      first_finding(changed(custom(), [](Descriptor& d) { d.passes[1].resource_reads = {"mic"}; }));
  EXPECT_THAT(one.found, HasSubstr("pass 'tone' reads 'mic'"));
  EXPECT_THAT(one.found, HasSubstr("did you mean 'mid'?"));
  expect_accepted(changed(custom(), [](Descriptor& d) {
    d.passes[1].resource_reads = {"MID"};
    d.passes[0].resource_writes = {"mID"};
  }));
}

TEST(CheckPasses, RP_DESC_091_ReadsOfWhatNobodyWroteYet) {
  expect_told(changed(custom(), [](Descriptor& d) { d.passes.erase(d.passes.begin()); }),
              "RP-DESC-091 /passes/0/resourceReads/0");
  // A later pass of the same hook writes it.
  expect_told(graph({colour("a"), colour("b")},
                    {pass("p", Hook::AtmosphereBeforeToneMap, {}, {"a"}, {"b"}), writes("q", "a")}),
              "RP-DESC-091 /passes/0/resourceReads/0");
  // Its own write does not count for the read; that it does both is a fault of its own.
  expect_told(graph({colour("a")}, {pass("p", Hook::AtmosphereBeforeToneMap, {}, {"a"}, {"a"})}),
              "RP-DESC-091 /passes/0/resourceReads/0", "RP-DESC-094 /passes/0/resourceWrites/0");
  // Any earlier hook counts.
  expect_accepted(graph({depth("d")}, {writes("p", "d", Hook::ShadowDepthBeforeWorld),
                                       pass("q", Hook::AfterToneMapBeforePrivateViewports, {}, {"d"})}));
}

TEST(CheckPasses, RP_DESC_092_ReadsNeedSampled) {
  expect_told(
      changed(custom(), [](Descriptor& d) { d.resources[0].usage = RenderResourceUsage::ColorAttachment; }),
      "RP-DESC-092 /passes/1/resourceReads/0");
  // A resource without usage is told where it is declared.
  expect_told(changed(custom(), [](Descriptor& d) { d.resources[0].usage = RenderResourceUsage::None; }),
              "RP-DESC-055 /resources/0/usage");
}

TEST(CheckPasses, RP_DESC_093_094_Writes) {
  expect_told(changed(custom(),
                      [](Descriptor& d) {
                        d.passes[0].resource_writes = {"none"};
                        d.passes[1].resource_reads = {};
                      }),
              "RP-DESC-093 /passes/0/resourceWrites/0");
  expect_told(
      graph({colour("a")}, {writes("p", "a"), pass("q", Hook::AtmosphereBeforeToneMap, {}, {"a"}, {"A"})}),
      "RP-DESC-094 /passes/1/resourceWrites/0");
}

TEST(CheckPasses, RP_DESC_095_WritesNeedTheAttachmentUsage) {
  const auto with_usage = [](Resource resource, std::uint32_t usage) {
    resource.usage = static_cast<RenderResourceUsage>(usage);
    const std::string id = resource.id;
    return graph({std::move(resource)}, {writes("p", id)});
  };
  expect_accepted(with_usage(colour("r"), 2));
  expect_accepted(with_usage(depth("r"), 4));
  expect_told(with_usage(colour("r"), 1), "RP-DESC-095 /passes/0/resourceWrites/0");
  expect_told(with_usage(colour("r"), 5), "RP-DESC-095 /passes/0/resourceWrites/0");
  expect_told(with_usage(depth("r"), 2), "RP-DESC-095 /passes/0/resourceWrites/0");
  expect_told(with_usage(depth("r"), 3), "RP-DESC-095 /passes/0/resourceWrites/0");
  EXPECT_EQ(first_finding(with_usage(depth("r"), 3)).required,
            "add \"DepthAttachment\" to the resource's usage");
}

/// A pass that lists `inputs` and reads `colours` colour resources and one depth, when asked for.
Descriptor sampling(std::vector<RenderSemanticInput> inputs, int colours, bool reads_depth = false) {
  Descriptor d = graph({}, {});
  std::vector<std::string> reads;
  const auto add = [&](Resource resource) {
    d.passes.push_back(writes("w-" + resource.id, resource.id));
    reads.push_back(resource.id);
    d.resources.push_back(std::move(resource));
  };
  for (int i = 0; i < colours; ++i) {
    add(colour("c" + std::to_string(i)));
  }
  if (reads_depth) {
    add(depth("d"));
  }
  d.passes.push_back(pass("sampler", Hook::ToneMap, std::move(inputs), std::move(reads)));
  return d;
}

TEST(CheckPasses, RP_DESC_096_AtMostFourSampledInputs) {
  expect_accepted(sampling({WorldColor}, 3));
  expect_accepted(sampling({WorldColor, SceneDepth, SceneNormals}, 1));
  expect_accepted(sampling({SunDirection, FrameTime, Weather}, 4));
  expect_told(sampling({WorldColor, SceneDepth, SceneNormals}, 2), "RP-DESC-096 /passes/2");
  expect_told(sampling({WorldColor}, 4), "RP-DESC-096 /passes/4");
  expect_told(sampling({}, 5), "RP-DESC-096 /passes/5");
  // A depth read is free only beside DirectionalShadowMaps.
  expect_accepted(sampling({WorldColor, DirectionalShadowMaps}, 3, true));
  expect_told(sampling({WorldColor}, 3, true), "RP-DESC-096 /passes/4");
  expect_told(sampling({WorldColor, DirectionalShadowMaps}, 4, true), "RP-DESC-096 /passes/5");
  EXPECT_THAT(first_finding(sampling({}, 5)).found, HasSubstr("pass 'sampler' has 5 sampled inputs"));
}

TEST(CheckPasses, RP_DESC_096_DoesNotFollowFromDuplicates) {
  expect_told(changed(sampling({WorldColor}, 3),
                      [](Descriptor& d) { d.passes.back().resource_reads.push_back("C0"); }),
              "RP-DESC-087 /passes/3/resourceReads/3");
  expect_told(changed(sampling({WorldColor}, 3),
                      [](Descriptor& d) { d.passes.back().semantic_inputs.push_back(WorldColor); }),
              "RP-DESC-086 /passes/3/semanticInputs/1");
}

TEST(CheckPasses, RP_DESC_097_TheShadowHookWritesDepth) {
  expect_accepted(graph({depth("d")}, {writes("p", "d", Hook::ShadowDepthBeforeWorld)}));
  for (const auto format :
       {RenderFormatClass::LdrColor, RenderFormatClass::HdrColor, RenderFormatClass::SingleChannel}) {
    Resource resource = colour("c");
    resource.format = format;
    expect_told(graph({resource}, {writes("p", "c", Hook::ShadowDepthBeforeWorld)}),
                "RP-DESC-097 /passes/0/resourceWrites/0");
    expect_accepted(graph({resource}, {writes("p", "c")}));
  }
  // Depth may be written at any hook.
  expect_accepted(graph({depth("d")}, {writes("p", "d", Hook::AtmosphereBeforeToneMap)}));
}

TEST(CheckPasses, RulesOfOnePassComeInTheirOrder) {
  Descriptor d = graph({colour("a"), colour("b"), depth("c")}, {writes("first", "b", Hook::ToneMap)});
  Pass bad = pass("bad", Hook::ShadowDepthBeforeWorld);
  bad.vertex_shader_asset = "/v";
  bad.fragment_shader_asset = "/f";
  bad.semantic_inputs = {WorldColor, SceneDepth, SceneNormals,
                         FrameTime,  FrameTime,  static_cast<RenderSemanticInput>(99)};
  bad.resource_reads = {"a", "b", "none", "a"};
  bad.resource_writes = {"b", "nothing"};
  d.resources[1].usage = RenderResourceUsage::TransferSource;
  d.passes.push_back(bad);
  expect_told(d, "RP-DESC-095 /passes/0/resourceWrites/0",  // of the first pass: b is no attachment
              "RP-DESC-082 /passes/1/hook", "RP-DESC-083 /passes/1/vertexShaderAsset",
              "RP-DESC-083 /passes/1/fragmentShaderAsset", "RP-DESC-085 /passes/1/semanticInputs/5",
              "RP-DESC-086 /passes/1/semanticInputs/4", "RP-DESC-087 /passes/1/resourceReads/3",
              "RP-DESC-088 /passes/1/resourceWrites/1", "RP-DESC-091 /passes/1/resourceReads/0",
              "RP-DESC-092 /passes/1/resourceReads/1", "RP-DESC-090 /passes/1/resourceReads/2",
              "RP-DESC-094 /passes/1/resourceWrites/0", "RP-DESC-095 /passes/1/resourceWrites/0",
              "RP-DESC-093 /passes/1/resourceWrites/1", "RP-DESC-096 /passes/1",
              "RP-DESC-097 /passes/1/resourceWrites/0");
}

}  // namespace
}  // namespace rpcts::render_pack_v1::samples
