// Fullscreen passes: the modules of F-TONE and F-CUSTOM, and small ones that show what a slot holds.

#include <array>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tuple>

#include "harness/reference/render/render_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::RenderFormatClass;
using render_pack_v1::RenderPassHook;
using testing::HasSubstr;
using From = SlotSource::From;

constexpr RenderPassHook atmosphere = RenderPassHook::AtmosphereBeforeToneMap;
constexpr RenderPassHook tone = RenderPassHook::ToneMap;
constexpr RenderPassHook after = RenderPassHook::AfterToneMapBeforePrivateViewports;

std::unique_ptr<Runtime> prepared(Renderer& renderer, const RuntimePlan& plan) {
  auto runtime = renderer.prepare(plan);
  EXPECT_TRUE(runtime.has_value()) << runtime.error().message;
  return runtime ? std::move(*runtime) : nullptr;
}

/// The picture of a plan whose passes are all recorded with zero blocks.
Picture picture_of(Renderer& renderer, const RuntimePlan& plan) {
  const std::unique_ptr<Runtime> runtime = prepared(renderer, plan);
  const std::vector<PassValues> values(plan.passes.size());
  FrameValues frame = sunny_frame();
  frame.passes = values;
  return runtime != nullptr ? draw_picture(renderer, frame, runtime.get()) : Picture{};
}

RuntimePlan one_pass(FullscreenPlan pass) {
  RuntimePlan plan;
  plan.passes.push_back(std::move(pass));
  return plan;
}

/// c / (1 + c), as stored, of a colour in 255ths.
double toned(double value) {
  const double c = value / 255.0;
  return c / (1.0 + c) * 255.0;
}

void expect_near(const Pixel& got, const std::array<double, 3>& wanted, const std::string& where) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    // Half a step of the stored byte, and as much again for RGBA16F between the two.
    EXPECT_NEAR(got[i], wanted[i], 1.0) << where << " channel " << i;
  }
}

TEST(Passes, ToneMapOfAPackReplacesTheDefaultOne) {
  on_each_device([](Renderer& renderer) {
    const Picture retail = draw_picture(renderer, sunny_frame());
    const Picture picture =
        picture_of(renderer, one_pass(make_pass("tone", tone, base_module("tone", "tone_map.frag"),
                                                {{{.from = From::world_color}}})));
    for (std::uint32_t y = 0; y < 8; ++y) {
      for (std::uint32_t x = 0; x < 14; ++x) {
        const Pixel c = retail.at(x, y);
        expect_near(picture.at(x, y), {toned(c[0]), toned(c[1]), toned(c[2])},
                    testing::PrintToString(std::pair(x, y)));
      }
    }
    EXPECT_EQ(renderer.ledger().frame_fullscreen_passes, 1U);
  });
}

TEST(Passes, CustomPackReadsWhatItWroteAtHalfTheSize) {
  on_each_device([](Renderer& renderer) {
    const Picture retail = draw_picture(renderer, sunny_frame());
    RuntimePlan plan;
    plan.targets.push_back({.id = "mid", .format = RenderFormatClass::HdrColor, .size = {8, 4}});
    plan.passes.push_back(make_pass("glow", atmosphere, base_module("custom", "half_glow.frag"),
                                    {{{.from = From::world_color}}}, 0));
    plan.passes.push_back(make_pass("tone", tone, base_module("custom", "glow_tone_map.frag"),
                                    {{{.from = From::world_color}, {.from = From::target, .target = 0}}}));
    const Picture picture = picture_of(renderer, plan);
    // In the middle of an even 4 x 4 block half the colour is added; filtering reaches one texel of half
    // size.
    const std::array<std::pair<std::uint32_t, std::uint32_t>, 2> even{{{11, 1}, {12, 2}}};
    for (const auto& [x, y] : even) {
      const Pixel c = retail.at(x, y);
      expect_near(picture.at(x, y), {toned(1.5 * c[0]), toned(1.5 * c[1]), toned(1.5 * c[2])}, "even block");
    }
    // The mean of a quarter each of (100, 0, 0) is exact where no filtering mixes it: at the corner.
    expect_near(picture.at(0, 0), {toned(150), toned(0), toned(0)}, "corner");
    EXPECT_EQ(renderer.ledger().frame_fullscreen_passes, 2U);
  });
}

