#include "harness/report/mutants.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/report/fits_schema.hpp"

namespace rpcts::report {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

runner::MutantRecord record(std::uint32_t number, bool killed) {
  runner::MutantRecord one{.mutant = {.number = number,
                                      .file = "values/sun.cpp",
                                      .line = 10 + number,
                                      .function = "height",
                                      .what = "a + b: + becomes -"},
                           .killed = killed,
                           .could_see = 7,
                           .cases = 3,
                           .case_id = {},
                           .message = {},
                           .milliseconds = 1500};
  if (killed) {
    one.case_id = "c.gates.noon";
    one.outcome = runner::Outcome::fail;
    one.message = "found 1, expected 2";
  }
  return one;
}

Explanation explanation(SurvivorKind kind) {
  return {.file = "values/sun.cpp",
          .function = "height",
          .what = "a + b: + becomes -",
          .kind = kind,
          .reason = "b is always 0"};
}

MutantRun example(std::size_t killed, std::size_t survived) {
  MutantRun run{.suite_version = "1.2.3",
                .started = "2025-01-31T12:00:00Z",
                .host = {.name = "box", .system = "Linux", .cores = 2},
                .device = "device 0: llvmpipe",
                .least_rate = 75,
                .explanations = {},
                .milliseconds = 61'250,
                .hunt = {.control_cases = 12, .control_failed = {}, .mutants = {}, .complete = true}};
  for (std::uint32_t number = 1; number <= killed + survived; ++number) {
    run.hunt.mutants.push_back(record(number, number <= killed));
  }
  return run;
}

TEST(Mutants, ASurvivorWithoutAReasonIsNotGood) {
  const MutantRun run = example(4, 1);
  EXPECT_EQ(totals_of(run).unexplained, 1U);
  EXPECT_DOUBLE_EQ(totals_of(run).rate(), 80);
  EXPECT_FALSE(is_good(run));
  EXPECT_EQ(
      mutants_text(run),
      "survived 5: values/sun.cpp:15 in height: a + b: + becomes -\n"
      "  NOT EXPLAINED; 7 cases could see it\n"
      "\n"
      "source          mutants  killed  survived\n"
      "values/sun.cpp        5       4         1\n"
      "\n"
      "5 mutants in 61 s: 4 killed (80.0 %), 1 survived: 0 equivalent, 0 permitted, 0 gaps, 1 not explained\n"
      "kill rate without the equivalent ones: 80.0 %; asked: 75.0 %\n");
}

TEST(Mutants, WhatNoCaseReachesIsToldApart) {
  MutantRun run = example(0, 1);
  run.hunt.mutants[0].could_see = 0;
  EXPECT_THAT(mutants_text(run), HasSubstr("NOT EXPLAINED; no case makes it give another value\n"));
}

TEST(Mutants, OnlyEquivalentOnesAreLeftOutOfTheRate) {
  MutantRun run = example(1, 1);
  run.explanations = {explanation(SurvivorKind::equivalent)};
  EXPECT_DOUBLE_EQ(totals_of(run).rate(), 100);
  EXPECT_TRUE(is_good(run));
  EXPECT_THAT(mutants_text(run), HasSubstr("  equivalent: b is always 0\n"));
  run.explanations = {explanation(SurvivorKind::permitted)};
  EXPECT_DOUBLE_EQ(totals_of(run).rate(), 50);
  EXPECT_EQ(totals_of(run).permitted, 1U);
  EXPECT_FALSE(is_good(run));
  run.least_rate = 50;
  EXPECT_TRUE(is_good(run));
}

TEST(Mutants, AnExplanationOfWhatACaseKillsIsNotGood) {
  MutantRun run = example(4, 0);
  run.explanations = {explanation(SurvivorKind::equivalent)};
  EXPECT_FALSE(is_good(run));
  EXPECT_THAT(mutants_text(run), HasSubstr("take the explanation out: values/sun.cpp in height: a + b"));
  // One whose source was not hunted says nothing.
  run.explanations[0].file = "values/moon.cpp";
  EXPECT_TRUE(is_good(run));
}

TEST(Mutants, ARunThatIsNotWholeOrHasBrokenCasesIsNotGood) {
  MutantRun run = example(4, 0);
  EXPECT_TRUE(is_good(run));
  run.hunt.complete = false;
  EXPECT_FALSE(is_good(run));
  run = example(4, 0);
  run.hunt.control_failed = {"c.f.x"};
  EXPECT_FALSE(is_good(run));
  EXPECT_THAT(mutants_text(run), HasSubstr("fails without any mutant, so it kills none: c.f.x\n"));
}

TEST(Mutants, JsonIsWhatTheSchemaSays) {
  MutantRun run = example(2, 1);
  run.explanations = {explanation(SurvivorKind::equivalent)};
  const std::string text = mutants_json(run);
  EXPECT_TRUE(fits(text, "mutants.schema.json"));
  Json json = Json::parse(text);
  EXPECT_EQ(json["run"]["totals"]["killed"], 2);
  EXPECT_EQ(json["mutants"][0]["case"], "c.gates.noon");
  EXPECT_EQ(json["mutants"][2]["kind"], "equivalent");
  json["mutants"][0]["surprise"] = 1;
  EXPECT_FALSE(fits(json.dump(), "mutants.schema.json"));
  json = Json::parse(text);
  json["run"].erase("totals");
  EXPECT_FALSE(fits(json.dump(), "mutants.schema.json"));
}

Result<std::vector<Explanation>> explanations_of(const std::string& text) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "rpcts_explanations.json";
  std::ofstream(file, std::ios::binary) << text;
  return read_explanations(file);
}

TEST(Mutants, ExplanationsAreRead) {
  const auto list = explanations_of(
      R"({"survivors": [{"file": "a.cpp", "function": "f", "what": "1 becomes 2", "kind": "equivalent", "reason": "r"}]})");
  ASSERT_TRUE(list.has_value());
  ASSERT_EQ(list->size(), 1U);
  EXPECT_EQ(list->front().function, "f");
  EXPECT_EQ(list->front().kind, SurvivorKind::equivalent);
}

TEST(Mutants, WrongExplanationsAreRefusedWithTheFile) {
  for (const auto& [text, says] : std::initializer_list<std::pair<const char*, const char*>>{
           {"{", "is no JSON"},
           {"{}", "survivors"},
           {R"({"survivors": [{"kind": "dull"}]})", "'dull'"},
           {R"({"survivors": [{"kind": "permitted"}]})", "file"}}) {
    const auto list = explanations_of(text);
    ASSERT_FALSE(list.has_value()) << text;
    EXPECT_THAT(list.error().message, testing::AllOf(HasSubstr("rpcts_explanations.json"), HasSubstr(says)));
  }
  EXPECT_FALSE(read_explanations("/nowhere/x.json").has_value());
}

TEST(Mutants, ProgressTellsSurvivors) {
  std::ostringstream out;
  Progress progress(out, false, 2, "mutants", "survived");
  tell(progress, record(1, true));
  tell(progress, record(2, false));
  EXPECT_EQ(out.str(),
            "1 of 2 mutants, 0 survived\n"
            "survived 2: values/sun.cpp:12 in height: a + b: + becomes -\n"
            "2 of 2 mutants, 1 survived\n");
}

}  // namespace
}  // namespace rpcts::report
