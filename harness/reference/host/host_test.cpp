// RP-LIFE-030 to 048 and what a host says about its calls, over the fake renderer.

#include "harness/reference/host/host_fixture_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Descriptor;
using samples::PackFolder;
using testing::HasSubstr;

class HostEvents : public samples::HostTest {
 protected:
  void activate(const std::string& name, const std::string& preset) {
    pack_ = std::make_unique<PackFolder>(name);
    add(*pack_);
    select("rpcts." + name, preset);
    settle();
    EXPECT_EQ(state(), ActivationState::active) << reason();
  }

  std::unique_ptr<PackFolder> pack_;
};

TEST_F(HostEvents, FailedDrawShowsRetailInTheSameFrame) {
  activate("full", "medium");
  device.fail_pack_draw = true;
  const int draws = device.draws;
  draw();
  EXPECT_EQ(device.draws, draws + 2);
  expect_failed("the draw failed");
  EXPECT_EQ(device.drew_passes, 0U);
  EXPECT_EQ(host->shadow_gate(), 1) << "the values of the frame are those of retail";
}

TEST_F(HostEvents, FailedRetailDrawIsAnErrorOfTheCall) {
  device.fail_retail_draw = true;
  const Result<void> drawn = host->render(samples::frame(), {});
  ASSERT_FALSE(drawn.has_value());
  EXPECT_EQ(drawn.error().message, "the draw failed");
}

TEST_F(HostEvents, WhatTheValidationLayerSaysFailsTheFrame) {
  device.validation = {"VUID-1 is broken", "VUID-2 as well"};
  const Result<void> drawn = host->render(samples::frame(), {});
  ASSERT_FALSE(drawn.has_value());
  EXPECT_THAT(drawn.error().message, HasSubstr("VUID-1 is broken"));
  EXPECT_THAT(drawn.error().message, HasSubstr("VUID-2 as well"));
  EXPECT_TRUE(host->render(samples::frame(), {}).has_value());
}

TEST_F(HostEvents, PackThatGrowsOverItsBudgetGoes) {
  activate("custom", "default");
  device.resident_bytes = 1ULL << 40;
  draw();
  expect_failed("RP-HOST-015");
}

TEST_F(HostEvents, ResizeReplacesTheTargets) {
  activate("full", "medium");
  ASSERT_TRUE(host->resize({1280, 720}, {}).has_value());
  EXPECT_EQ(device.replaced, 1);
  EXPECT_EQ(device.targets.at(0).size, (Size{640, 360}));
  EXPECT_EQ(host->output(), (Size{1280, 720}));
  draw();
  expect_active("rpcts.full");
  EXPECT_EQ(generation(), 1U);
  EXPECT_EQ(device.prepared, 1) << "pipelines stay";
  EXPECT_EQ(host->activation().facts()->bloom_size, (std::array{640U, 360U}));
}

TEST_F(HostEvents, FailedReplacementFailsThePack) {
  activate("custom", "default");
  device.fail_replace = true;
  ASSERT_TRUE(host->resize({320, 240}, {}).has_value());
  draw();
  expect_failed("no memory for the targets");
}

TEST_F(HostEvents, ResizeBeyondTheBudgetFailsThePack) {
  activate("custom", "default");
  ASSERT_TRUE(host->resize({4000, 3000}, {}).has_value());
  draw();
  expect_failed("RP-HOST-010");
}

TEST_F(HostEvents, SizeWithoutPixelsIsRefused) {
  EXPECT_EQ(host->resize({0, 240}, {}).error().kind, ErrorKind::usage);
  EXPECT_EQ(host->output(), (Size{160, 120}));
}

TEST_F(HostEvents, CoverGatesTheShadows) {
  activate("shadow", "medium");
  EXPECT_EQ(device.drew_cascades, 2U);
  draw(RPCTS_FRAME_COVERED);
  EXPECT_EQ(host->shadow_gate(), 2);
  EXPECT_EQ(device.drew_cascades, 0U);
  expect_active("rpcts.shadow");
  draw();
  EXPECT_EQ(device.drew_cascades, 2U);
}

TEST_F(HostEvents, ReconnectWaitsForTheFences) {
  activate("tone", "default");
  const int finished = device.finished;
  ASSERT_TRUE(host->reconnect().has_value());
  EXPECT_EQ(device.finished, finished + 1);
  draw();
  expect_active("rpcts.tone");
}

TEST_F(HostEvents, WithdrawnPackGoesAtTheBoundary) {
  activate("tone", "default");
  EXPECT_EQ(host->withdraw_pack("rpcts.none").error().kind, ErrorKind::usage);
  ASSERT_TRUE(host->withdraw_pack("rpcts.tone").has_value());
  EXPECT_EQ(state(), ActivationState::active);
  draw();
  expect_failed("withdrawn");
}

