#pragma once

// What a module of a pack asks of the device beyond what every pipeline here has.

#include <cstdint>
#include <span>
#include <string_view>

#include "harness/base/device_facts.hpp"
#include "harness/base/result.hpp"

namespace rpcts::reference {

/// Creating a pipeline from a module that needs more than the device was opened with is invalid use of
/// Vulkan, so it is looked at before. Error `unsupported`: names `thing` and the capability or the limit that
/// is lacking.
[[nodiscard]] Result<void> check_needs(std::span<const std::uint32_t> module, const DeviceFacts& facts,
                                       std::string_view thing);

}  // namespace rpcts::reference
