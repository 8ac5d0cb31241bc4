#include "harness/runner/expectations.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rpcts::runner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view nvidia = "device 0: NVIDIA H200 [discrete, NVIDIA 580.159.04, Vulkan 1.4.312]";

CaseRecord record(std::string id, Outcome outcome, std::string message = "") {
  CaseRecord made;
  made.info.id = std::move(id);
  made.outcome = outcome;
  if (!message.empty()) {
    made.messages = {{.text = std::move(message)}};
  }
  return made;
}

Expectations quirk() {
  return Expectations({{.cases = "c.blocks.*:read=whole",
                        .device = "*NVIDIA*",
                        .message = "VK_ERROR_UNKNOWN",
                        .reason = "the driver refuses a valid module"}});
}

TEST(Expectations, AKnownFailureIsWaivedAndKeepsItsMessages) {
  Expectations list = quirk();
  CaseRecord failed = record("c.blocks.frame:read=whole", Outcome::fail, "VK_ERROR_UNKNOWN from the driver");
  list.apply(failed, nvidia);
  EXPECT_EQ(failed.outcome, Outcome::waived);
  ASSERT_EQ(failed.messages.size(), 2U);
  EXPECT_EQ(failed.messages[0].text, "the driver refuses a valid module");
  EXPECT_EQ(failed.messages[1].text, "VK_ERROR_UNKNOWN from the driver");
  EXPECT_THAT(list.outdated(), IsEmpty());
}

TEST(Expectations, CrashesAndTimeoutsAreFailuresToo) {
  for (const Outcome outcome : {Outcome::crash, Outcome::timeout}) {
    Expectations list = quirk();
    CaseRecord failed = record("c.blocks.frame:read=whole", outcome, "VK_ERROR_UNKNOWN");
    list.apply(failed, nvidia);
    EXPECT_EQ(failed.outcome, Outcome::waived);
  }
}

TEST(Expectations, WhatTheEntryDoesNotNameStays) {
  const std::vector<std::pair<CaseRecord, std::string_view>> others = {
      {record("c.blocks.frame:read=part", Outcome::fail, "VK_ERROR_UNKNOWN"), nvidia},
      {record("c.blocks.frame:read=whole", Outcome::fail, "VK_ERROR_UNKNOWN"), "device 0: llvmpipe"},
      {record("c.blocks.frame:read=whole", Outcome::fail, "byte 16 must be read from byte 20"), nvidia},
      {record("c.blocks.frame:read=whole", Outcome::not_supported, "VK_ERROR_UNKNOWN"), nvidia},
      {record("c.blocks.frame:read=whole", Outcome::quality_warning, "VK_ERROR_UNKNOWN"), nvidia}};
  for (const auto& [before, device] : others) {
    Expectations list = quirk();
    CaseRecord after = before;
    list.apply(after, device);
    EXPECT_EQ(after.outcome, before.outcome) << before.info.id << " on " << device;
    EXPECT_EQ(after.messages.size(), before.messages.size());
    EXPECT_THAT(list.outdated(), IsEmpty());
  }
}

TEST(Expectations, AnEntryWhoseCasesPassIsOutOfDate) {
  Expectations list = quirk();
  CaseRecord passed = record("c.blocks.frame:read=whole", Outcome::pass);
  list.apply(passed, nvidia);
  EXPECT_EQ(passed.outcome, Outcome::pass);
  EXPECT_THAT(list.outdated(),
              ElementsAre(AllOf(HasSubstr("c.blocks.*:read=whole"), HasSubstr("1 of its cases passed"))));
  CaseRecord failed = record("c.blocks.shadow:read=whole", Outcome::fail, "VK_ERROR_UNKNOWN");
  list.apply(failed, nvidia);
  EXPECT_THAT(list.outdated(), IsEmpty());
}

TEST(Expectations, ReadsEachMember) {
  const Result<Expectations> list = Expectations::from_json(
      R"({"format": "rpcts.expectations", "version": 1, "expectations": [
          {"cases": "a*", "device": "d", "message": "m", "reason": "r"}, {"cases": "b", "reason": "s"}]})",
      "known.json");
  ASSERT_TRUE(list.has_value()) << list.error().message;
  EXPECT_THAT(list->entries(),
              ElementsAre(Expectation{.cases = "a*", .device = "d", .message = "m", .reason = "r"},
                          Expectation{.cases = "b", .reason = "s"}));
}

TEST(Expectations, WhatIsWrongIsNamedWithItsPlace) {
  const auto entry = [](const std::string& text) {
    return R"({"format": "rpcts.expectations", "version": 1, "expectations": [{"cases": "a", "reason": "r"}, )" +
           text + "]}";
  };
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "no JSON"},
      {"[]", "\"format\": \"rpcts.expectations\""},
      {R"({"format": 1})", "\"format\": \"rpcts.expectations\""},
      {R"({"format": "rpcts.expectations", "version": 2})", "version 1"},
      {R"({"format": "rpcts.expectations", "version": 1})", "'expectations' is missing"},
      {entry("1"), "/expectations/1: an entry is an object"},
      {entry(R"({"cases": "a"})"), "/expectations/1: 'reason' is missing or empty"},
      {entry(R"({"cases": "", "reason": "r"})"), "/expectations/1: 'cases' is missing or empty"},
      {entry(R"({"cases": "a", "reason": "r", "why": "x"})"), "/expectations/1: unknown member 'why'"},
      {entry(R"({"cases": ["a"], "reason": "r"})"), "/expectations/1: 'cases' must be a text"}};
  for (const auto& [text, message] : wrong) {
    const Result<Expectations> list = Expectations::from_json(text, "known.json");
    ASSERT_FALSE(list.has_value()) << text;
    EXPECT_EQ(list.error().kind, ErrorKind::usage);
    EXPECT_THAT(list.error().message, AllOf(HasSubstr("known.json"), HasSubstr(message)));
  }
}

TEST(Expectations, AMissingFileIsNamed) {
  const Result<Expectations> list = Expectations::from_file("/nowhere/known.json");
  ASSERT_FALSE(list.has_value());
  EXPECT_THAT(list.error().message, AllOf(HasSubstr("/nowhere/known.json"), HasSubstr("does not exist")));
}

TEST(Expectations, TheListOfThisRepositoryIsReadable) {
  const Result<Expectations> list =
      Expectations::from_file(RPCTS_SOURCE_DIR "/conformance/render_pack_v1/expectations.json");
  ASSERT_TRUE(list.has_value()) << list.error().message;
  EXPECT_FALSE(list->entries().empty());
}

}  // namespace
}  // namespace rpcts::runner
