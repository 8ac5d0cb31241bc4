#include "harness/report/results_json.hpp"

#include <clocale>
#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <locale>
#include <nlohmann/json.hpp>

#include "harness/report/console.hpp"
#include "harness/report/example_run.hpp"
#include "harness/report/fits_schema.hpp"
#include "harness/report/junit.hpp"
#include "harness/report/run_folder.hpp"

namespace rpcts::report {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing::HasSubstr;

TEST(ResultsJson, TheWholeText) {
  runner::RunRecord run = example_run();
  run.cases.erase(run.cases.begin() + 2, run.cases.end());
  run.cases.erase(run.cases.begin());
  run.incidents = {"a worker died"};
  EXPECT_EQ(results_json(run, example_rules()), R"({
 "format": "rpcts.results",
 "version": 2,
 "run": {
  "suite": "1.2.3",
  "started": "2025-01-31T12:00:00Z",
  "host": {
   "name": "box",
   "system": "Linux 6.1.0 x86_64",
   "cores": 4
  },
  "device": "device 0: llvmpipe",
  "implementation": null,
  "settings": {
   "contract": null,
   "filter": "*",
   "nightly": false,
   "device": "llvmpipe",
   "implementation": null,
   "validation": true,
   "data": null,
   "worker": null,
   "expectations": null,
   "jobs": 1,
   "shard": 1,
   "shards": 1,
   "retries": 0,
   "timeoutSeconds": 60
  },
  "selected": 8,
  "complete": true,
  "milliseconds": 61250,
  "totals": {
   "pass": 0,
   "fail": 1,
   "quality warning": 0,
   "not supported": 0,
   "waived": 0,
   "crash": 0,
   "timeout": 0,
   "flake": 0
  },
  "profiles": [],
  "incidents": [
   "a worker died"
  ]
 },
 "rules": [
  {
   "id": "R-1",
   "contract": "c",
   "clause": "C.1",
   "level": "MUST",
   "verdict": "fail",
   "positive": 0,
   "negative": 0
  },
  {
   "id": "R-2",
   "contract": "c",
   "clause": "C.1",
   "level": "REF",
   "verdict": "fail",
   "positive": 0,
   "negative": 0
  }
 ],
 "cases": [
  {
   "id": "c.blocks.fail:n=1",
   "title": "What is tested",
   "level": "MUST",
   "claims": [
    {
     "rule": "R-1",
     "proof": "positive"
    },
    {
     "rule": "R-2",
     "proof": "negative"
    }
   ],
   "clause": null,
   "generated": false,
   "profiles": [],
   "outcome": "fail",
   "checks": 3,
   "milliseconds": 1234.567,
   "attempts": 1,
   "messages": [
    {
     "text": "found <1> & \"2\",\nexpected 3",
     "file": "conformance/c/blocks.cpp",
     "line": 12
    }
   ],
   "notes": {},
   "output": "",
   "repeat": "rpcts run --device llvmpipe --filter 'c.blocks.fail:n=1'"
  }
 ]
}
)");
}

TEST(ResultsJson, AnyBytesOfADriverAreJson) {
  const Json json = Json::parse(results_json(example_run(), example_rules()));
  EXPECT_EQ(json.at("cases").at(0).at("output"), "before\n*** the driver \x1B[31mis upset\x01\xEF\xBF\xBD\n");
}

TEST(ResultsJson, EventLinesAreLines) {
  const runner::RunRecord run = example_run();
  for (const std::string& line : {start_line(run), case_line(run.cases[0], run.settings), end_line(run)}) {
    EXPECT_EQ(std::ranges::count(line, '\n'), 1);
    EXPECT_TRUE(line.ends_with('\n'));
    EXPECT_TRUE(Json::accept(line)) << line;
  }
}

TEST(ResultsJson, IsWhatTheSchemaSays) {
  runner::RunRecord run = example_run();
  run.incidents = {"a worker died"};
  const std::string text = results_json(run, example_rules());
  EXPECT_TRUE(fits(text, "results.schema.json"));
  Json json = Json::parse(text);
  json["cases"][0].erase("outcome");
  EXPECT_FALSE(fits(json.dump(), "results.schema.json"));
  json = Json::parse(text);
  json["run"]["surprise"] = 1;
  EXPECT_FALSE(fits(json.dump(), "results.schema.json"));
  json = Json::parse(text);
  json["cases"][1]["outcome"] = "splendid";
  EXPECT_FALSE(fits(json.dump(), "results.schema.json"));
}

