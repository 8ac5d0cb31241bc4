#include "harness/runner/implementation_facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rpcts::runner {
namespace {

ImplementationFacts example() {
  return {.path = "./engine.so",
          .kind = "library",
          .name = "Engine",
          .version = "1.2",
          .profiles = {"authoring", "resolution", "host"},
          .scene_shading = true};
}

TEST(ImplementationFacts, ReadsBack) {
  EXPECT_EQ(implementation_from_json(to_json(example())).value(), example());
}

TEST(ImplementationFacts, WhatIsNoneIsRefused) {
  for (const char* text : {"", "{}", "[]", R"({"path": 3})"}) {
    const auto read = implementation_from_json(text);
    ASSERT_FALSE(read) << text;
    EXPECT_THAT(read.error().message, testing::HasSubstr("unreadable"));
  }
}

TEST(ImplementationFacts, InWords) {
  EXPECT_EQ(describe(example()), "Engine 1.2 (library ./engine.so), claims authoring, resolution and host");
  EXPECT_EQ(describe({.path = "e", .kind = "program", .name = "E"}), "E (program e), claims no profile");
  EXPECT_TRUE(example().claims("host"));
  EXPECT_FALSE(example().claims("introspection"));
}

}  // namespace
}  // namespace rpcts::runner
