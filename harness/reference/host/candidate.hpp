#pragma once

// From a selection to something that can be published, RP-LIFE-012 and 013: first planned, then prepared
// beside what is active.

#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "harness/reference/host/auto_quality.hpp"
#include "harness/reference/host/catalogue.hpp"
#include "harness/reference/host/quality_range.hpp"
#include "harness/reference/host/selection.hpp"
#include "harness/reference/render/renderer.hpp"
#include "harness/reference/values/frame_values.hpp"

namespace rpcts::reference {

struct FrameSizes {
  Size world;
  Size output;
  friend bool operator==(const FrameSizes&, const FrameSizes&) = default;
};

/// Automatic quality of an activation.
struct Automatic {
  QualityRange range;
  AutoQuality quality;
};

/// A selection that has been planned. Refers to the registration's descriptor, which it keeps.
struct PlannedPack {
  RegistrationPtr registration;
  PackSelection selection;
  const render_pack_v1::QualityPreset* preset = nullptr;  ///< under automatic quality that of the level
  std::optional<Automatic> automatic;
};

/// What preparing made: everything on the device, and what the values of its frames depend on.
struct PreparedPack {
  /// Null for a pack without passes: it leaves the default path untouched (RP-HOST-020), so that nothing of
  /// it is on the device.
  std::unique_ptr<Runtime> runtime;
  PackFacts facts;

  [[nodiscard]] std::uint64_t resident_bytes() const { return runtime ? runtime->resident_bytes() : 0; }
};

/// Why a pack could not be made, or made anew.
struct NotMade {
  ErrorKind kind = ErrorKind::failed;
  std::string reason;  ///< for people; names the pack and the step
};

/// The checks of RP-LIFE-012 in their order, but for the memory of failures; `registration` is null when the
/// pack is not installed. The error is the reason for people.
[[nodiscard]] std::expected<PlannedPack, std::string> plan_selection(RegistrationPtr registration,
                                                                     const PackSelection& selection,
                                                                     FrameSizes sizes,
                                                                     const DeviceProfile& device);

/// RP-LIFE-013: validates all assets, then checks what the host can execute and keep, then lets the renderer
/// make everything. On an error nothing is left of it.
[[nodiscard]] std::expected<PreparedPack, NotMade> prepare_pack(const PlannedPack& planned, FrameSizes sizes,
                                                                const DeviceProfile& device,
                                                                Renderer& renderer);

/// RP-LIFE-042: new targets for new sizes. On an error the pack still has its old ones.
[[nodiscard]] std::expected<void, NotMade> resize_pack(const PlannedPack& planned, PreparedPack& prepared,
                                                       FrameSizes sizes, const DeviceProfile& device,
                                                       Renderer& renderer);

/// RP-LIFE-031, RP-HOST-015: why the pack must go; nothing while it keeps within its budget.
[[nodiscard]] std::optional<std::string> over_budget(const PlannedPack& planned, const PreparedPack& prepared,
                                                     FrameSizes sizes, const DeviceProfile& device);

}  // namespace rpcts::reference
