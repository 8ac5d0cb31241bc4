// The page in a browser, where there is one: its scripts are as much a part of it as its text.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <regex>
#include <string>

#include "harness/perf/page/page_testing.hpp"

namespace rpcts::perf {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string output_of(const std::string& command) {
  std::string text;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
  std::array<char, 4096> buffer{};
  while (pipe != nullptr) {
    const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe.get());
    if (count == 0) {
      break;
    }
    text.append(buffer.data(), count);
  }
  return text;
}

/// The document as it is after its scripts have run; empty without a browser.
std::string shown(const std::string& file, const PageData& data) {
  const Result<PageParts> parts = built_parts();
  EXPECT_TRUE(parts.has_value());
  const std::string path = std::string(RPCTS_BINARY_DIR) + "/" + file;
  std::ofstream(path, std::ios::binary) << page_html(parts.value(), data);
  if (output_of("command -v chromium").empty()) {
    return {};
  }
  // Without a profile of its own it would wait for, or disturb, one that somebody uses.
  const std::string profile = testing::TempDir() + "rpcts_page_profile_" + file;
  const std::string html = output_of(
      "timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
      "--virtual-time-budget=4000 --window-size=1280,2400 --user-data-dir='" +
      profile + "' --dump-dom 'file://" + path + "' 2>/dev/null");
  std::filesystem::remove_all(profile);
  return html;
}

int attribute(const std::string& html, const std::string& name) {
  std::smatch match;
  const std::string body = html.substr(std::min(html.find("<body"), html.size()), 200);
  return std::regex_search(body, match, std::regex(name + "=\"(\\d+)\"")) ? std::stoi(match[1]) : -1;
}

TEST(PageInABrowser, ChartsAreDrawnWithoutErrors) {
  const std::string html = shown("perf_page_example.html", example_data());
  if (html.empty()) {
    GTEST_SKIP() << "no chromium";
  }
  EXPECT_EQ(attribute(html, "data-errors"), 0);
  EXPECT_GT(attribute(html, "data-charts-drawn"), 0);
  EXPECT_THAT(html, HasSubstr("12 of 12 series"));
  EXPECT_THAT(html, HasSubstr("<dt>runs</dt><dd>74</dd>"));
  EXPECT_THAT(html, HasSubstr("<th class=\"value\">Example GPU 9000</th>"));
}

TEST(PageInABrowser, ChartsOutOfSightAreNotDrawn) {
  PageData data = example_data();
  for (std::size_t number = 0; data.series.size() < 300; ++number) {
    data.series.push_back(data.series[number]);
    data.series.back().benchmark += std::to_string(number);
  }
  const std::string html = shown("perf_page_long.html", data);
  if (html.empty()) {
    GTEST_SKIP() << "no chromium";
  }
  EXPECT_EQ(attribute(html, "data-errors"), 0);
  EXPECT_GT(attribute(html, "data-charts-drawn"), 0);
  EXPECT_LT(attribute(html, "data-charts-drawn"), 100);
}

TEST(PageInABrowser, OddDataIsNoError) {
  PageData data = example_data();
  data.series.resize(2);
  data.series[0].benchmark = "</script><b>bold</b>";
  data.series[0].points.resize(1);
  data.series[0].change_points = {{0, 1}};
  data.series[0].points[0].low = -1e300;
  data.series[1].points.clear();
  data.series[1].change_points.clear();
  data.comparisons.resize(1);
  data.comparisons[0].base.clear();
  const std::string html = shown("perf_page_odd.html", data);
  if (html.empty()) {
    GTEST_SKIP() << "no chromium";
  }
  EXPECT_EQ(attribute(html, "data-errors"), 0);
  EXPECT_GT(attribute(html, "data-charts-drawn"), 0);
  EXPECT_THAT(html, Not(HasSubstr("<b>bold")));

  EXPECT_EQ(attribute(shown("perf_page_empty.html", {}), "data-errors"), 0);
}

}  // namespace
}  // namespace rpcts::perf
