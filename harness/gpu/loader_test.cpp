#include "harness/gpu/loader.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/gpu/instance.hpp"
#include "harness/gpu/validation.hpp"

namespace rpcts::gpu {
namespace {

using testing::HasSubstr;

/// Sets an environment variable for the time of a test.
class ScopedVariable {
 public:
  ScopedVariable(std::string name, const std::string& value)
      : name_(std::move(name)), old_(environment(name_)) {
    set_environment(name_, value);
  }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;
  ~ScopedVariable() {
    if (old_) {
      set_environment(name_, *old_);
    } else {
      unsetenv(name_.c_str());
    }
  }

 private:
  std::string name_;
  std::optional<std::string> old_;
};

TEST(Loader, NoLoaderIsUnsupportedAndNamesTheRepair) {
  const Result<Instance> instance =
      Instance::create({.loader = {.library = "libno-such-loader.so.1", .additional_drivers = {}}});
  ASSERT_FALSE(instance.has_value());
  EXPECT_EQ(instance.error().kind, ErrorKind::unsupported);
  EXPECT_THAT(instance.error().message, HasSubstr("no Vulkan loader"));
  EXPECT_THAT(instance.error().message, HasSubstr("libno-such-loader.so.1"));
  EXPECT_THAT(instance.error().message, HasSubstr("libvulkan1"));
}

TEST(Loader, AnotherLibraryIsNoLoader) {
  const Result<void> loaded = load_vulkan({.library = "libm.so.6", .additional_drivers = {}});
  ASSERT_FALSE(loaded.has_value());
  EXPECT_EQ(loaded.error().kind, ErrorKind::unsupported);
  EXPECT_THAT(loaded.error().message, HasSubstr("libm.so.6"));
}

TEST(Loader, ADriverThatCannotBeLoadedIsUnsupportedAndNamesTheRepair) {
  const std::filesystem::path manifest =
      std::filesystem::path(testing::TempDir()) / "rpcts_broken_driver.json";
  std::ofstream(manifest) << R"({"file_format_version": "1.0.0",
                                 "ICD": {"library_path": "/no/such/driver.so", "api_version": "1.3.0"}})";
  const ScopedVariable only("VK_DRIVER_FILES", manifest.string());
  const Result<Instance> instance = Instance::create();
  ASSERT_FALSE(instance.has_value());
  EXPECT_EQ(instance.error().kind, ErrorKind::unsupported);
  EXPECT_THAT(instance.error().message, HasSubstr("VK_DRIVER_FILES"));
}

TEST(Loader, ABrokenDriverBesideAGoodOneIsLeftOut) {
  const std::filesystem::path manifest =
      std::filesystem::path(testing::TempDir()) / "rpcts_broken_driver.json";
  std::ofstream(manifest) << R"({"file_format_version": "1.0.0",
                                 "ICD": {"library_path": "/no/such/driver.so", "api_version": "1.3.0"}})";
  const ScopedVariable clean("VK_ADD_DRIVER_FILES", "");
  const Result<Instance> instance = Instance::create({.loader = {.additional_drivers = {manifest}}});
  ASSERT_TRUE(instance.has_value()) << instance.error().message;
  EXPECT_FALSE(instance->devices().empty());
}

TEST(Loader, AManifestThatIsNotJsonIsAnErrorThatSaysSo) {
  const std::filesystem::path manifest = std::filesystem::path(testing::TempDir()) / "rpcts_not_json.json";
  std::ofstream(manifest) << "not json";
  const ScopedVariable only("VK_DRIVER_FILES", manifest.string());
  const Result<Instance> instance = Instance::create();
  ASSERT_FALSE(instance.has_value());
  EXPECT_THAT(instance.error().message, HasSubstr("manifest"));
}

TEST(Loader, AdditionalDriversDoNotOverrideTheUsersChoice) {
  unsetenv("VK_ADD_DRIVER_FILES");
  {
    const ScopedVariable chosen("VK_DRIVER_FILES", "/no/such/manifest.json");
    ASSERT_TRUE(load_vulkan({.additional_drivers = {"/some/driver.json"}}).has_value());
    EXPECT_EQ(environment("VK_ADD_DRIVER_FILES"), std::nullopt);
  }
  {
    const ScopedVariable chosen("VK_ICD_FILENAMES", "/no/such/manifest.json");
    ASSERT_TRUE(load_vulkan({.additional_drivers = {"/some/driver.json"}}).has_value());
    EXPECT_EQ(environment("VK_ADD_DRIVER_FILES"), std::nullopt);
  }
  const ScopedVariable own("VK_ADD_DRIVER_FILES", "/the/users/own.json");
  ASSERT_TRUE(load_vulkan({.additional_drivers = {"/some/driver.json"}}).has_value());
  EXPECT_EQ(environment("VK_ADD_DRIVER_FILES"), "/the/users/own.json:/some/driver.json");
}

TEST(ExtendPathList, KeepsWhatIsThereAndAddsEachPathOnce) {
  EXPECT_EQ(extend_path_list("", {}), "");
  EXPECT_EQ(extend_path_list("", {"/a.json"}), "/a.json");
  EXPECT_EQ(extend_path_list("/b.json", {"/a.json", "/b.json"}), "/b.json:/a.json");
  EXPECT_EQ(extend_path_list("/a.json.old:/b.json", {"/a.json"}), "/a.json.old:/b.json:/a.json");
  EXPECT_EQ(extend_path_list("", {"/a.json", "/a.json"}), "/a.json");
}

TEST(ValidationLog, KnownNoiseIsCountedByItsReasonAndNothingElseIsLost) {
  const std::array<KnownNoise, 1> noise{
      {{.id = "VUID-a", .text_part = "unknown struct", .reason = "the layer is older"}}};
  ValidationLog log(noise);
  const ValidationMessage excused{
      .is_error = true, .id = "VUID-a", .text = "pNext has an unknown struct type"};
  const ValidationMessage other_text{.is_error = true, .id = "VUID-a", .text = "size is zero"};
  const ValidationMessage other_id{
      .is_error = false, .id = "VUID-b", .text = "pNext has an unknown struct type"};
  log.add(excused);
  log.add(other_text);
  log.add(excused);
  log.add(other_id);
  EXPECT_THAT(log.drain(), testing::ElementsAre(other_text, other_id));
  EXPECT_THAT(log.drain(), testing::IsEmpty());
  EXPECT_THAT(log.excused(), testing::ElementsAre(testing::Pair("the layer is older", 2U)));
}

}  // namespace
}  // namespace rpcts::gpu
