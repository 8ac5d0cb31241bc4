#include "harness/reference/host/device_profile.hpp"

#include <gtest/gtest.h>

#include "harness/reference/host/host_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::RenderCapability;

TEST(DeviceProfile, OffersWhatTheDeviceHasAndNormals) {
  rpcts_setup setup{};
  const auto profile = device_profile(samples::capable_facts(), setup);
  ASSERT_TRUE(profile.has_value());
  EXPECT_TRUE(profile->capabilities.capabilities.all());
  DeviceFacts poor = samples::capable_facts();
  poor.multiview = false;
  EXPECT_FALSE(
      device_profile(poor, setup)->capabilities.offers(RenderCapability::MultiviewDirectionalShadowCascades));
}

TEST(DeviceProfile, CastersNeedDrawParameters) {
  DeviceFacts poor = samples::capable_facts();
  poor.draw_parameters = false;
  const auto profile = device_profile(poor, rpcts_setup{});
  EXPECT_FALSE(profile->capabilities.offers(RenderCapability::OutdoorDirectionalShadowCasterReplay));
  EXPECT_EQ(profile->capabilities.capabilities.count(), 13U);
}

TEST(DeviceProfile, WithholdsWhatTheSetupSays) {
  rpcts_setup setup{};
  setup.withheld_capabilities = 1U << 3 | 1U << 12;
  const auto profile = device_profile(samples::capable_facts(), setup);
  ASSERT_TRUE(profile.has_value());
  EXPECT_EQ(profile->capabilities.capabilities.count(), 12U);
  EXPECT_FALSE(profile->capabilities.offers(RenderCapability::SceneNormalSampling));
  EXPECT_FALSE(profile->capabilities.offers(RenderCapability::MultiviewDirectionalShadowCascades));
  setup.withheld_capabilities = 1U << 14;
  EXPECT_EQ(device_profile(samples::capable_facts(), setup).error().kind, ErrorKind::unsupported);
}

TEST(DeviceProfile, LimitsAreTheLower) {
  rpcts_setup setup{};
  setup.max_image_dimension = 512;
  setup.max_image_layers = 2;
  setup.device_local_bytes = 512ULL * 1024 * 1024;
  const auto profile = device_profile(samples::capable_facts(), setup);
  EXPECT_EQ(profile->limits.image_dimension, 512U);
  EXPECT_EQ(profile->limits.image_layers, 2U);
  EXPECT_EQ(profile->limits.resident_bytes, 64 * 1024 * 1024);
  EXPECT_EQ(profile->limits.transient_bytes, 64 * 1024 * 1024);
  setup.max_image_dimension = 1U << 30;
  EXPECT_EQ(device_profile(samples::capable_facts(), setup)->limits.image_dimension, 16'384U);
}

}  // namespace
}  // namespace rpcts::reference
