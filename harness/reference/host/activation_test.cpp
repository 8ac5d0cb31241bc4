// RP-LIFE-010 to 023 and F.8, over the fake renderer.

#include "harness/reference/host/host_fixture_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Descriptor;
using samples::PackFolder;
using testing::HasSubstr;

using Activate = samples::HostTest;

TEST_F(Activate, FreshHostIsRetail) {
  draw();
  EXPECT_EQ(state(), ActivationState::retail);
  EXPECT_EQ(generation(), 0U);
  EXPECT_FALSE(device.drew_pack);
  EXPECT_EQ(host->shadow_gate(), 1);
  EXPECT_EQ(device.prepared, 0);
}

TEST_F(Activate, RequestOnlyRecordsTheWish) {
  const PackFolder pack("tone");
  add(pack);
  select("rpcts.tone", "default");
  EXPECT_EQ(state(), ActivationState::candidate_pending);
  EXPECT_EQ(device.prepared, 0);
  draw();
  EXPECT_EQ(state(), ActivationState::candidate_pending);
  EXPECT_FALSE(device.drew_pack) << "prepared beside, not yet published";
  EXPECT_EQ(device.prepared, 1);
  EXPECT_EQ(generation(), 0U);
  draw();
  expect_active("rpcts.tone");
  EXPECT_EQ(generation(), 1U);
  EXPECT_EQ(host->drawn_preset(), "default");
}

TEST_F(Activate, SettledFrameIsDrawnWithThePack) {
  const PackFolder pack("full");
  add(pack);
  select("RPCTS.full", "Medium");
  settle();
  expect_active("rpcts.full");
  EXPECT_EQ(device.drew_passes, 7U);
  EXPECT_EQ(device.drew_cascades, 3U);
  EXPECT_EQ(host->shadow_gate(), 0);
  EXPECT_EQ(host->volumetric_gate(), 0);
}

TEST_F(Activate, EarlierPackDrawsUntilTheNextIsPublished) {
  const PackFolder tone("tone");
  const PackFolder custom("custom");
  add(tone);
  add(custom);
  select("rpcts.tone", "default");
  settle();
  select("rpcts.custom", "default");
  draw();
  EXPECT_EQ(host->drawn_pack(), "rpcts.tone");
  EXPECT_EQ(device.live_runtimes, 2);
  draw();
  expect_active("rpcts.custom");
  EXPECT_EQ(generation(), 2U);
}

TEST_F(Activate, CurrentSelectionAgainIsNothing) {
  const PackFolder pack("tone");
  add(pack);
  select("rpcts.tone", "default");
  settle();
  select("rpcts.tone", "DEFAULT");
  EXPECT_EQ(state(), ActivationState::active);
  settle();
  EXPECT_EQ(device.prepared, 1);
  EXPECT_EQ(generation(), 1U);
}

TEST_F(Activate, RetailRetiresThePack) {
  const PackFolder pack("tone");
  add(pack);
  select("rpcts.tone", "default");
  settle();
  select_retail();
  EXPECT_EQ(state(), ActivationState::candidate_pending);
  draw();
  EXPECT_EQ(state(), ActivationState::retail);
  EXPECT_EQ(device.live_runtimes, 0);
  EXPECT_FALSE(device.drew_pack);
}

TEST_F(Activate, BlankPresetAndTheWordRetailAreRetail) {
  select("rpcts.tone", " ");
  EXPECT_EQ(state(), ActivationState::retail);
  select("Retail", "off");
  EXPECT_EQ(state(), ActivationState::retail);
}

TEST_F(Activate, RequestDuringPreparationDiscardsTheOutcome) {
  const PackFolder tone("tone");
  const PackFolder custom("custom");
  add(tone);
  add(custom);
  select("rpcts.tone", "default");
  draw();
  select("rpcts.custom", "default");
  draw();
  EXPECT_FALSE(device.drew_pack);
  EXPECT_EQ(device.live_runtimes, 1) << "tone was discarded unseen";
  draw();
  expect_active("rpcts.custom");
  EXPECT_EQ(generation(), 1U);
}

TEST_F(Activate, RetailDuringPreparationPublishesNothing) {
  const PackFolder tone("tone");
  add(tone);
  select("rpcts.tone", "default");
  draw();
  select_retail();
  draw();
  EXPECT_EQ(state(), ActivationState::retail);
  EXPECT_EQ(device.live_runtimes, 0);
}

TEST_F(Activate, FailureDuringPreparationIsDiscardedWithANewRequest) {
  const PackFolder tone("tone");
  const PackFolder custom("custom");
  add(tone);
  add(custom);
  device.fail_prepare = true;
  select("rpcts.tone", "default");
  draw();
  device.fail_prepare = false;
  select("rpcts.custom", "default");
  draw();
  EXPECT_EQ(state(), ActivationState::candidate_pending);
  draw();
  expect_active("rpcts.custom");
}