TEST(ResultsJson, AnImplementationStandsInTheResults) {
  const runner::RunRecord run = example_run_of_an_implementation();
  const std::string text = results_json(run, example_rules());
  EXPECT_TRUE(fits(text, "results.schema.json"));
  EXPECT_TRUE(fits(start_line(run), "events.schema.json"));
  EXPECT_TRUE(fits(end_line(run), "events.schema.json"));
  const Json json = Json::parse(text);
  EXPECT_EQ(json["run"]["implementation"]["name"], "Example Engine");
  EXPECT_EQ(json["run"]["implementation"]["kind"], "library");
  EXPECT_EQ(json["run"]["settings"]["implementation"], "./libengine.so");
  const Json& profiles = json["run"]["profiles"];
  ASSERT_EQ(profiles.size(), 2U);
  EXPECT_EQ(profiles[0]["profile"], "authoring");
  EXPECT_EQ(profiles[0]["claimed"], true);
  EXPECT_EQ(profiles[0]["cases"], 2);
  EXPECT_EQ(profiles[0]["totals"]["fail"], 1);
  EXPECT_EQ(profiles[1]["profile"], "host");
  EXPECT_EQ(profiles[1]["claimed"], false);
  EXPECT_EQ(profiles[1]["totals"]["not supported"], 1);
  EXPECT_EQ(json["cases"][0]["profiles"], Json::array({"authoring"}));
}

TEST(ResultsJson, EventLinesAreWhatTheSchemaSays) {
  const runner::RunRecord run = example_run();
  for (const std::string& line : {start_line(run), case_line(run.cases[1], run.settings), end_line(run)}) {
    EXPECT_TRUE(fits(line, "events.schema.json")) << line;
  }
  EXPECT_FALSE(fits(R"({"case": {"id": "a"}})", "events.schema.json"));
}

/// A locale in which every number looks different.
class OddNumbers : public std::numpunct<char> {
 protected:
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\1"; }
};

TEST(Reports, AreTheSameInEveryLocale) {
  const runner::RunRecord run = example_run();
  const auto everything = [&] {
    return results_json(run, example_rules()) + junit_xml(run) + summary(run, example_rules()) +
           start_line(run) + end_line(run);
  };
  const std::string classic = everything();
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new OddNumbers));
  // Not every machine has it; the C++ locale above is there always.
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  const std::string odd = everything();
  std::setlocale(LC_ALL, "C");
  std::locale::global(before);
  EXPECT_EQ(odd, classic);
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

fs::path fresh_folder(const char* name) {
  fs::path folder = fs::path(testing::TempDir()) / "rpcts_run_folder_test" / name;
  fs::remove_all(folder);
  return folder;
}

TEST(RunFolder, KeepsEachResultAtOnce) {
  const runner::RunRecord run = example_run();
  const fs::path folder = fresh_folder("at_once");
  RunFolder writer = RunFolder::create(folder / "deeper", run).value();
  EXPECT_EQ(content(folder / "deeper" / events_file), start_line(run));
  ASSERT_TRUE(writer.add(run.cases[0]).has_value());
  EXPECT_EQ(content(folder / "deeper" / events_file),
            start_line(run) + case_line(run.cases[0], run.settings));
  EXPECT_FALSE(fs::exists(folder / "deeper" / results_file));
  ASSERT_TRUE(writer.finish(run, example_rules()).has_value());
  EXPECT_EQ(content(folder / "deeper" / events_file),
            start_line(run) + case_line(run.cases[0], run.settings) + end_line(run));
  EXPECT_EQ(content(folder / "deeper" / results_file), results_json(run, example_rules()));
  EXPECT_EQ(content(folder / "deeper" / junit_file), junit_xml(run));
}

TEST(RunFolder, NothingOfAnEarlierRunIsLeft) {
  const runner::RunRecord run = example_run();
  const fs::path folder = fresh_folder("stale");
  ASSERT_TRUE(RunFolder::create(folder, run).value().finish(run, example_rules()).has_value());
  const RunFolder second = RunFolder::create(folder, run).value();
  EXPECT_FALSE(fs::exists(folder / results_file));
  EXPECT_FALSE(fs::exists(folder / junit_file));
  EXPECT_EQ(content(folder / events_file), start_line(run));
}

TEST(RunFolder, APlaceThatCannotBeWrittenIsNamed) {
  const fs::path folder = fresh_folder("file");
  fs::create_directories(folder);
  std::ofstream(folder / "taken") << "x";
  const Result<RunFolder> writer = RunFolder::create(folder / "taken", example_run());
  ASSERT_FALSE(writer.has_value());
  EXPECT_EQ(writer.error().kind, ErrorKind::usage);
  EXPECT_THAT(writer.error().message, HasSubstr("taken' cannot be written"));
}

TEST(RunFolder, AFullDiskIsNoticed) {
  if (!fs::exists("/dev/full")) {
    GTEST_SKIP() << "this system has no /dev/full";
  }
  const fs::path folder = fresh_folder("full");
  fs::create_directories(folder);
  fs::create_symlink("/dev/full", folder / events_file);
  const Result<RunFolder> writer = RunFolder::create(folder, example_run());
  ASSERT_FALSE(writer.has_value());
  EXPECT_THAT(writer.error().message, HasSubstr("No space left on device"));
}

}  // namespace
}  // namespace rpcts::report
