#include "harness/runner/worker.hpp"

#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

#include "harness/runner/catalogue.hpp"
#include "harness/runner/process.hpp"
#include "harness/runner/scheduler.hpp"

namespace rpcts::runner {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

constexpr std::chrono::milliseconds soon{20'000};

/// Runs the cases of test_worker.cpp in a real worker.
std::map<std::string, CaseRecord> run(const std::vector<std::string>& names,
                                      std::vector<std::string> arguments = {}) {
  std::vector<CaseInfo> cases;
  for (const std::string& name : names) {
    cases.push_back({.id = "t.cases." + name});
  }
  arguments.insert(arguments.begin(), "--serve");
  std::map<std::string, CaseRecord> records;
  const Result<bool> finished = run_schedule(
      cases, {.worker = RPCTS_TEST_WORKER, .arguments = arguments, .timeout = soon},
      {.on_result = [&](CaseRecord record) { records.emplace(record.info.id.substr(8), std::move(record)); },
       .on_incident = [](const std::string& text) { ADD_FAILURE() << text; }});
  EXPECT_TRUE(finished.has_value()) << finished.error().message;
  EXPECT_THAT(records, SizeIs(names.size()));
  return records;
}

CaseRecord run_one(const std::string& name) {
  return run({name}).at(name);
}

TEST(Worker, APass) {
  const CaseRecord record = run_one("passes");
  EXPECT_EQ(record.outcome, Outcome::pass);
  EXPECT_EQ(record.checks, 2U);
  EXPECT_EQ(record.notes, (std::map<std::string, std::string>{{"data", "default-data"}}));
  EXPECT_TRUE(record.messages.empty());
}

TEST(Worker, TheDataFolderCanBeNamed) {
  EXPECT_EQ(run({"passes"}, {"--data", "elsewhere"}).at("passes").notes.at("data"), "elsewhere");
}

TEST(Worker, AFailureNamesThePlaceInTheSourceOfTheCase) {
  const CaseRecord record = run_one("fails");
  EXPECT_EQ(record.outcome, Outcome::fail);
  EXPECT_EQ(record.checks, 3U);
  ASSERT_THAT(record.messages, SizeIs(2));
  EXPECT_EQ(record.messages[0].text, "the number: found 1, expected 2");
  EXPECT_EQ(record.messages[0].file, "harness/runner/test_worker.cpp");
  EXPECT_GT(record.messages[0].line, 0U);
  EXPECT_EQ(record.messages[1].text, "also wrong");
  EXPECT_EQ(record.messages[1].line, record.messages[0].line + 1);
}

TEST(Worker, TheWeightDecidesBetweenFailureAndWarning) {
  const auto records = run({"fails_mildly", "fails_strictly", "fails_on_the_host"});
  EXPECT_EQ(records.at("fails_mildly").outcome, Outcome::quality_warning);
  EXPECT_EQ(records.at("fails_mildly").messages.at(0).text, "unusual");
  EXPECT_EQ(records.at("fails_strictly").outcome, Outcome::quality_warning);
  EXPECT_EQ(records.at("fails_on_the_host").outcome, Outcome::fail);
}

TEST(Worker, ACaseThatChecksNothingFailsWhateverItsWeight) {
  for (const char* name : {"checks_nothing", "checks_nothing_mildly"}) {
    const CaseRecord record = run_one(name);
    EXPECT_EQ(record.outcome, Outcome::fail) << name;
    EXPECT_EQ(record.messages.at(0).text, "the case checks nothing");
  }
}

TEST(Worker, GoogleTestsOwnChecksCountAsFailures) {
  const CaseRecord record = run_one("expects");
  EXPECT_EQ(record.outcome, Outcome::fail);
  EXPECT_THAT(record.messages.at(0).text, HasSubstr("Expected equality"));
}

TEST(Worker, AnExceptionFailsTheCase) {
  const CaseRecord record = run_one("throws");
  EXPECT_EQ(record.outcome, Outcome::fail);
  EXPECT_EQ(record.messages.at(0).text, "an exception left the case: no more memory");
  EXPECT_THAT(run_one("throws_a_number").messages.at(0).text, HasSubstr("unknown type"));
}

TEST(Worker, NotSupportedIsNeitherPassNorFailure) {
  const CaseRecord record = run_one("unsupported");
  EXPECT_EQ(record.outcome, Outcome::not_supported);
  EXPECT_EQ(record.messages.at(0).text, "no descriptor indexing");
  EXPECT_EQ(run_one("unsupported_after_checks").outcome, Outcome::not_supported);
}

TEST(Worker, AFailureBeforeNotSupportedStaysAFailure) {
  const CaseRecord record = run_one("unsupported_after_failure");
  EXPECT_EQ(record.outcome, Outcome::fail);
  EXPECT_EQ(record.messages.at(0).text, "wrong before");
}

TEST(Worker, ManyFailuresAreCounted) {
  const CaseRecord record = run_one("fails_often");
  EXPECT_EQ(record.checks, 1000U);
  ASSERT_THAT(record.messages, SizeIs(CaseContext::maximum_failures + 1));
  EXPECT_EQ(record.messages.back().text, "950 more checks failed");
}

TEST(Worker, ALongReportStaysWithinItsBound) {
  const CaseRecord record = run_one("fails_at_length");
  EXPECT_EQ(record.outcome, Outcome::fail);
  std::size_t bytes = 0;
  for (const Message& message : record.messages) {
    bytes += message.text.size();
  }
  EXPECT_LT(bytes, 2 * maximum_report_bytes);
  EXPECT_THAT(record.messages.back().text, HasSubstr("more checks failed"));
}

TEST(Worker, WhatACasePrintsIsNoEvent) {
  const CaseRecord record = run_one("prints");
  EXPECT_EQ(record.outcome, Outcome::fail);
  EXPECT_EQ(record.output, "{\"event\":\"goodbye\"}\n");
}

TEST(Worker, ParametersStandInTheId) {
  EXPECT_EQ(run_one("parameters:a=1;b=x,y").outcome, Outcome::pass);
}

TEST(Worker, TheEnvironmentOfGoogleTestChangesNothing) {
  ::setenv("GTEST_FILTER", "nothing", 1);
  ::setenv("GTEST_TOTAL_SHARDS", "5", 1);
  ::setenv("GTEST_SHARD_INDEX", "4", 1);
  ::setenv("GTEST_REPEAT", "3", 1);
  ::setenv("GTEST_FAIL_FAST", "1", 1);
  const auto records = run({"fails", "passes", "unsupported"});
  EXPECT_EQ(records.at("passes").outcome, Outcome::pass);
  for (const char* name :
       {"GTEST_FILTER", "GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", "GTEST_REPEAT", "GTEST_FAIL_FAST"}) {
    ::unsetenv(name);
  }
}

Result<std::string> ask_worker(std::vector<std::string> arguments) {
  return ask({.program = RPCTS_TEST_WORKER, .arguments = std::move(arguments)}, std::size_t{1} << 20U, soon);
}

TEST(Worker, ListsItsCases) {
  const Catalogue catalogue = catalogue_from_json(ask_worker({"--catalogue"}).value()).value();
  ASSERT_NE(catalogue.find_case("t.cases.fails_mildly"), nullptr);
  EXPECT_EQ(catalogue.find_case("t.cases.fails_mildly")->weight, Weight::reference);
}

TEST(Worker, TellsItsDevice) {
  EXPECT_EQ(ask_worker({"--describe-device", "--device", "x"}).value(), "device x of the tests");
  EXPECT_EQ(ask_worker({"--describe-device"}).error().kind, ErrorKind::unsupported);
  EXPECT_EQ(ask_worker({"--describe-device"}).error().message, "rpcts-worker: no device is here");
}

TEST(Worker, RunsOneForCTest) {
  EXPECT_TRUE(ask_worker({"--run-one", "t.cases.passes"}).has_value());
  EXPECT_THAT(ask_worker({"--run-one", "t.cases.fails"}).error().message,
              testing::AllOf(HasSubstr("exit status 1"), HasSubstr("the number: found 1, expected 2")));
  EXPECT_THAT(ask_worker({"--run-one", "t.cases.fails_mildly"}).error().message, HasSubstr("exit status 1"));
  EXPECT_EQ(ask_worker({"--run-one", "t.cases.unsupported"}).error().kind, ErrorKind::unsupported);
}

TEST(Worker, AWrongCommandIsRefused) {
  EXPECT_THAT(ask_worker({"--run-one", "t.cases.nothing"}).error().message,
              HasSubstr("rpcts-worker: there is no case 't.cases.nothing'"));
  EXPECT_THAT(ask_worker({"--list", "--device", "none"}).error().message,
              HasSubstr("there is no device 'none'"));
  EXPECT_EQ(ask_worker({}).error().kind, ErrorKind::usage);
  EXPECT_EQ(ask_worker({"--list", "--serve"}).error().kind, ErrorKind::usage);
  EXPECT_EQ(ask_worker({"--frobnicate"}).error().kind, ErrorKind::usage);
}

}  // namespace
}  // namespace rpcts::runner
