#include "harness/reference/host/quality_range.hpp"

#include <algorithm>

#include "harness/reference/host/availability.hpp"
#include "harness/reference/host/lookup.hpp"
#include "harness/reference/host/resident_plan.hpp"
#include "harness/reference/mistakes/automatic.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::QualityPreset;
using render_pack_v1::RenderQualitySemantic;

constexpr std::array level_semantics{RenderQualitySemantic::Low, RenderQualitySemantic::Medium,
                                     RenderQualitySemantic::High};

std::optional<QualityLevel> level_of(RenderQualitySemantic semantic) {
  const auto found = std::ranges::find(level_semantics, semantic);
  return found == level_semantics.end()
             ? std::nullopt
             : std::optional(static_cast<QualityLevel>(found - level_semantics.begin()));
}

}  // namespace

bool is_automatic(const QualityPreset& preset, bool automatic_setting) {
  return preset.semantic == RenderQualitySemantic::Automatic ||
         (automatic_setting && level_of(preset.semantic).has_value());
}

std::expected<QualityRange, Refusal> quality_range(const render_pack_v1::Descriptor& descriptor,
                                                   const QualityPreset& preset, const DeviceProfile& device) {
  QualityRange range;
  for (std::size_t i = 0; i < quality_levels; ++i) {
    const QualityPreset* level = find_semantic(descriptor.quality_presets, level_semantics[i]);
    std::optional<Refusal> refused;
    if (level != nullptr) {
      refused = preset_refusal(descriptor, *level, device);
    }
    if (level == nullptr || refused) {
      if (i == 0) {
        return std::unexpected(refused.value_or(
            Refusal{"RP-HOST-030", "automatic quality needs a preset Low, and there is none"}));
      }
      break;
    }
    range.presets[i] = level;
    range.maximum = static_cast<QualityLevel>(i);
  }
  const auto chosen = makes(find_mistake(automatic_mistakes, "automatic.always-from-medium"))
                          ? std::nullopt
                          : level_of(preset.semantic);
  range.start = std::min(chosen.value_or(QualityLevel::medium), range.maximum);
  return range;
}

std::array<LevelBudget, quality_levels> level_budgets(const QualityRange& range, Size world,
                                                      const DeviceProfile& device) {
  std::array<LevelBudget, quality_levels> budgets{};
  for (std::size_t i = 0; i < quality_levels; ++i) {
    if (const QualityPreset* preset = range.presets[i]) {
      budgets[i] = {.gpu_milliseconds = preset->max_incremental_gpu_milliseconds_p99,
                    .cpu_milliseconds = preset->max_incremental_cpu_milliseconds_p99,
                    .resident_bytes = effective_budget(preset->max_resident_gpu_bytes, world,
                                                       device.limits.resident_bytes)};
    }
  }
  return budgets;
}

}  // namespace rpcts::reference
