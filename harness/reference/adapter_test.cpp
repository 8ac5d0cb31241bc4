// The base packs and the resolution calls, through the adapter.

#include <algorithm>
#include <gmock/gmock.h>

#include "harness/reference/adapter_testing.hpp"

namespace rpcts::reference::samples {
namespace {

using testing::HasSubstr;
using Adapter = AdapterTest;

int brightness(const Picture& picture, std::uint32_t x, std::uint32_t y) {
  const auto pixel = picture.at(x, y);
  return pixel[0] + pixel[1] + pixel[2];
}

std::uint32_t darker_pixels(const Picture& picture, const Picture& than) {
  std::uint32_t count = 0;
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      count += brightness(picture, x, y) + 8 < brightness(than, x, y) ? 1U : 0U;
    }
  }
  return count;
}

TEST_F(Adapter, ClaimsEverything) {
  EXPECT_TRUE(reference_->claims(RPCTS_PROFILE_AUTHORING | RPCTS_PROFILE_RESOLUTION | RPCTS_PROFILE_HOST |
                                 RPCTS_PROFILE_INTROSPECTION));
  EXPECT_TRUE(reference_->scene_shading());
  EXPECT_EQ(reference_->name(), "rpcts reference");
}

TEST_F(Adapter, NoOperationPackLeavesThePictureAsItIs) {
  Host& host = open_host();
  const Picture retail = take(host.render(side_lit()));
  EXPECT_NE(std::ranges::count(retail.pixels, retail.pixels[0]),
            static_cast<std::ptrdiff_t>(retail.pixels.size()));
  EXPECT_EQ(render_with(host, "noop", "default", side_lit()), retail);
  const rpcts_ledger ledger = take(host.ledger());
  EXPECT_EQ(ledger.pack_pipelines, 0U);
  EXPECT_EQ(ledger.set3_layouts, 0U);
  EXPECT_EQ(ledger.frame_fullscreen_passes, 0U);
}

TEST_F(Adapter, ToneAndCustomPacksRecordTheirPasses) {
  Host& host = open_host();
  const Picture retail = take(host.render(side_lit()));
  const Picture tone = render_with(host, "tone", "default", side_lit());
  EXPECT_EQ(take(host.ledger()).frame_fullscreen_passes, 1U);
  const Picture custom = render_with(host, "custom", "default", side_lit());
  EXPECT_EQ(take(host.ledger()).frame_fullscreen_passes, 2U);
  EXPECT_EQ(take(host.ledger()).pack_images, 1U);
  EXPECT_NE(custom, tone) << "the glow is added";
  EXPECT_EQ(take(host.state()).generation, 2U);
  take(host.select({.pack = "", .preset = ""}));
  EXPECT_EQ(take(host.render(side_lit())), retail);
  EXPECT_EQ(take(host.state()).state, RPCTS_STATE_RETAIL);
}

TEST_F(Adapter, TowerThrowsAShadow) {
  Host& host = open_host();
  RPCTS_NEEDS_SHADOWS(host)
  const Picture shadowed = render_with(host, "shadow", "medium", side_lit());
  EXPECT_EQ(take(host.state()).shadow_gate, 0);
  EXPECT_EQ(take(host.ledger()).frame_depth_passes, 2U);
  rpcts_frame covered = side_lit();
  covered.flags |= RPCTS_FRAME_COVERED;
  const Picture lit = take(host.render(covered));
  EXPECT_EQ(take(host.state()).shadow_gate, 2);
  EXPECT_EQ(take(host.ledger()).frame_depth_passes, 0U);
  EXPECT_GT(darker_pixels(shadowed, lit), width * height / 50U);
  EXPECT_EQ(darker_pixels(lit, shadowed), 0U);
}

TEST_F(Adapter, FullGraphRecordsSevenPassesAndSixWithoutShafts) {
  Host& host = open_host();
  RPCTS_NEEDS_SHADOWS(host)
  (void)render_with(host, "full", "medium", frame());
  EXPECT_EQ(take(host.state()).volumetric_gate, 0);
  EXPECT_EQ(take(host.ledger()).frame_fullscreen_passes, 7U);
  EXPECT_EQ(take(host.ledger()).frame_depth_passes, 3U);
  const std::vector<std::uint8_t> with_shafts = take(host.block("filmic-composite", 7));
  (void)take(host.render(side_lit()));
  EXPECT_EQ(take(host.state()).volumetric_gate, 5);
  EXPECT_EQ(take(host.ledger()).frame_fullscreen_passes, 6U);
  EXPECT_EQ(with_shafts.size(), 64U);
  EXPECT_NE(take(host.block("filmic-composite", 7)), with_shafts) << "the flag of the shafts is cleared";
}

