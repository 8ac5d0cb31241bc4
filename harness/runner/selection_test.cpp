#include "harness/runner/selection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

namespace rpcts::runner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Catalogue catalogue() {
  Catalogue made;
  for (const char* id : {"one.blocks.frame", "one.blocks.shadow", "one.slots.assignment:n=1",
                         "one.slots.assignment:n=2", "two.blocks.frame"}) {
    made.cases.push_back({.id = id});
  }
  return made;
}

std::vector<std::string> ids(const Selection& selection) {
  const Result<std::vector<CaseInfo>> selected = select(catalogue(), selection);
  std::vector<std::string> list;
  if (!selected) {
    return {selected.error().message};
  }
  for (const CaseInfo& info : *selected) {
    list.push_back(info.id);
  }
  return list;
}

TEST(Selection, Globs) {
  EXPECT_TRUE(matches_glob("", ""));
  EXPECT_TRUE(matches_glob("", "*"));
  EXPECT_FALSE(matches_glob("", "?"));
  EXPECT_TRUE(matches_glob("abc", "abc"));
  EXPECT_FALSE(matches_glob("abc", "ab"));
  EXPECT_FALSE(matches_glob("abc", "abcd"));
  EXPECT_TRUE(matches_glob("abc", "a?c"));
  EXPECT_FALSE(matches_glob("ac", "a?c"));
  EXPECT_TRUE(matches_glob("abc", "*c"));
  EXPECT_TRUE(matches_glob("abcbc", "a*bc"));
  EXPECT_TRUE(matches_glob("a.b.c", "*.b.*"));
  EXPECT_FALSE(matches_glob("a.b.c", "*.d.*"));
  EXPECT_TRUE(matches_glob("abc", "abc**"));
  EXPECT_FALSE(matches_glob("abc", "*abcd*"));
}

TEST(Selection, AGlobOfManyStarsTakesNoLongerThanItsLengths) {
  std::string pattern;
  for (int i = 0; i < 50; ++i) {
    pattern += "*a";
  }
  EXPECT_FALSE(matches_glob(std::string(10'000, 'a'), pattern + "b"));
}

TEST(Selection, NightlyCasesOnRequest) {
  Catalogue with_long = catalogue();
  with_long.cases.push_back({.id = "one.sweep.all", .nightly = true});
  const auto count = [&](const Selection& selection) { return select(with_long, selection)->size(); };
  EXPECT_EQ(count({}), 5U);
  EXPECT_EQ(count({.nightly = true}), 6U);
  EXPECT_EQ(count({.filter = "one.sweep.all"}), 1U);
  const auto none = select(with_long, {.filter = "one.sweep.*"});
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("add --nightly"));
}

TEST(Selection, EverythingByDefault) {
  EXPECT_EQ(ids({}).size(), 5U);
}

TEST(Selection, ByContractAndFilter) {
  EXPECT_THAT(ids({.contract = "two"}), ElementsAre("two.blocks.frame"));
  EXPECT_THAT(ids({.filter = "*.blocks.frame"}), ElementsAre("one.blocks.frame", "two.blocks.frame"));
  EXPECT_THAT(ids({.contract = "one", .filter = "*frame"}), ElementsAre("one.blocks.frame"));
}

TEST(Selection, ShardsDealOutAllCasesOnce) {
  EXPECT_THAT(ids({.shard = {.index = 1, .count = 2}}),
              ElementsAre("one.blocks.frame", "one.slots.assignment:n=1", "two.blocks.frame"));
  EXPECT_THAT(ids({.shard = {.index = 2, .count = 2}}),
              ElementsAre("one.blocks.shadow", "one.slots.assignment:n=2"));
  std::multiset<std::string> all;
  for (unsigned i = 1; i <= 3; ++i) {
    for (const std::string& id : ids({.shard = {.index = i, .count = 3}})) {
      all.insert(id);
    }
  }
  EXPECT_EQ(all.size(), 5U);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), 5U);
}

TEST(Selection, AShardOfFewCasesMayBeEmpty) {
  EXPECT_TRUE(ids({.contract = "two", .shard = {.index = 2, .count = 2}}).empty());
}

TEST(Selection, ShardTexts) {
  EXPECT_EQ(shard_from("2/5").value(), (Shard{.index = 2, .count = 5}));
  EXPECT_EQ(shard_from("1/1").value(), (Shard{.index = 1, .count = 1}));
  for (const char* text :
       {"", "2", "0/5", "6/5", "/5", "2/", "a/b", "1/2/3", "-1/2", "1/0", " 1/2", "99999999999/2"}) {
    ASSERT_FALSE(shard_from(text).has_value()) << text;
    EXPECT_EQ(shard_from(text).error().kind, ErrorKind::usage);
  }
}

TEST(Selection, OnlyCasesThatJudgeAnImplementation) {
  const Catalogue catalogue{.rules = {},
                            .cases = {{.id = "c.f.engine", .profiles = {"host"}}, {.id = "c.f.suite"}}};
  const auto selected = select(catalogue, {.implementation_only = true});
  ASSERT_TRUE(selected);
  ASSERT_EQ(selected->size(), 1U);
  EXPECT_EQ(selected->front().id, "c.f.engine");
  const auto none = select(catalogue, {.filter = "*suite", .implementation_only = true});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::usage);
  EXPECT_THAT(none.error().message, HasSubstr("no case that matches '*suite' judges an implementation"));
}

TEST(Selection, UnknownNamesGetASuggestion) {
  EXPECT_THAT(ids({.contract = "on"}).front(), HasSubstr("did you mean 'one'?"));
  EXPECT_THAT(ids({.contract = "twoo"}).front(), HasSubstr("known: one, two"));
  EXPECT_THAT(ids({.filter = "one.block.frame"}).front(), HasSubstr("did you mean 'one.blocks.frame'?"));
  EXPECT_THAT(ids({.filter = "zzz"}).front(), testing::Not(HasSubstr("did you mean")));
}

TEST(Selection, Nearest) {
  EXPECT_EQ(nearest("RP-DESC-82", {"RP-DESC-081", "RP-DESC-082"}), "RP-DESC-082");
  EXPECT_EQ(nearest("vlidate", {"run", "validate"}), "validate");
  EXPECT_EQ(nearest("xyzzy", {"run", "validate"}), "");
}

}  // namespace
}  // namespace rpcts::runner
