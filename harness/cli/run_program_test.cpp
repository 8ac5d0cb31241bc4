#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "harness/cli/parse.hpp"
#include "harness/runner/catalogue.hpp"

namespace rpcts::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

struct Answer {
  int status = -1;
  std::string out;
  std::string err;
};

Answer call(std::vector<std::string> words) {
  words.insert(words.begin(), "rpcts");
  std::ostringstream out;
  std::ostringstream err;
  const int status = run_program(words, out, err);
  return {status, out.str(), err.str()};
}

/// With the worker of the runner's tests (test_worker.cpp).
Answer call_with_worker(std::vector<std::string> words) {
  words.insert(words.end(), {"--worker", RPCTS_TEST_WORKER});
  return call(std::move(words));
}

fs::path output_folder(const std::string& name) {
  fs::path folder = fs::path(testing::TempDir()) / "rpcts_run_program_test" / name;
  fs::remove_all(folder);
  return folder;
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Program, Version) {
  const Answer answer = call({"--version"});
  EXPECT_EQ(answer.status, exit_as_expected);
  EXPECT_THAT(answer.out, testing::MatchesRegex("rpcts [0-9]+\\.[0-9]+\\.[0-9]+\n"));
  EXPECT_THAT(answer.err, IsEmpty());
}

TEST(Program, HelpNamesEverySubcommand) {
  const Answer answer = call({"--help"});
  EXPECT_EQ(answer.status, exit_as_expected);
  for (const char* name : {"validate", "run", "list", "explain", "requirements", "devices", "faults"}) {
    EXPECT_THAT(answer.out, HasSubstr(std::string("\n  ") + name + " "));
  }
  EXPECT_THAT(answer.out, HasSubstr("Exit status: 0 as expected"));
  EXPECT_EQ(call({"run", "--help"}).status, exit_as_expected);
  EXPECT_THAT(call({"run", "--help"}).out, HasSubstr("--shard"));
}

TEST(Program, NoWordsShowTheHelpAsAnError) {
  const Answer answer = call({});
  EXPECT_EQ(answer.status, exit_wrong_command);
  EXPECT_THAT(answer.err, HasSubstr("Usage: rpcts"));
  EXPECT_THAT(answer.out, IsEmpty());
}

TEST(Program, WrongWordsAreNamedWithTheNearestKnown) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
      {{"rnu"}, "rpcts: there is no subcommand 'rnu'; did you mean 'run'? (`rpcts --help` shows all)\n"},
      {{"zzzzzz"}, "rpcts: there is no subcommand 'zzzzzz' (`rpcts --help` shows all)\n"},
      {{"run", "--fliter", "x"},
       "rpcts: there is no option '--fliter'; did you mean '--filter'? (`rpcts run --help` shows all)\n"},
      {{"list", "--jsn"},
       "rpcts: there is no option '--jsn'; did you mean '--json'? (`rpcts list --help` shows all)\n"},
  };
  for (const auto& [words, text] : wrong) {
    const Answer answer = call(words);
    EXPECT_EQ(answer.status, exit_wrong_command);
    EXPECT_EQ(answer.err, text);
    EXPECT_THAT(answer.out, IsEmpty());
  }
}

TEST(Program, WrongValuesAreRefused) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"run", "--jobs", "0"},
                                             {"run", "--jobs", "many"},
                                             {"run", "--jobs"},
                                             {"run", "--timeout", "0"},
                                             {"run", "--shard", "3/2"},
                                             {"run", "--contract", "tt"},
                                             {"run", "--filter", "nothing"},
                                             {"run", "more", "words"},
                                             {"list", "--contract", "tt"},
                                             {"list", "--rule", "T-9"},
                                             {"explain"},
                                             {"explain", "t.cases.passez"},
                                             {"requirements", "--contract", "tt"},
                                             {"faults", "run", "--sample", "3/2"},
                                             {"faults", "run", "--filter", "nothing.at-all"},
                                             {"faults", "run", "--jobs", "0"}}) {
    const Answer answer = call_with_worker(words);
    EXPECT_EQ(answer.status, exit_wrong_command) << testing::PrintToString(words);
    EXPECT_THAT(answer.err, StartsWith("rpcts: "));
    EXPECT_THAT(answer.out, IsEmpty());
  }
}

