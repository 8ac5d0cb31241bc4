// RP-LIFE-021, 030 and 042 over the fake renderer: what fails a pack, and what fails the call.

#include "harness/reference/host/host_fixture_testing.hpp"

namespace rpcts::reference {
namespace {

using samples::PackFolder;
using testing::HasSubstr;

class Failure : public samples::HostTest {
 protected:
  [[nodiscard]] Result<void> render(std::uint32_t flags = 0) {
    rpcts_frame one = samples::frame();
    one.flags = flags;
    return host->render(one, {});
  }
};

class Fatal : public Failure, public testing::WithParamInterface<ErrorKind> {};

TEST_P(Fatal, PreparingFailsTheCallAndNotThePack) {
  const PackFolder pack("tone");
  add(pack);
  device.fail_prepare = true;
  device.failure = GetParam();
  select("rpcts.tone", "default");
  const Result<void> drawn = render(RPCTS_FRAME_SETTLE);
  ASSERT_FALSE(drawn.has_value());
  EXPECT_EQ(drawn.error().kind, GetParam());
  EXPECT_THAT(drawn.error().message, HasSubstr("no pipeline could be made"));
  EXPECT_EQ(state(), ActivationState::retail);
  EXPECT_EQ(reason(), "");

  device.fail_prepare = false;
  settle();
  EXPECT_EQ(state(), ActivationState::retail) << "the wish is gone";
  EXPECT_EQ(device.prepared, 1);
  select("rpcts.tone", "default", false);
  settle();
  expect_active("rpcts.tone");
}

TEST_P(Fatal, PreparingBesideAnotherPackLeavesThatPack) {
  const PackFolder tone("tone");
  const PackFolder custom("custom");
  add(tone);
  add(custom);
  select("rpcts.tone", "default");
  settle();
  device.fail_prepare = true;
  device.failure = GetParam();
  select("rpcts.custom", "default");
  EXPECT_FALSE(render().has_value()) << "prepared after the frame";
  draw();
  expect_active("rpcts.tone");
  EXPECT_EQ(generation(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Fatal, testing::Values(ErrorKind::exhausted, ErrorKind::lost));

TEST_F(Failure, NoMemoryWhileDrawingFailsThePackAndTheFrameShowsRetail) {
  const PackFolder pack("tone");
  add(pack);
  select("rpcts.tone", "default");
  settle();
  device.fail_pack_draw = true;
  device.failure = ErrorKind::exhausted;
  draw();
  expect_failed("the draw failed");
}

TEST_F(Failure, LostDeviceWhileDrawingFailsTheCallAndComesBackWithAnother) {
  const PackFolder pack("tone");
  add(pack);
  select("rpcts.tone", "default");
  settle();
  device.fail_pack_draw = true;
  device.failure = ErrorKind::lost;
  EXPECT_EQ(render().error().kind, ErrorKind::lost);
  EXPECT_EQ(state(), ActivationState::active);
  device.fail_pack_draw = false;
  ASSERT_TRUE(host->recreate_device().has_value());
  settle();
  expect_active("rpcts.tone");
  EXPECT_EQ(generation(), 1U);
}

TEST_F(Failure, RetailThatFailsTooIsAddedToTheReason) {
  const PackFolder pack("tone");
  add(pack);
  select("rpcts.tone", "default");
  settle();
  device.fail_pack_draw = true;
  device.fail_retail_draw = true;
  const Result<void> drawn = render();
  ASSERT_FALSE(drawn.has_value());
  EXPECT_THAT(drawn.error().message,
              HasSubstr("'rpcts.tone': the draw failed; retail in its place: the draw"));
  device.fail_retail_draw = false;
  draw();
  expect_failed("the draw failed");
}

TEST_F(Failure, LostDeviceWhileResizingLeavesTheOldSizes) {
  const PackFolder pack("custom");
  add(pack);
  select("rpcts.custom", "default");
  settle();
  device.fail_replace = true;
  device.failure = ErrorKind::lost;
  EXPECT_EQ(host->resize({320, 240}, {}).error().kind, ErrorKind::lost);
  EXPECT_EQ(host->output(), (Size{160, 120}));
  EXPECT_EQ(device.world, (Size{160, 120}));
  device.fail_replace = false;
  draw();
  expect_active("rpcts.custom");
}

TEST_F(Failure, NoMemoryWhileResizingFailsThePack) {
  const PackFolder pack("custom");
  add(pack);
  select("rpcts.custom", "default");
  settle();
  device.fail_replace = true;
  device.failure = ErrorKind::exhausted;
  ASSERT_TRUE(host->resize({320, 240}, {}).has_value());
  EXPECT_EQ(host->output(), (Size{320, 240}));
  draw();
  expect_failed("creating targets for a main world of 320x240: no memory for the targets");
}

TEST_F(Failure, SceneThatCannotBeSetAgainLeavesAHostWithoutADevice) {
  device.fail_scene = true;
  EXPECT_FALSE(host->recreate_device().has_value());
  EXPECT_THAT(render().error().message, HasSubstr("no device"));
  device.fail_scene = false;
  ASSERT_TRUE(host->recreate_device().has_value());
  draw();
}

}  // namespace
}  // namespace rpcts::reference
