#include "harness/cli/devices.hpp"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace rpcts::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t mebibyte = 1024ULL * 1024;

DeviceEntry whole_device() {
  DeviceEntry device;
  device.identity.index = 0;
  device.identity.name = "Card X";
  device.identity.type = DeviceType::discrete_gpu;
  device.identity.driver = "fast";
  device.identity.driver_info = "1.2";
  device.identity.api_major = 1;
  device.identity.api_minor = 4;
  device.identity.api_patch = 9;
  device.identity.uuid.fill(0xAB);
  device.facts.hdr_color = true;
  device.facts.sampled_depth = true;
  device.facts.timestamps = true;
  device.facts.multiview = true;
  device.facts.device_local_bytes = 512 * mebibyte;
  device.facts.maximum_image_dimension = 16384;
  device.facts.maximum_image_layers = 2048;
  device.facts.maximum_table_slots = 1'000'000;
  device.is_default = true;
  return device;
}

DeviceEntry poor_device() {
  DeviceEntry device;
  device.identity.index = 1;
  device.identity.name = "Old \xFF thing";
  device.identity.type = DeviceType::software;
  device.facts.device_local_bytes = 100;
  device.facts.maximum_image_dimension = 4096;
  device.facts.maximum_image_layers = 256;
  device.missing = {"Vulkan 1.3"};
  device.table_missing = {"runtimeDescriptorArray", "descriptorBindingPartiallyBound"};
  return device;
}

TEST(DevicesText, ShowsDevicesLimitsAndOneTableOfCapabilities) {
  const DeviceList list{.devices = {whole_device(), poor_device()}, .validation_layer = "1.3.239"};
  EXPECT_EQ(devices_text(list),
            "device 0: Card X [discrete GPU, fast 1.2, Vulkan 1.4.9] (default)\n"
            "    UUID abababab-abab-abab-abab-abababababab\n"
            "    resident limit 64 MiB, transient limit 64 MiB, images to 16384 pixels and 2048 layers\n"
            "    texture table to 1000000 slots\n"
            "device 1: Old \xFF thing [software, driver unknown, Vulkan 0.0.0]\n"
            "    UUID 00000000-0000-0000-0000-000000000000\n"
            "    no case can run on it: it lacks Vulkan 1.3\n"
            "    resident limit 12 bytes, transient limit 12 bytes, images to 4096 pixels and 256 layers\n"
            "    no texture table: it lacks runtimeDescriptorArray, descriptorBindingPartiallyBound\n"
            "\n"
            "capability                                0     1\n"
            "MainWorldColorIntermediate              yes    no\n"
            "FullscreenPasses                        yes   yes\n"
            "SceneDepthSampling                      yes    no\n"
            "SceneNormalSampling                      no    no\n"
            "AuthoredSunDirection                    yes   yes\n"
            "AuthoredSunScreenPosition               yes   yes\n"
            "AuthoredWeather                         yes   yes\n"
            "DirectionalShadowMaps                   yes    no\n"
            "OutdoorDirectionalShadowCasterReplay    yes   yes\n"
            "AnimatedCasterTransforms                yes   yes\n"
            "AlphaCutoutShadowCasters                yes   yes\n"
            "GpuTimestampQueries                     yes    no\n"
            "MultiviewDirectionalShadowCascades      yes    no\n"
            "AuthoredCelestialDirectionalLight       yes   yes\n"
            "no DirectionalShadowMaps: depth images cannot be rendered to and sampled (device 1)\n"
            "no GpuTimestampQueries: the graphics queue has no timestamps (device 1)\n"
            "no MainWorldColorIntermediate: RGBA16F cannot be rendered to, sampled and filtered linearly "
            "(device 1)\n"
            "no MultiviewDirectionalShadowCascades: the multiview feature is missing (device 1)\n"
            "no SceneDepthSampling: depth images cannot be rendered to and sampled (device 1)\n"
            "no SceneNormalSampling: no host of v1 offers it (device 0, 1)\n"
            "\n"
            "validation layer 1.3.239\n");
}

TEST(DevicesText, SaysWhenNothingValidates) {
  EXPECT_THAT(devices_text({.devices = {whole_device()}, .validation_layer = ""}),
              HasSubstr("no validation layer is installed"));
}

TEST(DevicesJson, HoldsEveryFact) {
  const auto document = nlohmann::json::parse(
      devices_json({.devices = {whole_device(), poor_device()}, .validation_layer = ""}));
  EXPECT_EQ(document["format"], "rpcts.devices");
  EXPECT_EQ(document["version"], 1);
  EXPECT_TRUE(document["validationLayer"].is_null());
  const auto& whole = document["devices"][0];
  EXPECT_EQ(whole["name"], "Card X");
  EXPECT_EQ(whole["type"], "discrete GPU");
  EXPECT_EQ(whole["apiVersion"], "1.4.9");
  EXPECT_EQ(whole["uuid"], "abababab-abab-abab-abab-abababababab");
  EXPECT_EQ(whole["default"], true);
  EXPECT_EQ(whole["limits"]["residentBytes"], 64 * mebibyte);
  EXPECT_EQ(whole["textureTable"]["slots"], 1'000'000);
  ASSERT_EQ(whole["capabilities"].size(), 14U);
  EXPECT_EQ(whole["capabilities"][0],
            (nlohmann::json{{"name", "MainWorldColorIntermediate"}, {"offered", true}}));
  EXPECT_EQ(whole["capabilities"][3]["reason"], "no host of v1 offers it");
  const auto& poor = document["devices"][1];
  EXPECT_EQ(poor["default"], false);
  EXPECT_EQ(poor["missingFeatures"], nlohmann::json::array({"Vulkan 1.3"}));
  EXPECT_EQ(poor["textureTable"]["slots"], 0);
  EXPECT_EQ(poor["textureTable"]["missingFeatures"].size(), 2U);
}

/// Runs scripts/check_schema.py on a text; its exit status is not 0 when the schema rejects it.
int check_schema(const std::string& text) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "rpcts_devices.json";
  std::ofstream(file) << text;
  const std::string command = "python3 '" RPCTS_SOURCE_DIR
                              "/scripts/check_schema.py' --schema '" RPCTS_SOURCE_DIR
                              "/docs/formats/devices.schema.json' '" +
                              file.string() + "'";
  return std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe)
}

TEST(DevicesJson, IsWhatTheSchemaSays) {
  const std::string text =
      devices_json({.devices = {whole_device(), poor_device()}, .validation_layer = "1.3.239"});
  EXPECT_EQ(check_schema(text), 0);
  auto document = nlohmann::json::parse(text);
  document["devices"][0].erase("uuid");
  EXPECT_NE(check_schema(document.dump()), 0);
  document = nlohmann::json::parse(text);
  document["devices"][1]["surprise"] = 1;
  EXPECT_NE(check_schema(document.dump()), 0);
}

TEST(DevicesCommand, ListsTheDevicesOfThisMachine) {
  for (const bool json : {false, true}) {
    CLI::App app;
    Command chosen;
    add_devices(app, chosen);
    app.parse(json ? "devices --json" : "devices");
    ASSERT_TRUE(chosen);
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(chosen(out, err), exit_as_expected);
    EXPECT_EQ(err.str(), "");
    EXPECT_THAT(out.str(), HasSubstr("llvmpipe"));
    if (json) {
      EXPECT_EQ(check_schema(out.str()), 0);
    } else {
      EXPECT_THAT(out.str(), HasSubstr("(default)"));
    }
  }
}

}  // namespace
}  // namespace rpcts::cli
