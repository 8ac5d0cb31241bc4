// C.10: check_presets.cpp.

#include <limits>

#include "harness/contracts/render_pack_v1/check_testing.hpp"

namespace rpcts::render_pack_v1::samples {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t ceiling = 268'435'456;
constexpr auto fused_hint = static_cast<RenderQualityExecutionHints>(1);
constexpr auto multiview_hint = static_cast<RenderQualityExecutionHints>(2);
constexpr auto multiview_capability = RenderCapability::MultiviewDirectionalShadowCascades;

template <class Change>
Descriptor with_preset(Change change) {
  return changed(noop(), [&](Descriptor& d) { change(d.quality_presets[0]); });
}

TEST(CheckPresets, RP_DESC_170_172_174_PresetsAndNames) {
  expect_told(changed(noop(), [](Descriptor& d) { d.quality_presets = {}; }), "RP-DESC-170 /qualityPresets");
  expect_told(with_preset([](QualityPreset& p) { p.display_name = " "; }),
              "RP-DESC-172 /qualityPresets/0/displayName");
  for (const int value : {14, -1}) {
    expect_told(with_preset([&](QualityPreset& p) {
                  p.required_capabilities = {multiview_capability, static_cast<RenderCapability>(value)};
                }),
                "RP-DESC-174 /qualityPresets/0/requiredCapabilities/1");
  }
}

TEST(CheckPresets, RP_DESC_175_HintBits) {
  for (const std::uint32_t bits : {4U, 0x80000000U}) {
    expect_told(with_preset([&](QualityPreset& p) {
                  p.execution_hints = static_cast<RenderQualityExecutionHints>(bits);
                }),
                "RP-DESC-175 /qualityPresets/0/executionHints");
  }
  // All sound combinations on Low, where what they need is there.
  for (const std::uint32_t bits : {0U, 1U, 2U, 3U}) {
    expect_accepted(changed(bits < 2 ? full() : multiview(), [&](Descriptor& d) {
      by_id(d.quality_presets, "low").execution_hints = static_cast<RenderQualityExecutionHints>(bits);
    }));
  }
}

TEST(CheckPresets, RP_DESC_176_177_HintsBelongOnLow) {
  for (const auto& [base, hint, rule] : {std::tuple(fused(), fused_hint, "RP-DESC-176"),
                                         std::tuple(multiview(), multiview_hint, "RP-DESC-177")}) {
    for (const char* id : {"medium", "high", "automatic"}) {
      const Descriptor pack = changed(base, [&](Descriptor& d) {
        by_id(d.quality_presets, id).execution_hints = hint;
        by_id(d.quality_presets, id).required_capabilities = {multiview_capability};
      });
      EXPECT_THAT(told(pack), ElementsAre(HasSubstr(rule))) << id;
    }
    expect_told(changed(base,
                        [&](Descriptor& d) {
                          d.quality_presets.push_back(preset("own"));
                          d.quality_presets.back().execution_hints = hint;
                        }),
                std::string(rule) + " /qualityPresets/4/executionHints");
  }
  // On a pack that could not have the hint anyhow it is told once.
  expect_told(changed(tone(),
                      [](Descriptor& d) {
                        d.quality_presets[0].semantic = RenderQualitySemantic::High;
                        d.quality_presets[0].execution_hints = static_cast<RenderQualityExecutionHints>(3);
                      }),
              "RP-DESC-176 /qualityPresets/0/executionHints", "RP-DESC-177 /qualityPresets/0/executionHints");
}

Descriptor low_with(Descriptor base, RenderQualityExecutionHints hint) {
  QualityPreset low = preset("low-end", RenderQualitySemantic::Low);
  low.execution_hints = hint;
  low.required_capabilities = {multiview_capability};
  base.quality_presets = {low};
  return base;
}

TEST(CheckPresets, RP_DESC_178_MultiviewNeedsOneShadowPass) {
  expect_told(low_with(custom(), multiview_hint), "RP-DESC-178 /qualityPresets/0/executionHints");
  expect_accepted(changed(low_with(shadow(), multiview_hint), [](Descriptor& d) {
    for (PipelineVariant& variant : multiview_variants()) {
      d.pipeline_variants.push_back(std::move(variant));
    }
  }));
  expect_decided(changed(low_with(shadow(), multiview_hint),
                         [](Descriptor& d) {
                           d.passes.insert(d.passes.begin(), d.passes[0]);
                           d.passes[0].id = "twin";
                         }),
                 "RP-DESC-178");
}

TEST(CheckPresets, RP_DESC_179_MultiviewNeedsThePresetsOwnCapability) {
  for (const bool in_pack : {false, true}) {
    expect_told(changed(multiview(),
                        [&](Descriptor& d) {
                          by_id(d.quality_presets, "low").required_capabilities = {};
                          if (in_pack) {
                            d.required_capabilities.push_back(multiview_capability);
                          }
                        }),
                "RP-DESC-179 /qualityPresets/0/executionHints");
  }
  // In the order of the ids when the pass is missing as well.
  expect_told(changed(low_with(custom(), multiview_hint),
                      [](Descriptor& d) { d.quality_presets[0].required_capabilities = {}; }),
              "RP-DESC-178 /qualityPresets/0/executionHints", "RP-DESC-179 /qualityPresets/0/executionHints");
}

TEST(CheckPresets, RP_DESC_180_FusedNeedsItsPasses) {
  expect_accepted(fused());
  expect_told(low_with(shadow(), fused_hint), "RP-DESC-180 /qualityPresets/0/executionHints");
  expect_told(low_with(custom(), fused_hint), "RP-DESC-180 /qualityPresets/0/executionHints");
  const auto needed = {RenderPassSemantic::SunOcclusion,      RenderPassSemantic::SunRays,
                       RenderPassSemantic::BloomDownsample,   RenderPassSemantic::BloomBlurHorizontal,
                       RenderPassSemantic::BloomBlurVertical, RenderPassSemantic::FilmicComposite};
  for (const auto semantic : needed) {
    const Descriptor pack = changed(fused(), [&](Descriptor& d) {
      by_semantic(d.passes, semantic).semantic = RenderPassSemantic::CustomFullscreen;
    });
    expect_decided(pack, "RP-DESC-180");
    EXPECT_THAT(first_finding(pack).found, HasSubstr("0 of " + std::string(name_of(semantic))));
  }
  // The other two roles do not matter to it.
  expect_decided(changed(fused(),
                         [](Descriptor& d) {
                           by_semantic(d.passes, RenderPassSemantic::VolumetricShafts).semantic =
                               RenderPassSemantic::CustomFullscreen;
                         }),
                 "RP-DESC-220");
}

TEST(CheckPresets, RP_DESC_181_ResidentBytes) {
  for (const std::int64_t bytes : {std::int64_t{0}, ceiling}) {
    expect_accepted(with_preset([&](QualityPreset& p) { p.max_resident_gpu_bytes = bytes; }));
  }
  for (const std::int64_t bytes : {std::int64_t{-1}, ceiling + 1}) {
    expect_told(with_preset([&](QualityPreset& p) { p.max_resident_gpu_bytes = bytes; }),
                "RP-DESC-181 /qualityPresets/0/maxResidentGpuBytes");
  }
}

TEST(CheckPresets, RP_DESC_182_TimeBudgets) {
  const auto gpu = [](double p50, double p99) {
    return with_preset([&](QualityPreset& p) {
      p.max_incremental_gpu_milliseconds_p50 = p50;
      p.max_incremental_gpu_milliseconds_p99 = p99;
    });
  };
  const auto cpu = [](double p50, double p99) {
    return with_preset([&](QualityPreset& p) {
      p.max_incremental_cpu_milliseconds_p50 = p50;
      p.max_incremental_cpu_milliseconds_p99 = p99;
    });
  };
  expect_accepted(gpu(1.5, 1.5));
  expect_accepted(cpu(1.5, 1.5));
  for (const double bad : {nan, infinity, -infinity, -0.1}) {
    expect_told(gpu(bad, 1), "RP-DESC-182 /qualityPresets/0/maxIncrementalGpuMillisecondsP50");
    expect_told(gpu(1, bad), "RP-DESC-182 /qualityPresets/0/maxIncrementalGpuMillisecondsP99");
    expect_told(cpu(bad, 1), "RP-DESC-182 /qualityPresets/0/maxIncrementalCpuMillisecondsP50");
    expect_told(cpu(1, bad), "RP-DESC-182 /qualityPresets/0/maxIncrementalCpuMillisecondsP99");
  }
  expect_told(gpu(1.1, 1), "RP-DESC-182 /qualityPresets/0/maxIncrementalGpuMillisecondsP50");
  expect_told(cpu(1.1, 1), "RP-DESC-182 /qualityPresets/0/maxIncrementalCpuMillisecondsP50");
}

Descriptor with_overrides(std::vector<ResourceOverride> overrides) {
  return changed(custom(),
                 [&](Descriptor& d) { d.quality_presets[0].resource_overrides = std::move(overrides); });
}

TEST(CheckPresets, RP_DESC_184_185_ResourceOverrides) {
  expect_accepted(with_overrides({{.resource_id = "MID"}}));
  expect_told(with_overrides({{.resource_id = "mud"}}),
              "RP-DESC-184 /qualityPresets/0/resourceOverrides/0/resourceId");
  expect_told(with_overrides({{.resource_id = "mid", .size_bytes = -1}}),
              "RP-DESC-185 /qualityPresets/0/resourceOverrides/0/sizeBytes");
  expect_told(with_overrides({{.resource_id = "mid", .estimated_resident_bytes = -1}}),
              "RP-DESC-185 /qualityPresets/0/resourceOverrides/0/estimatedResidentBytes");
}

TEST(CheckPresets, RP_DESC_186_OverrideExtents) {
  using enum RenderExtentMode;
  const auto with_extent = [](Extent extent) {
    return with_overrides({{.resource_id = "mid", .extent = extent}});
  };
  const std::string at = "RP-DESC-186 /qualityPresets/0/resourceOverrides/0/extent/";
  expect_accepted(with_extent({AbsolutePixels, 16384, 16384, 256}));
  expect_accepted(with_extent({RelativeToOutput, 1, 1e-6}));
  expect_told(with_extent({AbsolutePixels, 0, 1}), at + "width");        // 057
  expect_told(with_extent({AbsolutePixels, 1, nan}), at + "height");     // 057
  expect_told(with_extent({AbsolutePixels, 1, 1, 0}), at + "layers");    // 057
  expect_told(with_extent({AbsolutePixels, 1, 1, 257}), at + "layers");  // 057
  expect_told(with_extent({static_cast<RenderExtentMode>(3), 1, 1}), at + "mode");
  expect_told(with_extent({AbsolutePixels, 16385, 1}), at + "width");        // 058
  expect_told(with_extent({AbsolutePixels, 512.5, 1}), at + "width");        // 059
  expect_told(with_extent({RelativeToMainWorld, 1.0001, 1}), at + "width");  // 060
}

TEST(CheckPresets, RP_DESC_188_189_190_SettingOverrides) {
  const auto with_values = [](std::vector<SettingOverride> overrides) {
    return changed(full(),
                   [&](Descriptor& d) { d.quality_presets[0].setting_overrides = std::move(overrides); });
  };
  const std::string at = "/qualityPresets/0/settingOverrides/";
  expect_accepted(with_values({{"EXPOSURE", "1.5"}, {"taps", "25"}, {"steps", " +8 "}, {"auto", "TRUE"}}));
  expect_told(with_values({{"exposed", "1"}}), "RP-DESC-188 " + at + "0/settingId");
  expect_told(with_values({{"exposure", "1"}, {"EXPOSURE", "2"}}), "RP-DESC-189 " + at + "1/settingId");
  expect_told(with_values({{"exposure", "1,5"}}), "RP-DESC-190 " + at + "0/value");
  expect_told(with_values({{"exposure", "4.05"}}), "RP-DESC-190 " + at + "0/value");
  expect_told(with_values({{"taps", "3"}}), "RP-DESC-190 " + at + "0/value");
  expect_told(with_values({{"taps", " 9"}}), "RP-DESC-190 " + at + "0/value");
  expect_told(with_values({{"auto", "1"}}), "RP-DESC-190 " + at + "0/value");
  // The same setting in two presets is fine.
  expect_accepted(changed(with_values({{"exposure", "1"}}), [](Descriptor& d) {
    d.quality_presets[1].setting_overrides = {{"exposure", "2"}};
  }));
}

TEST(CheckPresets, OverridesOfAFaultySettingAreLeftAlone) {
  const auto with = [](const Setting& one, std::string value) {
    return changed(noop(), [&](Descriptor& d) {
      d.settings = {one};
      d.quality_presets[0].setting_overrides = {{"s", std::move(value)}};
    });
  };
  Setting bad = number("s", "1", nan, 2, 1);
  expect_told(with(bad, "2"), "RP-DESC-145 /settings/0/minimum");
  expect_told(with(bad, "3"), "RP-DESC-145 /settings/0/minimum",
              "RP-DESC-190 /qualityPresets/0/settingOverrides/0/value");
  expect_told(with(setting("s", RenderSettingKind::Choice, "x"), "y"), "RP-DESC-147 /settings/0/choices");
  expect_told(with(setting("s", static_cast<RenderSettingKind>(4), "x"), "y"),
              "RP-DESC-142 /settings/0/kind");
}

TEST(CheckPresets, RP_DESC_191_ResourceOverriddenTwice) {
  expect_told(with_overrides({{.resource_id = "mid"}, {.resource_id = "Mid"}}),
              "RP-DESC-191 /qualityPresets/0/resourceOverrides/1/resourceId");
  // After the rules of the contract.
  expect_told(changed(with_overrides({{.resource_id = "mid"}, {.resource_id = "mid"}}),
                      [](Descriptor& d) { d.quality_presets[0].setting_overrides = {{"none", ""}}; }),
              "RP-DESC-188 /qualityPresets/0/settingOverrides/0/settingId",
              "RP-DESC-191 /qualityPresets/0/resourceOverrides/1/resourceId");
}

TEST(CheckPresets, RP_WARN_002_EstimatesOverTheCeiling) {
  const auto with_estimate = [](std::int64_t bytes) {
    return changed(with_overrides({{.resource_id = "mid", .estimated_resident_bytes = bytes}}),
                   [](Descriptor& d) {
                     d.resources.push_back(colour("other"));
                     d.resources.back().estimated_resident_bytes = 1000;
                   });
  };
  expect_accepted(with_estimate(ceiling - 1000));
  EXPECT_THAT(told(with_estimate(ceiling - 999)),
              ElementsAre("warning RP-WARN-002 /qualityPresets/0/resourceOverrides"));
  EXPECT_THAT(told(with_estimate(std::numeric_limits<std::int64_t>::max())),
              ElementsAre("warning RP-WARN-002 /qualityPresets/0/resourceOverrides"));
  EXPECT_TRUE(check_descriptor(with_estimate(ceiling)).accepted());
  // A pack that is over the ceiling anyhow is told so once.
  expect_told(changed(with_estimate(ceiling),
                      [](Descriptor& d) { d.resources[1].estimated_resident_bytes = ceiling + 1; }),
              "RP-DESC-062 /resources");
  expect_told(changed(with_estimate(ceiling),
                      [](Descriptor& d) {
                        d.resources[0].estimated_resident_bytes = std::numeric_limits<std::int64_t>::max();
                      }),
              "RP-DESC-061 /resources/1/estimatedResidentBytes");
}

TEST(CheckPresets, RulesOfOnePresetComeInTheirOrder) {
  expect_told(
      changed(full(),
              [](Descriptor& d) {
                QualityPreset& p = d.quality_presets[1];
                p.setting_overrides = {{"exposure", "x"}, {"none", "1"}};
                p.resource_overrides = {{.resource_id = "ping", .size_bytes = -1}, {.resource_id = "none"}};
                p.max_incremental_cpu_milliseconds_p50 = 1;
                p.max_incremental_gpu_milliseconds_p99 = -1;
                p.max_resident_gpu_bytes = -1;
                p.execution_hints = static_cast<RenderQualityExecutionHints>(7);
                p.required_capabilities = {static_cast<RenderCapability>(14)};
                p.display_name = "";
              }),
      "RP-DESC-172 /qualityPresets/1/displayName", "RP-DESC-174 /qualityPresets/1/requiredCapabilities/0",
      "RP-DESC-175 /qualityPresets/1/executionHints", "RP-DESC-176 /qualityPresets/1/executionHints",
      "RP-DESC-177 /qualityPresets/1/executionHints", "RP-DESC-181 /qualityPresets/1/maxResidentGpuBytes",
      "RP-DESC-182 /qualityPresets/1/maxIncrementalGpuMillisecondsP99",
      "RP-DESC-182 /qualityPresets/1/maxIncrementalCpuMillisecondsP50",
      "RP-DESC-185 /qualityPresets/1/resourceOverrides/0/sizeBytes",
      "RP-DESC-184 /qualityPresets/1/resourceOverrides/1/resourceId",
      "RP-DESC-190 /qualityPresets/1/settingOverrides/0/value",
      "RP-DESC-188 /qualityPresets/1/settingOverrides/1/settingId");
}

}  // namespace
}  // namespace rpcts::render_pack_v1::samples
