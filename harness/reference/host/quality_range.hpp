#pragma once

// Which presets automatic quality of a pack moves between, section F.8.

#include <array>
#include <expected>
#include <optional>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/reference/host/auto_quality.hpp"
#include "harness/reference/host/device_profile.hpp"
#include "harness/reference/host/refusal.hpp"
#include "harness/reference/render/renderer.hpp"

namespace rpcts::reference {

struct QualityRange {
  std::array<const render_pack_v1::QualityPreset*, quality_levels> presets{};  ///< null above `maximum`
  QualityLevel start = QualityLevel::medium;
  QualityLevel maximum = QualityLevel::low;
};

/// Whether a selection is automatic: the preset is Automatic, or it is Low, Medium or High and the setting
/// AutomaticQuality resolves to true.
[[nodiscard]] bool is_automatic(const render_pack_v1::QualityPreset& preset, bool automatic_setting);

/// The levels for an automatic selection of `preset`: up to the last that can be had in sequence, from the
/// preset's own level or from Medium. Refused when Low cannot be had, with Low's own reason.
[[nodiscard]] std::expected<QualityRange, Refusal> quality_range(const render_pack_v1::Descriptor& descriptor,
                                                                 const render_pack_v1::QualityPreset& preset,
                                                                 const DeviceProfile& device);

/// GPU p99, CPU p99 and effective resident bytes of each level; zero above the maximum.
[[nodiscard]] std::array<LevelBudget, quality_levels> level_budgets(const QualityRange& range, Size world,
                                                                    const DeviceProfile& device);

}  // namespace rpcts::reference