TEST_F(Adapter, MultiviewGivesThePictureOfOrdinaryCascades) {
  Host& host = open_host();
  RPCTS_NEEDS_SHADOWS(host)
  const Picture ordinary = render_with(host, "full", "low", side_lit());
  EXPECT_EQ(take(host.ledger()).frame_depth_passes, 2U);
  EXPECT_EQ(take(host.ledger()).frame_view_mask, 0U);
  const Picture layered = render_with(host, "mv", "low", side_lit());
  EXPECT_EQ(take(host.ledger()).frame_depth_passes, 1U);
  EXPECT_EQ(take(host.ledger()).frame_view_mask, 3U);
  EXPECT_EQ(layered, ordinary);
}

TEST_F(Adapter, FusedRecordsRaysShaftsAndComposite) {
  Host& host = open_host();
  RPCTS_NEEDS_SHADOWS(host)
  (void)render_with(host, "fused", "low", frame());
  EXPECT_EQ(take(host.ledger()).frame_fullscreen_passes, 3U);
  (void)take(host.render(side_lit()));
  EXPECT_EQ(take(host.ledger()).frame_fullscreen_passes, 2U);
}

TEST_F(Adapter, ResizeAndANewDeviceKeepThePack) {
  Host& host = open_host();
  RPCTS_NEEDS_SHADOWS(host)
  const Picture before = render_with(host, "full", "medium", frame());
  take(host.resize(96, 64));
  EXPECT_EQ(take(host.render(frame())).width, 96U);
  EXPECT_EQ(take(host.state()).state, RPCTS_STATE_ACTIVE) << take(host.state()).reason;
  take(host.resize(width, height));
  EXPECT_EQ(take(host.render(frame())), before);
  take(host.event(RPCTS_EVENT_RECONNECT));
  take(host.event(RPCTS_EVENT_RECREATE_DEVICE));
  EXPECT_EQ(take(host.render(settled(frame()))), before);
  EXPECT_EQ(take(host.state()).generation, 1U) << "a new device counts from the beginning";
  take(host.withdraw_pack("rpcts.full"));
  take(host.run_frame(frame()));
  EXPECT_EQ(take(host.state()).state, RPCTS_STATE_FAILED_TO_RETAIL);
  for (int i = 0; i < 4; ++i) {  // past the fences of the frames in flight
    take(host.run_frame(frame()));
  }
  const rpcts_ledger ledger = take(host.ledger());
  EXPECT_EQ(ledger.pack_images, 0U);
  EXPECT_EQ(ledger.pack_pipelines, 0U);
  EXPECT_EQ(ledger.pack_texture_slots, 0U);
  EXPECT_EQ(ledger.set3_layouts, 0U);
  EXPECT_EQ(ledger.pack_bytes, 0U);
}

TEST_F(Adapter, WithheldMultiviewHidesOnlyThePresetThatNeedsIt) {
  Host& host = open_host(1U << 12);
  RPCTS_NEEDS_SHADOWS(host)
  take(host.register_pack(base("mv")));
  EXPECT_THAT(take(host.availability("rpcts.mv", "low")).reason, HasSubstr("RP-HOST-001"));
  EXPECT_TRUE(take(host.availability("rpcts.mv", "medium")).preset_available);
}

TEST_F(Adapter, JudgesAndResolvesWithoutADevice) {
  EXPECT_TRUE(take(reference_->judge(base("full"))).accepted);
  const auto filmic = take(reference_->slots(base("full"), "filmic-composite", false));
  EXPECT_THAT(filmic, testing::ElementsAre("WorldColor", "@bloom-ping", "@sun-rays", "@shafts"));
  const auto fused = take(reference_->slots(base("fused"), "filmic-composite", true));
  EXPECT_THAT(fused, testing::ElementsAre("WorldColor", "@sun-rays", "@shafts", ""));
  const std::vector<implementation::SettingValue> half{{"EXPOSURE", "0.5"}};
  EXPECT_EQ(take(reference_->settings(base("full"), "low", half))[2], 0x3F000000U);
  const std::vector<implementation::SettingValue> unknown{{"nothing", "1"}};
  EXPECT_THAT(reference_->settings(base("full"), "low", unknown).error().message, HasSubstr("RP-HOST-040"));
  const std::vector<implementation::SettingValue> wrong{{"exposure", "9"}};
  EXPECT_THAT(reference_->settings(base("full"), "low", wrong).error().message, HasSubstr("RP-HOST-041"));
  EXPECT_FLOAT_EQ(take(reference_->policy(base("full"), RPCTS_POLICY_DAY_GROUP, 1)), 0.35F);
  EXPECT_FLOAT_EQ(take(reference_->policy(base("full"), RPCTS_POLICY_RAY, 13)), 0.875F);
  EXPECT_FALSE(reference_->policy(base("full"), 9, 1).has_value());
}

}  // namespace
}  // namespace rpcts::reference::samples
