#include "harness/report/faults.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/report/fits_schema.hpp"

namespace rpcts::report {
namespace {

using Json = nlohmann::json;
using runner::Fate;
using testing::HasSubstr;

runner::FaultRecord record(std::string id, Fate fate) {
  runner::FaultRecord one{
      .fault = {.id = std::move(id), .title = "It is wrong", .rules = {"R-1", "R-2"}, .files = {"slots"}},
      .fate = fate,
      .case_id = {},
      .message = {},
      .rule = {},
      .cases = 3,
      .milliseconds = 1540};
  if (fate == Fate::named || fate == Fate::caught) {
    one.case_id = "c.slots.order";
    one.outcome = runner::Outcome::fail;
    one.message = "found 1, expected 2";
    one.rule = fate == Fate::named ? "R-1" : "";
  }
  return one;
}

FaultRun example() {
  return {.suite_version = "1.2.3",
          .started = "2025-01-31T12:00:00Z",
          .host = {.name = "box", .system = "Linux", .cores = 2},
          .device = "device 0: llvmpipe",
          .asked_device = {},
          .variable = "MISTAKE",
          .selected = 1,
          .milliseconds = 61'250,
          .hunt = {.control_cases = 12,
                   .control_failed = {},
                   .faults = {record("slots.swapped", Fate::named)},
                   .complete = true},
          .incidents = {}};
}

TEST(Faults, TheWholeText) {
  EXPECT_EQ(faults_text(example()),
            "mistake        caught by       rule named    seconds\n"
            "slots.swapped  c.slots.order   R-1               1.5\n"
            "\n"
            "group             mistakes  named  not named  survived  unsupported\n"
            "slots                    1      1          -         -            -\n"
            "\n"
            "1 mistakes in 61.2 s: 1 caught and named, 0 caught and not named, 0 survived, 0 not supported; "
            "12 cases "
            "pass without a mistake\n");
}

TEST(Faults, WhatIsWrongIsToldWithTheCommandThatRepeatsIt) {
  FaultRun run = example();
  run.hunt.faults = {record("blocks.lost", Fate::survived), record("slots.swapped", Fate::caught)};
  run.asked_device = "swiftshader";
  const std::string text = faults_text(run);
  EXPECT_THAT(
      text, HasSubstr("survived blocks.lost: It is wrong\n  breaks R-1, R-2\n"
                      "  again: MISTAKE=blocks.lost rpcts run --device swiftshader --filter '*.slots.*'\n"));
  EXPECT_THAT(text, HasSubstr("caught, not named slots.swapped: It is wrong\n  breaks R-1, R-2\n"
                              "  c.slots.order: found 1, expected 2\n"
                              "  again: MISTAKE=slots.swapped rpcts run --device swiftshader --filter "
                              "'c.slots.order'\n"));
}

TEST(Faults, GoodIsOnlyWhatIsCaughtNamedAndComplete) {
  EXPECT_TRUE(is_good(example()));
  for (const Fate fate : {Fate::caught, Fate::survived}) {
    FaultRun run = example();
    run.hunt.faults.push_back(record("x.y", fate));
    EXPECT_FALSE(is_good(run));
  }
  FaultRun run = example();
  run.hunt.faults.push_back(record("x.y", Fate::not_supported));
  EXPECT_TRUE(is_good(run));
  run.hunt.control_failed = {"c.slots.order"};
  EXPECT_FALSE(is_good(run));
  EXPECT_THAT(faults_text(run), HasSubstr("fails without any mistake, so it catches none: c.slots.order\n"));
  run = example();
  run.hunt.complete = false;
  EXPECT_FALSE(is_good(run));
  run = example();
  run.incidents = {"a worker died"};
  EXPECT_FALSE(is_good(run));
}

TEST(Faults, JsonIsWhatTheSchemaSays) {
  FaultRun run = example();
  run.hunt.faults.push_back(record("x.caught", Fate::caught));
  run.hunt.faults.push_back(record("x.survived", Fate::survived));
  run.hunt.faults.push_back(record("x.unsupported", Fate::not_supported));
  run.hunt.control_failed = {"c.f.x"};
  run.incidents = {"a worker died"};
  const std::string text = faults_json(run);
  EXPECT_TRUE(fits(text, "faults.schema.json"));
  Json json = Json::parse(text);
  EXPECT_EQ(json["run"]["totals"]["caught and named"], 1);
  EXPECT_EQ(json["run"]["totals"]["survived"], 1);
  EXPECT_EQ(json["groups"][1]["group"], "x");
  EXPECT_EQ(json["mistakes"][0]["rule"], "R-1");
  EXPECT_EQ(json["mistakes"][2]["case"], nullptr);
  json["mistakes"][0]["fate"] = "splendid";
  EXPECT_FALSE(fits(json.dump(), "faults.schema.json"));
  json = Json::parse(text);
  json["run"].erase("complete");
  EXPECT_FALSE(fits(json.dump(), "faults.schema.json"));
  json = Json::parse(text);
  json["surprise"] = 1;
  EXPECT_FALSE(fits(json.dump(), "faults.schema.json"));
}

TEST(Faults, ProgressTellsTenthsAndWhatIsWrong) {
  std::ostringstream out;
  Progress progress(out, false, 2, "mistakes", "not caught and named");
  tell(progress, record("slots.swapped", Fate::named));
  tell(progress, record("blocks.lost", Fate::survived));
  progress.finish();
  EXPECT_EQ(out.str(),
            "1 of 2 mistakes, 0 not caught and named\n"
            "survived blocks.lost: It is wrong\n"
            "2 of 2 mistakes, 1 not caught and named\n");
}

}  // namespace
}  // namespace rpcts::report
