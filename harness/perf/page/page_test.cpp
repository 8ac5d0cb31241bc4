#include "harness/perf/page/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <regex>

#include "harness/perf/page/page_json.hpp"
#include "harness/perf/page/page_testing.hpp"

namespace rpcts::perf {
namespace {

using Json = nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

PageParts small_parts() {
  return {.html =
              "<title>{{title}}</title>{{generated}}{{findings}}<style>{{css}}</style>{{licence}}"
              "<script>{{library}}</script><script>{{data}}</script><script>{{charts}}{{js}}</script>",
          .css = "CSS",
          .charts = "CHARTS",
          .js = "JS",
          .library = "LIBRARY",
          .licence = "LICENCE"};
}

PageSeries one_series() {
  std::mt19937 random(1);
  return example_series({"b", "m", "1/frame", Kind::exact, 100}, "d", 3, 1, 0.5, random);
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Page, EveryPartIsInItsPlace) {
  PageData data{.title = "T", .generated = "G", .series = {}, .comparisons = {}, .findings = {}};
  EXPECT_EQ(
      page_html(small_parts(), data),
      "<title>T</title>G<p class=\"empty\">No findings.</p><style>CSS</style>LICENCE<script>LIBRARY</script>"
      "<script>" +
          page_json(data) + "</script><script>CHARTSJS</script>");
  data.findings = {"one", "two"};
  EXPECT_THAT(page_html(small_parts(), data), HasSubstr("<ul>\n<li>one</li>\n<li>two</li>\n</ul>"));
}

TEST(Page, TextsAreEscaped) {
  const PageData data{.title = "<b>\"a\" & 'b'",
                      .generated = "{{js}}",
                      .series = {},
                      .comparisons = {},
                      .findings = {"<img src=x onerror=y>"}};
  PageParts parts = small_parts();
  parts.licence = "</pre>";
  const std::string html = page_html(parts, data);
  EXPECT_THAT(html, HasSubstr("<title>&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;</title>{{js}}<ul>"));
  EXPECT_THAT(html, HasSubstr("<li>&lt;img src=x onerror=y&gt;</li>"));
  EXPECT_THAT(html, HasSubstr("&lt;/pre&gt;"));
}

TEST(Page, NoNameEndsAScript) {
  PageData data{.title = "T", .generated = {}, .series = {one_series()}, .comparisons = {}, .findings = {}};
  data.series[0].benchmark = "</script><b>";
  data.comparisons = {
      {.name = "<!--<script>", .unit = {}, .base = {}, .head = {}, .verdict = {}, .detail = {}}};
  const std::string json = page_json(data);
  EXPECT_THAT(json, Not(HasSubstr("<")));
  EXPECT_THAT(json, HasSubstr("\\u003c/script>\\u003cb>"));
  EXPECT_EQ(Json::parse(json)["series"][0]["benchmark"], "</script><b>");
  EXPECT_EQ(count_of(page_html(small_parts(), data), "</script"), 3U);
}

TEST(Page, NoPartEndsItsElement) {
  PageParts parts = small_parts();
  parts.library = "a='</SCRIPT>'; b='<!--'";
  parts.css = "x{content:'</style>'}";
  const std::string html = page_html(parts, {});
  EXPECT_THAT(html, HasSubstr("<script>a='<\\/SCRIPT>'; b='<\\!--'</script>"));
  EXPECT_THAT(html, HasSubstr("<style>x{content:'<\\/style>'}</style>"));
}

TEST(Page, SeriesShareTheirRuns) {
  const PageData data{.title = {},
                      .generated = {},
                      .series = {one_series(), one_series()},
                      .comparisons = {},
                      .findings = {"f"}};
  const Json json = Json::parse(page_json(data));
  EXPECT_EQ(json["runs"].size(), 3U);
  EXPECT_EQ(json["runs"][1][2], "nightly-1");
  EXPECT_EQ(json["series"][1]["points"],
            Json::parse("[[0,100.0,100.0,100.0],[1,150.0,150.0,150.0],[2,150.0,150.0,150.0]]"));
  EXPECT_EQ(json["series"][1]["changes"], Json::parse("[[1,0.5]]"));
  EXPECT_EQ(json["series"][1]["kind"], "exact");
  EXPECT_EQ(json["findings"], 1);
}

TEST(Page, OddValuesDoNotSpoilTheData) {
  PageData data{.title = {}, .generated = {}, .series = {one_series()}, .comparisons = {}, .findings = {}};
  data.series[0].points[0].high = std::numeric_limits<double>::infinity();
  data.series[0].device = "\xff";
  data.series[0].change_points.push_back({3, 1});
  const Json json = Json::parse(page_json(data));
  EXPECT_TRUE(json["series"][0]["points"][0][3].is_null());
  EXPECT_EQ(json["series"][0]["device"], "\xef\xbf\xbd");
  EXPECT_EQ(json["series"][0]["changes"].size(), 1U);
}

TEST(Page, TheWholePageLoadsNothing) {
  const Result<PageParts> parts = built_parts();
  ASSERT_TRUE(parts.has_value()) << parts.error().message;
  const std::string html = page_html(*parts, example_data());
  EXPECT_THAT(html, HasSubstr("Content-Security-Policy\" content=\"default-src 'none'"));
  for (const char* loads : {"<link", "<img", "<iframe", "@import", "url(", "<script src", "fetch(",
                            "XMLHttpRequest", "importScripts", "src=\"", "src='"}) {
    EXPECT_THAT(html, Not(HasSubstr(loads)));
  }
  // The comments and the licence name their origin; nothing else does.
  EXPECT_FALSE(std::regex_search(html, std::regex("(src|href|action|data)\\s*=\\s*[\"']?\\s*(https?:)?//")));
}

TEST(Page, TheWholePageHasTheLibraryAndItsLicence) {
  const Result<PageParts> parts = built_parts();
  ASSERT_TRUE(parts.has_value()) << parts.error().message;
  const std::string html = page_html(*parts, example_data());
  EXPECT_THAT(html, HasSubstr("Chart.js v3."));
  EXPECT_THAT(html, HasSubstr("Permission is hereby granted, free of charge"));
  EXPECT_THAT(html, HasSubstr("upload/ring/passes:8/flights:2"));
  EXPECT_THAT(html, Not(HasSubstr("{{"))) << "a place that is not filled";
  EXPECT_EQ(count_of(html, "</script>"), 5U);
}

}  // namespace
}  // namespace rpcts::perf
