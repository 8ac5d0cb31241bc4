// C.11 and C.14: check_roles.cpp, check_atmosphere.cpp.

#include <limits>

#include "harness/contracts/render_pack_v1/check_testing.hpp"

namespace rpcts::render_pack_v1::samples {
namespace {

using testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(CheckRoles, CustomMayRepeat) {
  expect_accepted(changed(custom(), [](Descriptor& d) {
    d.resources.push_back(colour("other"));
    d.pipeline_variants = shadow_variants();
    for (PipelineVariant& variant : d.pipeline_variants) {
      variant.semantic = RenderPipelineVariantSemantic::Custom;
      variant.semantic_inputs = {};
    }
    d.quality_presets.push_back(preset("more"));
    d.settings = {setting("a", RenderSettingKind::Boolean, "true"),
                  setting("b", RenderSettingKind::Boolean, "true")};
  }));
}

TEST(CheckRoles, RP_DESC_200_UndefinedSemantics) {
  // In a full graph each would leave a hole; it is told once, where it is.
  for (const int value : {99, -1}) {
    expect_told(
        changed(full(),
                [&](Descriptor& d) { d.resources[1].semantic = static_cast<RenderResourceSemantic>(value); }),
        "RP-DESC-200 /resources/1/semantic");
    expect_told(
        changed(full(),
                [&](Descriptor& d) { d.passes[7].semantic = static_cast<RenderPassSemantic>(value); }),
        "RP-DESC-200 /passes/7/semantic");
    expect_told(changed(full(),
                        [&](Descriptor& d) {
                          d.pipeline_variants[0].semantic = static_cast<RenderPipelineVariantSemantic>(value);
                        }),
                "RP-DESC-200 /pipelineVariants/0/semantic");
    expect_told(changed(full(),
                        [&](Descriptor& d) {
                          d.quality_presets[1].semantic = static_cast<RenderQualitySemantic>(value);
                        }),
                "RP-DESC-200 /qualityPresets/1/semantic");
    expect_told(
        changed(shadow(),
                [&](Descriptor& d) { d.settings[0].semantic = static_cast<RenderSettingSemantic>(value); }),
        "RP-DESC-200 /settings/0/semantic");
  }
}

// The first value past each v1 set (A.14).
TEST(CheckRoles, RP_DESC_200_TheSetsEndWhereA14SaysSo) {
  expect_decided(
      changed(custom(),
              [](Descriptor& d) { d.resources[0].semantic = static_cast<RenderResourceSemantic>(8); }),
      "RP-DESC-200");
  expect_decided(
      changed(custom(), [](Descriptor& d) { d.passes[0].semantic = static_cast<RenderPassSemantic>(9); }),
      "RP-DESC-200");
  expect_decided(changed(shadow(),
                         [](Descriptor& d) {
                           d.pipeline_variants[0].semantic = static_cast<RenderPipelineVariantSemantic>(9);
                         }),
                 "RP-DESC-200");
  expect_decided(
      changed(custom(),
              [](Descriptor& d) { d.quality_presets[0].semantic = static_cast<RenderQualitySemantic>(5); }),
      "RP-DESC-200");
  expect_decided(
      changed(shadow(),
              [](Descriptor& d) { d.settings[0].semantic = static_cast<RenderSettingSemantic>(14); }),
      "RP-DESC-200");
}

TEST(CheckRoles, RP_DESC_201_to_205_RolesOccurOnce) {
  expect_told(
      changed(full(),
              [](Descriptor& d) { by_id(d.resources, "pong").semantic = RenderResourceSemantic::BloomPing; }),
      "RP-DESC-201 /resources/2/semantic");
  expect_told(changed(full(),
                      [](Descriptor& d) {
                        d.resources.push_back(colour("more", 0.5, RenderResourceSemantic::BloomPing));
                      }),
              "RP-DESC-201 /resources/7/semantic");
  expect_told(changed(full(),
                      [](Descriptor& d) {
                        by_id(d.passes, "blur-y").semantic = RenderPassSemantic::BloomBlurHorizontal;
                      }),
              "RP-DESC-202 /passes/6/semantic");
  expect_told(changed(full(),
                      [](Descriptor& d) {
                        d.pipeline_variants[4].semantic =
                            RenderPipelineVariantSemantic::TerrainDirectionalShadowReceiver;
                      }),
              "RP-DESC-203 /pipelineVariants/4/semantic");
  expect_told(
      changed(full(), [](Descriptor& d) { d.quality_presets[2].semantic = RenderQualitySemantic::Medium; }),
      "RP-DESC-204 /qualityPresets/2/semantic");
  expect_told(changed(shadow(),
                      [](Descriptor& d) {
                        d.settings[1].semantic = RenderSettingSemantic::DirectionalShadowStrength;
                      }),
              "RP-DESC-205 /settings/1/semantic");
  EXPECT_THAT(first_finding(changed(full(),
                                    [](Descriptor& d) {
                                      by_id(d.resources, "pong").semantic = RenderResourceSemantic::BloomPing;
                                    }))
                  .found,
              HasSubstr("resource 'pong' has semantic BloomPing, and so has resource 'ping'"));
}

TEST(CheckRoles, KindsAreCheckedInTheirOrder) {
  expect_told(changed(full(),
                      [](Descriptor& d) {
                        d.settings[0].semantic = static_cast<RenderSettingSemantic>(99);
                        d.quality_presets[0].semantic = static_cast<RenderQualitySemantic>(99);
                        d.pipeline_variants[0].semantic = static_cast<RenderPipelineVariantSemantic>(99);
                        d.passes[3].semantic = static_cast<RenderPassSemantic>(99);
                        d.resources[6].semantic = RenderResourceSemantic::SunRays;
                        d.resources[5].semantic = static_cast<RenderResourceSemantic>(99);
                      }),
              "RP-DESC-200 /resources/5/semantic", "RP-DESC-201 /resources/6/semantic",
              "RP-DESC-200 /passes/3/semantic", "RP-DESC-200 /pipelineVariants/0/semantic",
              "RP-DESC-200 /qualityPresets/0/semantic", "RP-DESC-200 /settings/0/semantic");
}

Descriptor automatic(bool by_setting) {
  return changed(noop(), [&](Descriptor& d) {
    d.quality_presets = {preset("low", RenderQualitySemantic::Low),
                         preset("medium", RenderQualitySemantic::Medium),
                         preset("high", RenderQualitySemantic::High)};
    if (by_setting) {
      d.settings = {
          setting("auto", RenderSettingKind::Boolean, "true", RenderSettingSemantic::AutomaticQuality)};
    } else {
      d.quality_presets.push_back(preset("automatic", RenderQualitySemantic::Automatic));
    }
  });
}

TEST(CheckRoles, RP_DESC_206_AutomaticQualityIsBoolean) {
  expect_accepted(automatic(true));
  expect_told(changed(automatic(true),
                      [](Descriptor& d) {
                        d.settings[0].kind = RenderSettingKind::Choice;
                        d.settings[0].choices = {"true"};
                      }),
              "RP-DESC-206 /settings/0/kind");
}

TEST(CheckRoles, RP_DESC_207_AutomaticQualityHasThreeEligiblePresets) {
  expect_accepted(automatic(false));
  for (const bool by_setting : {false, true}) {
    // The automatic preset itself need not be eligible.
    expect_accepted(changed(automatic(by_setting), [](Descriptor& d) {
      for (QualityPreset& one : d.quality_presets) {
        one.auto_eligible = one.semantic != RenderQualitySemantic::Automatic;
      }
    }));
    for (std::size_t i = 0; i < 3; ++i) {
      expect_told(
          changed(automatic(by_setting), [&](Descriptor& d) { d.quality_presets[i].auto_eligible = false; }),
          "RP-DESC-207 /qualityPresets/" + std::to_string(i) + "/autoEligible");
      const Descriptor missing = changed(automatic(by_setting), [&](Descriptor& d) {
        d.quality_presets[i].semantic = RenderQualitySemantic::Custom;
      });
      expect_told(missing, "RP-DESC-207 /qualityPresets");
      EXPECT_THAT(first_finding(missing).found, HasSubstr(std::string("semantic ") + (i == 0   ? "Low"
                                                                                      : i == 1 ? "Medium"
                                                                                               : "High")));
    }
  }
  // Without either there is no such demand.
  expect_accepted(changed(noop(), [](Descriptor& d) {
    d.quality_presets = {preset("medium", RenderQualitySemantic::Medium)};
    d.quality_presets[0].auto_eligible = false;
  }));
}

TEST(CheckRoles, ProfilesAreChosenByTheRolesOfThePasses) {
  // No role among the passes: a custom pack, whatever roles resources and variants have.
  expect_accepted(changed(custom(), [](Descriptor& d) {
    d.resources[0].semantic = RenderResourceSemantic::BloomPing;
    d.resources.push_back(shadow_depth("depth"));
  }));
  // One role other than the shadow: the full graph.
  expect_decided(changed(custom(), [](Descriptor& d) { d.passes[0].semantic = RenderPassSemantic::SunRays; }),
                 "RP-DESC-220");
  // The shadow alone or beside custom passes: the shadow profile.
  expect_decided(changed(noop(),
                         [](Descriptor& d) {
                           d.required_capabilities = shadow().required_capabilities;
                           d.resources = shadow().resources;
                           d.passes = {shadow().passes[0]};
                         }),
                 "RP-DESC-240");
}

using Curve = std::vector<SunElevationResponsePoint>;

template <class Change>
Descriptor with_policy(Change change) {
  return changed(noop(), [&](Descriptor& d) {
    d.atmosphere_policy.emplace();
    change(*d.atmosphere_policy);
  });
}
Descriptor rays(const Curve& curve) {
  return with_policy([&](AtmospherePolicy& p) { p.sun_elevation_response = curve; });
}
Descriptor shadows(const Curve& curve) {
  return with_policy([&](AtmospherePolicy& p) { p.directional_shadow_light_elevation_response = curve; });
}
Descriptor shafts(const Curve& curve) {
  return with_policy([&](AtmospherePolicy& p) { p.volumetric_shaft_sun_elevation_response = curve; });
}

constexpr const char* ray_member = " /atmospherePolicy/sunElevationResponse/";
constexpr const char* shadow_member = " /atmospherePolicy/directionalShadowLightElevationResponse/";
constexpr const char* shaft_member = " /atmospherePolicy/volumetricShaftSunElevationResponse/";

TEST(CheckAtmosphere, RP_DESC_301_302_305_WhatCurvesShare) {
  expect_accepted(with_policy([](AtmospherePolicy&) {}));
  struct Case {
    Descriptor (*make)(const Curve&);
    const char* rule;
    const char* member;
  };
  for (const Case& one : {Case{rays, "RP-DESC-301", ray_member}, Case{shadows, "RP-DESC-302", shadow_member},
                          Case{shafts, "RP-DESC-305", shaft_member}}) {
    SCOPED_TRACE(one.rule);
    const std::string at = std::string(one.rule) + one.member;
    expect_accepted(one.make({{-90, 0}, {0, 0}, {90, 1}}));
    expect_accepted(one.make({{90, 0}}));
    for (const double bad : {90.1, -90.1, nan, infinity, -infinity}) {
      expect_told(one.make({{bad, 0}}), at + "0/elevationDegrees");
    }
    for (const double bad : {nan, infinity, -0.1}) {
      expect_told(one.make({{0, 0}, {5, bad}}), at + "1/multiplier");
    }
    expect_told(one.make({{10, 0}, {10, 0}}), at + "1/elevationDegrees");
    expect_told(one.make({{10, 0}, {9, 0}, {9.5, 0}}), at + "1/elevationDegrees");
    // An elevation that is none is passed over in the order.
    expect_told(one.make({{10, 0}, {nan, 0}, {9, 0}}), at + "1/elevationDegrees", at + "2/elevationDegrees");
    if (one.make != rays) {
      expect_told(one.make({{0, 0}, {5, 1.01}}), at + "1/multiplier");
    }
  }
  expect_accepted(rays({{0, 3.5}}));
}

TEST(CheckAtmosphere, RP_DESC_303_304_ShadowsEndAtTheHorizon) {
  for (const Curve& valid : {Curve{{-90, 0}, {0, 0}, {90, 1}}, Curve{{1, 0}, {12, 1}, {90, 1}},
                             Curve{{-90, 0}, {1, 0}, {12, 1}, {90, 1}}, Curve{{-90, 0}, {-10, 0}}, Curve{},
                             Curve{{-0.0, 0}, {1, 1}}}) {
    expect_accepted(shadows(valid));
  }
  const std::string below = std::string("RP-DESC-303") + shadow_member;
  const std::string above = std::string("RP-DESC-304") + shadow_member;
  expect_told(shadows({{-90, 0.1}, {0, 0}, {90, 1}}), below + "0/multiplier");
  expect_told(shadows({{-90, 0}, {90, 1}}), above + "1/multiplier");
  expect_told(shadows({{0, 0.1}, {90, 1}}), below + "0/multiplier");
  expect_told(shadows({{5, 0.001}}), above + "0/multiplier");
  expect_told(shadows({{-5, 0.5}, {-1, 0}, {5, 1}}), below + "0/multiplier", above + "2/multiplier");
  // A point that is none is told as such.
  expect_told(shadows({{95, 1}}), std::string("RP-DESC-302") + shadow_member + "0/elevationDegrees");
  expect_told(shadows({{-95, 1}}), std::string("RP-DESC-302") + shadow_member + "0/elevationDegrees");
  expect_told(shadows({{-5, 2}}), std::string("RP-DESC-302") + shadow_member + "0/multiplier");
  // Rays and shafts may be there below the horizon.
  expect_accepted(rays({{-90, 1}, {90, 1}}));
  expect_accepted(shafts({{-90, 1}, {90, 1}}));
}

TEST(CheckAtmosphere, RP_DESC_306_DayGroups) {
  const auto groups = [](std::vector<DayGroupMultiplier> list) {
    return with_policy([&](AtmospherePolicy& p) { p.active_day_group_multipliers = std::move(list); });
  };
  const std::string at = "RP-DESC-306 /atmospherePolicy/activeDayGroupMultipliers/";
  expect_accepted(groups({{-3, 0}, {7, 1e30}}));
  expect_told(groups({{1, 1}, {2, 1}, {1, 1}}), at + "2/activeDayGroup");
  for (const double bad : {infinity, nan, -0.1}) {
    expect_told(groups({{1, bad}}), at + "0/multiplier");
  }
}

TEST(CheckAtmosphere, CurvesComeInTheOrderOfC14) {
  expect_told(with_policy([](AtmospherePolicy& p) {
                p.active_day_group_multipliers = {{1, -1}};
                p.volumetric_shaft_sun_elevation_response = {{0, 2}};
                p.directional_shadow_light_elevation_response = {{-5, 0.5}, {5, 1}, {6, 2}};
                p.sun_elevation_response = {{0, -1}};
              }),
              std::string("RP-DESC-301") + ray_member + "0/multiplier",
              std::string("RP-DESC-302") + shadow_member + "2/multiplier",
              std::string("RP-DESC-303") + shadow_member + "0/multiplier",
              std::string("RP-DESC-304") + shadow_member + "1/multiplier",
              std::string("RP-DESC-305") + shaft_member + "0/multiplier",
              "RP-DESC-306 /atmospherePolicy/activeDayGroupMultipliers/0/multiplier");
}

}  // namespace
}  // namespace rpcts::render_pack_v1::samples
