// C.10: quality presets, execution hints, overrides.

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_set>

#include "harness/contracts/render_pack_v1/check_stages.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/settings.hpp"

namespace rpcts::render_pack_v1 {
namespace {

constexpr auto fused_hint = RenderQualityExecutionHints::FusedAtmosphericPostProcess;
constexpr auto multiview_hint = RenderQualityExecutionHints::MultiviewDirectionalShadowCascades;
constexpr ExtentRules override_extent_rules = {"RP-DESC-186", "RP-DESC-186", "RP-DESC-186", "RP-DESC-186"};

/// The settings of the pack as overrides see them: without the bounds that C.8 reports.
class OverridableSettings {
 public:
  explicit OverridableSettings(const std::vector<Setting>& settings) : choices_(settings.size()) {
    settings_.reserve(settings.size());
    for (const Setting& setting : settings) {
      settings_.push_back(without_faulty_bounds(setting));
    }
  }

  /// Why `value` is none of the setting; nothing when it is one, or when C.8 already reports the setting as
  /// one that has no values.
  [[nodiscard]] std::optional<SettingFault> fault(std::size_t index, const std::string& value) {
    const Setting& setting = settings_[index];
    const bool choice = setting.kind == RenderSettingKind::Choice;
    if (!is_defined(setting.kind) || (choice && setting.choices.empty())) {
      return std::nullopt;
    }
    // Thousands of presets may name a setting of thousands of choices.
    if (choice && choices_of(index).contains(value)) {
      return std::nullopt;
    }
    auto encoded = encode_setting(setting, value);
    return encoded ? std::nullopt : std::optional(std::move(encoded.error()));
  }

 private:
  const std::unordered_set<std::string_view>& choices_of(std::size_t index) {
    auto& set = choices_[index];
    if (set.empty()) {
      set.insert(settings_[index].choices.begin(), settings_[index].choices.end());
    }
    return set;
  }

  std::vector<Setting> settings_;
  std::vector<std::unordered_set<std::string_view>> choices_;
};

class PresetCheck {
 public:
  explicit PresetCheck(CheckContext& context)
      : context_(context),
        report_(context.report),
        passes_(context.descriptor.passes),
        settings_(context.descriptor.settings) {}

  void check(std::size_t index) {
    const QualityPreset& preset = context_.descriptor.quality_presets[index];
    index_ = index;
    subject_ = named("preset", preset);
    if (is_blank(preset.display_name)) {
      report_.error("RP-DESC-172", at("displayName"), fmt::format("{} has a blank displayName", subject_),
                    "a name to show");
    }
    for (std::size_t i = 0; i < preset.required_capabilities.size(); ++i) {
      if (!is_defined(preset.required_capabilities[i])) {
        report_.error("RP-DESC-174", at("requiredCapabilities", i),
                      fmt::format("{} requires {}", subject_, describe(preset.required_capabilities[i])),
                      one_of<RenderCapability>());
      }
    }
    check_hints(preset);
    check_budgets(preset);
    check_resource_overrides(preset);
    check_setting_overrides(preset);
    check_duplicate_resources(preset);
    check_estimates(preset);
  }

 private:
  template <class... Parts>
  [[nodiscard]] std::string at(const Parts&... parts) const {
    return pointer("qualityPresets", index_, parts...);
  }

  void hint_error(std::string_view rule, std::string found, std::string required) {
    report_.error(rule, at("executionHints"), std::move(found), std::move(required));
  }

  // The host's order, which is that of the ids: 178 comes before 179, and 180 after both.
  void check_hints(const QualityPreset& preset) {
    const RenderQualityExecutionHints hints = preset.execution_hints;
    if (!is_defined(hints)) {
      hint_error("RP-DESC-175", fmt::format("{} has executionHints {}", subject_, describe(hints)),
                 fmt::format("flags of {}", joined(Vocabulary<RenderQualityExecutionHints>::members, "and")));
    }
    const bool low = preset.semantic == RenderQualitySemantic::Low;
    const auto check_semantic = [&](std::string_view rule, RenderQualityExecutionHints hint) {
      if (has(hints, hint) && !low) {
        hint_error(
            rule,
            fmt::format("{} of semantic {} has hint {}", subject_, describe(preset.semantic), describe(hint)),
            "the hint on a preset of semantic Low only");
      }
    };
    check_semantic("RP-DESC-176", fused_hint);
    check_semantic("RP-DESC-177", multiview_hint);
    // On a preset that may not have the hint at all, what the hint needs is beside the point.
    if (low && has(hints, multiview_hint)) {
      check_multiview(preset);
    } else if (has(hints, multiview_hint) && context_.multiview == MultiviewHint::absent) {
      context_.multiview = MultiviewHint::faulty;
    }
    if (low && has(hints, fused_hint)) {
      check_fused();
    }
  }