TEST(Program, AMissingWorkerIsNamed) {
  for (const char* command : {"run", "list", "requirements"}) {
    const Answer answer = call({command, "--worker", "/nowhere/worker"});
    EXPECT_EQ(answer.status, exit_wrong_command);
    EXPECT_EQ(answer.err, "rpcts: '/nowhere/worker' cannot be started: No such file or directory\n");
  }
}

TEST(Faults, ListShowsWhatAMistakeBreaks) {
  const Answer answer = call({"faults", "list", "--filter", "slots.b-and-c-*"});
  EXPECT_EQ(answer.status, exit_as_expected);
  EXPECT_EQ(
      answer.out,
      "slots.b-and-c-swapped  The second and the third texture slot of a pass are exchanged  RP-VAL-080\n");
  EXPECT_EQ(call({"faults", "list", "--filter", "slots.b-and-c-swaped"}).err,
            "rpcts: no mistake matches 'slots.b-and-c-swaped'; did you mean 'slots.b-and-c-swapped'? (`rpcts "
            "faults "
            "list` shows all)\n");
  EXPECT_EQ(call({"faults"}).status, exit_wrong_command);
}

TEST(Faults, AMistakeThatNoCaseOfTheWorkerCouldSeeIsRefused) {
  const Answer answer = call_with_worker({"faults", "run", "--filter", "slots.b-and-c-swapped"});
  EXPECT_EQ(answer.status, exit_wrong_command);
  EXPECT_THAT(answer.err, HasSubstr("'slots'"));
}

TEST(List, OneLineACase) {
  const Answer answer = call_with_worker({"list", "--filter", "t.rules.*"});
  EXPECT_EQ(answer.status, exit_as_expected);
  EXPECT_EQ(answer.out,
            "t.rules.breaks  T-001 negative\nt.rules.keeps  T-001 positive, T-002 positive  [device]\n");
  EXPECT_THAT(answer.err, IsEmpty());
}

TEST(List, ByRule) {
  EXPECT_EQ(call_with_worker({"list", "--rule", "T-002"}).out,
            "t.rules.keeps  T-001 positive, T-002 positive  [device]\n");
}

TEST(List, JsonIsTheCatalogue) {
  const Answer answer = call_with_worker({"list", "--json", "--filter", "t.rules.*"});
  const fs::path file = fs::path(testing::TempDir()) / "rpcts_catalogue.json";
  std::ofstream(file, std::ios::binary) << answer.out;
  const std::string command = "python3 '" RPCTS_SOURCE_DIR
                              "/scripts/check_schema.py' --schema '" RPCTS_SOURCE_DIR
                              "/docs/formats/catalogue.schema.json' '" +
                              file.string() + "' >/dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT(concurrency-mt-unsafe)
  const runner::Catalogue catalogue = runner::catalogue_from_json(answer.out).value();
  EXPECT_EQ(catalogue.cases.size(), 2U);
  EXPECT_EQ(catalogue.rules.size(), 2U);
}

TEST(Explain, ACase) {
  EXPECT_EQ(call_with_worker({"explain", "t.rules.keeps"}).out,
            "case     t.rules.keeps\n"
            "tests    What keeps both rules is accepted\n"
            "level    MUST\n"
            "proves   T-001 (positive), 1 MUST\n"
            "         rejected when: it is wrong\n"
            "proves   T-002 (positive), 2 REF\n"
            "         rejected when: it is odd\n"
            "judges   the suite itself\n"
            "needs    a Vulkan device\n"
            "source   conformance/t/rules.cpp\n"
            "alone    rpcts run --filter 't.rules.keeps'\n");
}

TEST(Explain, ACaseThatJudgesAnImplementation) {
  EXPECT_THAT(call_with_worker({"explain", "t.judges.packs", "--implementation", "./e.so"}).out,
              AllOf(HasSubstr("judges   the implementation (authoring)\n"),
                    HasSubstr("alone    rpcts run --implementation ./e.so --filter 't.judges.packs'\n")));
}

TEST(List, ByProfile) {
  EXPECT_EQ(call_with_worker({"list", "--profile", "host"}).out, "t.judges.frames  [host]\n");
  EXPECT_THAT(call_with_worker({"list", "--profile", "hots"}).err, HasSubstr("there is no profile 'hots'"));
}

