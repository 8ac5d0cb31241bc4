#include "harness/runner/process.hpp"

#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rpcts::runner {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr milliseconds soon{10'000};

Launch fake(std::vector<std::string> arguments, std::string input = "") {
  return {.program = RPCTS_FAKE_WORKER, .arguments = std::move(arguments), .input = std::move(input)};
}

TEST(Process, InputGoesInAndEventsComeOut) {
  EXPECT_EQ(ask(fake({"echo"}, "one\ntwo\n"), 1000, soon).value(), "one\ntwo\n");
}

TEST(Process, InputOfAnySizeIsNoDeadlock) {
  std::string input;
  for (int i = 0; i < 100'000; ++i) {
    input += "line " + std::to_string(i) + "\n";
  }
  EXPECT_EQ(ask(fake({"echo"}, input), std::size_t{4} << 20U, soon).value(), input);
}

TEST(Process, OutputIsKeptApartFromEvents) {
  Process process = Process::start(fake({"echo"}, "one\n")).value();
  std::string events;
  while (!process.exit()) {
    Process* const one = &process;
    Process::wait(std::span(&one, 1), milliseconds(1000));
    events += process.pump();
  }
  events += process.pump();
  EXPECT_EQ(events, "one\n");
  EXPECT_EQ(process.last_output(), "out one\n");
  EXPECT_TRUE(process.exit()->good());
}

TEST(Process, VariablesAreAddedAndReplaced) {
  ::setenv("RPCTS_PROCESS_TEST_OLD", "old", 1);    // NOLINT(concurrency-mt-unsafe)
  ::setenv("RPCTS_PROCESS_TEST_KEPT", "kept", 1);  // NOLINT(concurrency-mt-unsafe)
  Launch launch =
      fake({"environment"}, "RPCTS_PROCESS_TEST_OLD\nRPCTS_PROCESS_TEST_NEW\nRPCTS_PROCESS_TEST_KEPT\n");
  launch.environment = {"RPCTS_PROCESS_TEST_OLD=replaced", "RPCTS_PROCESS_TEST_NEW=a=b"};
  EXPECT_EQ(ask(launch, 1000, soon).value(), "replaced\na=b\nkept\n");
  EXPECT_STREQ(std::getenv("RPCTS_PROCESS_TEST_OLD"), "old");  // NOLINT(concurrency-mt-unsafe)
  EXPECT_EQ(std::getenv("RPCTS_PROCESS_TEST_NEW"), nullptr);   // NOLINT(concurrency-mt-unsafe)
}

TEST(Process, AProgramThatIsNotThereIsNamed) {
  const Result<Process> process = Process::start({.program = "/nowhere/rpcts-worker"});
  ASSERT_FALSE(process.has_value());
  EXPECT_EQ(process.error().message, "'/nowhere/rpcts-worker' cannot be started: No such file or directory");
}

TEST(Process, ARefusalIsPassedOn) {
  const Result<std::string> answer = ask(fake({"refuse"}), 1000, soon);
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().kind, ErrorKind::usage);
  EXPECT_THAT(answer.error().message, testing::StrEq("fake_worker: there is no device 'x'"));
}

TEST(Process, ABadEndIsAFailure) {
  const Result<std::string> answer = ask(fake({"dies_after_hello"}), 1000, soon);
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().kind, ErrorKind::failed);
  EXPECT_THAT(answer.error().message, HasSubstr("exit status 3"));
}

TEST(Process, AHangEnds) {
  const Result<std::string> answer = ask(fake({"hang"}), 1000, milliseconds(100));
  ASSERT_FALSE(answer.has_value());
  EXPECT_THAT(answer.error().message, HasSubstr("did not answer within 100 ms"));
}

TEST(Process, AnEndlessAnswerEnds) {
  const Result<std::string> answer = ask(fake({"answer_without_end"}), 100'000, soon);
  ASSERT_FALSE(answer.has_value());
  EXPECT_THAT(answer.error().message, HasSubstr("more than 100000 bytes"));
}

TEST(Process, ExitTexts) {
  EXPECT_EQ((Exit{.by_signal = false, .code = 3}).text(), "exit status 3");
  EXPECT_EQ((Exit{.by_signal = true, .code = 11}).text(), "signal 11 (Segmentation fault)");
  EXPECT_FALSE((Exit{.by_signal = true, .code = 0}).good());
  EXPECT_TRUE((Exit{}).good());
}

}  // namespace
}  // namespace rpcts::runner
