#include "harness/report/requirements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/report/example_run.hpp"

namespace rpcts::report {
namespace {

using runner::Proof;
using testing::ElementsAre;
using testing::HasSubstr;

runner::Catalogue catalogue() {
  runner::Catalogue made{.rules = example_rules()};
  made.rules.push_back({.id = "X-1", .contract = "other", .clause = "1"});
  made.cases = {
      {.id = "c.a.generated",
       .claims = {{"R-1", Proof::negative}, {"R-2", Proof::negative}},
       .generated = true},
      {.id = "c.b.first", .claims = {{"R-1", Proof::negative}, {"R-1", Proof::positive}}},
      {.id = "c.b.second",
       .claims = {{"R-1", Proof::negative}, {"R-2", Proof::positive}, {"X-1", Proof::positive}}},
  };
  return made;
}

TEST(Requirements, EvidenceOfEachRuleOfTheContract) {
  const std::vector<Requirement> table = requirements_of(catalogue(), "c");
  ASSERT_EQ(table.size(), 5U);
  EXPECT_EQ(table[0].negative.written, 2U);
  EXPECT_EQ(table[0].negative.generated, 1U);
  EXPECT_EQ(table[0].negative.example, "c.b.first");
  EXPECT_EQ(table[0].positive.written, 1U);
  EXPECT_EQ(table[1].negative.written, 0U);
  EXPECT_EQ(table[1].negative.example, "c.a.generated");
  EXPECT_FALSE(table[4].positive.any());
}

TEST(Requirements, MustAndReferenceRulesNeedBothProofs) {
  EXPECT_THAT(missing_proofs(requirements_of(catalogue(), "c")),
              ElementsAre("R-4 (C.2, MUST) has no positive case", "R-4 (C.2, MUST) has no negative case",
                          "R-5 (D.1, MUST) has no positive case", "R-5 (D.1, MUST) has no negative case"));
}

TEST(Requirements, APassingPairLeavesNoHole) {
  runner::Catalogue full = catalogue();
  full.cases.push_back({.id = "c.c.rest",
                        .claims = {{"R-4", Proof::positive},
                                   {"R-4", Proof::negative},
                                   {"R-5", Proof::positive},
                                   {"R-5", Proof::negative}}});
  EXPECT_THAT(missing_proofs(requirements_of(full, "c")), testing::IsEmpty());
  EXPECT_THAT(requirements_page(requirements_of(full, "c"), "c"),
              HasSubstr("Every rule of level MUST or REF has a positive and a negative case, every value a "
                        "positive one.\n"));
}

TEST(Requirements, APublishedValueNeedsAPositiveProofOnly) {
  runner::Catalogue made{.rules = {{.id = "V-1", .contract = "c", .statement = "holds", .published = true}}};
  EXPECT_THAT(missing_proofs(requirements_of(made, "c")), ElementsAre("V-1 (, MUST) has no positive case"));
  made.cases = {{.id = "c.a.value", .claims = {{"V-1", Proof::positive}}}};
  EXPECT_THAT(missing_proofs(requirements_of(made, "c")), testing::IsEmpty());
  EXPECT_THAT(requirements_page(requirements_of(made, "c"), "c"),
              HasSubstr("| V-1 | MUST |  | value | holds | 1: `c.a.value` | – |\n"));
}

TEST(Requirements, ThePage) {
  const std::string page = requirements_page(requirements_of(catalogue(), "c"), "c");
  EXPECT_THAT(page, testing::StartsWith("# Requirements of c and the cases that prove them\n"));
  EXPECT_THAT(
      page,
      HasSubstr(
          "| R-1 | MUST | C.1 | rule | one is two | 1: `c.b.first` | 2 and generated: `c.b.first` |\n"));
  EXPECT_THAT(
      page,
      HasSubstr(
          R"(| R-2 | REF | C.1 | rule | two \| three | 1: `c.b.second` | generated: `c.a.generated` |)"));
  EXPECT_THAT(page, HasSubstr("| R-3 | HOST | C.2 | rule | three | – | – |\n"));
  EXPECT_THAT(page, HasSubstr("| R-4 | MUST | C.2 | rule | four | **none** | **none** |\n"));
  EXPECT_THAT(page, testing::EndsWith("\n4 proofs are missing.\n"));
  EXPECT_THAT(page, testing::Not(HasSubstr("X-1")));
}

}  // namespace
}  // namespace rpcts::report