TEST(List, WhatWouldJudgeAnImplementation) {
  EXPECT_EQ(call_with_worker({"list", "--implementation", "./e.so"}).out, "t.judges.packs  [authoring]\n");
  const Answer missing = call_with_worker({"list", "--implementation", "missing"});
  EXPECT_EQ(missing.status, exit_wrong_command);
  EXPECT_EQ(missing.err, "rpcts: there is no implementation 'missing'\n");
}

TEST(Explain, ARule) {
  EXPECT_EQ(call_with_worker({"explain", "T-001"}).out,
            "rule     T-001\n"
            "level    MUST\n"
            "clause   1 of t\n"
            "rejected when: it is wrong\n"
            "positive cases: 1\n"
            "  t.rules.keeps\n"
            "    What keeps both rules is accepted\n"
            "negative cases: 1\n"
            "  t.rules.breaks\n"
            "    What breaks the rule is rejected\n");
}

TEST(Explain, AnUnknownIdGetsASuggestion) {
  EXPECT_THAT(call_with_worker({"explain", "T-01"}).err,
              HasSubstr("no case and no rule 'T-01'; did you mean 'T-001'?"));
  EXPECT_THAT(call_with_worker({"explain", "t.rules.keps"}).err, HasSubstr("did you mean 't.rules.keeps'?"));
}

TEST(Requirements, PageAndCheck) {
  const fs::path folder = output_folder("requirements");
  fs::create_directories(folder);
  const std::string file = (folder / "requirements.md").string();
  const Answer page = call_with_worker({"requirements"});
  EXPECT_EQ(page.status, exit_as_expected);
  EXPECT_THAT(
      page.out,
      HasSubstr(
          "| T-001 | MUST | 1 | rule | it is wrong | 1: `t.rules.keeps` | generated: `t.rules.breaks` |"));
  EXPECT_EQ(call_with_worker({"requirements", "--contract", "t", "--output", file}).status, exit_as_expected);
  EXPECT_EQ(content(file), page.out);
  EXPECT_EQ(call_with_worker({"requirements", "--compare", file}).status, exit_as_expected);
  std::ofstream(file, std::ios::app) << "more\n";
  const Answer stale = call_with_worker({"requirements", "--compare", file});
  EXPECT_EQ(stale.status, exit_not_as_expected);
  EXPECT_THAT(stale.err, HasSubstr("is out of date"));
  const Answer check = call_with_worker({"requirements", "--check"});
  EXPECT_EQ(check.status, exit_not_as_expected);
  EXPECT_EQ(check.err, "rpcts: T-002 (2, REF) has no negative case\n");
  EXPECT_EQ(check.out, "t: 2 rules, 1 proofs missing\n");
  EXPECT_EQ(call_with_worker({"requirements", "--compare", "/nowhere"}).status, exit_wrong_command);
}

TEST(Run, APassingRun) {
  const fs::path folder = output_folder("pass");
  const Answer answer = call_with_worker(
      {"run", "--filter", "t.rules.*", "--device", "x", "--output", folder.string(), "--jobs", "2"});
  EXPECT_EQ(answer.status, exit_as_expected) << answer.out << answer.err;
  EXPECT_THAT(answer.out, AllOf(HasSubstr("2 cases, 2 at a time\ndevice x of the tests\n"),
                                HasSubstr("\n2 of 2 rules proved\nEverything is as expected.\n")));
  const auto results = nlohmann::json::parse(content(folder / "results.json"));
  EXPECT_EQ(results.at("run").at("totals").at("pass"), 2);
  EXPECT_EQ(results.at("run").at("device"), "device x of the tests");
  EXPECT_EQ(results.at("run").at("complete"), true);
  EXPECT_THAT(content(folder / "junit.xml"), HasSubstr("tests=\"2\" failures=\"0\""));
  EXPECT_EQ(std::ranges::count(content(folder / "results.jsonl"), '\n'), 4);
}

