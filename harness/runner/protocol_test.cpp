#include "harness/runner/protocol.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rpcts::runner {
namespace {

using testing::HasSubstr;

CaseEnded full_event() {
  return {.id = "c.f.a:weather=Storm",
          .outcome = Outcome::quality_warning,
          .checks = 12,
          .microseconds = 1500,
          .messages = {{.text = "found \"1\",\nexpected 2", .file = "conformance/c/f.cpp", .line = 12},
                       {.text = "x"}},
          .notes = {{"device", "llvmpipe"}}};
}

TEST(Protocol, TheLinesAreWhatTheVersionSays) {
  EXPECT_EQ(encode(Hello{.cases = 3}), "{\"cases\":3,\"event\":\"hello\",\"version\":1}\n");
  EXPECT_EQ(encode(CaseStarted{"c.f.a"}), "{\"event\":\"start\",\"id\":\"c.f.a\"}\n");
  EXPECT_EQ(encode(full_event()),
            R"({"checks":12,"event":"end","id":"c.f.a:weather=Storm",)"
            R"("messages":[{"file":"conformance/c/f.cpp","line":12,"text":"found \"1\",\nexpected 2"},)"
            R"({"file":"","line":0,"text":"x"}],"microseconds":1500,"notes":{"device":"llvmpipe"},)"
            R"("outcome":"quality warning"})"
            "\n");
  EXPECT_EQ(encode(Goodbye{}), "{\"event\":\"goodbye\"}\n");
}

TEST(Protocol, EveryEventReadsBack) {
  EventReader reader;
  reader.feed(encode(Hello{.cases = 3}) + encode(CaseStarted{"c.f.a"}) + encode(full_event()) +
              encode(Goodbye{}));
  EXPECT_EQ(reader.next().value().value(), Event(Hello{.cases = 3}));
  EXPECT_EQ(reader.next().value().value(), Event(CaseStarted{"c.f.a"}));
  EXPECT_EQ(reader.next().value().value(), Event(full_event()));
  EXPECT_EQ(reader.next().value().value(), Event(Goodbye{}));
  EXPECT_FALSE(reader.next().has_value());
  EXPECT_EQ(reader.rest(), "");
}

TEST(Protocol, BytesMayComeOneByOne) {
  EventReader reader;
  std::vector<Event> events;
  for (const char byte : encode(full_event()) + encode(Goodbye{})) {
    reader.feed(std::string_view(&byte, 1));
    while (std::optional<Result<Event>> event = reader.next()) {
      events.push_back(event->value());
    }
  }
  EXPECT_THAT(events, testing::ElementsAre(Event(full_event()), Event(Goodbye{})));
}

TEST(Protocol, TextThatIsNotUtf8IsRepaired) {
  const std::string line =
      encode(CaseStarted{"a\xFF"
                         "b"});
  EXPECT_EQ(decode(std::string_view(line).substr(0, line.size() - 1)).value(),
            Event(CaseStarted{"a\xEF\xBF\xBD"
                              "b"}));
}

TEST(Protocol, AnotherVersionIsUnsupported) {
  const Result<Event> event = decode(R"({"event":"hello","version":2,"future":true})");
  ASSERT_FALSE(event.has_value());
  EXPECT_EQ(event.error().kind, ErrorKind::unsupported);
  EXPECT_THAT(event.error().message, HasSubstr("version 2"));
}

TEST(Protocol, ALineThatIsNoEventIsNamed) {
  for (const char* line : {"", "{", "null", "[]", "42", "{}", R"({"event":7})", R"({"event":"hello"})",
                           R"({"event":"hello","version":"1","cases":0})", R"({"event":"start"})",
                           R"({"event":"end","id":"a"})", "segfault at 0"}) {
    const Result<Event> event = decode(line);
    ASSERT_FALSE(event.has_value()) << line;
    EXPECT_EQ(event.error().kind, ErrorKind::failed) << line;
    EXPECT_THAT(event.error().message, HasSubstr("no event")) << line;
  }
  EXPECT_THAT(decode(R"({"event":"dance"})").error().message, HasSubstr("'dance'"));
}

TEST(Protocol, AWorkerCannotReportWhatOnlyTheParentSees) {
  for (const char* outcome : {"crash", "timeout", "flake", "waived", "splendid"}) {
    std::string line = encode(full_event());
    line.replace(line.find("quality warning"), std::string_view("quality warning").size(), outcome);
    const Result<Event> event = decode(line);
    ASSERT_FALSE(event.has_value()) << outcome;
    EXPECT_THAT(event.error().message, HasSubstr(outcome));
  }
}

TEST(Protocol, AReaderGivesNothingAfterAnError) {
  EventReader reader;
  reader.feed("garbage\n" + encode(Goodbye{}));
  EXPECT_FALSE(reader.next().value().has_value());
  EXPECT_FALSE(reader.next().has_value());
  reader.feed(encode(Goodbye{}));
  EXPECT_FALSE(reader.next().has_value());
}

TEST(Protocol, AnEndlessLineIsRefused) {
  EventReader reader;
  reader.feed(std::string(maximum_event_bytes, 'x'));
  EXPECT_FALSE(reader.next().has_value());
  reader.feed("x");
  const std::optional<Result<Event>> event = reader.next();
  ASSERT_TRUE(event.has_value());
  ASSERT_FALSE(event->has_value());
  EXPECT_THAT(event->error().message, HasSubstr("more than 262144 bytes"));
}

TEST(Protocol, APartialLineIsLeftOver) {
  EventReader reader;
  reader.feed(encode(Goodbye{}) + R"({"event":"sta)");
  EXPECT_TRUE(reader.next().value().has_value());
  EXPECT_FALSE(reader.next().has_value());
  EXPECT_EQ(reader.rest(), R"({"event":"sta)");
}

}  // namespace
}  // namespace rpcts::runner
