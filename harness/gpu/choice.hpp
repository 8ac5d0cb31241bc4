#pragma once

// Which device a user means. No Vulkan in here: the list is plain data.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "harness/base/device_facts.hpp"
#include "harness/base/result.hpp"

namespace rpcts::gpu {

/// Position in `devices` of the device that `wanted` names: an index, a UUID, or a part of a name in any
/// case. An empty `wanted` takes a real GPU (discrete, integrated, virtual) when one is here, else lavapipe,
/// else another device; the same order decides between several that fit a name, then the loader's. Error
/// `usage`: nothing fits, the message lists what is here; `unsupported`: no device is here at all.
[[nodiscard]] Result<std::size_t> choose_device(std::span<const DeviceIdentity> devices,
                                                std::string_view wanted);

/// "discrete GPU", "software".
[[nodiscard]] std::string_view name_of(DeviceType type);

/// "6d657361-3235-2e30-2e37-2d327e627000"
[[nodiscard]] std::string uuid_text(const std::array<std::uint8_t, 16>& uuid);

/// One line: "device 1: llvmpipe (LLVM 15.0.6, 256 bits) [software, llvmpipe Mesa 25.0.7, Vulkan 1.4.305]".
[[nodiscard]] std::string describe(const DeviceIdentity& device);

}  // namespace rpcts::gpu