TEST(Run, AFailingRun) {
  const fs::path folder = output_folder("fail");
  const Answer answer =
      call_with_worker({"run", "--filter", "t.cases.fails*", "--output", folder.string(), "--timeout", "30"});
  EXPECT_EQ(answer.status, exit_not_as_expected);
  EXPECT_THAT(answer.out, HasSubstr("\nFAIL t.cases.fails\n"));
  EXPECT_THAT(answer.out, HasSubstr(std::string("\n  repeat  rpcts run --worker ") + RPCTS_TEST_WORKER +
                                    " --filter 't.cases.fails'\n"));
  EXPECT_THAT(answer.out, HasSubstr("Quality warnings: 2"));
  EXPECT_THAT(answer.out, HasSubstr("Something is not as expected."));
}

TEST(Run, KnownFailuresAreWaivedAndOutdatedOnesTold) {
  const fs::path list = output_folder("known") / "known.json";
  fs::create_directories(list.parent_path());
  std::ofstream(list) << R"({"format": "rpcts.expectations", "version": 1, "expectations": [
      {"cases": "t.cases.fails", "message": "the number", "reason": "known: the number differs"},
      {"cases": "t.cases.passes", "reason": "known: it fails"}]})";
  const auto run = [&](const char* filter) {
    return call_with_worker({"run", "--filter", filter, "--expectations", list.string(), "--output",
                             output_folder("waived").string()});
  };
  const Answer waived = run("t.cases.fails");
  EXPECT_EQ(waived.status, exit_as_expected) << waived.out;
  EXPECT_THAT(waived.out, AllOf(HasSubstr("known: the number differs"), HasSubstr("1 waived")));
  const Answer outdated = run("t.cases.passes");
  EXPECT_EQ(outdated.status, exit_not_as_expected);
  EXPECT_THAT(outdated.out, HasSubstr("INCIDENT the expectation for 't.cases.passes' is out of date"));
  const Answer missing = call_with_worker({"run", "--expectations", "/nowhere"});
  EXPECT_EQ(missing.status, exit_wrong_command);
  EXPECT_THAT(missing.err, HasSubstr("'/nowhere' does not exist"));
}

TEST(Run, QualityWarningsAloneAreAsExpected) {
  const Answer answer = call_with_worker(
      {"run", "--filter", "t.cases.fails_mildly", "--output", output_folder("warn").string()});
  EXPECT_EQ(answer.status, exit_as_expected);
}

TEST(Run, ACrashAndAHangAreReported) {
  const Answer crash =
      call_with_worker({"run", "--filter", "t.cases.crashes", "--output", output_folder("crash").string()});
  EXPECT_EQ(crash.status, exit_not_as_expected);
  EXPECT_THAT(crash.out, AllOf(HasSubstr("CRASH t.cases.crashes"), HasSubstr("printed the driver is upset")));
  const Answer hang = call_with_worker(
      {"run", "--filter", "t.cases.hangs", "--timeout", "1", "--output", output_folder("hang").string()});
  EXPECT_EQ(hang.status, exit_not_as_expected);
  EXPECT_THAT(hang.out, HasSubstr("TIMEOUT t.cases.hangs"));
}

TEST(Run, ANamedImplementationIsJudgedAlone) {
  const fs::path folder = output_folder("implementation");
  const Answer answer =
      call_with_worker({"run", "--implementation", "./e.so", "--output", folder.string(), "--jobs", "1"});
  EXPECT_EQ(answer.status, exit_not_as_expected);
  EXPECT_THAT(answer.out, HasSubstr("Engine 2 (library ./e.so), claims authoring\n"));
  EXPECT_THAT(answer.out, HasSubstr("  1 case: Engine claims authoring only\n"));
  EXPECT_THAT(answer.out, HasSubstr("repeat  rpcts run --implementation ./e.so --worker "));
  const auto results = nlohmann::json::parse(content(folder / "results.json"));
  EXPECT_EQ(results.at("cases").size(), 3U);
  EXPECT_EQ(results.at("run").at("implementation").at("version"), "2");
}

TEST(Run, WithoutANameTheSuitesOwnIsJudgedBesideEverythingElse) {
  const fs::path folder = output_folder("own_implementation");
  const Answer both =
      call_with_worker({"run", "--filter", "t.*s.pa*s*", "--output", folder.string(), "--no-validation"});
  EXPECT_EQ(both.status, exit_as_expected) << both.out;
  EXPECT_THAT(both.out, HasSubstr("Unwatched 2 (library own.so), claims authoring\n"));
  const auto results = nlohmann::json::parse(content(folder / "results.json"));
  EXPECT_GE(results.at("cases").size(), 2U);
  EXPECT_EQ(results.at("run").at("settings").at("validation"), false);
}

