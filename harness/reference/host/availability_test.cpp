#include "harness/reference/host/availability.hpp"

#include <gtest/gtest.h>

#include "harness/contracts/render_pack_v1/descriptor_builder.hpp"
#include "harness/reference/host/host_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Descriptor;
using render_pack_v1::RenderCapability;
namespace packs = render_pack_v1::samples;

std::string refused(const Descriptor& pack, std::string_view preset, const DeviceProfile& device) {
  Descriptor copy = pack;
  const auto refusal = preset_refusal(pack, packs::by_id(copy.quality_presets, preset), device);
  return refusal ? refusal->rule : "";
}

DeviceProfile without(RenderCapability capability) {
  DeviceProfile device = samples::conformance_device();
  device.capabilities.capabilities.reset(static_cast<std::size_t>(capability));
  return device;
}

TEST(PresetRefusal, ConformanceHostOffersEverything) {
  const Descriptor pack = packs::multiview();
  for (const char* preset : {"low", "medium", "high", "automatic"}) {
    EXPECT_EQ(refused(pack, preset, samples::conformance_device()), "") << preset;
  }
}

TEST(PresetRefusal, HostWithoutMultiviewHidesOnlyTheHintedLow) {
  const DeviceProfile device = without(RenderCapability::MultiviewDirectionalShadowCascades);
  EXPECT_EQ(refused(packs::multiview(), "low", device), "RP-HOST-001");
  EXPECT_EQ(refused(packs::multiview(), "medium", device), "");
}

TEST(PresetRefusal, HostWithoutTimestampsHidesOnlyAutomatic) {
  const DeviceProfile device = without(RenderCapability::GpuTimestampQueries);
  EXPECT_EQ(refused(packs::full(), "automatic", device), "RP-HOST-002");
  EXPECT_EQ(refused(packs::full(), "high", device), "");
}

TEST(PresetRefusal, SmallHostRefusesLargePresets) {
  Descriptor pack = packs::full();
  packs::by_id(pack.quality_presets, "medium").max_resident_gpu_bytes = 134'217'728;
  packs::by_id(pack.quality_presets, "automatic").max_resident_gpu_bytes = 134'217'728;
  DeviceProfile device = samples::conformance_device();
  device.limits.resident_bytes = 67'108'864;
  EXPECT_EQ(refused(pack, "medium", device), "RP-HOST-003");
  EXPECT_EQ(refused(pack, "low", device), "");
  EXPECT_EQ(refused(pack, "automatic", device), "") << "the sizes of Automatic are not looked at";
}

TEST(PresetRefusal, ExtentsBeyondTheDevice) {
  DeviceProfile device = samples::conformance_device();
  device.limits.image_layers = 2;
  EXPECT_EQ(refused(packs::full(), "low", device), "RP-HOST-004");
  EXPECT_EQ(refused(packs::shadow(), "medium", device), "");
  device = samples::conformance_device();
  device.limits.image_dimension = 1023;
  EXPECT_EQ(refused(packs::shadow(), "medium", device), "RP-HOST-005");
  device.limits.image_dimension = 1024;
  EXPECT_EQ(refused(packs::shadow(), "medium", device), "");
}

}  // namespace
}  // namespace rpcts::reference
