#include "harness/gpu/choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace rpcts::gpu {
namespace {

using testing::HasSubstr;

DeviceIdentity device(std::uint32_t index, std::string name, DeviceType type, std::string driver) {
  DeviceIdentity made;
  made.index = index;
  made.name = std::move(name);
  made.type = type;
  made.driver = std::move(driver);
  made.api_major = 1;
  made.api_minor = 3;
  made.api_patch = 7;
  made.uuid.fill(static_cast<std::uint8_t>(0xA0 + index));
  return made;
}

const std::vector<DeviceIdentity> mixed{
    device(0, "SwiftShader Device (Subzero)", DeviceType::software, "SwiftShader driver"),
    device(1, "llvmpipe (LLVM 15.0.6, 256 bits)", DeviceType::software, "llvmpipe"),
    device(2, "Virtio-GPU", DeviceType::virtual_gpu, "venus"),
    device(3, "Arc A4090", DeviceType::integrated_gpu, "anv"),
    device(4, "GeForce RTX 4090", DeviceType::discrete_gpu, "NVIDIA"),
    device(5, "GeForce RTX 4090", DeviceType::discrete_gpu, "NVIDIA"),
};

std::vector<DeviceIdentity> first(std::size_t count) {
  return {mixed.begin(), mixed.begin() + static_cast<std::ptrdiff_t>(count)};
}

TEST(ChooseDevice, DefaultPrefersRealGpusThenLavapipe) {
  EXPECT_EQ(choose_device(mixed, "").value(), 4U);
  EXPECT_EQ(choose_device(first(4), "").value(), 3U);
  EXPECT_EQ(choose_device(first(3), "").value(), 2U);
  EXPECT_EQ(choose_device(first(2), "").value(), 1U);
  EXPECT_EQ(choose_device(first(1), "").value(), 0U);
}

TEST(ChooseDevice, AnotherKindOfDeviceIsTheLastResort) {
  const std::vector<DeviceIdentity> devices{device(0, "odd", DeviceType::other, ""), mixed[0]};
  EXPECT_EQ(choose_device(devices, "").value(), 1U);
}

TEST(ChooseDevice, PartOfANameInAnyCase) {
  EXPECT_EQ(choose_device(mixed, "swiftSHADER").value(), 0U);
  EXPECT_EQ(choose_device(mixed, "llvmpipe").value(), 1U);
  EXPECT_EQ(choose_device(mixed, "geforce").value(), 4U);
}

TEST(ChooseDevice, IndexIsTheLoadersIndexNotAPlaceInTheList) {
  EXPECT_EQ(choose_device(mixed, "5").value(), 5U);
  const std::vector<DeviceIdentity> reversed{mixed[5], mixed[1]};
  EXPECT_EQ(choose_device(reversed, "1").value(), 1U);
}

TEST(ChooseDevice, DigitsAreNeverPartOfAName) {
  EXPECT_EQ(choose_device(mixed, "6").error().kind, ErrorKind::usage);     // "256 bits"
  EXPECT_EQ(choose_device(mixed, "4090").error().kind, ErrorKind::usage);  // "RTX 4090"
  EXPECT_EQ(choose_device(mixed, "rtx 4090").value(), 4U);
}

TEST(ChooseDevice, Uuid) {
  EXPECT_EQ(choose_device(mixed, "a5a5a5a5-a5a5-a5a5-a5a5-a5a5a5a5a5a5").value(), 5U);
  EXPECT_EQ(choose_device(mixed, "A2A2A2A2-A2A2-A2A2-A2A2-A2A2A2A2A2A2").value(), 2U);
}

TEST(ChooseDevice, NothingFitsIsAUsageErrorThatListsWhatIsHere) {
  const Result<std::size_t> none = choose_device(mixed, "radeon");
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().kind, ErrorKind::usage);
  EXPECT_THAT(none.error().message, HasSubstr("'radeon'"));
  for (const DeviceIdentity& identity : mixed) {
    EXPECT_THAT(none.error().message, HasSubstr(describe(identity)));
    EXPECT_THAT(none.error().message, HasSubstr(uuid_text(identity.uuid)));
  }
  EXPECT_EQ(choose_device(mixed, "-1").error().kind, ErrorKind::usage);
  EXPECT_EQ(choose_device(mixed, "99999999999999999999").error().kind, ErrorKind::usage);
}

TEST(ChooseDevice, NoDeviceAtAllIsUnsupported) {
  EXPECT_EQ(choose_device({}, "").error().kind, ErrorKind::unsupported);
  EXPECT_EQ(choose_device({}, "llvmpipe").error().kind, ErrorKind::unsupported);
}

TEST(UuidText, HasTheUsualForm) {
  EXPECT_EQ(uuid_text({0x6d, 0x65, 0x73, 0x61, 0x32, 0x35, 0x2e, 0x30, 0x2e, 0x37, 0x2d, 0x32, 0x7e, 0x62,
                       0x70, 0x00}),
            "6d657361-3235-2e30-2e37-2d327e627000");
}

TEST(Describe, NamesDeviceDriverAndVersion) {
  DeviceIdentity lavapipe = mixed[1];
  EXPECT_EQ(describe(lavapipe),
            "device 1: llvmpipe (LLVM 15.0.6, 256 bits) [software, llvmpipe, Vulkan 1.3.7]");
  lavapipe.driver_info = "Mesa 25.0.7";
  EXPECT_THAT(describe(lavapipe), HasSubstr("llvmpipe Mesa 25.0.7"));
  lavapipe.driver.clear();
  lavapipe.driver_info.clear();
  EXPECT_THAT(describe(lavapipe), HasSubstr("driver unknown"));
}

}  // namespace
}  // namespace rpcts::gpu
