#include "harness/runner/fault_hunt.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rpcts::runner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

CaseInfo judging(std::string id, std::vector<std::string> rules, std::string clause = "") {
  CaseInfo info{.id = std::move(id), .profiles = {"host"}, .clause = std::move(clause)};
  for (std::string& rule : rules) {
    info.claims.push_back({.rule = std::move(rule)});
  }
  return info;
}

/// Cases of the fake worker: `unless-m` fails in a process that makes the mistake m.
Catalogue catalogue() {
  return {
      .rules = {{.id = "R-1", .contract = "c", .clause = "1", .level = Weight::must, .statement = "x"},
                {.id = "R-2", .contract = "c", .clause = "2", .level = Weight::reference, .statement = "x"}},
      .cases = {judging("c.far.unless-far", {"R-1"}),
                judging("c.far.unless-far_unnamed", {"R-2"}),
                judging("c.near.crash", {}),
                judging("c.near.fail", {"R-1"}),
                judging("c.near.pass", {"R-1", "R-2"}),
                judging("c.near.unless-clause", {}, "D.6"),
                judging("c.near.unless-named", {"R-2", "R-1"}),
                judging("c.near.unless-unnamed", {"R-2"}),
                judging("c.none.unsupported", {"R-1"}),
                {.id = "c.own.unless-own"}}};
}

Fault fault(std::string id, std::vector<std::string> rules, std::vector<std::string> files = {"near"}) {
  return {.id = std::move(id), .title = "wrong", .rules = std::move(rules), .files = std::move(files)};
}

HuntSetup setup(unsigned jobs = 2) {
  return {.worker = RPCTS_FAKE_WORKER,
          .arguments = {"ok"},
          .watched_arguments = {"ok"},
          .variable = "FAKE_WORKER_MISTAKE",
          .jobs = jobs,
          .timeout = std::chrono::seconds(10)};
}

HuntRecord hunted(std::vector<Fault> faults, const HuntHooks& hooks = {}) {
  return hunt(faults, catalogue(), setup(), hooks).value();
}

TEST(FaultHunt, ACaseThatClaimsARuleOfTheMistakeNamesIt) {
  const HuntRecord record = hunted({fault("named", {"R-1"})});
  ASSERT_EQ(record.faults.size(), 1U);
  EXPECT_TRUE(record.complete);
  EXPECT_EQ(record.faults[0].fate, Fate::named);
  EXPECT_EQ(record.faults[0].case_id, "c.near.unless-named");
  EXPECT_EQ(record.faults[0].rule, "R-1");
  EXPECT_EQ(record.faults[0].outcome, Outcome::fail);
  EXPECT_EQ(record.faults[0].message, "found 1, expected 2");
  EXPECT_FALSE(record.faults[0].watched);
}

TEST(FaultHunt, AClauseWithoutRuleIdsIsNamedToo) {
  const HuntRecord record = hunted({fault("clause", {"D.6"})});
  EXPECT_EQ(record.faults.at(0).fate, Fate::named);
  EXPECT_EQ(record.faults[0].rule, "D.6");
}

TEST(FaultHunt, ACaseOfAnotherRuleCatchesWithoutNaming) {
  const HuntRecord record = hunted({fault("unnamed", {"R-1"}), fault("far_unnamed", {"R-1"})});
  ASSERT_EQ(record.faults.size(), 2U);
  EXPECT_EQ(record.faults[0].case_id, "c.far.unless-far_unnamed");
  EXPECT_EQ(record.faults[0].fate, Fate::caught);
  EXPECT_EQ(record.faults[1].case_id, "c.near.unless-unnamed");
  EXPECT_EQ(record.faults[1].fate, Fate::caught);
  EXPECT_EQ(record.faults[1].rule, "");
}

TEST(FaultHunt, OtherFilesAreSearchedWhereItsOwnSeeNothing) {
  const HuntRecord record = hunted({fault("far", {"R-1"})});
  EXPECT_EQ(record.faults.at(0).case_id, "c.far.unless-far");
  EXPECT_EQ(record.faults[0].fate, Fate::named);
}

