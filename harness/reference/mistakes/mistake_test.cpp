#include "harness/reference/mistakes/mistake.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace rpcts::reference {
namespace {

TEST(Mistakes, HaveDifferentIdsAndTellWhatTheyBreak) {
  const auto all = all_mistakes();
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(std::ranges::adjacent_find(all, std::ranges::equal_to{}, &Mistake::id), all.end());
  for (const Mistake* one : all) {
    EXPECT_NE(one->id.find('.'), std::string_view::npos) << one->id;
    EXPECT_FALSE(one->title.empty()) << one->id;
    EXPECT_FALSE(one->rules.empty()) << one->id;
    EXPECT_FALSE(one->seen_by.empty()) << one->id;
  }
}

TEST(Mistakes, NoneIsMadeUnasked) {
  for (const Mistake* one : all_mistakes()) {
    EXPECT_FALSE(makes(*one)) << one->id;
  }
}

}  // namespace
}  // namespace rpcts::reference
