#include "harness/report/console.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

#include "harness/report/example_run.hpp"

namespace rpcts::report {
namespace {

using runner::Outcome;
using testing::HasSubstr;
using testing::Not;

TEST(Summary, TheWholeText) {
  EXPECT_EQ(summary(example_run(), example_rules()),
            R"(c                         rules  proved  failed  warned  unsupported  other  not run
  C.1                         2       -       2       -            -      -        -
  C.2                         2       1       -       -            1      -        -
Clauses without rule ids, cases passed:
  c                              0 of 1
  c A.17                         0 of 1
1 of 5 rules have no case in this run.

CRASH c.blocks.crash
  What is tested
  rule    R-1 (C.1, MUST): one is two
  found   the worker ended with signal 11 (Segmentation fault)
  printed before
          *** the driver ?[31mis upset?)"
            "\xFF"
            R"(
  repeat  rpcts run --device llvmpipe --filter 'c.blocks.crash'

FAIL c.blocks.fail:n=1
  What is tested
  rule    R-1 (C.1, MUST): one is two
  rule    R-2 (C.1, REF): two | three
  found   found <1> & "2",
          expected 3
          at conformance/c/blocks.cpp:12
  repeat  rpcts run --device llvmpipe --filter 'c.blocks.fail:n=1'

TIMEOUT c.slots.slow
  What is tested
  rule    R-1 (C.1, MUST): one is two
  found   nothing happened
  repeat  rpcts run --device llvmpipe --filter 'c.slots.slow'

Quality warnings: 1 (rules of level REF; they do not decide certification)
  c.slots.warning R-2
    unusual order

Flakes: 1 (repeated runs disagree)
  c.slots.flake
    the first time

Waived: 1
  1 case: known: see the driver's notes
    c.slots.waived

Not supported: 1
  1 case: no descriptor indexing
    c.slots.unsupported

rpcts 1.2.3 on device 0: llvmpipe
8 cases in 61.2 s: 1 pass, 1 fail, 1 quality warning, 1 not supported, 1 waived, 1 crash, 1 timeout, 1 flake
1 of 5 rules proved
Something is not as expected.
)");
}

TEST(Summary, NamesTheImplementationAndItsProfiles) {
  const std::string text = summary(example_run_of_an_implementation(), example_rules());
  EXPECT_THAT(text,
              HasSubstr("profile                   cases  passed  failed  warned  unsupported  other\n"
                        "  authoring                   2       1       1       -            -      -\n"
                        "  host (not claimed)          1       -       -       -            1      -\n"));
  EXPECT_THAT(text, HasSubstr("  1 case: Example Engine claims only authoring\n"));
  EXPECT_THAT(text, HasSubstr("Example Engine 1.2 (library ./libengine.so), claims authoring\n3 cases in"));
}

runner::RunRecord passing_run() {
  runner::RunRecord run;
  run.suite_version = "1.2.3";
  run.complete = true;
  run.selected = 1;
  run.cases = {example_record("c.f.a", Outcome::pass, {{"R-1", runner::Proof::positive}})};
  return run;
}

TEST(Summary, AGoodRun) {
  EXPECT_THAT(
      summary(passing_run(), example_rules()),
      testing::EndsWith("\nrpcts 1.2.3 on no device: no case asked for one\n1 cases in 0.0 s: 1 pass\n"
                        "1 of 5 rules proved\nEverything is as expected.\n"));
}

TEST(Summary, AnInterruptedRunSaysSo) {
  runner::RunRecord run = passing_run();
  run.complete = false;
  run.selected = 7;
  const std::string text = summary(run, example_rules());
  EXPECT_THAT(text, HasSubstr("The run was cut short: 1 of 7 cases have a result.\n"));
  EXPECT_THAT(text, HasSubstr("Something is not as expected."));
}

TEST(Summary, WhatCasesCountIsAddedUp) {
  runner::RunRecord run = passing_run();
  run.cases.front().notes["sum of injected failures: tone activation"] = "3";
  run.cases.push_back(run.cases.front());
  run.cases.back().notes["sum of injected failures: full resize"] = "40";
  EXPECT_THAT(summary(run, example_rules()),
              HasSubstr("\ninjected failures: 46\n  full resize 40, tone activation 6\n"));
}

TEST(Summary, IncidentsAreShown) {
  runner::RunRecord run = passing_run();
  run.incidents = {"outside any case: the worker ended\nbadly"};
  EXPECT_THAT(summary(run, example_rules()),
              HasSubstr("\nINCIDENT outside any case: the worker ended\n  badly\n"));
}

TEST(Summary, NoFailureIsOnlyCounted) {
  runner::RunRecord run = passing_run();
  run.cases.clear();
  for (int i = 0; i < 200; ++i) {
    run.cases.push_back(example_record("c.f.case_" + std::to_string(i), Outcome::fail, {}));
  }
  const std::string text = summary(run, {});
  for (const runner::CaseRecord& record : run.cases) {
    EXPECT_THAT(text, HasSubstr(repeat_command(record.info.id, run.settings)));
  }
  EXPECT_THAT(text, HasSubstr("and 150 more failures:"));
}

TEST(Summary, LongTextsAreCut) {
  runner::RunRecord run = passing_run();
  run.cases = {example_record("c.f.a", Outcome::crash, {}, {{.text = std::string(5000, 'x')}})};
  for (int i = 0; i < 10; ++i) {
    run.cases[0].messages.push_back({.text = "message " + std::to_string(i)});
  }
  run.cases[0].output = std::string(5000, 'y') + "\nthe last line\n";
  const std::string text = summary(run, {});
  EXPECT_LT(text.size(), 3000U);
  EXPECT_THAT(text, HasSubstr("xxx …\n"));
  EXPECT_THAT(text, HasSubstr("and 6 more, in results.json"));
  EXPECT_THAT(text, HasSubstr("the last line\n"));
}

std::string progress_of(bool terminal, const std::vector<Outcome>& outcomes) {
  std::ostringstream out;
  Progress progress(out, terminal, outcomes.size(), "cases", "failed");
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    tell(progress, example_record("c.f.case_" + std::to_string(i), outcomes[i], {}, {{.text = "why"}}));
  }
  progress.finish();
  return out.str();
}

TEST(Progress, PlainLinesWhereThereIsNoTerminal) {
  std::vector<Outcome> outcomes(20, Outcome::pass);
  outcomes[2] = Outcome::fail;
  const std::string text = progress_of(false, outcomes);
  EXPECT_THAT(text, testing::StartsWith(
                        "2 of 20 cases, 0 failed\nFAIL c.f.case_2\n  why\n4 of 20 cases, 1 failed\n"));
  EXPECT_THAT(text, testing::EndsWith("\n20 of 20 cases, 1 failed\n"));
  EXPECT_EQ(std::ranges::count(text, '\n'), 12);
  EXPECT_THAT(text, Not(HasSubstr("\r")));
  EXPECT_THAT(text, Not(HasSubstr("\x1B")));
}

TEST(Progress, OneLineOnATerminal) {
  const std::string text = progress_of(true, {Outcome::pass, Outcome::timeout});
  EXPECT_EQ(text,
            "\r[1/2] 0 failed  c.f.case_0\x1B[K"
            "\r\x1B[KTIMEOUT c.f.case_1\n  why\n"
            "\r[2/2] 1 failed  c.f.case_1\x1B[K"
            "\r\x1B[K");
}

TEST(Progress, NothingToDo) {
  EXPECT_EQ(progress_of(false, {}), "");
  EXPECT_EQ(progress_of(true, {}), "");
}

}  // namespace
}  // namespace rpcts::report
