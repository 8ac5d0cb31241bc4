#include "harness/reference/host/catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/reference/host/host_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Descriptor;
using samples::PackFolder;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Catalogue, OpensNoAsset) {
  const PackFolder pack("full");
  std::filesystem::remove_all(pack.path() / "shaders");
  Catalogue catalogue;
  ASSERT_TRUE(catalogue.add(pack.path(), samples::conformance_device()).has_value());
  const RegistrationPtr found = catalogue.find("RPCTS.full");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->refusal, "");
}

TEST(Catalogue, RefusedPackStaysListedWithItsReason) {
  const PackFolder pack("tone", [](Descriptor& descriptor) { descriptor.display_name = " "; });
  Catalogue catalogue;
  ASSERT_TRUE(catalogue.add(pack.path(), samples::conformance_device()).has_value());
  ASSERT_NE(catalogue.find("rpcts.tone"), nullptr);
  EXPECT_THAT(catalogue.find("rpcts.tone")->refusal, StartsWith("RP-DESC-003"));
}

TEST(Catalogue, DeviceWithoutACapabilityRefusesThePack) {
  const PackFolder pack("tone");
  DeviceProfile device = samples::conformance_device();
  device.capabilities.capabilities.reset(0);
  Catalogue catalogue;
  ASSERT_TRUE(catalogue.add(pack.path(), device).has_value());
  EXPECT_THAT(catalogue.find("rpcts.tone")->refusal, StartsWith("RP-DESC-012"));
}

TEST(Catalogue, UnreadablePackIsListedByItsFolder) {
  const PackFolder pack("tone");
  std::ofstream(pack.path() / "pack.json") << "{";
  Catalogue catalogue;
  ASSERT_TRUE(catalogue.add(pack.path(), samples::conformance_device()).has_value());
  const RegistrationPtr found = catalogue.find(pack.path().filename().string());
  ASSERT_NE(found, nullptr);
  EXPECT_THAT(found->refusal, HasSubstr("RP-FILE-"));
}

TEST(Catalogue, FirstOfTwoWithOneIdStays) {
  const PackFolder first("tone");
  const PackFolder second("tone", [](Descriptor& descriptor) { descriptor.pack_version = "2.0.0"; });
  Catalogue catalogue;
  ASSERT_TRUE(catalogue.add(first.path(), samples::conformance_device()).has_value());
  ASSERT_TRUE(catalogue.add(second.path(), samples::conformance_device()).has_value());
  EXPECT_EQ(catalogue.find("rpcts.tone")->descriptor().pack_version, "1.0.0");
}

TEST(Catalogue, RegisteredAgainIsAnotherRegistration) {
  const PackFolder pack("tone");
  Catalogue catalogue;
  ASSERT_TRUE(catalogue.add(pack.path(), samples::conformance_device()).has_value());
  const RegistrationPtr before = catalogue.find("rpcts.tone");
  EXPECT_TRUE(catalogue.holds(*before));
  EXPECT_TRUE(catalogue.withdraw("RPCTS.TONE"));
  EXPECT_FALSE(catalogue.withdraw("rpcts.tone"));
  EXPECT_FALSE(catalogue.holds(*before));
  ASSERT_TRUE(catalogue.add(pack.path(), samples::conformance_device()).has_value());
  EXPECT_NE(catalogue.find("rpcts.tone")->identity, before->identity);
  EXPECT_FALSE(catalogue.holds(*before));
}

TEST(Catalogue, PathThatIsNoFolderIsAnError) {
  Catalogue catalogue;
  const Result<void> added = catalogue.add("/nowhere/at/all", samples::conformance_device());
  ASSERT_FALSE(added.has_value());
  EXPECT_EQ(added.error().kind, ErrorKind::usage);
}

}  // namespace
}  // namespace rpcts::reference
