#pragma once

// What a preset would keep on the device, before anything is made, section C.15: RP-HOST-010 to 015.

#include <cstdint>
#include <optional>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/reference/host/device_profile.hpp"
#include "harness/reference/host/refusal.hpp"
#include "harness/reference/render/renderer.hpp"

namespace rpcts::reference {

struct ResidentPlan {
  std::int64_t retained_bytes = 0;
  std::int64_t multisample_bytes = 0;
  std::uint32_t largest_dimension = 0;  ///< pixels, the main world's included
  std::uint32_t largest_layers = 0;
};

/// By the extents that the pack declares (the full graph's real targets follow E.4, OQ-17).
[[nodiscard]] ResidentPlan plan_resident(const render_pack_v1::Descriptor& descriptor,
                                         const render_pack_v1::QualityPreset& preset, Size world,
                                         std::uint32_t samples);

/// The first of RP-HOST-010 to 014 that stands against the plan.
[[nodiscard]] std::optional<Refusal> resident_refusal(const ResidentPlan& plan,
                                                      const render_pack_v1::QualityPreset& preset,
                                                      const DeviceProfile& device);

/// What a preset that declares `declared` bytes may really use at this size of the main world.
[[nodiscard]] std::int64_t effective_budget(std::int64_t declared, Size world,
                                            std::int64_t host_resident_bytes);

/// RP-HOST-015.
[[nodiscard]] std::optional<Refusal> budget_refusal(std::uint64_t resident_bytes,
                                                    const render_pack_v1::QualityPreset& preset, Size world,
                                                    const DeviceProfile& device);

}  // namespace rpcts::reference
