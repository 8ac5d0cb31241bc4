#pragma once

// One HTML document with everything in it: opened from a disk or out of an archive it shows the whole
// history.

#include <string>

#include "harness/perf/page/page_data.hpp"
#include "harness/perf/page/page_parts.hpp"

namespace rpcts::perf {

/// The document. It loads nothing, and its policy forbids it to. When it is shown, <body> has the attributes
/// data-charts-drawn, the number of charts drawn so far, and data-errors, the number of errors of its
/// scripts.
[[nodiscard]] std::string page_html(const PageParts& parts, const PageData& data);

}  // namespace rpcts::perf
