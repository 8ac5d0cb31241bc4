#pragma once

// Sample sets as lines of JSON (docs/formats/perf.schema.json): what jobs exchange and what is committed.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/perf/sample_set.hpp"

namespace rpcts::perf {

/// One line, the newline included. Text that is not UTF-8 is repaired.
[[nodiscard]] std::string to_line(const SampleSet& set);

/// Reads one line without its newline. ErrorKind::usage says what is wrong with it.
[[nodiscard]] Result<SampleSet> set_from(std::string_view line);

/// All sets of a file of at most 256 MiB; empty lines are passed over. ErrorKind::usage names file and line.
[[nodiscard]] Result<std::vector<SampleSet>> read_lines(const std::filesystem::path& path);

}  // namespace rpcts::perf
