#pragma once

// For the tests of what writes JSON.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

namespace rpcts::report {

/// Whether scripts/check_schema.py accepts the text by a schema of docs/formats: "faults.schema.json".
inline bool fits(const std::string& text, const std::string& schema) {
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / ("rpcts_report_test_" + schema);
  std::ofstream(file, std::ios::binary) << text;
  const std::string command = "python3 '" RPCTS_SOURCE_DIR
                              "/scripts/check_schema.py' --schema '" RPCTS_SOURCE_DIR "/docs/formats/" +
                              schema + "' '" + file.string() + "' >/dev/null";
  return std::system(command.c_str()) == 0;  // NOLINT(concurrency-mt-unsafe)
}

}  // namespace rpcts::report