TEST(Passes, SlotsWithoutATextureCarryTheSentinel) {
  on_each_device([](Renderer& renderer) {
    const RuntimePlan plan = one_pass(make_pass("slots", tone, test_module("slots.frag"),
                                                {{{.from = From::none},
                                                  {.from = From::world_color},
                                                  {.from = From::scene_depth},
                                                  {.from = From::none}}}));
    EXPECT_EQ(picture_of(renderer, plan).at(3, 5), (Pixel{255, 0, 0, 255}));
    // Withheld in one frame, there again in the next.
    const std::unique_ptr<Runtime> runtime = prepared(renderer, plan);
    std::vector<PassValues> values(1);
    values[0].withheld = {false, false, true, false};
    FrameValues frame = sunny_frame();
    frame.passes = values;
    EXPECT_EQ(draw_picture(renderer, frame, runtime.get()).at(3, 5), (Pixel{255, 0, 255, 255}));
    const std::vector<std::byte> push = renderer.bound_block("slots", RPCTS_BLOCK_PUSH);
    ASSERT_EQ(push.size(), 96U);
    EXPECT_THAT(std::vector<std::byte>(push.begin() + 88, push.end()), testing::Each(std::byte{0xFF}));
    values[0].withheld = {};
    EXPECT_EQ(draw_picture(renderer, frame, runtime.get()).at(3, 5), (Pixel{255, 0, 0, 255}));
  });
}

TEST(Passes, SceneDepthIsThatOfTheMainWorld) {
  on_each_device([](Renderer& renderer) {
    const Picture picture = picture_of(renderer, one_pass(make_pass("depth", tone, test_module("scaled.frag"),
                                                                    {{{.from = From::scene_depth}}})));
    EXPECT_EQ(picture.at(0, 0)[0], 90);   // 1 m above the ground: 0.45
    EXPECT_EQ(picture.at(8, 3)[0], 200);  // nothing: 1
    EXPECT_EQ(picture.at(8, 4)[0], 100);  // the ground: 0.5
    EXPECT_EQ(picture.at(4, 0)[0], 200);  // what a cutout leaves out leaves no depth
    EXPECT_EQ(picture.at(6, 0)[0], 90);
  });
}

TEST(Passes, SceneNormalsAreThoseOfTheWorld) {
  on_each_device([](Renderer& renderer) {
    SmallScene scene;
    for (rpcts_terrain_vertex& vertex : scene.terrain_vertices) {
      vertex.normal[0] = 0.6F;
      vertex.normal[2] = 0.8F;
    }
    ASSERT_TRUE(renderer.set_scene(scene.view()).has_value());
    const Picture picture = picture_of(
        renderer,
        one_pass(make_pass("normals", tone, test_module("scaled.frag"), {{{.from = From::scene_normals}}})));
    EXPECT_EQ(picture.at(0, 0), (Pixel{0, 0, 200, 200}));
    EXPECT_EQ(picture.at(5, 6), (Pixel{120, 0, 160, 200}));
    EXPECT_EQ(picture.at(4, 0), (Pixel{0, 0, 0, 0}));
  });
}

TEST(Passes, EachFormatStoresWhatItCan) {
  on_each_device([](Renderer& renderer) {
    for (const RenderFormatClass format :
         {RenderFormatClass::HdrColor, RenderFormatClass::LdrColor, RenderFormatClass::SingleChannel}) {
      RuntimePlan plan;
      plan.targets.push_back({.id = "mid", .format = format, .size = small_size});
      plan.passes.push_back(
          make_pass("first", atmosphere, test_module("scaled.frag"), {{{.from = From::world_color}}}, 0));
      plan.passes.push_back(
          make_pass("second", tone, test_module("scaled.frag"), {{{.from = From::target, .target = 0}}}));
      // (100, 100, 0, 255) in the world, 200/255 of it and again 200/255; without a channel 0, without
      // alpha 1.
      const Pixel got = picture_of(renderer, plan).at(2, 2);
      const int green = format == RenderFormatClass::SingleChannel ? 0 : 62;
      const int alpha = format == RenderFormatClass::SingleChannel ? 200 : 157;
      EXPECT_NEAR(got[0], 62, 1);
      EXPECT_NEAR(got[1], green, 1);
      EXPECT_EQ(got[2], 0);
      EXPECT_NEAR(got[3], alpha, 1);
    }
  });
}

TEST(Passes, APassAfterTheToneMapReadsTheOnePictureAndWritesTheOther) {
  on_each_device([](Renderer& renderer) {
    const Pixel plain{100, 0, 0, 255};
    const Pixel inverted{155, 255, 255, 255};
    // After the default tone map, once and twice.
    RuntimePlan plan =
        one_pass(make_pass("first", after, test_module("inverted.frag"), {{{.from = From::tone_mapped}}}));
    EXPECT_EQ(picture_of(renderer, plan).at(0, 0), inverted);
    plan.passes.push_back(
        make_pass("second", after, test_module("inverted.frag"), {{{.from = From::tone_mapped}}}));
    EXPECT_EQ(picture_of(renderer, plan).at(0, 0), plain);
    // After the pack's own.
    plan.passes.insert(plan.passes.begin(), make_pass("tone", tone, base_module("shadow", "copy.frag"),
                                                      {{{.from = From::world_color}}}));
    EXPECT_EQ(picture_of(renderer, plan).at(0, 0), plain);
    plan.passes.pop_back();
    EXPECT_EQ(picture_of(renderer, plan).at(0, 0), inverted);
    EXPECT_EQ(renderer.ledger().frame_fullscreen_passes, 2U);
  });
}

