// Another process under the layer: an engine that is a program of its own.

#include <gmock/gmock.h>

#include "harness/observer/child.hpp"
#include "harness/observer/layer/layer_testing.hpp"

namespace rpcts::observer::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Processes : public LayerTest {
 protected:
  static int run() {
    const auto status = run_child({RPCTS_OBSERVER_PROGRAM}, [] { read(); });
    read();
    return status ? *status : -1;
  }
};

TEST_F(Processes, WhatAChildLeavesIsKnown) {
  ASSERT_EQ(run(), 0);
  EXPECT_EQ(observer()->ledger().objects_created(), 4U);
  EXPECT_EQ(observer()->ledger().snapshot().objects,
            (std::map<VkObjectType, std::uint32_t>{{VK_OBJECT_TYPE_BUFFER, 1}}));
  EXPECT_THAT(observer()->take_findings(),
              ElementsAre(AllOf(HasSubstr("vkDestroyDevice"), HasSubstr("VkBuffer"))));
  observer()->forget_ledger();
  EXPECT_TRUE(observer()->ledger().snapshot().objects.empty());
}

TEST_F(Processes, ACallOfAChildFails) {
  observer()->disturb({.nth = 2, .command = "vkCreateBuffer"});
  EXPECT_EQ(run(), 4);
  const Disturbed came = observer()->calm();
  EXPECT_TRUE(came.injected);
  EXPECT_EQ(came.command, "vkCreateBuffer");
}

TEST_F(Processes, AProgramThatIsNotThereIsAnError) {
  EXPECT_FALSE(run_child({"/no/such/program"}, [] {}));
}

}  // namespace
}  // namespace rpcts::observer::testing
