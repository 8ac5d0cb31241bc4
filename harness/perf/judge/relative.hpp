#pragma once

#include <cmath>
#include <optional>

namespace rpcts::perf {

/// How much more `head` is, as a share of `base`: 0.02 is 2 % more. None when base is 0 and head is not.
[[nodiscard]] inline std::optional<double> relative_change(double base, double head) {
  if (base == head) {
    return 0.0;
  }
  if (base == 0) {
    return std::nullopt;
  }
  return (head - base) / std::abs(base);
}

}  // namespace rpcts::perf
