#include "harness/reference/host/quality_range.hpp"

#include <gtest/gtest.h>

#include "harness/contracts/render_pack_v1/descriptor_builder.hpp"
#include "harness/reference/host/host_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Descriptor;
using render_pack_v1::QualityPreset;
namespace packs = render_pack_v1::samples;

constexpr std::int64_t mebibyte = 1024LL * 1024;

Descriptor pack_of(std::int64_t low, std::int64_t medium, std::int64_t high) {
  Descriptor pack = packs::full();
  pack.quality_presets[0].max_resident_gpu_bytes = low * mebibyte;
  pack.quality_presets[1].max_resident_gpu_bytes = medium * mebibyte;
  pack.quality_presets[2].max_resident_gpu_bytes = high * mebibyte;
  return pack;
}

DeviceProfile device_of(std::int64_t resident) {
  DeviceProfile device = samples::conformance_device();
  device.limits.resident_bytes = resident * mebibyte;
  return device;
}

TEST(IsAutomatic, ByPresetOrBySetting) {
  const Descriptor pack = packs::full();
  EXPECT_TRUE(is_automatic(pack.quality_presets[3], false));
  EXPECT_TRUE(is_automatic(pack.quality_presets[1], true));
  EXPECT_FALSE(is_automatic(pack.quality_presets[1], false));
  EXPECT_FALSE(is_automatic(packs::preset("own"), true)) << "a custom preset has no level";
}

TEST(QualityRange, StartsAtMediumOrAtTheLevelChosen) {
  const Descriptor pack = pack_of(64, 128, 256);
  const DeviceProfile device = device_of(256);
  EXPECT_EQ(quality_range(pack, pack.quality_presets[3], device)->start, QualityLevel::medium);
  EXPECT_EQ(quality_range(pack, pack.quality_presets[3], device)->maximum, QualityLevel::high);
  EXPECT_EQ(quality_range(pack, pack.quality_presets[0], device)->start, QualityLevel::low);
  EXPECT_EQ(quality_range(pack, pack.quality_presets[2], device)->start, QualityLevel::high);
}

TEST(QualityRange, EndsBeforeTheFirstLevelThatCannotBeHad) {
  const Descriptor pack = pack_of(64, 200, 128);
  const auto range = quality_range(pack, pack.quality_presets[3], device_of(128));
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->maximum, QualityLevel::low) << "High could be had, but not in sequence";
  EXPECT_EQ(range->start, QualityLevel::low);
  EXPECT_EQ(range->presets[1], nullptr);
}

TEST(QualityRange, NeedsLow) {
  const Descriptor pack = pack_of(200, 64, 64);
  EXPECT_EQ(quality_range(pack, pack.quality_presets[3], device_of(128)).error().rule, "RP-HOST-003");
}

TEST(LevelBudgets, AreP99AndEffectiveBytes) {
  Descriptor pack = pack_of(32, 64, 256);
  pack.quality_presets[0].max_incremental_gpu_milliseconds_p99 = 3;
  pack.quality_presets[0].max_incremental_cpu_milliseconds_p99 = 0.5;
  pack.quality_presets[0].max_incremental_gpu_milliseconds_p50 = 2;
  const auto range = quality_range(pack, pack.quality_presets[3], device_of(256));
  const auto budgets = level_budgets(*range, {3840, 2160}, device_of(256));
  EXPECT_EQ(budgets[0].gpu_milliseconds, 3);
  EXPECT_EQ(budgets[0].cpu_milliseconds, 0.5);
  EXPECT_EQ(budgets[0].resident_bytes, 128 * mebibyte);
  EXPECT_EQ(budgets[1].resident_bytes, 256 * mebibyte);
}

}  // namespace
}  // namespace rpcts::reference
