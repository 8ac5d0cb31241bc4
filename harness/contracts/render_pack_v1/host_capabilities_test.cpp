#include "harness/contracts/render_pack_v1/host_capabilities.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>

namespace rpcts::render_pack_v1 {
namespace {

constexpr std::uint64_t mebibyte = 1024ULL * 1024;

std::set<std::string> offered(const DeviceFacts& facts) {
  std::set<std::string> names;
  for (const CapabilityVerdict& verdict : host_capabilities(facts)) {
    if (verdict.offered) {
      names.emplace(name_of(verdict.capability));
    }
  }
  return names;
}

// C.15: "always FullscreenPasses, AuthoredSunDirection, …"
const std::set<std::string> always{
    "FullscreenPasses",          "AuthoredSunDirection",    "AuthoredCelestialDirectionalLight",
    "AuthoredSunScreenPosition", "AuthoredWeather",         "OutdoorDirectionalShadowCasterReplay",
    "AnimatedCasterTransforms",  "AlphaCutoutShadowCasters"};

std::set<std::string> always_and(const std::set<std::string>& more) {
  std::set<std::string> names = always;
  names.insert(more.begin(), more.end());
  return names;
}

TEST(HostCapabilities, BareDeviceOffersWhatIsAlwaysOffered) {
  EXPECT_EQ(offered({}), always);
}

TEST(HostCapabilities, EachFactBringsItsOwnCapabilities) {
  EXPECT_EQ(offered({.hdr_color = true}), always_and({"MainWorldColorIntermediate"}));
  EXPECT_EQ(offered({.sampled_depth = true}), always_and({"SceneDepthSampling", "DirectionalShadowMaps"}));
  EXPECT_EQ(offered({.timestamps = true}), always_and({"GpuTimestampQueries"}));
  EXPECT_EQ(offered({.multiview = true}), always_and({"MultiviewDirectionalShadowCascades"}));
}

TEST(HostCapabilities, SceneNormalsAreNeverOffered) {
  const DeviceFacts everything{.vulkan_1_3 = true,
                               .runtime_descriptor_array = true,
                               .nonuniform_sampled_image_indexing = true,
                               .partially_bound = true,
                               .variable_descriptor_count = true,
                               .sampled_image_update_after_bind = true,
                               .multiview = true,
                               .dynamic_rendering = true,
                               .synchronization2 = true,
                               .scalar_block_layout = true,
                               .hdr_color = true,
                               .sampled_depth = true,
                               .timestamps = true};
  const std::set<std::string> names = offered(everything);
  EXPECT_EQ(names.size(), 13U);
  EXPECT_FALSE(names.contains("SceneNormalSampling"));
}

TEST(HostCapabilities, OneVerdictEachInOrdinalOrderAndReasonsOnlyWhereMissing) {
  const std::vector<CapabilityVerdict> verdicts = host_capabilities({});
  ASSERT_EQ(verdicts.size(), 14U);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(verdicts[i].capability), i);
    EXPECT_EQ(verdicts[i].offered, verdicts[i].missing.empty());
  }
}

TEST(HostLimits, EighthOfDeviceLocalMemoryUpToTheCeilings) {
  // The example of C.15: 512 MiB device-local gives 64 MiB for both.
  const HostLimits small = host_limits({.device_local_bytes = 512 * mebibyte});
  EXPECT_EQ(small.resident_bytes, static_cast<std::int64_t>(64 * mebibyte));
  EXPECT_EQ(small.transient_bytes, static_cast<std::int64_t>(64 * mebibyte));

  const HostLimits middle = host_limits({.device_local_bytes = 3072 * mebibyte});
  EXPECT_EQ(middle.resident_bytes, static_cast<std::int64_t>(256 * mebibyte));
  EXPECT_EQ(middle.transient_bytes, static_cast<std::int64_t>(384 * mebibyte));

  const HostLimits large = host_limits({.device_local_bytes = 80ULL * 1024 * mebibyte});
  EXPECT_EQ(large.resident_bytes, static_cast<std::int64_t>(256 * mebibyte));
  EXPECT_EQ(large.transient_bytes, static_cast<std::int64_t>(512 * mebibyte));
}

TEST(HostLimits, DivisionIsIntegral) {
  EXPECT_EQ(host_limits({.device_local_bytes = 15}).resident_bytes, 1);
  EXPECT_EQ(host_limits({.device_local_bytes = 7}).transient_bytes, 0);
  EXPECT_EQ(host_limits({.device_local_bytes = UINT64_MAX}).transient_bytes, 536'870'912);
}

TEST(HostLimits, ImageLimitsAreTheDevices) {
  const HostLimits limits = host_limits({.maximum_image_dimension = 4096, .maximum_image_layers = 2048});
  EXPECT_EQ(limits.image_dimension, 4096U);
  EXPECT_EQ(limits.image_layers, 2048U);
}

}  // namespace
}  // namespace rpcts::render_pack_v1
