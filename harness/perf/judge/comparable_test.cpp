#include "harness/perf/judge/comparable.hpp"

#include <gmock/gmock.h>

namespace rpcts::perf {
namespace {

SampleSet example() {
  return {.benchmark = "b",
          .metric = "m",
          .kind = Kind::instructions,
          .unit = "1/draw",
          .values = {1},
          .environment = {{"compiler", "GCC 12"}, {"device", "llvmpipe"}, {"machine", "a"}, {"commit", "1"}}};
}

TEST(Comparable, NamesWhatDiffersAndBothValues) {
  SampleSet head = example();
  head.environment["compiler"] = "Clang 19";
  head.environment["device"] = "";
  EXPECT_EQ(why_not_comparable(example(), head),
            "device: 'llvmpipe' in base, unknown in head; compiler: 'GCC 12' in base, 'Clang 19' in head");
}

TEST(Comparable, WhatDoesNotShiftTheKindMayDiffer) {
  SampleSet head = example();
  head.environment["machine"] = "b";
  head.environment["commit"] = "2";
  EXPECT_EQ(why_not_comparable(example(), head), "");
}

TEST(Comparable, OnlyTheSameThingIsCompared) {
  SampleSet head = example();
  head.benchmark = "c";
  head.metric = "n";
  head.kind = Kind::exact;
  head.unit = "";
  EXPECT_EQ(why_not_comparable(example(), head),
            "benchmark: 'b' in base, 'c' in head; metric: 'm' in base, 'n' in head; "
            "kind: 'instructions' in base, 'exact' in head; unit: '1/draw' in base, unknown in head");
}

}  // namespace
}  // namespace rpcts::perf
