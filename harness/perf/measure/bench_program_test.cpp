#include "harness/perf/measure/bench_program.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <map>
#include <unistd.h>

#include "harness/perf/measure/bench_text.hpp"

namespace rpcts::perf {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

/// A program of cases that misbehave by their names; it speaks as rpcts-bench does.
class FakeProgram {
 public:
  FakeProgram()
      : path_(std::filesystem::path(testing::TempDir()) / ("rpcts-fake-bench-" + std::to_string(getpid()))) {
    std::ofstream(path_) << R"(#!/usr/bin/env python3
import os, signal, sys, time
def send(text):
    os.write(3, (text + "\n").encode())
if "--list" in sys.argv:
    send('{"counter": true}')
    for name in ("good", "slow"):
        send('{"case": "%s", "unit": "frame", "base": "", "limit": 0, "gate": true, "counted": true}' % name)
    sys.exit(0)
if "--device" in sys.argv:
    print("there is no such device")
    sys.exit(2)
send('{"environment": {"device": "made up", "commit": "not yours"}}')
for name in sys.stdin.read().split():
    send('{"begin": "%s"}' % name)
    send('{"metric": "cpu_time", "benchmark": "%s", "kind": "timed", "unit": "ns/frame", "values": [1, 3, 2]}' % name)
    if name == "hangs":
        time.sleep(1000)
    if name == "crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    if name == "grows":
        kept = b"x" * (300 << 20)
        time.sleep(1000)
    if name == "babbles":
        send("nonsense")
    outcome = {"fails": "failed", "cannot": "not supported"}.get(name, "measured")
    send('{"end": "%s", "outcome": "%s", "reason": "because"}' % (name, outcome))
)";
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
  }
  ~FakeProgram() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  FakeProgram(const FakeProgram&) = delete;
  FakeProgram& operator=(const FakeProgram&) = delete;
  FakeProgram(FakeProgram&&) = delete;
  FakeProgram& operator=(FakeProgram&&) = delete;

  [[nodiscard]] BenchRequest request() const {
    return {.program = path_,
            .has_counter = true,
            .time_limit = std::chrono::milliseconds(1500),
            .memory_limit = std::uint64_t{200} << 20U,
            .commit = "mine"};
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::map<std::string, BenchOutcome> outcomes(const BenchRun& run) {
  std::map<std::string, BenchOutcome> all;
  for (const BenchEnd& end : run.ends) {
    all.emplace(end.name, end.outcome);
  }
  return all;
}

TEST(BenchProgram, WhatComesToGriefIsNamedAndTheOthersAreMeasured) {
  const FakeProgram program;
  std::vector<std::string> told;
  const auto run = run_benchmarks(program.request(),
                                  {"first", "hangs", "second", "crashes", "cannot", "fails", "grows", "last"},
                                  [&](const BenchEnd& end) { told.push_back(end.name); });
  ASSERT_TRUE(run.has_value()) << run.error().message;
  EXPECT_THAT(outcomes(*run),
              testing::UnorderedElementsAre(
                  Pair("first", BenchOutcome::measured), Pair("hangs", BenchOutcome::timeout),
                  Pair("second", BenchOutcome::measured), Pair("crashes", BenchOutcome::crash),
                  Pair("cannot", BenchOutcome::not_supported), Pair("fails", BenchOutcome::failed),
                  Pair("grows", BenchOutcome::memory), Pair("last", BenchOutcome::measured)));
  EXPECT_EQ(told.size(), 8U);
  // What the others told before they came to grief is not kept.
  std::vector<std::string> kept;
  for (const SampleSet& set : run->sets) {
    kept.push_back(set.benchmark);
    EXPECT_THAT(set.values, ElementsAre(1, 3, 2));
    EXPECT_EQ(set.run, run->run);
    EXPECT_EQ(set.environment.at("commit"), "mine");
    EXPECT_EQ(set.environment.at("device"), "made up");
  }
  EXPECT_THAT(kept, ElementsAre("first", "second", "last"));
  const std::string text = bench_text(*run, {});
  EXPECT_THAT(text, HasSubstr("timeout: hangs: it took longer than 1 s"));
  EXPECT_THAT(text, HasSubstr("too much memory: grows"));
  EXPECT_THAT(text, HasSubstr("8 cases: 3 measured, 1 not supported, 4 came to grief"));
}

TEST(BenchProgram, ListsItsCases) {
  const FakeProgram program;
  const auto list = list_benchmarks(program.path(), "");
  ASSERT_TRUE(list.has_value()) << list.error().message;
  ASSERT_EQ(list->cases.size(), 2U);
  EXPECT_EQ(list->cases[1].name, "slow");
  EXPECT_TRUE(list->cases[1].gate);
  EXPECT_TRUE(list->has_counter);
}

TEST(BenchProgram, AProgramThatIsNoneIsAnError) {
  const FakeProgram program;
  BenchRequest wrong = program.request();
  wrong.device = "the moon";
  const auto refused = run_benchmarks(wrong, {"good"});
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message, HasSubstr("there is no such device"));
  const auto babbles = run_benchmarks(program.request(), {"babbles"});
  EXPECT_FALSE(babbles.has_value());
  BenchRequest missing = program.request();
  missing.program = "/nowhere/rpcts-bench";
  EXPECT_FALSE(run_benchmarks(missing, {"good"}).has_value());
}

BenchRun run_with(const std::vector<std::pair<std::string, double>>& cpu_times) {
  BenchRun run;
  for (const auto& [name, value] : cpu_times) {
    run.sets.push_back({.benchmark = name, .metric = "cpu_time", .unit = "ns/draw", .values = {value}});
    run.ends.push_back({.name = name});
  }
  return run;
}

TEST(BenchText, TheExponentIsThatOfTheFrame) {
  // 5 ns a draw at any number is in proportion; a cost a draw that doubles with each doubling is quadratic.
  const BenchRun run = run_with({{"c/way/casters:10/x", 99},
                                 {"c/way/casters:100/x", 5},
                                 {"c/way/casters:1000/x", 5},
                                 {"c/way/casters:10000/x", 5},
                                 {"c/bad/casters:100/x", 1},
                                 {"c/bad/casters:200/x", 2},
                                 {"c/bad/casters:400/x", 4},
                                 {"c/few/casters:100/x", 1},
                                 {"c/few/casters:200/x", 1}});
  const std::vector<Growth> all = growths(run);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].benchmark, "c/bad/casters:*/x");
  EXPECT_NEAR(all[0].exponent, 2, 1e-9);
  EXPECT_NEAR(all[1].exponent, 1, 1e-9);
  EXPECT_EQ(all[1].points, 3U);
}

TEST(BenchText, PromisesAreKeptOrMissedByTimeAndByInstructions) {
  BenchRun run;
  const auto add = [&](const char* name, const char* metric, double value) {
    run.sets.push_back({.benchmark = name, .metric = metric, .unit = "", .values = {value}});
  };
  add("mine", "ratio", 1.3);
  add("mine", "instructions", 110);
  add("base", "instructions", 100);
  const std::vector<BenchCase> cases{{.name = "mine", .unit = "frame", .base = "base", .limit = 1.25},
                                     {.name = "base", .unit = "frame", .base = ""}};
  const std::vector<Promise> all = promises(run, cases);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_FALSE(all[0].kept());
  EXPECT_TRUE(all[1].kept());
  EXPECT_NEAR(all[1].ratio, 1.1, 1e-12);
}

}  // namespace
}  // namespace rpcts::perf
