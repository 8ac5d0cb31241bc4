#pragma once

#include <string>

#include "harness/perf/sample_set.hpp"

namespace rpcts::perf {

/// Why two sets must not be compared, for people: it names each field that differs and both values. Empty
/// when they can be.
[[nodiscard]] std::string why_not_comparable(const SampleSet& base, const SampleSet& head);

}  // namespace rpcts::perf