TEST(FaultHunt, OtherFilesMayBeLeftOut) {
  HuntSetup near = setup();
  near.own_files_only = true;
  const std::vector<Fault> faults = {fault("far", {"R-1"})};
  EXPECT_EQ(hunt(faults, catalogue(), near, {}).value().faults.at(0).fate, Fate::survived);
}

TEST(FaultHunt, WhatFailsWithoutAMistakeCatchesNothing) {
  const HuntRecord record = hunted({fault("nobody_sees_it", {"R-1"})});
  EXPECT_EQ(record.faults.at(0).fate, Fate::survived);
  EXPECT_EQ(record.faults[0].case_id, "");
  EXPECT_THAT(record.control_failed, ElementsAre("c.near.crash", "c.near.fail"));
  EXPECT_EQ(record.control_cases, 6U);
}

TEST(FaultHunt, CasesThatJudgeNoImplementationAreNotRun) {
  EXPECT_EQ(hunted({fault("own", {"R-1"})}).faults.at(0).fate, Fate::survived);
}

TEST(FaultHunt, WhereNothingIsSupportedNothingIsCaught) {
  EXPECT_EQ(hunted({fault("x", {"R-1"}, {"none"})}).faults.at(0).fate, Fate::not_supported);
}

TEST(FaultHunt, AQualityWarningCountsForRulesOfReferenceLevelOnly) {
  Catalogue cases = catalogue();
  cases.cases = {judging("c.near.warns-unless-m", {"R-1", "R-2"})};
  const auto fate = [&](std::vector<std::string> rules) {
    const std::vector<Fault> faults = {fault("m", std::move(rules))};
    return hunt(faults, cases, setup(), {}).value().faults.at(0).fate;
  };
  EXPECT_EQ(fate({"R-2"}), Fate::named);
  EXPECT_EQ(fate({"R-1"}), Fate::survived);
  EXPECT_EQ(fate({"R-1", "R-2"}), Fate::survived);
}

TEST(FaultHunt, FaultsAreSortedAndToldOneByOne) {
  std::vector<std::string> told;
  const HuntRecord record =
      hunted({fault("unnamed", {"R-2"}), fault("named", {"R-2"}), fault("far", {"R-1"})},
             {.on_result = [&](const FaultRecord& one) { told.push_back(one.fault.id); },
              .on_incident = {},
              .stop = {}});
  EXPECT_THAT(told, testing::UnorderedElementsAre("far", "named", "unnamed"));
  ASSERT_EQ(record.faults.size(), 3U);
  EXPECT_EQ(record.faults[0].fault.id, "far");
  EXPECT_EQ(record.faults[2].fault.id, "unnamed");
}

TEST(FaultHunt, ItCanBeStopped) {
  const HuntRecord record =
      hunted({fault("named", {"R-1"})}, {.on_result = {}, .on_incident = {}, .stop = [] { return true; }});
  EXPECT_FALSE(record.complete);
  EXPECT_THAT(record.faults, IsEmpty());
}

TEST(FaultHunt, WorkersThatCannotBeUsedAreAnError) {
  HuntSetup wrong = setup();
  wrong.worker = "/nowhere/worker";
  const std::vector<Fault> faults = {fault("named", {"R-1"})};
  const Result<HuntRecord> record = hunt(faults, catalogue(), wrong, {});
  ASSERT_FALSE(record.has_value());
  EXPECT_THAT(record.error().message, HasSubstr("/nowhere/worker"));
}

TEST(FaultHunt, WhatNoCaseCouldSeeIsRefused) {
  const auto refusal = [](const Fault& one) {
    const Result<void> checked = check_faults(std::span(&one, 1), catalogue());
    return checked ? std::string() : checked.error().message;
  };
  EXPECT_EQ(refusal(fault("m", {"R-1", "R-2", "D.6"}, {"near", "far"})), "");
  EXPECT_THAT(refusal(fault("m", {"R-1"}, {"own"})), HasSubstr("'own'"));
  EXPECT_THAT(refusal(fault("m", {"R-9"})), HasSubstr("'R-9'"));
}

}  // namespace
}  // namespace rpcts::runner
