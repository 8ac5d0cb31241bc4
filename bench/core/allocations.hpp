#pragma once

// Counts what this process takes from the heap by operator new, which this library replaces. What a driver
// takes by malloc is not in it.

#include <cstdint>

namespace rpcts::bench {

/// Since the process began, of all threads.
[[nodiscard]] std::uint64_t allocations() noexcept;

}  // namespace rpcts::bench