TEST_F(Activate, ExtentChangeDuringPreparationStartsAgain) {
  const PackFolder pack("custom");
  add(pack);
  select("rpcts.custom", "default");
  draw();
  EXPECT_EQ(device.plan.targets.at(0).size, (Size{80, 60}));
  ASSERT_TRUE(host->resize({320, 240}, {}).has_value());
  draw();
  EXPECT_EQ(state(), ActivationState::candidate_pending);
  EXPECT_FALSE(device.drew_pack);
  EXPECT_EQ(device.live_runtimes, 1);
  EXPECT_EQ(device.plan.targets.at(0).size, (Size{160, 120}));
  draw();
  expect_active("rpcts.custom");
}

TEST_F(Activate, PlanningFailsInTheOrderOfTheRule) {
  const PackFolder full("full");
  const PackFolder refused("custom", [](Descriptor& descriptor) { descriptor.display_name = ""; });
  add(full);
  add(refused);
  const auto expect = [&](PackSelection selection, const std::string& part) {
    host->select(std::move(selection), true);
    settle();
    expect_failed(part);
    EXPECT_EQ(device.prepared, 0) << part;
  };
  expect({.pack = "rpcts.none", .version = {}, .preset = "low", .overrides = {}}, "not installed");
  expect({.pack = "rpcts.custom", .version = {}, .preset = "default", .overrides = {}}, "RP-DESC-003");
  expect({.pack = "rpcts.full", .version = "1.1.0", .preset = "nothing", .overrides = {}}, "version '1.1.0'");
  expect({.pack = "rpcts.full", .version = "1.0.0", .preset = "nothing", .overrides = {{"none", "1"}}},
         "no preset 'nothing'");
  expect({.pack = "rpcts.full", .version = {}, .preset = "low", .overrides = {{"none", "1"}}}, "RP-HOST-040");
  expect({.pack = "rpcts.full", .version = {}, .preset = "low", .overrides = {{"exposure", "9"}}},
         "RP-HOST-041");
}

TEST_F(Activate, UnavailablePresetFails) {
  rpcts_setup setup{};
  setup.withheld_capabilities = 1U << 12;
  open(setup);
  const PackFolder pack("mv");
  add(pack);
  EXPECT_FALSE(host->availability("rpcts.mv", "low").preset_available);
  EXPECT_TRUE(host->availability("rpcts.mv", "high").preset_available);
  select("rpcts.mv", "low");
  settle();
  expect_failed("RP-HOST-001");
  select("rpcts.mv", "medium");
  settle();
  expect_active("rpcts.mv");
}

TEST_F(Activate, AssetsAreJudgedBeforeAnythingIsMade) {
  const PackFolder pack("custom");
  std::filesystem::remove(pack.path() / "shaders/half_glow.frag.spv");
  add(pack);
  EXPECT_TRUE(host->availability("rpcts.custom", "default").preset_available) << "assets are not looked at";
  select("rpcts.custom", "default");
  settle();
  expect_failed("RP-AST-002");
  EXPECT_EQ(device.prepared, 0);
}

TEST_F(Activate, WordsThatWereJudgedAreThoseThatAreUsed) {
  const PackFolder pack("tone");
  add(pack);
  select("rpcts.tone", "default");
  draw();
  ASSERT_FALSE(device.plan.passes.at(0).shaders.fragment.empty());
  EXPECT_EQ(device.plan.passes[0].shaders.vertex.at(0), 0x07230203U);
  std::filesystem::remove_all(pack.path() / "shaders");
  draw();
  expect_active("rpcts.tone");
}

TEST_F(Activate, BudgetsAreCheckedBeforeAndAfterMaking) {
  const PackFolder small("custom", [](Descriptor& descriptor) {
    descriptor.quality_presets[0].max_resident_gpu_bytes = 160 * 120 * 12 + 80 * 60 * 8 - 1;
  });
  add(small);
  select("rpcts.custom", "default");
  settle();
  expect_failed("RP-HOST-010");
  EXPECT_EQ(device.prepared, 0);
  ASSERT_TRUE(host->withdraw_pack("rpcts.custom").has_value());
  const PackFolder enough("custom", [](Descriptor& descriptor) {
    descriptor.quality_presets[0].max_resident_gpu_bytes = 160 * 120 * 12 + 80 * 60 * 8;
  });
  add(enough);
  device.resident_bytes = 160 * 120 * 12 + 80 * 60 * 8 + 1;
  select("rpcts.custom", "default");
  settle();
  expect_failed("RP-HOST-015");
  EXPECT_EQ(device.prepared, 1);
}

