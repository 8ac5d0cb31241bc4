#include "harness/reference/values/celestial.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace rpcts::reference {
namespace {

using render_pack_v1::CelestialSource;
using Sources = std::array<rpcts_celestial_source, 3>;

Sources all_up() {
  return {{{.available = 1, .direction = {0, 0, 1}, .energy = 0.9F},
           {.available = 1, .direction = {0, 0.6F, 0.8F}, .energy = 0.5F},
           {.available = 1, .direction = {1, 0, 0.001F}, .energy = 0.25F}}};
}

TEST(SelectLight, PrefersTheSunThenTheDominantMoon) {
  Sources sources = all_up();
  EXPECT_EQ(select_light(sources).kind, CelestialSource::Sun);
  sources[0].available = 0;
  const SelectedLight moon = select_light(sources);
  EXPECT_EQ(moon.kind, CelestialSource::DominantMoon);
  EXPECT_FLOAT_EQ(moon.elevation_sine, 0.8F);
  EXPECT_EQ(moon.energy, 0.5F);
  sources[1].available = 0;
  EXPECT_EQ(select_light(sources).kind, CelestialSource::SecondaryMoon);
}

TEST(SelectLight, SkipsWhatStandsAtOrBelowTheHorizon) {
  Sources sources = all_up();
  sources[0].direction[2] = 0;
  sources[0].direction[0] = 1;
  EXPECT_EQ(select_light(sources).kind, CelestialSource::DominantMoon);
  sources[1].direction[2] = -0.8F;
  EXPECT_EQ(select_light(sources).kind, CelestialSource::SecondaryMoon);
}

TEST(SelectLight, SkipsWhatHasNoDirection) {
  Sources sources = all_up();
  sources[0].direction[2] = 1e-6F;
  sources[1].direction[1] = NAN;
  EXPECT_EQ(select_light(sources).kind, CelestialSource::SecondaryMoon);
}

TEST(SelectLight, DirectionIsOfUnitLength) {
  Sources sources = all_up();
  sources[0] = {.available = 1, .direction = {0, 6, 8}, .energy = 1};
  const SelectedLight light = select_light(sources);
  EXPECT_FLOAT_EQ(light.direction[1], 0.6F);
  EXPECT_FLOAT_EQ(light.direction[2], 0.8F);
}

TEST(SelectLight, NothingIsKindNoneStraightUp) {
  const SelectedLight light = select_light(Sources{});
  EXPECT_EQ(light.kind, CelestialSource::None);
  EXPECT_EQ(light.direction, (Vec3{0, 0, 1}));
  EXPECT_EQ(light.elevation_sine, 0);
}

}  // namespace
}  // namespace rpcts::reference
