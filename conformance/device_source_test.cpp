#include "conformance/device_source.hpp"

#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "harness/gpu/system.hpp"

namespace rpcts {
namespace {

using runner::CaseContext;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// What came of a case.
struct Outcome {
  std::vector<std::string> failures;
  std::string not_supported;
  std::map<std::string, std::string> notes;
};

class DeviceCases : public testing::Test {
 protected:
  Outcome run(std::function<Result<void>(CaseContext&, const gpu::Device&)> body) {
    runner::CaseTable table;
    add_device_case(table, source_, {.info = {.id = "suite.device.case"}, .body = std::move(body)});
    EXPECT_TRUE(table.cases().at("suite.device.case").info.needs_device);
    Outcome outcome;
    CaseContext context("/no/fixtures");
    testing::TestPartResultArray results;
    {
      const testing::ScopedFakeTestPartResultReporter reporter(
          testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
      try {
        table.cases().at("suite.device.case").body(context);
      } catch (const runner::NotSupported& reason) {
        outcome.not_supported = reason.reason;
      }
    }
    for (int i = 0; i < results.size(); ++i) {
      outcome.failures.emplace_back(results.GetTestPartResult(i).message());
    }
    outcome.notes = context.notes();
    return outcome;
  }

  std::shared_ptr<DeviceSource> source_ = std::make_shared<DeviceSource>("llvmpipe");
};

Result<void> do_nothing(CaseContext& /*context*/, const gpu::Device& /*device*/) {
  return {};
}

/// A use of Vulkan that only the validation layer notices.
void misuse(const gpu::Device& device) {
  VkFenceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO;
  VkFence fence = VK_NULL_HANDLE;
  if (vkCreateFence(device.handle(), &info, nullptr, &fence) == VK_SUCCESS) {
    vkDestroyFence(device.handle(), fence, nullptr);
  }
}

TEST_F(DeviceCases, TheResultTellsTheDeviceAndWhatValidates) {
  const Outcome outcome = run(do_nothing);
  EXPECT_THAT(outcome.failures, IsEmpty());
  EXPECT_EQ(outcome.not_supported, "");
  EXPECT_THAT(outcome.notes.at("device"), HasSubstr("llvmpipe"));
  EXPECT_THAT(outcome.notes.at("validation"), HasSubstr("VK_LAYER_KHRONOS_validation"));
  EXPECT_EQ(outcome.notes.at("device"), source_->describe().value());
}

TEST_F(DeviceCases, OneDeviceServesAllCases) {
  const gpu::Device* first = nullptr;
  run([&](CaseContext& /*context*/, const gpu::Device& device) -> Result<void> {
    first = &device;
    return {};
  });
  run([&](CaseContext& /*context*/, const gpu::Device& device) -> Result<void> {
    EXPECT_EQ(first, &device);
    return {};
  });
}

TEST_F(DeviceCases, AnErrorFailsTheCaseAndTheNextOneGetsAFreshDevice) {
  const Outcome failed = run([](CaseContext& /*context*/, const gpu::Device& /*device*/) -> Result<void> {
    return error(ErrorKind::failed, "vkQueueSubmit2 returned VK_ERROR_DEVICE_LOST");
  });
  EXPECT_THAT(failed.failures, ElementsAre(HasSubstr("VK_ERROR_DEVICE_LOST")));
  EXPECT_THAT(run(do_nothing).failures, IsEmpty());
}

TEST_F(DeviceCases, WhatTheDeviceLacksIsNotSupported) {
  const Outcome outcome = run([](CaseContext& /*context*/, const gpu::Device& /*device*/) -> Result<void> {
    return error(ErrorKind::unsupported, "VK_ERROR_FORMAT_NOT_SUPPORTED");
  });
  EXPECT_THAT(outcome.failures, IsEmpty());
  EXPECT_EQ(outcome.not_supported, "VK_ERROR_FORMAT_NOT_SUPPORTED");
}

TEST_F(DeviceCases, AValidationErrorFailsTheCaseThatMadeItAndNoOther) {
  const Outcome guilty = run([](CaseContext& /*context*/, const gpu::Device& device) -> Result<void> {
    misuse(device);
    return {};
  });
  EXPECT_THAT(guilty.failures, ElementsAre(HasSubstr("VUID-VkFenceCreateInfo-sType-sType")));
  EXPECT_THAT(run(do_nothing).failures, IsEmpty());
}

TEST_F(DeviceCases, AValidationErrorIsNotLostWhereTheCaseIsNotSupported) {
  const Outcome guilty = run([](CaseContext& context, const gpu::Device& device) -> Result<void> {
    misuse(device);
    context.not_supported("a feature is missing");
  });
  EXPECT_EQ(guilty.not_supported, "a feature is missing");
  EXPECT_THAT(guilty.failures, ElementsAre(HasSubstr("VUID-VkFenceCreateInfo-sType-sType")));
}

TEST_F(DeviceCases, ANameThatMatchesNothingFailsAndListsWhatIsHere) {
  source_ = std::make_shared<DeviceSource>("no such device");
  const Outcome outcome = run(do_nothing);
  ASSERT_EQ(outcome.failures.size(), 1U);
  EXPECT_THAT(outcome.failures[0], HasSubstr("'no such device'"));
  EXPECT_THAT(outcome.failures[0], HasSubstr("llvmpipe"));
  EXPECT_EQ(source_->describe().error().kind, ErrorKind::usage);
}

TEST_F(DeviceCases, NoDriverIsNotSupported) {
  gpu::set_environment("VK_DRIVER_FILES", "/no/such/manifest.json");
  const Outcome outcome = run(do_nothing);
  unsetenv("VK_DRIVER_FILES");  // NOLINT(concurrency-mt-unsafe)
  EXPECT_THAT(outcome.failures, IsEmpty());
  EXPECT_THAT(outcome.not_supported, HasSubstr("VK_DRIVER_FILES"));
}

}  // namespace
}  // namespace rpcts
