#pragma once

// Whether a preset can be had on a device, section C.15: RP-HOST-001 to 005.

#include <optional>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/reference/host/device_profile.hpp"
#include "harness/reference/host/refusal.hpp"

namespace rpcts::reference {

/// The first reason why the preset is unavailable; nothing when it is available.
[[nodiscard]] std::optional<Refusal> preset_refusal(const render_pack_v1::Descriptor& descriptor,
                                                    const render_pack_v1::QualityPreset& preset,
                                                    const DeviceProfile& device);

}  // namespace rpcts::reference
