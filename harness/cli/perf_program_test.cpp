// `rpcts perf` on files: what needs no device.

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

#include "harness/cli/parse.hpp"
#include "harness/perf/history/json_lines.hpp"

namespace rpcts::cli {
namespace {

using perf::Kind;
using perf::SampleSet;
using testing::AllOf;
using testing::HasSubstr;

struct Said {
  int status = 0;
  std::string out;
  std::string err;
};

class PerfCommand : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) / ("rpcts-perf-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

  static SampleSet set(const std::string& metric, Kind kind, double value, const std::string& run = "r") {
    SampleSet made{.benchmark = "group/way",
                   .metric = metric,
                   .kind = kind,
                   .unit = "1/frame",
                   .values = {value},
                   .environment = {},
                   .run = run,
                   .recorded = "2025-01-31T12:00:00Z",
                   .note = {}};
    for (const perf::EnvironmentField& field : perf::environment_fields) {
      made.environment.emplace(field.name, "here");
    }
    made.environment["commit"] = run;
    return made;
  }
  [[nodiscard]] std::string file(const std::string& name, const std::vector<SampleSet>& sets) const {
    std::ofstream stream(path(name), std::ios::binary);
    for (const SampleSet& one : sets) {
      stream << perf::to_line(one);
    }
    return path(name);
  }
  static Said perf(std::vector<std::string> words) {
    words.insert(words.begin(), {"rpcts", "perf"});
    std::ostringstream out;
    std::ostringstream err;
    const int status = run_program(words, out, err);
    return {.status = status, .out = out.str(), .err = err.str()};
  }

  std::filesystem::path folder_;
};

TEST_F(PerfCommand, CountsThatAreEqualPassAndOthersFail) {
  const std::string base =
      file("base", {set("calls", Kind::exact, 7), set("instructions", Kind::instructions, 1000)});
  const std::string near =
      file("near", {set("calls", Kind::exact, 7), set("instructions", Kind::instructions, 1004)});
  const std::string far =
      file("far", {set("calls", Kind::exact, 7), set("instructions", Kind::instructions, 1010)});
  const std::string more = file("more", {set("calls", Kind::exact, 8)});
  const std::string fewer = file("fewer", {set("calls", Kind::exact, 6)});
  EXPECT_EQ(perf({"compare", "--base", base, "--head", near}).status, 0);
  const Said loss = perf({"compare", "--base", base, "--head", far, "--json", path("judged.json")});
  EXPECT_EQ(loss.status, 1);
  EXPECT_THAT(loss.out, AllOf(HasSubstr("group/way"), HasSubstr("+1.0 %"), HasSubstr("1 loss, 1 unchanged")));
  std::ifstream json(path("judged.json"));
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(json), {}), HasSubstr("\"verdict\": \"loss\""));
  EXPECT_EQ(perf({"compare", "--base", base, "--head", more}).status, 1);
  EXPECT_EQ(perf({"compare", "--base", base, "--head", fewer}).status, 1)
      << "equal, or a baseline is accepted";
}

TEST_F(PerfCommand, AnotherMachineIsRefusedWithTheReason) {
  SampleSet other = set("cpu_time", Kind::timed, 5);
  other.environment["machine"] = "elsewhere";
  const std::string base = file("base", {set("cpu_time", Kind::timed, 5)});
  const Said refused = perf({"compare", "--base", base, "--head", file("other", {other})});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.out,
              AllOf(HasSubstr("refused: 1 series"), HasSubstr("machine"), HasSubstr("elsewhere")));
}

TEST_F(PerfCommand, ABaselineIsAcceptedWithItsReason) {
  const std::string head = file("head", {set("calls", Kind::exact, 8), set("cpu_time", Kind::timed, 3)});
  EXPECT_EQ(perf({"accept", "--from", head, "--baseline", path("baseline")}).status, 2) << "no reason";
  EXPECT_EQ(
      perf({"accept", "--from", head, "--baseline", path("baseline"), "--reason", "one more bind"}).status,
      0);
  const auto sets = perf::read_lines(path("baseline"));
  ASSERT_TRUE(sets.has_value()) << sets.error().message;
  ASSERT_EQ(sets->size(), 1U) << "times are no baseline";
  EXPECT_EQ(sets->front().note, "one more bind");
  EXPECT_EQ(perf({"compare", "--base", path("baseline"), "--head", head}).status, 0);
}

TEST_F(PerfCommand, AHistoryIsRecordedExportedAndShowsItsStep) {
  std::vector<SampleSet> sets;
  for (int i = 0; i < 40; ++i) {
    const double level = i < 20 ? 100 : 110;
    sets.push_back(
        set("instructions", Kind::instructions, level + i % 3 * 0.1, "run" + std::to_string(100 + i)));
  }
  const std::string history = path("history.sqlite");
  EXPECT_THAT(perf({"record", "--from", file("all", sets), "--history", history}).out,
              HasSubstr("40 of 40 sets are new"));
  EXPECT_THAT(perf({"record", "--from", path("all"), "--history", history}).out, HasSubstr("0 of 40"));
  const Said trend = perf({"trend", "--history", history});
  EXPECT_EQ(trend.status, 0) << trend.err;
  EXPECT_THAT(trend.out, AllOf(HasSubstr("40 points"), HasSubstr("+10.0 %"), HasSubstr("run120"),
                               HasSubstr("1 change points")));
  EXPECT_EQ(perf({"export", "--history", history, "--output", path("again")}).status, 0);
  EXPECT_EQ(perf::read_lines(path("again")).value(), sets);
  EXPECT_EQ(perf({"trend", "--history", path("none")}).status, 2);
}

TEST_F(PerfCommand, GoogleBenchmarksFilesJoinTheHistory) {
  std::ofstream(path("google.json")) << R"({"context": {"date": "d", "host_name": "there"}, "benchmarks": [
    {"name": "a", "run_type": "iteration", "real_time": 2, "cpu_time": 1, "time_unit": "us"}]})";
  const Said said = perf({"record", "--from-google-benchmark", path("google.json"), "--history", path("h")});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("2 of 2 sets are new"));
}

}  // namespace
}  // namespace rpcts::cli
