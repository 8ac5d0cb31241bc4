#include "harness/runner/mutant_hunt.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rpcts::runner {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

CaseInfo judging(std::string id) {
  return {.id = std::move(id), .profiles = {"host"}};
}

/// Of the fake worker: in `could-3` mutant 3 makes a difference, in `unless-3` it also makes the case fail.
Catalogue catalogue() {
  return {.rules = {},
          .cases = {judging("c.a.could-1"),
                    judging("c.a.could-2"),
                    judging("c.a.unless-3"),
                    judging("c.b.crash"),
                    judging("c.b.unless-2"),
                    judging("c.b.warns-unless-4"),
                    {.id = "c.own.unless-5"}}};
}

MutantHuntSetup setup(const std::string& name, std::size_t traced_together = 1) {
  const std::filesystem::path scratch =
      std::filesystem::path(testing::TempDir()) / ("rpcts_mutant_hunt_" + name);
  std::filesystem::create_directories(scratch);
  return {.worker = RPCTS_FAKE_WORKER,
          .arguments = {"ok"},
          .variable = "FAKE_WORKER_MISTAKE",
          .trace_variable = "FAKE_WORKER_TRACE",
          .scratch = scratch,
          .jobs = 2,
          .timeout = std::chrono::seconds(10),
          .traced_together = traced_together};
}

std::vector<Mutant> mutants(std::initializer_list<std::uint32_t> numbers) {
  std::vector<Mutant> list;
  for (const std::uint32_t number : numbers) {
    list.push_back({.number = number, .file = "a.cpp", .function = "f", .what = "x", .look_first = {}});
  }
  return list;
}

TEST(MutantHunt, OnlyCasesThatCouldSeeAMutantRunWithIt) {
  const MutantHuntRecord record =
      hunt_mutants(mutants({1, 2, 3, 4, 5}), catalogue(), setup("some"), {}).value();
  EXPECT_TRUE(record.complete);
  EXPECT_EQ(record.control_cases, 6U);
  EXPECT_THAT(record.control_failed, ElementsAre("c.b.crash"));
  ASSERT_EQ(record.mutants.size(), 5U);
  EXPECT_FALSE(record.mutants[0].killed);
  EXPECT_EQ(record.mutants[0].could_see, 1U);
  EXPECT_EQ(record.mutants[0].cases, 1U);
  EXPECT_TRUE(record.mutants[1].killed);
  EXPECT_EQ(record.mutants[1].case_id, "c.b.unless-2");
  EXPECT_EQ(record.mutants[1].could_see, 2U);
  EXPECT_EQ(record.mutants[1].message, "found 1, expected 2");
  EXPECT_TRUE(record.mutants[2].killed);
  EXPECT_EQ(record.mutants[2].cases, 1U);
  // A case that passes without it and warns with it has seen it.
  EXPECT_TRUE(record.mutants[3].killed);
  EXPECT_EQ(record.mutants[3].outcome, Outcome::quality_warning);
  // A case of the suite itself judges no implementation.
  EXPECT_FALSE(record.mutants[4].killed);
  EXPECT_EQ(record.mutants[4].could_see, 0U);
}

TEST(MutantHunt, WhatWasTracedTogetherRunsTogether) {
  const MutantHuntRecord record = hunt_mutants(mutants({1}), catalogue(), setup("together", 3), {}).value();
  EXPECT_EQ(record.mutants.at(0).could_see, 3U);
  EXPECT_FALSE(record.mutants[0].killed);
}

TEST(MutantHunt, TheTraceLeavesNoFiles) {
  const MutantHuntSetup made = setup("files");
  ASSERT_TRUE(hunt_mutants(mutants({1}), catalogue(), made, {}).has_value());
  EXPECT_TRUE(std::filesystem::is_empty(made.scratch));
}

TEST(MutantHunt, OneThatSurvivesTheFirstCasesHasSurvived) {
  MutantHuntSetup made = setup("longest");
  made.longest = std::chrono::milliseconds(1);  // as long as one case says that it took
  const MutantHuntRecord record = hunt_mutants(mutants({2}), catalogue(), made, {}).value();
  EXPECT_EQ(record.mutants.at(0).could_see, 2U);
  EXPECT_EQ(record.mutants[0].cases, 1U);
}

TEST(MutantHunt, WhatLooksAtTheSourceIsTriedFirst) {
  MutantHuntSetup made = setup("first");
  made.longest = std::chrono::milliseconds(1);
  std::vector<Mutant> list = mutants({2});
  for (const auto& [file, killed] : {std::pair("a", false), std::pair("b", true)}) {
    list[0].look_first = {file};
    EXPECT_EQ(hunt_mutants(list, catalogue(), made, {}).value().mutants.at(0).killed, killed);
  }
}

TEST(MutantHunt, OneThatIsExplainedGetsATenthOfTheTime) {
  MutantHuntSetup made = setup("explained");
  made.longest = std::chrono::milliseconds(10);
  std::vector<Mutant> list = mutants({2});
  list[0].expected_survivor = true;
  EXPECT_EQ(hunt_mutants(list, catalogue(), made, {}).value().mutants.at(0).cases, 1U);
}

TEST(MutantHunt, NightlyCasesOfAFileThatLooksAtTheSourceRun) {
  Catalogue nightly = catalogue();
  for (CaseInfo& info : nightly.cases) {
    info.nightly = info.id == "c.b.unless-2";
  }
  std::vector<Mutant> list = mutants({2});
  EXPECT_FALSE(hunt_mutants(list, nightly, setup("nightly"), {}).value().mutants.at(0).killed);
  list[0].look_first = {"b"};
  EXPECT_TRUE(hunt_mutants(list, nightly, setup("nightly"), {}).value().mutants.at(0).killed);
}

TEST(MutantHunt, StopsWhenAsked) {
  const MutantHuntRecord record = hunt_mutants(mutants({1, 2}), catalogue(), setup("stop"),
                                               {.on_result = {}, .stop = [] { return true; }})
                                      .value();
  EXPECT_FALSE(record.complete);
  EXPECT_THAT(record.mutants, IsEmpty());
}

TEST(MutantHunt, AFolderThatCannotBeWrittenIsAnError) {
  MutantHuntSetup wrong = setup("wrong");
  wrong.scratch = "/nowhere";
  const auto record = hunt_mutants(mutants({1}), catalogue(), wrong, {});
  ASSERT_FALSE(record.has_value());
  EXPECT_THAT(record.error().message, testing::HasSubstr("/nowhere/trace-"));
}

}  // namespace
}  // namespace rpcts::runner
