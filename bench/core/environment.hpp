#pragma once

// What shifts the values that this process measures.

#include "harness/gpu/device.hpp"
#include "harness/perf/sample_set.hpp"

namespace rpcts::bench {

/// Every field of perf::environment_fields that this process can tell; the commit is the caller's to name.
/// What depends on the system stands in environment_linux.cpp.
[[nodiscard]] perf::Environment environment_of(const gpu::Device& device);

}  // namespace rpcts::bench
