#include "harness/reference/values/shadow_policy.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>

namespace rpcts::reference {
namespace {

using render_pack_v1::AtmospherePolicy;
using render_pack_v1::CelestialSource;

ShadowCircumstances lit() {
  return {.pack_enabled = true,
          .covered = false,
          .in_cell = false,
          .light = {.kind = CelestialSource::Sun, .direction = {0, 0, 1}, .elevation_sine = 1, .energy = 1},
          .strength = 0.5F,
          .resident_reach_meters = 192};
}

TEST(ShadowGate, NumbersAreThoseOfTheContract) {
  EXPECT_EQ(static_cast<int>(ShadowGate::Indoor), 3);
  EXPECT_EQ(static_cast<int>(ShadowGate::AtmosphereSuppressed), 7);
  EXPECT_EQ(static_cast<int>(ShadowGate::ResidentWindowUnavailable), 8);
}

TEST(ShadowGate, NothingInTheWay) {
  EXPECT_EQ(shadow_gate(lit()), ShadowGate::Enabled);
}

// Each reason alone, and before all the reasons that come after it.
TEST(ShadowGate, FirstReasonInTheOrderOfTheContract) {
  using Set = void (*)(ShadowCircumstances&);
  const std::vector<std::pair<ShadowGate, Set>> reasons{
      {ShadowGate::PackDisabled, [](ShadowCircumstances& c) { c.pack_enabled = false; }},
      {ShadowGate::PortalOrLoginCover, [](ShadowCircumstances& c) { c.covered = true; }},
      {ShadowGate::Indoor, [](ShadowCircumstances& c) { c.in_cell = true; }},
      {ShadowGate::NoVisibleCelestial, [](ShadowCircumstances& c) { c.light.kind = CelestialSource::None; }},
      {ShadowGate::SelectedLightBelowHorizon, [](ShadowCircumstances& c) { c.light.elevation_sine = 0; }},
      {ShadowGate::SelectedLightHasNoEnergy, [](ShadowCircumstances& c) { c.light.energy = 1e-5F; }},
      {ShadowGate::AtmosphereSuppressed, [](ShadowCircumstances& c) { c.strength = 0; }},
      {ShadowGate::ResidentWindowUnavailable, [](ShadowCircumstances& c) { c.resident_reach_meters = 0.1F; }},
  };
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    ShadowCircumstances alone = lit();
    reasons[i].second(alone);
    EXPECT_EQ(shadow_gate(alone), reasons[i].first);
    for (std::size_t j = i; j < reasons.size(); ++j) {
      reasons[j].second(alone);
      EXPECT_EQ(shadow_gate(alone), reasons[i].first) << "with " << static_cast<int>(reasons[j].first);
    }
  }
}

TEST(ShadowGate, EnergyThatIsNoNumberIsNone) {
  ShadowCircumstances circumstances = lit();
  circumstances.light.energy = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(shadow_gate(circumstances), ShadowGate::SelectedLightHasNoEnergy);
  circumstances.light.energy = std::numeric_limits<float>::infinity();
  EXPECT_EQ(shadow_gate(circumstances), ShadowGate::SelectedLightHasNoEnergy);
}

const AtmospherePolicy policy{
    .active_day_group_multipliers = {{1, 0.35}, {2, 3}},
    .directional_shadow_light_elevation_response = {{-90, 0}, {1, 0}, {12, 1}, {90, 1}}};

SelectedLight light_at(double degrees, float energy = 1) {
  const auto sine = static_cast<float>(std::sin(degrees * std::numbers::pi / 180));
  return {.kind = CelestialSource::Sun, .direction = {0, 0, 1}, .elevation_sine = sine, .energy = energy};
}

TEST(ShadowStrength, FollowsTheVector) {
  EXPECT_NEAR(shadow_strength(&policy, light_at(6), 0, 1, 0, 0.72F), 0.329177, 1e-6);
}

TEST(ShadowStrength, IsAProductOfItsFactors) {
  EXPECT_FLOAT_EQ(shadow_strength(&policy, light_at(45), 0, 1, 0, 0.5F), 0.5F);
  EXPECT_FLOAT_EQ(shadow_strength(&policy, light_at(45, 0.25F), 0, 1, 0, 0.5F), 0.125F);
  EXPECT_FLOAT_EQ(shadow_strength(&policy, light_at(45), 0, 0.5F, 0, 0.5F), 0.25F);
  EXPECT_FLOAT_EQ(shadow_strength(&policy, light_at(45), 0, 1, 1, 0.5F), 0.175F);
  const std::array<float, 5> weather{1.0F, 0.65F, 0.45F, 0.60F, 0.25F};
  for (int kind = 0; kind < 5; ++kind) {
    EXPECT_FLOAT_EQ(shadow_strength(&policy, light_at(45), kind, 1, 0, 1),
                    weather[static_cast<std::size_t>(kind)]);
  }
  EXPECT_EQ(shadow_strength(&policy, light_at(45), 5, 1, 0, 1), 0);
  EXPECT_EQ(shadow_strength(&policy, light_at(45), -1, 1, 0, 1), 0);
}

TEST(ShadowStrength, IsClamped) {
  EXPECT_EQ(shadow_strength(&policy, light_at(45, 9), 0, 7, 2, 2), 1);
  EXPECT_FLOAT_EQ(shadow_strength(&policy, light_at(45), 1, 1, 2, 2), 0.65F)
      << "the pack's part is clamped on its own";
  EXPECT_EQ(shadow_strength(&policy, light_at(45), 0, -1, 0, 1), 0);
  EXPECT_EQ(shadow_strength(&policy, light_at(45), 0, 1, 0, -1), 0);
  EXPECT_EQ(shadow_strength(nullptr, light_at(45), 0, 1, 0, 1), 0);
}

TEST(ShadowSoftness, ByWeather) {
  const std::array<float, 5> expected{1.0F, 1.5F, 1.8F, 1.6F, 2.0F};
  for (int kind = 0; kind < 5; ++kind) {
    EXPECT_EQ(shadow_softness(kind), expected[static_cast<std::size_t>(kind)]);
  }
  EXPECT_EQ(shadow_softness(17), 1);
}

}  // namespace
}  // namespace rpcts::reference
