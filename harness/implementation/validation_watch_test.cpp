#include "harness/implementation/validation_watch.hpp"

#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

namespace rpcts::implementation {
namespace {

constexpr const char* two_errors =
    "VUID-A-1(ERROR / SPEC): msgNum: 2 - Validation Error: [ VUID-A-1 ] size (= 0)\n"
    "    Objects: 1\n"
    "        [0] 0x55b019730eb0, type: 3, name: NULL (ERROR / SPEC)\n"
    "VUID-A-1(ERROR / SPEC): msgNum: 2 - Validation Error: [ VUID-A-1 ] size (= 0)\n"
    "VUID-B-2(WARN / PERF): msgNum: 3 - Validation Performance Warning: slow\n"
    "UNASSIGNED-B(ERROR / SPEC): msgNum: 4 - \xFF";

TEST(LayerErrors, EachDifferentErrorOnce) {
  const auto errors = layer_errors(two_errors);
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[0].id, "VUID-A-1");
  EXPECT_THAT(errors[0].text, testing::EndsWith("size (= 0)"));
  EXPECT_EQ(errors[1].id, "UNASSIGNED-B");
  EXPECT_THAT(errors[1].text, testing::EndsWith("\xEF\xBF\xBD"));
  EXPECT_TRUE(layer_errors("").empty());
}

/// The file that the settings name for the layer's log.
std::string log_file() {
  std::ifstream settings(std::getenv("VK_LAYER_SETTINGS_PATH"));  // NOLINT(concurrency-mt-unsafe)
  std::stringstream text;
  text << settings.rdbuf();
  const std::string key = "khronos_validation.log_filename = ";
  const std::size_t at = text.str().find(key);
  if (at == std::string::npos) {
    return "";
  }
  const std::string rest = text.str().substr(at + key.size());
  return rest.substr(0, rest.find('\n'));
}

TEST(ValidationWatch, CollectsWhatTheLayerWrites) {
  ::setenv("VK_INSTANCE_LAYERS", "VK_LAYER_user", 1);  // NOLINT(concurrency-mt-unsafe)
  auto watch = ValidationWatch::start();
  ASSERT_TRUE(watch) << watch.error().message;
  EXPECT_STREQ(std::getenv("VK_INSTANCE_LAYERS"),  // NOLINT(concurrency-mt-unsafe)
               "VK_LAYER_user:VK_LAYER_KHRONOS_validation");
  const std::string file = log_file();
  ASSERT_FALSE(file.empty());
  EXPECT_TRUE((*watch)->drain().empty());
  {
    // As the layer opens it, once for each instance.
    std::ofstream first(file, std::ios::trunc);
    first << two_errors << '\n' << std::flush;
    std::ofstream second(file, std::ios::trunc);
    second << "VUID-C-3(ERROR / SPEC): c\n" << std::flush;
    EXPECT_EQ((*watch)->drain().size(), 3U);
    // More than a pipe holds.
    for (int i = 0; i < 3000; ++i) {
      first << "VUID-C-" << i << "(ERROR / SPEC): " << std::string(50, 'x') << '\n' << std::flush;
    }
    EXPECT_EQ((*watch)->drain().size(), 3000U);
  }
  EXPECT_TRUE((*watch)->drain().empty());
}

}  // namespace
}  // namespace rpcts::implementation
