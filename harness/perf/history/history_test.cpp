#include "harness/perf/history/history.hpp"

#include <gmock/gmock.h>
#include <limits>
#include <sqlite3.h>
#include <unistd.h>

#include "harness/perf/history/sets_testing.hpp"

namespace rpcts::perf {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// What SQLite answers to a statement on the file; empty when it was carried out.
std::string raw(const std::filesystem::path& path, const char* sql) {
  sqlite3* database = nullptr;
  EXPECT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  char* message = nullptr;
  sqlite3_exec(database, sql, nullptr, nullptr, &message);
  std::string said = message != nullptr ? message : "";
  sqlite3_free(message);
  sqlite3_close(database);
  return said;
}

TEST(History, GivesBackWhatWasAppendedInItsOrder) {
  const TestFile file("order.sqlite");
  const std::vector<SampleSet> sets{example_set("z"), example_set("a"),
                                    example_set("m", "instructions", {7})};
  {
    const auto history = History::open(file.path());
    ASSERT_TRUE(history.has_value()) << history.error().message;
    EXPECT_EQ(history->append(sets).value_or(99), 3U);
  }
  const auto history = History::open(file.path());
  ASSERT_TRUE(history.has_value()) << history.error().message;
  EXPECT_EQ(history->sets({}).value(), sets);
  EXPECT_THAT(history->sets({.metric = "instr*"}).value(), ElementsAre(sets[2]));
  EXPECT_THAT(history->sets({.benchmark = "a"}).value(), ElementsAre(sets[1]));
  EXPECT_TRUE(history->sets({.run = "other*"}).value().empty());
}

TEST(History, KeepsASetOnce) {
  const TestFile file("once.sqlite");
  const auto history = History::open(file.path());
  ASSERT_TRUE(history.has_value()) << history.error().message;
  SampleSet later = example_set();
  later.run = "later";
  EXPECT_EQ(history->append(std::vector{example_set(), example_set()}).value(), 1U);
  EXPECT_EQ(history->append(std::vector{example_set(), later}).value(), 1U);
  EXPECT_THAT(history->runs().value(), ElementsAre(example_set().run, "later"));
}

TEST(History, WhatCouldNotBeReadAgainIsRefused) {
  const TestFile file("infinite.sqlite");
  const auto history = History::open(file.path());
  ASSERT_TRUE(history.has_value()) << history.error().message;
  SampleSet wrong = example_set();
  wrong.values = {1, std::numeric_limits<double>::infinity()};
  EXPECT_FALSE(history->append(std::vector{example_set(), wrong}).has_value());
  EXPECT_TRUE(history->sets({}).value().empty());
}

TEST(History, TwoCanAppend) {
  const TestFile file("two.sqlite");
  const auto one = History::open(file.path());
  const auto other = History::open(file.path());
  ASSERT_TRUE(one.has_value() && other.has_value());
  EXPECT_EQ(one->append(std::vector{example_set("one")}).value(), 1U);
  EXPECT_EQ(other->append(std::vector{example_set("other")}).value(), 1U);
  EXPECT_EQ(one->sets({}).value().size(), 2U);
}

TEST(History, NothingIsChangedOrTakenOut) {
  const TestFile file("stays.sqlite");
  {
    const auto history = History::open(file.path());
    ASSERT_TRUE(history.has_value()) << history.error().message;
    ASSERT_TRUE(history->append(std::vector{example_set()}).has_value());
  }
  EXPECT_THAT(raw(file.path(), "DELETE FROM sample_sets"), HasSubstr("only appended to"));
  EXPECT_THAT(raw(file.path(), "UPDATE sample_sets SET metric = 'x'"), HasSubstr("only appended to"));
  EXPECT_EQ(History::open(file.path())->sets({}).value().size(), 1U);
}

TEST(History, WhatIsNoneIsRefusedAndStays) {
  const std::string text(4096, 'x');
  const TestFile nonsense("nonsense.sqlite", text);
  const auto refused = History::open(nonsense.path());
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message, HasSubstr("nonsense.sqlite"));
  std::ifstream stream(nonsense.path());
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), text);

  const TestFile foreign("foreign.sqlite");
  EXPECT_EQ(raw(foreign.path(), "CREATE TABLE t (a)"), "");
  const auto other = History::open(foreign.path());
  ASSERT_FALSE(other.has_value());
  EXPECT_THAT(other.error().message, HasSubstr("no history"));

  const TestFile newer("newer.sqlite");
  EXPECT_EQ(raw(newer.path(), "CREATE TABLE t (a); PRAGMA user_version = 9"), "");
  const auto later = History::open(newer.path());
  ASSERT_FALSE(later.has_value());
  EXPECT_THAT(later.error().message, HasSubstr("version 9"));

  EXPECT_FALSE(History::open("/nowhere/at/all.sqlite").has_value());
}

}  // namespace
}  // namespace rpcts::perf