  void check_multiview(const QualityPreset& preset) {
    bool sound = true;
    if (const std::size_t count = passes_.count(RenderPassSemantic::DirectionalShadowDepth); count != 1) {
      sound = false;
      hint_error("RP-DESC-178",
                 fmt::format("{} has hint {}, and the pack has {} passes of semantic DirectionalShadowDepth",
                             subject_, describe(multiview_hint), count),
                 "exactly one DirectionalShadowDepth pass, or no hint");
    }
    constexpr auto needed = RenderCapability::MultiviewDirectionalShadowCascades;
    if (std::ranges::find(preset.required_capabilities, needed) == preset.required_capabilities.end()) {
      sound = false;
      hint_error(
          "RP-DESC-179",
          fmt::format("{} has hint {}, and its own requiredCapabilities lacks the capability{}", subject_,
                      describe(multiview_hint),
                      context_.requires_capability(needed) ? "; that the pack requires it is no help" : ""),
          fmt::format("add \"{}\" to the preset's requiredCapabilities", name_of(needed)));
    }
    if (sound) {
      context_.multiview = MultiviewHint::sound;
    } else if (context_.multiview == MultiviewHint::absent) {
      context_.multiview = MultiviewHint::faulty;
    }
  }

  void check_fused() {
    std::string missing;
    for (const RenderPassSemantic semantic : fused_passes) {
      if (passes_.count(semantic) != 1) {
        missing += fmt::format("{}{} of {}", missing.empty() ? "" : ", ", passes_.count(semantic),
                               name_of(semantic));
      }
    }
    if (!missing.empty()) {
      hint_error("RP-DESC-180",
                 fmt::format("{} has hint {}, and the pack has these passes: {}", subject_,
                             describe(fused_hint), missing),
                 "exactly one pass each of SunOcclusion, SunRays, BloomDownsample, BloomBlurHorizontal, "
                 "BloomBlurVertical and FilmicComposite, or no hint");
    }
  }

  void check_budgets(const QualityPreset& preset) {
    if (preset.max_resident_gpu_bytes < 0 || preset.max_resident_gpu_bytes > maximum_resident_bytes) {
      report_.error("RP-DESC-181", at("maxResidentGpuBytes"),
                    fmt::format("{} has maxResidentGpuBytes {}", subject_, preset.max_resident_gpu_bytes),
                    fmt::format("0 to {}", maximum_resident_bytes));
    }
    check_budget("maxIncrementalGpuMilliseconds", preset.max_incremental_gpu_milliseconds_p50,
                 preset.max_incremental_gpu_milliseconds_p99);
    check_budget("maxIncrementalCpuMilliseconds", preset.max_incremental_cpu_milliseconds_p50,
                 preset.max_incremental_cpu_milliseconds_p99);
  }

  void check_budget(std::string_view member, double p50, double p99) {
    const auto sound = [](double value) { return std::isfinite(value) && value >= 0; };
    const auto check = [&](std::string_view percentile, double value) {
      if (!sound(value)) {
        report_.error("RP-DESC-182", at(fmt::format("{}{}", member, percentile)),
                      fmt::format("{} has {}{} {}", subject_, member, percentile, value),
                      "a finite number of milliseconds, 0 or more");
      }
    };
    check("P50", p50);
    check("P99", p99);
    if (sound(p50) && sound(p99) && p50 > p99) {
      report_.error("RP-DESC-182", at(fmt::format("{}P50", member)),
                    fmt::format("{} has {}P50 {} above its P99 {}", subject_, member, p50, p99),
                    "P50 at most P99");
    }
  }

