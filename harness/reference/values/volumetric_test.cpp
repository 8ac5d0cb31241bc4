#include "harness/reference/values/volumetric.hpp"

#include <gtest/gtest.h>

#include "harness/reference/values/frame_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::AtmospherePolicy;

const AtmospherePolicy flat{.active_day_group_multipliers = {{1, 0.35}, {2, 8}},
                            .volumetric_shaft_sun_elevation_response = {{-90, .25}, {90, .25}}};

float strength_of(const rpcts_frame& frame, float setting = 0.35F) {
  return shaft_strength(&flat, frame, derive_facts(frame), setting);
}

TEST(ShaftStrength, FollowsTheVectors) {
  rpcts_frame frame = samples::frame();
  EXPECT_FLOAT_EQ(strength_of(frame), 0.0875F);
  frame.day_group = 1;
  EXPECT_FLOAT_EQ(strength_of(frame), 0.0875F * 0.35F);
}

TEST(ShaftStrength, ClampsItsFactors) {
  rpcts_frame frame = samples::frame();
  EXPECT_EQ(strength_of(frame, -1), 0);
  EXPECT_EQ(strength_of(frame, 100), 1);
  frame.sun_brightness = 100;
  EXPECT_FLOAT_EQ(strength_of(frame, 0.1F), 0.1F) << "brightness counts as 4";
  frame.sun_brightness = 1;
  frame.day_group = 2;
  EXPECT_FLOAT_EQ(strength_of(frame, 0.1F), 0.1F) << "the group counts as 4";
  frame.weather = 4;
  EXPECT_FLOAT_EQ(strength_of(frame, 0.1F), 0.1F * 0.06F);
  EXPECT_EQ(shaft_strength(nullptr, frame, derive_facts(frame), 1), 0);
}

TEST(ShaftSteps, AreRoundedAndClamped) {
  EXPECT_EQ(shaft_steps(24), 24);
  EXPECT_EQ(shaft_steps(24.5F), 25);
  EXPECT_EQ(shaft_steps(0), 8);
  EXPECT_EQ(shaft_steps(1000), 64);
}

TEST(VolumetricGate, FirstReasonInTheOrderOfTheContract) {
  using Set = void (*)(ShaftCircumstances&);
  const std::vector<std::pair<VolumetricGate, Set>> reasons{
      {VolumetricGate::DisabledByPreset, [](ShaftCircumstances& c) { c.setting = 0; }},
      {VolumetricGate::NoCurrentDirectionalShadow, [](ShaftCircumstances& c) { c.cascades = 1; }},
      {VolumetricGate::NoSceneDepth, [](ShaftCircumstances& c) { c.scene_depth = false; }},
      {VolumetricGate::Indoor, [](ShaftCircumstances& c) { c.outdoor = false; }},
      {VolumetricGate::SunOffScreen, [](ShaftCircumstances& c) { c.sun_on_screen = false; }},
      {VolumetricGate::AtmosphereSuppressed, [](ShaftCircumstances& c) { c.strength = 1e-4F; }},
  };
  const ShaftCircumstances open{.setting = 1,
                                .cascades = 2,
                                .scene_depth = true,
                                .outdoor = true,
                                .sun_on_screen = true,
                                .strength = 2e-4F};
  EXPECT_EQ(volumetric_gate(open), VolumetricGate::Rendered);
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    ShaftCircumstances some = open;
    for (std::size_t j = i; j < reasons.size(); ++j) {
      reasons[j].second(some);
      EXPECT_EQ(volumetric_gate(some), reasons[i].first);
    }
  }
  EXPECT_EQ(static_cast<int>(VolumetricGate::AtmosphereSuppressed), 7);
}

}  // namespace
}  // namespace rpcts::reference
