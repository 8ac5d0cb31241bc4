#pragma once

#include <string>
#include <string_view>

#include "harness/runner/results.hpp"

namespace rpcts::report {

/// The run as JUnit XML: one testsuite a file of cases ("render_pack_v1.slots"). Fail is a failure; crash and
/// timeout are errors; not supported and waived are skipped, with the reason; quality warning and flake pass,
/// with what was wrong in system-out, because JUnit has no word for them. Incidents are errors of a testsuite
/// of their own.
[[nodiscard]] std::string junit_xml(const runner::RunRecord& run);

/// The text with everything that XML 1.0 cannot hold replaced by U+FFFD: control characters, what is not
/// UTF-8.
[[nodiscard]] std::string xml_text(std::string_view text);

}  // namespace rpcts::report