TEST_F(Activate, FailureRetiresTheEarlierPackToo) {
  const PackFolder tone("tone");
  const PackFolder custom("custom");
  add(tone);
  add(custom);
  select("rpcts.tone", "default");
  settle();
  device.fail_prepare = true;
  select("rpcts.custom", "default");
  draw();
  EXPECT_EQ(host->drawn_pack(), "rpcts.tone") << "until the boundary";
  draw();
  expect_failed("no pipeline could be made");
  EXPECT_THAT(reason(), HasSubstr("rpcts.custom"));
  EXPECT_EQ(generation(), 1U);
}

TEST_F(Activate, FailureIsRememberedUntilAnExplicitChoice) {
  const PackFolder pack("tone");
  add(pack);
  device.fail_prepare = true;
  select("rpcts.tone", "default");
  settle();
  device.fail_prepare = false;
  select("rpcts.tone", "default", false);
  settle();
  expect_failed("not tried again");
  EXPECT_EQ(device.prepared, 1);
  select("rpcts.tone", "default", true);
  settle();
  expect_active("rpcts.tone");
}

TEST_F(Activate, NewRegistrationClearsTheMemory) {
  const PackFolder pack("tone");
  add(pack);
  device.fail_prepare = true;
  select("rpcts.tone", "default");
  settle();
  device.fail_prepare = false;
  ASSERT_TRUE(host->withdraw_pack("rpcts.tone").has_value());
  add(pack);
  select("rpcts.tone", "default", false);
  settle();
  expect_active("rpcts.tone");
}

TEST_F(Activate, RetailAfterAFailureClearsTheFailure) {
  select("rpcts.none", "default");
  settle();
  expect_failed("not installed");
  select_retail();
  settle();
  EXPECT_EQ(state(), ActivationState::retail);
  EXPECT_EQ(reason(), "");
}

TEST_F(Activate, NoOperationPackMakesNothing) {
  const PackFolder pack("noop");
  std::filesystem::remove_all(pack.path() / "shaders");
  add(pack);
  select("rpcts.noop", "default");
  settle();
  EXPECT_EQ(state(), ActivationState::active);
  EXPECT_EQ(host->drawn_pack(), "rpcts.noop");
  EXPECT_EQ(device.prepared, 0);
  EXPECT_FALSE(device.drew_pack);
  ASSERT_TRUE(host->resize({320, 240}, {}).has_value());
  select_retail();
  settle();
  EXPECT_EQ(state(), ActivationState::retail);
  EXPECT_EQ(device.retired, 0);
}

class Automatic : public samples::HostTest {
 protected:
  void run(int frames, float gpu, float cpu = 0.1F) {
    rpcts_frame one = samples::frame();
    one.gpu_milliseconds = gpu;
    one.cpu_milliseconds = cpu;
    for (int i = 0; i < frames; ++i) {
      ASSERT_TRUE(host->render(one, {}).has_value());
    }
  }
};

TEST_F(Automatic, LevelChangeIsAPublicationOfItsOwn) {
  const PackFolder pack("full");
  add(pack);
  select("rpcts.full", "automatic");
  settle();
  EXPECT_EQ(host->drawn_preset(), "medium");
  run(178, 5);
  EXPECT_EQ(state(), ActivationState::active);
  run(2, 5);
  EXPECT_EQ(state(), ActivationState::candidate_pending) << "prepared beside medium";
  EXPECT_EQ(host->drawn_preset(), "medium");
  run(1, 5);
  EXPECT_EQ(host->drawn_preset(), "low");
  EXPECT_EQ(generation(), 2U);
  EXPECT_EQ(device.plan.targets.at(0).size, (Size{40, 30}));
  run(299 + 179, 5);
  expect_active("rpcts.full");
  run(1, 5);
  EXPECT_EQ(state(), ActivationState::failed_to_retail);
  EXPECT_THAT(reason(), HasSubstr("automatic quality"));
}

TEST_F(Automatic, SettingMakesALevelAutomatic) {
  const PackFolder pack("full");
  add(pack);
  host->select(
      {.pack = "rpcts.full", .version = {}, .preset = "low", .overrides = {{"automatic-quality", "true"}}},
      true);
  settle();
  EXPECT_EQ(host->drawn_preset(), "low");
  run(900, 1);
  run(1, 1);
  EXPECT_EQ(host->drawn_preset(), "medium");
}

TEST_F(Automatic, NeedsTimestamps) {
  rpcts_setup setup{};
  setup.withheld_capabilities = 1U << 11;
  open(setup);
  const PackFolder pack("full");
  add(pack);
  host->select(
      {.pack = "rpcts.full", .version = {}, .preset = "low", .overrides = {{"automatic-quality", "true"}}},
      true);
  settle();
  expect_failed("RP-HOST-030");
  select("rpcts.full", "automatic");
  settle();
  expect_failed("RP-HOST-001");
}

}  // namespace
}  // namespace rpcts::reference
