#pragma once

// Telling what command buffers contain.

#include <cstdint>

#include "harness/observer/layer/wrapping.hpp"

namespace rpcts::observer {

/// At a submit: the parameters of the indirect draws of a command buffer, where they can be read.
void tell_indirect(const Call& call, Device& device, std::uint64_t command_buffer);

}  // namespace rpcts::observer
