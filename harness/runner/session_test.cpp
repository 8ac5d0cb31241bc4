#include "harness/runner/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rpcts::runner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CaseEnded passed(std::string id) {
  return {.id = std::move(id), .outcome = Outcome::pass, .checks = 1};
}

/// Feeds events that must all be fine.
void feed(Session& session, const std::vector<Event>& events) {
  for (const Event& event : events) {
    ASSERT_TRUE(session.on(event).has_value());
  }
}

std::string refusal(Session& session, Event event) {
  const Result<std::optional<CaseEnded>> result = session.on(std::move(event));
  return result ? "accepted" : result.error().message;
}

TEST(Session, AWholeConversation) {
  Session session({"a", "b"});
  EXPECT_FALSE(session.greeted());
  feed(session, {Hello{.cases = 2}});
  EXPECT_TRUE(session.greeted());
  EXPECT_EQ(session.running(), nullptr);
  feed(session, {CaseStarted{"a"}});
  ASSERT_NE(session.running(), nullptr);
  EXPECT_EQ(*session.running(), "a");
  EXPECT_EQ(session.on(passed("a")).value(), passed("a"));
  EXPECT_EQ(session.running(), nullptr);
  EXPECT_EQ(session.ended(), 1U);
  EXPECT_THAT(session.remaining(), ElementsAre("b"));
  feed(session, {CaseStarted{"b"}, passed("b")});
  EXPECT_FALSE(session.finished());
  feed(session, {Goodbye{}});
  EXPECT_TRUE(session.finished());
}

TEST(Session, TheRunningCaseIsAmongTheRemaining) {
  Session session({"a", "b"});
  feed(session, {Hello{.cases = 2}, CaseStarted{"a"}});
  EXPECT_THAT(session.remaining(), ElementsAre("a", "b"));
}

TEST(Session, HelloComesFirstAndOnce) {
  for (const Event& event : std::vector<Event>{CaseStarted{"a"}, passed("a"), Goodbye{}}) {
    Session session({"a"});
    EXPECT_THAT(refusal(session, event), HasSubstr("did not say hello"));
  }
  Session session({"a"});
  feed(session, {Hello{.cases = 1}});
  EXPECT_THAT(refusal(session, Hello{.cases = 1}), HasSubstr("hello twice"));
}

TEST(Session, TheNumberOfCasesMustBeRight) {
  Session session({"a"});
  EXPECT_THAT(refusal(session, Hello{.cases = 2}), HasSubstr("given 1 cases and says that it has 2"));
}

TEST(Session, WrongIdsAreNamed) {
  Session session({"a", "b"});
  feed(session, {Hello{.cases = 2}});
  EXPECT_THAT(refusal(session, passed("a")), HasSubstr("ended 'a' while 'nothing' ran"));
  EXPECT_THAT(refusal(session, CaseStarted{"b"}), HasSubstr("started 'b' where 'a' was next"));
  feed(session, {CaseStarted{"a"}});
  EXPECT_THAT(refusal(session, CaseStarted{"b"}), HasSubstr("started 'b' while 'a' ran"));
  EXPECT_THAT(refusal(session, passed("b")), HasSubstr("ended 'b' while 'a' ran"));
}

TEST(Session, GoodbyeComesLast) {
  Session session({"a"});
  feed(session, {Hello{.cases = 1}});
  EXPECT_THAT(refusal(session, Goodbye{}), HasSubstr("goodbye before 'a' had ended"));
  feed(session, {CaseStarted{"a"}});
  EXPECT_THAT(refusal(session, Goodbye{}), HasSubstr("goodbye before 'a' had ended"));
  feed(session, {passed("a"), Goodbye{}});
  EXPECT_THAT(refusal(session, Goodbye{}), HasSubstr("went on after its goodbye"));
}

TEST(Session, NothingStartsAfterTheLastCase) {
  Session session({"a"});
  feed(session, {Hello{.cases = 1}, CaseStarted{"a"}, passed("a")});
  EXPECT_THAT(refusal(session, CaseStarted{"a"}), HasSubstr("started 'a' where 'nothing' was next"));
}

}  // namespace
}  // namespace rpcts::runner