TEST(Passes, APassThatIsNotRecordedLeavesItsTargetAsItWas) {
  on_each_device([](Renderer& renderer) {
    RuntimePlan plan;
    plan.targets.push_back({.id = "mid", .format = RenderFormatClass::HdrColor, .size = small_size});
    plan.passes.push_back(make_pass("first", atmosphere, base_module("shadow", "copy.frag"),
                                    {{{.from = From::world_color}}}, 0));
    plan.passes.push_back(make_pass("second", tone, base_module("shadow", "copy.frag"),
                                    {{{.from = From::target, .target = 0}}}));
    const std::unique_ptr<Runtime> runtime = prepared(renderer, plan);
    std::vector<PassValues> values(2);
    values[0].recorded = false;
    FrameValues frame = sunny_frame();
    frame.passes = values;
    EXPECT_EQ(draw_picture(renderer, frame, runtime.get()).at(0, 0),
              (Pixel{0, 0, 0, 255}));  // as it was made
    EXPECT_EQ(renderer.ledger().frame_fullscreen_passes, 1U);
    EXPECT_THAT(renderer.bound_block("first", 7), testing::IsEmpty());
    EXPECT_EQ(renderer.bound_block("second", 7).size(), 64U);
    values[0].recorded = true;
    EXPECT_EQ(draw_picture(renderer, frame, runtime.get()).at(0, 0), (Pixel{100, 0, 0, 255}));
    values[0].recorded = false;
    frame.world = false;
    EXPECT_EQ(draw_picture(renderer, frame, runtime.get()).at(0, 0),
              (Pixel{100, 0, 0, 255}));  // of the frame before
  });
}

TEST(Passes, BlocksAreBoundAsTheyAreGiven) {
  on_each_device([](Renderer& renderer) {
    RuntimePlan plan = one_pass(
        make_pass("tone", tone, base_module("shadow", "copy.frag"), {{{.from = From::world_color}}}));
    plan.settings.settings[15][3] = 2.5F;
    const std::unique_ptr<Runtime> runtime = prepared(renderer, plan);
    std::vector<PassValues> values(1);
    FrameValues frame = sunny_frame();
    for (int round = 0; round < 5; ++round) {
      const auto number = static_cast<float>(round);
      values[0].frame.sun_screen = {number, 1, 2, 3};
      values[0].pass.params3[3] = 4 + number;
      values[0].view_projection[5] = 5 + number;
      frame.shadow.control[1] = 6 + number;
      frame.passes = values;
      ASSERT_TRUE(renderer.draw(frame, runtime.get(), {}).has_value());
      const auto same = [&renderer](int binding, const auto& block) {
        const auto bytes = std::as_bytes(std::span(&block, 1));
        EXPECT_THAT(renderer.bound_block("tone", binding),
                    testing::ElementsAreArray(bytes.begin(), bytes.end()))
            << binding;
      };
      same(5, values[0].frame);
      same(6, frame.shadow);
      same(7, values[0].pass);
      same(8, plan.settings);
    }
    EXPECT_THAT(renderer.bound_block("tone", 4), testing::IsEmpty());
    EXPECT_THAT(renderer.bound_block("tone", 9), testing::IsEmpty());
    EXPECT_THAT(renderer.bound_block("none", 5), testing::IsEmpty());
    ASSERT_TRUE(renderer.draw(frame, nullptr, {}).has_value());
    EXPECT_THAT(renderer.bound_block("tone", 5), testing::IsEmpty());
  });
}

TEST(Passes, WhatAPlanMeansWronglyIsRefused) {
  on_each_device([](Renderer& renderer) {
    const auto refused = [&renderer](const RuntimePlan& plan, const std::string& part) {
      const auto made = renderer.prepare(plan);
      ASSERT_FALSE(made.has_value());
      EXPECT_EQ(made.error().kind, ErrorKind::usage);
      EXPECT_THAT(made.error().message, HasSubstr(part));
    };
    RuntimePlan plan = one_pass(
        make_pass("tone", tone, base_module("shadow", "copy.frag"), {{{.from = From::target, .target = 0}}}));
    refused(plan, "samples target 0 of 0");
    plan.targets.push_back({.id = "mid", .format = RenderFormatClass::DirectionalDepth, .size = small_size});
    plan.passes[0].write = 0;
    refused(plan, "samples the target that it writes");
    plan.passes[0].slots = {};
    refused(plan, "writes a depth target");
    plan.passes[0].write = 1;
    refused(plan, "writes target 1 of 1");
    plan.passes[0].write.reset();
    plan.targets[0].size = {};
    refused(plan, "target 'mid'");
    EXPECT_EQ(renderer.ledger().set3_layouts, 0U);
    EXPECT_EQ(renderer.ledger().pack_texture_slots, 0U);
  });
}

}  // namespace
}  // namespace rpcts::reference
