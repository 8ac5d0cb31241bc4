#include "harness/runner/scheduler.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace rpcts::runner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Runs cases with these last words under the fake worker.
struct Trial {
  explicit Trial(const std::vector<std::string>& words, Schedule how = {}, const std::string& mode = "ok") {
    std::vector<CaseInfo> cases;
    for (const std::string& word : words) {
      cases.push_back({.id = "c.f." + word});
    }
    const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "rpcts_scheduler_test";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    how.worker = RPCTS_FAKE_WORKER;
    how.arguments = {mode, folder.string()};
    if (how.timeout == Schedule{}.timeout) {
      how.timeout = std::chrono::milliseconds(10'000);
    }
    result = run_schedule(std::move(cases), how,
                          {.on_result =
                               [this](CaseRecord record) {
                                 order.push_back(record.info.id.substr(4));
                                 EXPECT_TRUE(records.emplace(order.back(), std::move(record)).second);
                               },
                           .on_incident = [this](std::string text) { incidents.push_back(std::move(text)); },
                           .stop = [this] { return order.size() >= stop_after; }});
  }

  [[nodiscard]] Outcome outcome(const std::string& word) const { return records.at(word).outcome; }
  [[nodiscard]] std::string message(const std::string& word) const {
    return records.at(word).messages.at(0).text;
  }

  Result<bool> result;
  std::size_t stop_after = 1'000'000;
  std::vector<std::string> order;
  std::map<std::string, CaseRecord> records;
  std::vector<std::string> incidents;
};

TEST(Scheduler, ReportsWhatTheWorkerReports) {
  const Trial run({"pass", "fail", "warning", "unsupported"});
  EXPECT_TRUE(run.result.value());
  EXPECT_EQ(run.outcome("pass"), Outcome::pass);
  EXPECT_EQ(run.records.at("pass").checks, 3U);
  EXPECT_EQ(run.records.at("pass").microseconds, 1000U);
  EXPECT_EQ(run.outcome("fail"), Outcome::fail);
  EXPECT_EQ(
      run.records.at("fail").messages,
      (std::vector<Message>{{.text = "found 1, expected 2", .file = "conformance/c/f.cpp", .line = 7}}));
  EXPECT_EQ(run.outcome("warning"), Outcome::quality_warning);
  EXPECT_EQ(run.outcome("unsupported"), Outcome::not_supported);
  EXPECT_EQ(run.message("unsupported"), "no such capability");
  EXPECT_THAT(run.incidents, IsEmpty());
}

TEST(Scheduler, OutputIsKeptForWhatDidNotPassAndOnlyItsOwn) {
  const Trial run({"a_pass", "fail_1", "fail_2", "pass"}, {.jobs = 1, .largest_chunk = 4});
  EXPECT_EQ(run.records.at("fail_1").output, "words of c.f.fail_1\n");
  EXPECT_EQ(run.records.at("fail_2").output, "words of c.f.fail_2\n");
  EXPECT_EQ(run.records.at("a_pass").output, "");
}

TEST(Scheduler, OneWorkerMayBeGivenEverything) {
  const std::vector<std::string> words = {"process_1", "process_2", "process_3", "process_4", "process_5"};
  const auto processes = [&](const Schedule& how) {
    const Trial run(words, how);
    std::set<std::string> ids;
    for (const std::string& word : words) {
      ids.insert(run.message(word));
    }
    return ids.size();
  };
  EXPECT_GT(processes({.jobs = 1}), 1U);
  EXPECT_EQ(processes({.jobs = 1, .smallest_chunk = 100}), 1U);
  EXPECT_EQ(processes({.jobs = 1, .largest_chunk = 1, .smallest_chunk = 100}), 5U);
}

/// A case that ends its worker is blamed; all others run to their end.
class Breaks : public testing::TestWithParam<std::tuple<const char*, Outcome, const char*>> {};

TEST_P(Breaks, OnlyItself) {
  const auto& [word, outcome, text] = GetParam();
  for (const unsigned jobs : {1U, 3U}) {
    const Trial run({"a_pass", "b_pass", word, "t_pass", "z_fail", "zz_pass"},
                    {.jobs = jobs, .timeout = std::chrono::milliseconds(700)});
    ASSERT_TRUE(run.result.has_value()) << run.result.error().message;
    EXPECT_TRUE(*run.result);
    EXPECT_EQ(run.records.size(), 6U);
    EXPECT_EQ(run.outcome(word), outcome);
    EXPECT_THAT(run.message(word), HasSubstr(text));
    EXPECT_THAT(run.records.at(word).output, HasSubstr(std::string("words of c.f.") + word));
    for (const char* other : {"a_pass", "b_pass", "t_pass", "zz_pass"}) {
      EXPECT_EQ(run.outcome(other), Outcome::pass) << other;
    }
    EXPECT_THAT(run.incidents, IsEmpty());
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, Breaks,
                         testing::Values(std::tuple("crash", Outcome::crash, "signal 11"),
                                         std::tuple("exit", Outcome::crash, "exit status 0"),
                                         std::tuple("hang", Outcome::timeout, "700 ms"),
                                         std::tuple("partial", Outcome::crash, "in the middle of an event"),
                                         std::tuple("wrong_id", Outcome::crash,
                                                    "ended 'c.f.another' while 'c.f.wrong_id' ran"),
                                         std::tuple("garbage", Outcome::crash, "Segmentation fault"),
                                         std::tuple("endless_line", Outcome::crash, "more than 262144 bytes"),
                                         std::tuple("endless_output", Outcome::timeout, "700 ms")),
                         [](const auto& param) { return std::string(std::get<0>(param.param)); });

TEST(Scheduler, MuchOutputIsCut) {
  const Trial run({"noise", "pass"});
  EXPECT_EQ(run.message("noise"), "after much noise");
  EXPECT_LT(run.records.at("noise").output.size(), 10'000U);
  EXPECT_THAT(run.records.at("noise").output, HasSubstr("bytes left out"));
  EXPECT_EQ(run.outcome("pass"), Outcome::pass);
}

TEST(Scheduler, EveryCaseMayCrash) {
  std::vector<std::string> words;
  for (int i = 0; i < 40; ++i) {
    words.push_back("crash_" + std::to_string(i));
  }
  const Trial run(words, {.jobs = 4});
  EXPECT_EQ(run.records.size(), 40U);
  for (const auto& [word, record] : run.records) {
    EXPECT_EQ(record.outcome, Outcome::crash) << word;
  }
}

TEST(Scheduler, EachCaseRunsOnceWhateverTheNumberOfJobs) {
  std::vector<std::string> words;
  for (int i = 0; i < 500; ++i) {
    words.push_back("pass_" + std::to_string(i));
  }
  for (const unsigned jobs : {0U, 1U, 2U, 7U}) {
    const Trial run(words, {.jobs = jobs, .largest_chunk = 16});
    EXPECT_TRUE(run.result.value());
    EXPECT_EQ(run.order.size(), 500U);
  }
}

TEST(Scheduler, AChildOfTheWorkerDoesNotHoldUpTheRun) {
  const Trial run({"grandchild", "pass"}, {.largest_chunk = 1});
  EXPECT_EQ(run.outcome("grandchild"), Outcome::pass);
  EXPECT_EQ(run.outcome("pass"), Outcome::pass);
}

TEST(Scheduler, ADeathBetweenCasesIsAnIncidentAndBlamesNone) {
  const Trial run({"after_end", "pass"}, {.jobs = 1});
  EXPECT_EQ(run.outcome("after_end"), Outcome::pass);
  EXPECT_EQ(run.outcome("pass"), Outcome::pass);
  ASSERT_EQ(run.incidents.size(), 1U);
  EXPECT_THAT(run.incidents[0], HasSubstr("outside any case: the worker ended with signal 6"));
}

TEST(Scheduler, ADeathAfterTheLastCaseIsAnIncident) {
  const Trial run({"pass"}, {}, "dies_after_goodbye");
  EXPECT_EQ(run.outcome("pass"), Outcome::pass);
  ASSERT_EQ(run.incidents.size(), 1U);
  EXPECT_THAT(run.incidents[0], HasSubstr("teardown went wrong"));
}

TEST(Scheduler, AWorkerThatRunsNothingStillMakesProgress) {
  const Trial lazy({"a", "b"}, {}, "lazy");
  EXPECT_TRUE(lazy.result.value());
  EXPECT_EQ(lazy.outcome("a"), Outcome::crash);
  EXPECT_THAT(lazy.message("a"), HasSubstr("goodbye before"));
  EXPECT_EQ(lazy.outcome("b"), Outcome::crash);
  const Trial dead({"a", "b"}, {}, "dies_after_hello");
  EXPECT_EQ(dead.outcome("a"), Outcome::crash);
  EXPECT_THAT(dead.message("b"), HasSubstr("exit status 3"));
}

TEST(Scheduler, AnUnusableWorkerEndsTheRun) {
  EXPECT_THAT(Trial({"pass"}, {}, "version_2").result.error().message, HasSubstr("version 2"));
  EXPECT_THAT(
      Trial({"pass"}, {}, "refuse").result.error().message,
      HasSubstr("was not ready: the worker ended with exit status 2\nfake_worker: there is no device 'x'"));
  EXPECT_THAT(Trial({"pass"}, {.timeout = std::chrono::milliseconds(200)}, "hang").result.error().message,
              HasSubstr("was not ready: nothing happened for 200 ms"));
  EXPECT_THAT(Trial({"pass"}, {}, "wrong_count").result.error().message,
              HasSubstr("given 1 cases and says that it has 2"));
}

TEST(Scheduler, AFailureThatPassesTheSecondTimeIsAFlake) {
  const Trial run({"flaky", "fail", "pass"}, {.retries = 2});
  EXPECT_EQ(run.outcome("flaky"), Outcome::flake);
  EXPECT_EQ(run.records.at("flaky").attempts, 2U);
  EXPECT_EQ(run.message("flaky"), "the first time");
  EXPECT_EQ(run.outcome("fail"), Outcome::fail);
  EXPECT_EQ(run.records.at("fail").attempts, 3U);
  EXPECT_EQ(run.records.at("fail").messages.at(2).text, "run 3: found 1, expected 2");
  EXPECT_EQ(run.records.at("pass").attempts, 1U);
  EXPECT_EQ(run.order.size(), 3U);
}

TEST(Scheduler, WithoutRetriesAFailureStandsAtOnce) {
  EXPECT_EQ(Trial({"flaky"}).outcome("flaky"), Outcome::fail);
}

TEST(Scheduler, StopsWhenAsked) {
  bool stop = false;
  std::size_t results = 0;
  const Schedule schedule{
      .worker = RPCTS_FAKE_WORKER, .arguments = {"ok"}, .timeout = std::chrono::milliseconds(60'000)};
  const auto start = std::chrono::steady_clock::now();
  const Result<bool> finished = run_schedule({{.id = "c.f.a_pass"}, {.id = "c.f.hang"}}, schedule,
                                             {.on_result =
                                                  [&](const CaseRecord&) {
                                                    ++results;
                                                    stop = true;
                                                  },
                                              .stop = [&] { return stop; }});
  EXPECT_FALSE(finished.value());
  EXPECT_EQ(results, 1U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(Scheduler, NoCasesNoWorkers) {
  const Trial run({}, {}, "version_2");
  EXPECT_TRUE(run.result.value());
}

}  // namespace
}  // namespace rpcts::runner