TEST(Run, AnImplementationThatCannotBeUsedEndsTheRun) {
  const std::string output = output_folder("unusable").string();
  const Answer missing = call_with_worker({"run", "--implementation", "missing", "--output", output});
  EXPECT_EQ(missing.status, exit_wrong_command);
  EXPECT_EQ(missing.err, "rpcts: there is no implementation 'missing'\n");
  EXPECT_THAT(missing.out, IsEmpty());
  const Answer crash = call_with_worker({"run", "--implementation", "crashes", "--output", output});
  EXPECT_EQ(crash.status, exit_wrong_command);
  EXPECT_THAT(crash.err, AllOf(HasSubstr("the implementation 'crashes' could not be loaded"),
                               HasSubstr("signal 6 (Aborted)")));
  const Answer wrong =
      call_with_worker({"run", "--implementation", "./e.so", "--filter", "t.cases.*", "--output", output});
  EXPECT_EQ(wrong.status, exit_wrong_command);
  EXPECT_THAT(wrong.err, HasSubstr("judges an implementation"));
}

TEST(Run, WithoutADeviceTheReasonIsGiven) {
  const Answer answer =
      call_with_worker({"run", "--filter", "t.rules.*", "--output", output_folder("no_device").string()});
  EXPECT_EQ(answer.status, exit_as_expected);
  EXPECT_THAT(answer.err,
              HasSubstr("rpcts: no device: no device is here; cases that need one are not supported\n"));
}

TEST(Run, ADeviceThatIsNotHereEndsTheRun) {
  const Answer answer =
      call_with_worker({"run", "--device", "none", "--output", output_folder("none").string()});
  EXPECT_EQ(answer.status, exit_wrong_command);
  EXPECT_EQ(answer.err, "rpcts: there is no device 'none'\n");
}

TEST(Run, ShardsTogetherRunEveryCaseOnce) {
  std::multiset<std::string> ids;
  for (const char* shard : {"1/2", "2/2"}) {
    const fs::path folder = output_folder("shard");
    EXPECT_EQ(call_with_worker({"run", "--filter", "t.*s.*e*s", "--shard", shard, "--timeout", "1",
                                "--output", folder.string()})
                  .status,
              exit_not_as_expected);
    const auto results = nlohmann::json::parse(content(folder / "results.json"));
    for (const auto& one : results.at("cases")) {
      ids.insert(one.at("id").get<std::string>());
    }
  }
  const Answer list = call_with_worker({"list", "--filter", "t.*s.*e*s"});
  EXPECT_EQ(ids.size(), static_cast<std::size_t>(std::ranges::count(list.out, '\n')));
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
}

TEST(Run, AFolderThatCannotBeWrittenIsNamed) {
  const Answer answer = call_with_worker({"run", "--filter", "t.rules.*", "--output", "/proc/rpcts"});
  EXPECT_EQ(answer.status, exit_wrong_command);
  EXPECT_THAT(answer.err, HasSubstr("'/proc/rpcts' cannot be written"));
}

TEST(Run, AnInterruptKeepsTheResults) {
  const fs::path folder = output_folder("interrupt");
  std::jthread interrupter([&] {
    // The first case has its line: the run is under way, and its second case hangs.
    while (std::ranges::count(content(folder / "results.jsonl"), '\n') < 2) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    std::raise(SIGINT);
  });
  const auto start = std::chrono::steady_clock::now();
  const Answer answer =
      call_with_worker({"run", "--filter", "t.cases.interrupt*", "--jobs", "1", "--output", folder.string()});
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(40));
  EXPECT_EQ(answer.status, exit_wrong_command);
  EXPECT_THAT(answer.err, HasSubstr("rpcts: the run was interrupted\n"));
  EXPECT_THAT(answer.out, HasSubstr("The run was cut short: 1 of 2 cases have a result."));
  const auto results = nlohmann::json::parse(content(folder / "results.json"));
  EXPECT_EQ(results.at("run").at("complete"), false);
  EXPECT_EQ(results.at("cases").size(), 1U);
  EXPECT_THAT(content(folder / "junit.xml"), Not(IsEmpty()));
}

}  // namespace
}  // namespace rpcts::cli
