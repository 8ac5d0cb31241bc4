#pragma once

#include "harness/runner/results.hpp"

namespace rpcts::runner {

/// The machine that this process runs on.
[[nodiscard]] Host this_host();

}  // namespace rpcts::runner