  void check_resource_overrides(const QualityPreset& preset) {
    for (std::size_t i = 0; i < preset.resource_overrides.size(); ++i) {
      const ResourceOverride& entry = preset.resource_overrides[i];
      const std::string what = fmt::format("{} overrides resource {}", subject_, quoted(entry.resource_id));
      if (context_.resource(entry.resource_id) == nullptr) {
        report_.error("RP-DESC-184", at("resourceOverrides", i, "resourceId"),
                      fmt::format("{}, which is no resource of the pack{}", what,
                                  context_.hint(entry.resource_id, context_.descriptor.resources)),
                      "the id of a declared resource");
      }
      const auto check_bytes = [&](std::string_view member, std::int64_t bytes) {
        if (bytes < 0) {
          report_.error("RP-DESC-185", at("resourceOverrides", i, member),
                        fmt::format("{} with {} {}", what, member, bytes), "0 or more");
        }
      };
      check_bytes("sizeBytes", entry.size_bytes);
      check_bytes("estimatedResidentBytes", entry.estimated_resident_bytes);
      if (entry.extent) {
        check_extent(context_, override_extent_rules, *entry.extent, at("resourceOverrides", i, "extent"),
                     what);
      }
    }
  }

  void check_setting_overrides(const QualityPreset& preset) {
    IdIndex seen;
    for (std::size_t i = 0; i < preset.setting_overrides.size(); ++i) {
      const SettingOverride& entry = preset.setting_overrides[i];
      const auto setting = context_.settings.find(entry.setting_id);
      if (!setting) {
        report_.error("RP-DESC-188", at("settingOverrides", i, "settingId"),
                      fmt::format("{} overrides setting {}, which is no setting of the pack{}", subject_,
                                  quoted(entry.setting_id),
                                  context_.hint(entry.setting_id, context_.descriptor.settings)),
                      "the id of a declared setting");
      } else if (!seen.add(entry.setting_id, i)) {
        report_.error("RP-DESC-189", at("settingOverrides", i, "settingId"),
                      fmt::format("{} overrides setting {} twice", subject_, quoted(entry.setting_id)),
                      "each setting once, whatever the case of its letters");
      } else if (auto fault = settings_.fault(*setting, entry.value)) {
        report_.error("RP-DESC-190", at("settingOverrides", i, "value"),
                      fmt::format("{}: {}", subject_, fault->found), std::move(fault->required));
      }
    }
  }

  // The suite's own rule (OQ-19), so it comes after those of the contract.
  void check_duplicate_resources(const QualityPreset& preset) {
    IdIndex seen;
    for (std::size_t i = 0; i < preset.resource_overrides.size(); ++i) {
      const std::string& id = preset.resource_overrides[i].resource_id;
      if (context_.resource(id) != nullptr && !seen.add(id, i)) {
        report_.error("RP-DESC-191", at("resourceOverrides", i, "resourceId"),
                      fmt::format("{} overrides resource {} twice", subject_, quoted(id)),
                      "each resource once, whatever the case of its letters");
      }
    }
  }

  /// What the resources take under this preset is no rule; an author wants to know when it is past the
  /// ceiling.
  void check_estimates(const QualityPreset& preset) {
    if (preset.resource_overrides.empty() ||
        report_.count("RP-DESC-061") + report_.count("RP-DESC-062") > 0) {
      return;
    }
    std::vector<std::int64_t> bytes;
    bytes.reserve(context_.descriptor.resources.size());
    for (const Resource& resource : context_.descriptor.resources) {
      bytes.push_back(resource.estimated_resident_bytes);
    }
    for (const ResourceOverride& entry : preset.resource_overrides) {
      if (const auto resource = context_.resources.find(entry.resource_id)) {
        bytes[*resource] = entry.estimated_resident_bytes;
      }
    }
    std::int64_t total = 0;
    for (const std::int64_t one : bytes) {
      // The sum stays below the ceiling until it stops, so it cannot overflow.
      if (one > maximum_resident_bytes - total) {
        report_.warning("RP-WARN-002", at("resourceOverrides"),
                        fmt::format("with the overrides of {} the resources' estimatedResidentBytes are more "
                                    "than {} in all",
                                    subject_, maximum_resident_bytes),
                        fmt::format("{} bytes at most in all", maximum_resident_bytes));
        return;
      }
      total += std::max<std::int64_t>(one, 0);
    }
  }

  CheckContext& context_;
  DescriptorReport& report_;
  SemanticIndex<RenderPassSemantic> passes_;
  OverridableSettings settings_;
  std::size_t index_ = 0;
  std::string subject_;
};

}  // namespace

void check_presets(CheckContext& context) {
  if (context.descriptor.quality_presets.empty()) {
    context.report.error("RP-DESC-170", "/qualityPresets", "the pack declares no quality preset",
                         "at least one preset");
  }
  PresetCheck check(context);
  for (std::size_t i = 0; i < context.descriptor.quality_presets.size(); ++i) {
    check.check(i);
  }
}

}  // namespace rpcts::render_pack_v1
