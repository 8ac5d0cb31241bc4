// The reference as a case sees it: loaded as a library, drawing the base packs on a device. render() fails
// when the validation layer has said anything, so that every frame here also proves that it said nothing.

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numbers>
#include <optional>

#include "harness/implementation/implementation.hpp"
#include "harness/reference/host/scene_testing.hpp"
#include "harness/reference/values/frame_testing.hpp"

namespace rpcts::reference {
namespace {

using implementation::Host;
using implementation::Implementation;
using implementation::Picture;
using testing::HasSubstr;

constexpr std::uint32_t width = 160;
constexpr std::uint32_t height = 96;

std::string base(const std::string& name) {
  return std::string(RPCTS_BINARY_DIR) + "/share/rpcts/render_pack_v1/bases/" + name;
}

/// A sun in the south-west and 35 degrees high, which throws the tower's shadow into the picture.
rpcts_frame side_lit() {
  rpcts_frame frame = samples::frame();
  samples::set_camera(frame, {0, -4, 6}, {0, 1, -0.1F});
  frame.sun_heading_degrees = 225;
  frame.sun_pitch_degrees = 35;
  const auto heading = static_cast<float>(225 * std::numbers::pi / 180);
  const auto pitch = static_cast<float>(35 * std::numbers::pi / 180);
  frame.sources[0].direction[0] = std::cos(pitch) * std::sin(heading);
  frame.sources[0].direction[1] = std::cos(pitch) * std::cos(heading);
  frame.sources[0].direction[2] = std::sin(pitch);
  return frame;
}

rpcts_frame settled(rpcts_frame frame) {
  frame.flags |= RPCTS_FRAME_SETTLE;
  return frame;
}

template <class T>
T take(Result<T> result) {
  if (!result) {
    throw std::runtime_error(result.error().message);
  }
  return *std::move(result);
}
void take(const Result<void>& result) {
  if (!result) {
    throw std::runtime_error(result.error().message);
  }
}

class Adapter : public testing::Test {
 protected:
  void SetUp() override {
    Result<Implementation> opened =
        Implementation::open(std::string(RPCTS_BINARY_DIR) + "/lib/librpcts_reference.so");
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
    reference_.emplace(*std::move(opened));
  }

  /// A host with the scene; skipped where there is no device.
  Host& open_host(std::uint32_t withheld = 0) {
    rpcts_setup setup{};
    setup.size = sizeof(setup);
    setup.width = width;
    setup.height = height;
    setup.withheld_capabilities = withheld;
    host_.emplace(take(reference_->create_host(setup)));
    const samples::TowerScene scene;
    take(host_->set_scene(scene.view()));
    return *host_;
  }

  Picture render_with(Host& host, const std::string& pack, const std::string& preset,
                      const rpcts_frame& frame) {
    take(host.register_pack(base(pack)));
    take(host.select({.pack = "rpcts." + pack, .preset = preset}));
    Picture picture = take(host.render(settled(frame)));
    const implementation::State state = take(host.state());
    EXPECT_EQ(state.state, RPCTS_STATE_ACTIVE) << state.reason;
    EXPECT_EQ(state.pack, "rpcts." + pack);
    EXPECT_EQ(state.preset, preset);
    return picture;
  }

  std::optional<Implementation> reference_;
  std::optional<Host> host_;
};

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
  (void)render_with(host, "full", "medium", samples::frame());
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
  (void)render_with(host, "fused", "low", samples::frame());
  EXPECT_EQ(take(host.ledger()).frame_fullscreen_passes, 3U);
  (void)take(host.render(side_lit()));
  EXPECT_EQ(take(host.ledger()).frame_fullscreen_passes, 2U);
}

TEST_F(Adapter, ResizeAndANewDeviceKeepThePack) {
  Host& host = open_host();
  const Picture before = render_with(host, "full", "medium", samples::frame());
  take(host.resize(96, 64));
  EXPECT_EQ(take(host.render(samples::frame())).width, 96U);
  EXPECT_EQ(take(host.state()).state, RPCTS_STATE_ACTIVE) << take(host.state()).reason;
  take(host.resize(width, height));
  EXPECT_EQ(take(host.render(samples::frame())), before);
  take(host.event(RPCTS_EVENT_RECONNECT));
  take(host.event(RPCTS_EVENT_RECREATE_DEVICE));
  EXPECT_EQ(take(host.render(settled(samples::frame()))), before);
  EXPECT_EQ(take(host.state()).generation, 1U) << "a new device counts from the beginning";
  take(host.withdraw_pack("rpcts.full"));
  take(host.run_frame(samples::frame()));
  EXPECT_EQ(take(host.state()).state, RPCTS_STATE_FAILED_TO_RETAIL);
  for (int i = 0; i < 4; ++i) {  // past the fences of the frames in flight
    take(host.run_frame(samples::frame()));
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
}  // namespace rpcts::reference
