#pragma once

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "harness/perf/sample_set.hpp"

namespace rpcts::perf {

/// A set with every field of the environment.
inline SampleSet example_set(const std::string& benchmark = "upload/ring/passes:8",
                             const std::string& metric = "cpu_time",
                             std::vector<double> values = {3.5, 1e-3, 12}) {
  SampleSet set{.benchmark = benchmark,
                .metric = metric,
                .kind = Kind::timed,
                .unit = "ns/frame",
                .values = std::move(values),
                .environment = {},
                .run = "20250131T120000-00beef",
                .recorded = "2025-01-31T12:00:00Z",
                .note = "a \"note\"\nof two lines"};
  for (const EnvironmentField& field : environment_fields) {
    set.environment.emplace(field.name, std::string("value of ") + std::string(field.name));
  }
  return set;
}

/// A file that is gone at the end of the test.
class TestFile {
 public:
  explicit TestFile(const std::string& name, const std::string& text = {})
      : path_(std::filesystem::path(testing::TempDir()) /
              ("rpcts-" + std::to_string(getpid()) + "-" + name)) {
    std::filesystem::remove(path_);
    if (!text.empty()) {
      std::ofstream(path_, std::ios::binary) << text;
    }
  }
  ~TestFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TestFile(const TestFile&) = delete;
  TestFile& operator=(const TestFile&) = delete;
  TestFile(TestFile&&) = delete;
  TestFile& operator=(TestFile&&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace rpcts::perf
