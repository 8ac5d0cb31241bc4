// C.6, C.7 and C.8: check_replays_variants.cpp, check_settings.cpp.

#include <limits>

#include "harness/contracts/render_pack_v1/check_stages.hpp"
#include "harness/contracts/render_pack_v1/check_testing.hpp"

namespace rpcts::render_pack_v1::samples {
namespace {

using testing::HasSubstr;
using Kind = RenderSettingKind;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Change>
Descriptor with_replay(Change change) {
  return changed(noop(), [&](Descriptor& d) {
    d.scene_replays = {replay()};
    change(d.scene_replays[0]);
  });
}

TEST(CheckReplays, RP_DESC_111_UndefinedValues) {
  expect_accepted(with_replay([](SceneReplay&) {}));
  expect_told(with_replay([](SceneReplay& r) { r.semantic = static_cast<RenderSceneReplaySemantic>(1); }),
              "RP-DESC-111 /sceneReplays/0/semantic");
  expect_told(with_replay([](SceneReplay& r) { r.caster_classes = static_cast<RenderCasterClass>(32); }),
              "RP-DESC-111 /sceneReplays/0/casterClasses");
  expect_told(with_replay([](SceneReplay& r) { r.caster_classes = static_cast<RenderCasterClass>(33); }),
              "RP-DESC-111 /sceneReplays/0/casterClasses");
}

TEST(CheckReplays, RP_DESC_112_113_ViewsAndClasses) {
  for (const std::int32_t views : {1, 4}) {
    expect_accepted(with_replay([&](SceneReplay& r) {
      r.view_count = views;
      r.caster_classes = RenderCasterClass::Terrain;
    }));
  }
  for (const std::int32_t views : {0, 5, -1}) {
    expect_told(with_replay([&](SceneReplay& r) { r.view_count = views; }),
                "RP-DESC-112 /sceneReplays/0/viewCount");
  }
  expect_told(with_replay([](SceneReplay& r) { r.caster_classes = RenderCasterClass::None; }),
              "RP-DESC-113 /sceneReplays/0/casterClasses");
}

template <class Change>
Descriptor with_variant(Change change) {
  return changed(tone(), [&](Descriptor& d) {
    d.pipeline_variants = {PipelineVariant{.id = "v",
                                           .base_semantic = RenderPipelineBaseSemantic::EnvCell,
                                           .vertex_shader_asset = "v.spv",
                                           .fragment_shader_asset = "f.spv",
                                           .compatible_materials = RenderMaterialClass::Opaque,
                                           .semantic_inputs = {RenderSemanticInput::WorldColor}}};
    change(d.pipeline_variants[0]);
  });
}

TEST(CheckVariants, RP_DESC_121_UndefinedValues) {
  expect_accepted(with_variant([](PipelineVariant&) {}));
  expect_told(
      with_variant([](PipelineVariant& v) { v.base_semantic = static_cast<RenderPipelineBaseSemantic>(3); }),
      "RP-DESC-121 /pipelineVariants/0/baseSemantic");
  expect_told(
      with_variant([](PipelineVariant& v) { v.compatible_materials = static_cast<RenderMaterialClass>(16); }),
      "RP-DESC-121 /pipelineVariants/0/compatibleMaterials");
}

TEST(CheckVariants, RP_DESC_122_AssetKeys) {
  expect_told(with_variant([](PipelineVariant& v) { v.vertex_shader_asset = "../a"; }),
              "RP-DESC-122 /pipelineVariants/0/vertexShaderAsset");
  expect_told(with_variant([](PipelineVariant& v) { v.fragment_shader_asset = ""; }),
              "RP-DESC-122 /pipelineVariants/0/fragmentShaderAsset");
}

TEST(CheckVariants, RP_DESC_123_125_MaterialsAndInputs) {
  expect_told(with_variant([](PipelineVariant& v) { v.compatible_materials = RenderMaterialClass::None; }),
              "RP-DESC-123 /pipelineVariants/0/compatibleMaterials");
  expect_told(with_variant([](PipelineVariant& v) {
                v.semantic_inputs.push_back(static_cast<RenderSemanticInput>(12));
              }),
              "RP-DESC-125 /pipelineVariants/0/semanticInputs/1");
  // C.7: duplicates are no generic rejection in a variant.
  expect_accepted(
      with_variant([](PipelineVariant& v) { v.semantic_inputs.push_back(RenderSemanticInput::WorldColor); }));
}

Descriptor with_setting(const Setting& one) {
  return changed(noop(), [&](Descriptor& d) { d.settings = {one}; });
}
Setting bounded(Kind kind, std::string value, std::optional<double> minimum, std::optional<double> maximum,
                std::optional<double> step = std::nullopt) {
  Setting one = setting("s", kind, std::move(value));
  one.minimum = minimum;
  one.maximum = maximum;
  one.step = step;
  return one;
}
Setting choice(std::string value, std::vector<std::string> choices) {
  Setting one = setting("s", Kind::Choice, std::move(value));
  one.choices = std::move(choices);
  return one;
}

TEST(CheckSettings, RP_DESC_140_AtMostSixtyFour) {
  const auto with_count = [](int count) {
    return changed(noop(), [&](Descriptor& d) {
      for (int i = 0; i < count; ++i) {
        d.settings.push_back(setting("s" + std::to_string(i), Kind::Boolean, "true"));
      }
    });
  };
  expect_accepted(with_count(64));
  expect_told(with_count(65), "RP-DESC-140 /settings/64");
  expect_told(with_count(100), "RP-DESC-140 /settings/64");
  // Before any setting is looked at.
  expect_told(changed(with_count(65), [](Descriptor& d) { d.settings[0].display_name = ""; }),
              "RP-DESC-140 /settings/64", "RP-DESC-143 /settings/0/displayName");
}

TEST(CheckSettings, RP_DESC_142_143_KindAndName) {
  for (const int kind : {4, -1}) {
    expect_told(with_setting(setting("s", static_cast<Kind>(kind), "true")), "RP-DESC-142 /settings/0/kind");
  }
  Setting unnamed = setting("s", Kind::Boolean, "true");
  unnamed.display_name = "\xC2\xA0";
  expect_told(with_setting(unnamed), "RP-DESC-143 /settings/0/displayName");
}

TEST(CheckSettings, RP_DESC_145_BoundsAreFinite) {
  for (const double bad : {nan, infinity, -infinity}) {
    expect_told(with_setting(bounded(Kind::Float, "0.5", bad, 1)), "RP-DESC-145 /settings/0/minimum");
    expect_told(with_setting(bounded(Kind::Float, "0.5", 0, bad)), "RP-DESC-145 /settings/0/maximum");
    expect_told(with_setting(bounded(Kind::Float, "0.5", 0, 1, bad)), "RP-DESC-145 /settings/0/step");
  }
  for (const double bad : {0.0, -0.0, -1.0}) {
    expect_told(with_setting(bounded(Kind::Float, "0.5", 0, 1, bad)), "RP-DESC-145 /settings/0/step");
  }
  // Kinds that ignore bounds still have sound ones.
  expect_told(with_setting(bounded(Kind::Boolean, "true", nan, 1)), "RP-DESC-145 /settings/0/minimum");
  expect_accepted(with_setting(bounded(Kind::Boolean, "true", 5, 6, 1)));
}

TEST(CheckSettings, RP_DESC_146_MinimumAtMostMaximum) {
  expect_accepted(with_setting(bounded(Kind::Float, "2", 2, 2)));
  expect_told(with_setting(bounded(Kind::Float, "2", 3, 2)), "RP-DESC-146 /settings/0/minimum");
  expect_told(with_setting(bounded(Kind::Integer, "5", 3, 2, -1)), "RP-DESC-145 /settings/0/step",
              "RP-DESC-146 /settings/0/minimum");
}

TEST(CheckSettings, RP_DESC_147_Choices) {
  expect_accepted(with_setting(choice("b", {"a", "b", "b"})));
  expect_accepted(with_setting(choice("", {""})));
  expect_told(with_setting(choice("a", {})), "RP-DESC-147 /settings/0/choices");
  for (const char* bad : {"c", "A", " a", ""}) {
    expect_told(with_setting(choice(bad, {"a", "b"})), "RP-DESC-147 /settings/0/defaultValue");
  }
  // Choices of other kinds mean nothing.
  Setting integer = setting("s", Kind::Integer, "7");
  integer.choices = {"1"};
  expect_accepted(with_setting(integer));
}

TEST(CheckSettings, RP_DESC_148_DefaultsAreValues) {
  expect_accepted(with_setting(setting("s", Kind::Boolean, "True")));
  expect_accepted(with_setting(setting("s", Kind::Integer, "-16777216")));
  expect_accepted(with_setting(setting("s", Kind::Float, "3.4028234e38")));
  expect_accepted(with_setting(bounded(Kind::Float, "0.35", 0.1, std::nullopt, 0.05)));
  expect_told(with_setting(setting("s", Kind::Boolean, "1")), "RP-DESC-148 /settings/0/defaultValue");
  expect_told(with_setting(setting("s", Kind::Integer, "1.5")), "RP-DESC-148 /settings/0/defaultValue");
  expect_told(with_setting(setting("s", Kind::Integer, "16777217")), "RP-DESC-148 /settings/0/defaultValue");
  expect_told(with_setting(setting("s", Kind::Float, "1,5")), "RP-DESC-148 /settings/0/defaultValue");
  expect_told(with_setting(setting("s", Kind::Float, "1e100")), "RP-DESC-148 /settings/0/defaultValue");
  for (const char* bad : {"1.1", "2.25", "-0.25"}) {
    expect_told(with_setting(bounded(Kind::Float, bad, 0, 2, 0.25)), "RP-DESC-148 /settings/0/defaultValue");
  }
  EXPECT_THAT(first_finding(with_setting(setting("s", Kind::Float, "1,5"))).found,
              HasSubstr("default value '1,5' of setting 's'"));
}

TEST(CheckSettings, AFaultyBoundIsNotHeldAgainstTheDefault) {
  // The maximum is sound, the minimum is not.
  expect_told(with_setting(bounded(Kind::Float, "3", nan, 2)), "RP-DESC-145 /settings/0/minimum",
              "RP-DESC-148 /settings/0/defaultValue");
  const Setting sound = without_faulty_bounds(bounded(Kind::Float, "3", 4, 2, infinity));
  EXPECT_EQ(sound.minimum, std::nullopt);
  EXPECT_EQ(sound.maximum, std::nullopt);
  EXPECT_EQ(sound.step, std::nullopt);
}

}  // namespace
}  // namespace rpcts::render_pack_v1::samples
