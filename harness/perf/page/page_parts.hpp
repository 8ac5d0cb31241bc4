#pragma once

// The files that a page is put together from. They are installed with the suite, in "perf" below its data.

#include <filesystem>
#include <string>

#include "harness/base/result.hpp"

namespace rpcts::perf {

struct PageParts {
  std::string html;     ///< page.html: the frame, with {{name}} where something goes in
  std::string css;      ///< page.css
  std::string charts;   ///< charts.js: what the charts are like
  std::string js;       ///< page.js: makes the page out of the data
  std::string library;  ///< chart.min.js: Chart.js, which draws
  std::string licence;  ///< chart.licence.txt: the licence of Chart.js
};

/// Reads all of them from `folder`. ErrorKind::usage, with the file and the reason, when one of them cannot
/// be read or the frame has no place for one.
[[nodiscard]] Result<PageParts> read_page_parts(const std::filesystem::path& folder);

}  // namespace rpcts::perf
