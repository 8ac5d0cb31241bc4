#pragma once

#include <string>

#include "harness/perf/page/page_data.hpp"

namespace rpcts::perf {

/// The series and comparisons for page.js, as JSON without any `<`, so that no text in it can end the script
/// element that holds it. A value that is not finite is null; bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string page_json(const PageData& data);

}  // namespace rpcts::perf
