#pragma once

// What the reference has no executor for, section C.15: RP-HOST-020 to 030.

#include <optional>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/reference/host/device_profile.hpp"
#include "harness/reference/host/refusal.hpp"
#include "harness/reference/values/host_settings.hpp"

namespace rpcts::reference {

/// The first reason why the preset of an accepted descriptor cannot be built, in the order of the rules. As
/// decided, custom passes may stand at AfterToneMapBeforePrivateViewports (OQ-10) and list SceneNormals
/// (OQ-11).
[[nodiscard]] std::optional<Refusal> executor_refusal(const render_pack_v1::Descriptor& descriptor,
                                                      const render_pack_v1::QualityPreset& preset,
                                                      const HostSettings& settings,
                                                      const DeviceProfile& device);

/// RP-HOST-030: automatic quality needs the full graph and measured frames.
[[nodiscard]] std::optional<Refusal> automatic_refusal(const render_pack_v1::Descriptor& descriptor,
                                                       const DeviceProfile& device);

}  // namespace rpcts::reference
