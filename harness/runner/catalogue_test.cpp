#include "harness/runner/catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rpcts::runner {
namespace {

using testing::HasSubstr;

Catalogue example() {
  return {
      .rules =
          {{.id = "R-1", .contract = "c", .clause = "C.1", .level = Weight::must, .statement = "x ≠ 1"},
           {.id = "R-2", .contract = "c", .clause = "C.2", .level = Weight::strict, .statement = "\"y\""}},
      .cases = {{.id = "c.f.a", .title = "A", .claims = {{"R-1", Proof::negative}, {"R-2", Proof::positive}}},
                {.id = "c.f.b",
                 .title = "B",
                 .needs_device = true,
                 .generated = true,
                 .nightly = true,
                 .weight = Weight::reference,
                 .profiles = {"authoring", "host"},
                 .clause = "A.17"}}};
}

TEST(Catalogue, ReadsBack) {
  EXPECT_EQ(catalogue_from_json(to_json(example())).value(), example());
}

TEST(Catalogue, AnEmptyOneReadsBack) {
  EXPECT_EQ(catalogue_from_json(to_json({})).value(), Catalogue{});
}

TEST(Catalogue, Finds) {
  const Catalogue catalogue = example();
  ASSERT_NE(catalogue.find_case("c.f.b"), nullptr);
  EXPECT_EQ(catalogue.find_case("c.f.b")->title, "B");
  EXPECT_EQ(catalogue.find_case("c.f.aa"), nullptr);
  EXPECT_EQ(catalogue.find_case("c.f.z"), nullptr);
  ASSERT_NE(catalogue.find_rule("R-2"), nullptr);
  EXPECT_EQ(catalogue.find_rule("R-2")->clause, "C.2");
  EXPECT_EQ(catalogue.find_rule("R-3"), nullptr);
}

TEST(Catalogue, WeightNames) {
  EXPECT_EQ(name_of(Weight::must), "MUST");
  EXPECT_EQ(name_of(Weight::reference), "REF");
  EXPECT_EQ(name_of(Weight::host), "HOST");
  EXPECT_EQ(name_of(Weight::strict), "strict");
}

TEST(Catalogue, AnotherVersionIsNamed) {
  EXPECT_THAT(catalogue_from_json(R"({"format": "rpcts.catalogue", "version": 1})").error().message,
              HasSubstr("version 1"));
}

TEST(Catalogue, WhatIsNoCatalogueIsRefused) {
  std::string unknown_level = to_json(example());
  unknown_level.replace(unknown_level.find("MUST"), 4, "MAYB");
  for (const std::string& text :
       {std::string("no json"), std::string("{}"), std::string("[]"),
        std::string(R"({"format": "rpcts.catalogue", "version": 2, "rules": []})"), unknown_level}) {
    const Result<Catalogue> catalogue = catalogue_from_json(text);
    ASSERT_FALSE(catalogue.has_value()) << text;
    EXPECT_THAT(catalogue.error().message, HasSubstr("unreadable"));
  }
}

}  // namespace
}  // namespace rpcts::runner
