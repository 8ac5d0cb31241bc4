#pragma once

#include <string_view>
#include <volk.h>

#include "harness/base/result.hpp"

namespace rpcts::gpu {

/// "VK_ERROR_DEVICE_LOST"; "VkResult -1234" for a value that is not known here.
[[nodiscard]] std::string name_of(VkResult result);

/// Turns what a Vulkan call returned into a value. `call` is the call's name; the message names it, the
/// result and what it means where that helps. A missing feature, extension, layer or driver is `unsupported`,
/// no memory `exhausted`, a lost device `lost`, anything else `failed`.
[[nodiscard]] Result<void> called(VkResult result, std::string_view call);

}  // namespace rpcts::gpu
