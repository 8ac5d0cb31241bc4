#include "harness/perf/history/google_benchmark.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "harness/perf/history/sets_testing.hpp"

namespace rpcts::perf {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(GoogleBenchmark, ReadsRepetitionsInNanoseconds) {
  const TestFile file("google.json", R"({
    "context": {"date": "2025-01-31T12:00:00+00:00", "num_cpus": 2, "host_name": "there"},
    "benchmarks": [
      {"name": "copy/8", "run_name": "copy/8", "run_type": "iteration", "repetition_index": 0,
       "iterations": 100, "real_time": 2.5, "cpu_time": 2.0, "time_unit": "us"},
      {"name": "copy/8", "run_name": "copy/8", "run_type": "iteration", "repetition_index": 1,
       "iterations": 100, "real_time": 3.5, "cpu_time": 3.0, "time_unit": "us"},
      {"name": "copy/8_mean", "run_name": "copy/8", "run_type": "aggregate", "aggregate_name": "mean",
       "iterations": 2, "real_time": 3.0, "cpu_time": 2.5, "time_unit": "us"},
      {"name": "broken", "run_name": "broken", "run_type": "iteration", "error_occurred": true,
       "error_message": "no", "iterations": 0, "real_time": 0, "cpu_time": 0, "time_unit": "ns"},
      {"name": "other", "run_name": "other", "run_type": "iteration",
       "iterations": 7, "real_time": 5, "cpu_time": 4, "time_unit": "ns"}
    ]})");
  const auto sets = read_google_benchmark(file.path(), example_set());
  ASSERT_TRUE(sets.has_value()) << sets.error().message;
  ASSERT_EQ(sets->size(), 4U);
  EXPECT_EQ((*sets)[0].benchmark + " " + (*sets)[0].metric, "copy/8 cpu_time");
  EXPECT_THAT((*sets)[0].values, ElementsAre(2000, 3000));
  EXPECT_EQ((*sets)[1].metric, "real_time");
  EXPECT_THAT((*sets)[1].values, ElementsAre(2500, 3500));
  EXPECT_EQ((*sets)[2].benchmark, "other");
  EXPECT_THAT((*sets)[2].values, ElementsAre(4));
  EXPECT_EQ((*sets)[0].environment.at("machine"), "there");
  EXPECT_EQ((*sets)[0].environment.at("cores"), "2");
  EXPECT_EQ((*sets)[0].environment.at("device"), example_set().environment.at("device"));
  EXPECT_EQ((*sets)[0].recorded, "2025-01-31T12:00:00+00:00");
}

TEST(GoogleBenchmark, WhatIsNoneIsRefused) {
  for (const char* text :
       {"no json", "[]", "{}", R"({"benchmarks": [{"name": "a"}]})",
        R"({"benchmarks": [{"name": "a", "cpu_time": 1, "real_time": 1, "time_unit": "days"}]})"}) {
    const TestFile file("wrong.json", text);
    const auto sets = read_google_benchmark(file.path(), example_set());
    ASSERT_FALSE(sets.has_value()) << text;
    EXPECT_THAT(sets.error().message, HasSubstr("wrong.json"));
  }
}

TEST(GoogleBenchmark, WhatIsWrittenIsReadAgain) {
  SampleSet wall = example_set();
  wall.metric = "wall_time";
  wall.values = {4, 5, 6};
  const std::vector<SampleSet> sets{example_set(), wall, example_set("x", "instructions", {1})};
  const TestFile file("written.json", to_google_benchmark(sets));
  const auto back = read_google_benchmark(file.path(), example_set());
  ASSERT_TRUE(back.has_value()) << back.error().message;
  ASSERT_EQ(back->size(), 2U);
  EXPECT_EQ((*back)[0].values, example_set().values);
  EXPECT_EQ((*back)[1].values, wall.values);
}

}  // namespace
}  // namespace rpcts::perf