TEST_F(HostEvents, ReplacedRegistrationNeedsAnotherSelection) {
  activate("tone", "default");
  ASSERT_TRUE(host->withdraw_pack("rpcts.tone").has_value());
  const PackFolder next("tone", [](Descriptor& descriptor) { descriptor.pack_version = "1.1.0"; });
  add(next);
  draw();
  expect_failed("withdrawn or replaced");
  select("rpcts.tone", "default");
  settle();
  expect_active("rpcts.tone");
}

TEST_F(HostEvents, WithdrawnWhilePreparedIsNotPublished) {
  const PackFolder pack("tone");
  add(pack);
  select("rpcts.tone", "default");
  draw();
  ASSERT_TRUE(host->withdraw_pack("rpcts.tone").has_value());
  draw();
  expect_failed("withdrawn");
  EXPECT_EQ(generation(), 0U);
}

TEST_F(HostEvents, NewDeviceStartsAtGenerationOne) {
  activate("tone", "default");
  select_retail();
  settle();
  select("rpcts.tone", "default");
  settle();
  EXPECT_EQ(generation(), 2U);
  ASSERT_TRUE(host->recreate_device().has_value());
  EXPECT_EQ(device.live_runtimes, 0);
  EXPECT_EQ(device.created, 2);
  EXPECT_EQ(device.scenes, 2) << "the scene is set again";
  EXPECT_EQ(state(), ActivationState::candidate_pending);
  settle();
  expect_active("rpcts.tone");
  EXPECT_EQ(generation(), 1U);
}

TEST_F(HostEvents, NewDeviceOfARetailHostStaysRetail) {
  ASSERT_TRUE(host->recreate_device().has_value());
  draw();
  EXPECT_EQ(state(), ActivationState::retail);
}

TEST_F(HostEvents, DeviceThatDoesNotComeBackIsSaid) {
  activate("tone", "default");
  device.fail_create = true;
  EXPECT_FALSE(host->recreate_device().has_value());
  EXPECT_THAT(host->render(samples::frame(), {}).error().message, HasSubstr("no device"));
  EXPECT_FALSE(host->ledger().has_value());
  EXPECT_FALSE(host->resize({10, 10}, {}).has_value());
  device.fail_create = false;
  EXPECT_TRUE(host->recreate_device().has_value());
  settle();
  expect_active("rpcts.tone");
}

TEST_F(HostEvents, LongCyclesEndAtTheBaseline) {
  const PackFolder tone("tone");
  const PackFolder full("full");
  add(tone);
  add(full);
  for (int i = 0; i < 20; ++i) {
    select("rpcts.tone", "default");
    draw();
    select("rpcts.full", "low");
    settle();
    ASSERT_TRUE(host->resize({100U + static_cast<std::uint32_t>(i), 100}, {}).has_value());
    draw(RPCTS_FRAME_COVERED);
    ASSERT_TRUE(host->reconnect().has_value());
    select_retail();
    settle();
    EXPECT_EQ(device.live_runtimes, 0);
  }
  EXPECT_EQ(device.prepared, device.retired);
}

TEST_F(HostEvents, FrameThatMeansNothingIsRefused) {
  rpcts_frame frame = samples::frame();
  frame.delta_seconds = NAN;
  EXPECT_EQ(host->render(frame, {}).error().kind, ErrorKind::usage);
  frame = samples::frame();
  const std::array<float, 16> one{};
  frame.instances = one.data();
  frame.instance_count = 1;
  EXPECT_THAT(host->render(frame, {}).error().message, HasSubstr("the scene has 2"));
}

TEST_F(HostEvents, NothingIsDrawnWithoutAScene) {
  rpcts_setup setup{};
  setup.width = 16;
  setup.height = 16;
  const auto bare = Host::open(setup, [this](const RendererSetup&) -> Result<std::unique_ptr<Renderer>> {
    return std::make_unique<samples::FakeRenderer>(device);
  });
  EXPECT_THAT(bare.value()->render(samples::frame(), {}).error().message, HasSubstr("set_scene"));
  setup.width = 0;
  EXPECT_EQ(Host::open(setup, {}).error().kind, ErrorKind::usage);
}

TEST_F(HostEvents, AvailabilityTellsPackFromPreset) {
  const PackFolder pack("full");
  const PackFolder refused("custom", [](Descriptor& descriptor) { descriptor.quality_presets.clear(); });
  add(pack);
  add(refused);
  EXPECT_FALSE(host->availability("rpcts.none", "low").pack_compatible);
  EXPECT_FALSE(host->availability("rpcts.custom", "default").pack_compatible);
  EXPECT_THAT(host->availability("rpcts.custom", "default").reason, HasSubstr("RP-DESC-170"));
  EXPECT_TRUE(host->availability("rpcts.full", "nothing").pack_compatible);
  EXPECT_FALSE(host->availability("rpcts.full", "nothing").preset_available);
  EXPECT_TRUE(host->availability("rpcts.full", "low").preset_available);
  EXPECT_EQ(host->availability("rpcts.full", "low").reason, "");
}

}  // namespace
}  // namespace rpcts::reference
