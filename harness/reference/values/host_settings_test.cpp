#include "harness/reference/values/host_settings.hpp"

#include <gtest/gtest.h>

#include "harness/contracts/render_pack_v1/descriptor_builder.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::RenderSettingKind;
using render_pack_v1::RenderSettingSemantic;
using render_pack_v1::Setting;
using render_pack_v1::SettingOverride;
namespace packs = render_pack_v1::samples;

TEST(HostSettings, UndeclaredHaveTheDefaultsOfTheContract) {
  const HostSettings settings = resolve_host_settings({}, {}, {});
  EXPECT_EQ(settings.bloom, 0.65F);
  EXPECT_EQ(settings.filmic, 1.0F);
  EXPECT_EQ(settings.exposure, 1.0F);
  EXPECT_EQ(settings.saturation, 1.0F);
  EXPECT_EQ(settings.contrast, 1.0F);
  EXPECT_EQ(settings.vignette, 0.245F);
  EXPECT_EQ(settings.sun_rays, 0.55F);
  EXPECT_EQ(settings.shadow_strength, 0.72F);
  EXPECT_EQ(settings.volumetric, 0.35F);
  EXPECT_FALSE(settings.shadow_reach_meters.has_value());
  EXPECT_FALSE(settings.shadow_pcf_taps_declared);
  EXPECT_FALSE(settings.volumetric_steps.has_value());
  EXPECT_FALSE(settings.automatic_quality);
}

TEST(HostSettings, EachSemanticReachesItsOwnMember) {
  using enum RenderSettingSemantic;
  std::vector<Setting> declared;
  float value = 2;
  for (const auto semantic : {BloomStrength, FilmicStrength, Exposure, GradeSaturation, GradeContrast,
                              VignetteStrength, SunRayStrength, DirectionalShadowStrength,
                              DirectionalShadowReachMetres, VolumetricStrength, VolumetricRayMarchSteps}) {
    declared.push_back(packs::setting("s" + std::to_string(declared.size()), RenderSettingKind::Float,
                                      std::to_string(value), semantic));
    value += 1;
  }
  declared.push_back(packs::setting("auto", RenderSettingKind::Boolean, "true", AutomaticQuality));
  const HostSettings settings = resolve_host_settings(declared, {}, {});
  EXPECT_EQ(settings.bloom, 2);
  EXPECT_EQ(settings.filmic, 3);
  EXPECT_EQ(settings.exposure, 4);
  EXPECT_EQ(settings.saturation, 5);
  EXPECT_EQ(settings.contrast, 6);
  EXPECT_EQ(settings.vignette, 7);
  EXPECT_EQ(settings.sun_rays, 8);
  EXPECT_EQ(settings.shadow_strength, 9);
  EXPECT_EQ(settings.shadow_reach_meters, 10);
  EXPECT_EQ(settings.volumetric, 11);
  EXPECT_EQ(settings.volumetric_steps, 12);
  EXPECT_TRUE(settings.automatic_quality);
}

TEST(HostSettings, UserComesBeforePresetBeforeDefault) {
  const std::vector<Setting> declared{
      packs::number("exposure", "1", 0, 4, 0.5, RenderSettingSemantic::Exposure)};
  const std::vector<SettingOverride> preset{{"exposure", "2"}};
  const std::vector<SettingOverride> user{{"EXPOSURE", "3"}};
  EXPECT_EQ(resolve_host_settings(declared, {}, {}).exposure, 1);
  EXPECT_EQ(resolve_host_settings(declared, preset, {}).exposure, 2);
  EXPECT_EQ(resolve_host_settings(declared, preset, user).exposure, 3);
}

TEST(HostSettings, OfTheTapsTheTextCounts) {
  Setting taps = packs::setting("taps", RenderSettingKind::Choice, "25",
                                RenderSettingSemantic::DirectionalShadowPcfTaps);
  taps.choices = {"1", "9", "25", "soft"};
  EXPECT_EQ(resolve_host_settings({&taps, 1}, {}, {}).shadow_pcf_taps, 25);
  const std::vector<SettingOverride> word{{"taps", "soft"}};
  const HostSettings settings = resolve_host_settings({&taps, 1}, {}, word);
  EXPECT_FALSE(settings.shadow_pcf_taps.has_value());
  EXPECT_TRUE(settings.shadow_pcf_taps_declared);
}

TEST(HostSettings, WhatDoesNotEncodeHasTheDefault) {
  const Setting exposure =
      packs::setting("e", RenderSettingKind::Float, "bright", RenderSettingSemantic::Exposure);
  EXPECT_EQ(resolve_host_settings({&exposure, 1}, {}, {}).exposure, 1);
}

}  // namespace
}  // namespace rpcts::reference
