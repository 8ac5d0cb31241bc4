#include "harness/perf/history/json_lines.hpp"

#include <cstdlib>
#include <gmock/gmock.h>
#include <limits>
#include <unistd.h>

#include "harness/perf/history/sets_testing.hpp"

namespace rpcts::perf {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(JsonLines, ASetComesBackAsItWas) {
  for (const Kind kind : {Kind::exact, Kind::instructions, Kind::timed}) {
    SampleSet set = example_set();
    set.kind = kind;
    set.note = kind == Kind::exact ? "" : set.note;
    const std::string line = to_line(set);
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    const Result<SampleSet> back = set_from(std::string_view(line).substr(0, line.size() - 1));
    ASSERT_TRUE(back.has_value()) << back.error().message;
    EXPECT_EQ(*back, set);
  }
}

TEST(JsonLines, WhatIsMissingFromTheEnvironmentIsNotKnown) {
  const Result<SampleSet> back = set_from(
      R"({"format":"rpcts.perf","version":1,"benchmark":"b","metric":"m","kind":"exact","unit":"1","values":[2],)"
      R"("environment":{"cpu":"one"},"run":"r","recorded":"t"})");
  ASSERT_TRUE(back.has_value()) << back.error().message;
  EXPECT_EQ(back->environment.size(), environment_fields.size());
  EXPECT_EQ(back->environment.at("cpu"), "one");
  EXPECT_EQ(back->environment.at("device"), "");
}

TEST(JsonLines, WrongLinesAreRefusedWithTheReason) {
  const std::string good = to_line(example_set());
  struct Wrong {
    std::string line;
    std::string said;
  };
  const std::vector<Wrong> all{
      {"no json", "no JSON"},
      {"{}", "\"format\": \"rpcts.perf\""},
      {"[1]", "no sample set"},
      {replaced(good, "\"version\":1", "\"version\":2"), "version 2"},
      {replaced(good, "\"timed\"", "\"guessed\""), "guessed"},
      {replaced(good, "[3.5,0.001,12.0]", "[]"), "values are none"},
      {replaced(good, "[3.5,0.001,12.0]", "[1e999]"), "no JSON"},
      {replaced(good, "[3.5,0.001,12.0]", "[null]"), "not as it should be"},
      {replaced(good, "\"cpu\"", "\"moon\""), "'moon'"},
      {replaced(good, "\"unit\"", "\"units\""), "unit"},
  };
  for (const Wrong& one : all) {
    const Result<SampleSet> back = set_from(one.line);
    ASSERT_FALSE(back.has_value()) << one.line;
    EXPECT_EQ(back.error().kind, ErrorKind::usage);
    EXPECT_THAT(back.error().message, HasSubstr(one.said)) << one.line;
  }
}

TEST(JsonLines, AFileIsReadAndItsBadLineNamed) {
  SampleSet other = example_set("a/b");
  const TestFile good("good.jsonl", to_line(example_set()) + "\n" + to_line(other));
  const Result<std::vector<SampleSet>> sets = read_lines(good.path());
  ASSERT_TRUE(sets.has_value()) << sets.error().message;
  EXPECT_THAT(*sets, testing::ElementsAre(example_set(), other));

  const TestFile bad("bad.jsonl", to_line(example_set()) + "\nnonsense\n");
  const Result<std::vector<SampleSet>> refused = read_lines(bad.path());
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message, AllOf(HasSubstr("bad.jsonl:3:"), HasSubstr("no JSON")));

  const Result<std::vector<SampleSet>> missing = read_lines("/nowhere/at all");
  ASSERT_FALSE(missing.has_value());
  EXPECT_THAT(missing.error().message, HasSubstr("/nowhere/at all"));
}

TEST(JsonLines, WhatIsWrittenFitsItsSchema) {
  const TestFile lines("fits.jsonl", to_line(example_set()));
  const std::string command = "python3 '" RPCTS_SOURCE_DIR
                              "/scripts/check_schema.py' --schema '" RPCTS_SOURCE_DIR
                              "/docs/formats/perf.schema.json' '" +
                              lines.path().string() + "' >/dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT(concurrency-mt-unsafe,cert-env33-c)
}

}  // namespace
}  // namespace rpcts::perf
