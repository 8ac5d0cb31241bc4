#include "harness/perf/page/page_parts.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/perf/page/page_testing.hpp"

namespace rpcts::perf {
namespace {

using testing::HasSubstr;

/// A copy of the parts, to take something away from.
std::filesystem::path copied_parts() {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "rpcts_page_parts";
  std::filesystem::remove_all(folder);
  std::filesystem::copy(std::string(RPCTS_DATA_DIR) + "/perf", folder);
  return folder;
}

TEST(PageParts, AllAreRead) {
  const Result<PageParts> parts = read_page_parts(copied_parts());
  ASSERT_TRUE(parts.has_value()) << parts.error().message;
  EXPECT_THAT(parts->html, HasSubstr("<!DOCTYPE html>"));
  EXPECT_THAT(parts->css, HasSubstr("prefers-color-scheme"));
  EXPECT_THAT(parts->charts, HasSubstr("trendChart"));
  EXPECT_THAT(parts->js, HasSubstr("IntersectionObserver"));
  EXPECT_THAT(parts->library, HasSubstr("Chart.js"));
  EXPECT_THAT(parts->licence, HasSubstr("Expat"));
}

TEST(PageParts, AMissingFileIsNamed) {
  for (const char* name :
       {"page.html", "page.css", "charts.js", "page.js", "chart.min.js", "chart.licence.txt"}) {
    const std::filesystem::path folder = copied_parts();
    std::filesystem::remove(folder / name);
    const Result<PageParts> parts = read_page_parts(folder);
    ASSERT_FALSE(parts.has_value()) << name;
    EXPECT_EQ(parts.error().kind, ErrorKind::usage);
    EXPECT_EQ(parts.error().message,
              "the part " + (folder / name).string() +
                  " of the performance page does not exist; name the folder \"perf\" of the "
                  "suite's data");
  }
}

TEST(PageParts, AFrameWithoutAPlaceIsRefused) {
  const std::filesystem::path folder = copied_parts();
  std::ofstream(folder / "page.html") << "<title>{{title}}</title>";
  const Result<PageParts> parts = read_page_parts(folder);
  ASSERT_FALSE(parts.has_value());
  EXPECT_THAT(parts.error().message, HasSubstr("page.html has no {{generated}}"));
}

}  // namespace
}  // namespace rpcts::perf
