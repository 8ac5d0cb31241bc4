#include "harness/runner/case.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace rpcts::runner {
namespace {

TEST(CaseId, Forms) {
  for (const char* id : {"c.f.a", "render_pack_v1.slots.assignment:weather=Storm;intensity=0.5",
                         "c.f.a.b-c:x", "c.f.a:a=1,2;b=+3"}) {
    EXPECT_TRUE(is_case_id(id)) << id;
  }
  for (const char* id : {"", "c", "c.f", "c.f.", ".f.a", "c..a", "c.f.a:", "c.f.a b", "c.f.a:b c",
                         "c.f.a:b:c", "c.f.ä", "c.f.a=1", "c:f.a", "c.f.a\n"}) {
    EXPECT_FALSE(is_case_id(id)) << id;
  }
}

TEST(CaseId, ContractIsTheFirstPart) {
  EXPECT_EQ(contract_of("c.f.a"), "c");
}

TEST(CaseTable, IsSortedById) {
  CaseTable table;
  table.add({.id = "c.f.b"}, {});
  table.add({.id = "c.f.a"}, {});
  EXPECT_EQ(table.cases().begin()->first, "c.f.a");
  EXPECT_EQ(table.cases().begin()->second.info.id, "c.f.a");
}

TEST(CaseTable, WeighsEveryCase) {
  CaseTable table;
  table.add({.id = "c.f.a"}, {});
  table.add({.id = "c.f.b", .title = "mild"}, {});
  table.weigh([](const CaseInfo& info) { return info.title == "mild" ? Weight::reference : Weight::host; });
  EXPECT_EQ(table.cases().at("c.f.a").info.weight, Weight::host);
  EXPECT_EQ(table.cases().at("c.f.b").info.weight, Weight::reference);
}

TEST(CaseTableDeathTest, RefusesDefectsOfTheSuite) {
  CaseTable table;
  table.add({.id = "c.f.a"}, {});
  EXPECT_DEATH(table.add({.id = "c.f.a"}, {}), "two cases have the id 'c.f.a'");
  EXPECT_DEATH(table.add({.id = "c.f"}, {}), "'c.f' is no case id");
}

TEST(CaseContext, CountsChecksAndFailures) {
  CaseContext context("data");
  EXPECT_TRUE(context.check(true, "fine"));
  EXPECT_TRUE(context.equal(std::string("a"), std::string("a"), "fine"));
  EXPECT_EQ(context.checks(), 2U);
  EXPECT_EQ(context.failures(), 0U);
  EXPECT_NONFATAL_FAILURE(context.check(false, "it is wrong"), "it is wrong");
  EXPECT_NONFATAL_FAILURE(context.equal(1, 2, "the count"), "the count: found 1, expected 2");
  EXPECT_EQ(context.checks(), 4U);
  EXPECT_EQ(context.failures(), 2U);
}

TEST(CaseContext, NotSupportedLeavesTheCase) {
  const CaseContext context("data");
  EXPECT_THROW(context.not_supported("no device"), NotSupported);
}

}  // namespace
}  // namespace rpcts::runner
