// Cascades and receivers: the modules of F-SHADOW and F-MV.

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

#include "harness/reference/render/render_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::DirectionalShadowBlock;
using render_pack_v1::Matrix4;
using render_pack_v1::RenderFormatClass;
using render_pack_v1::RenderPassHook;
using testing::HasSubstr;
using From = SlotSource::From;

constexpr std::uint32_t map_size = 64;
constexpr Size both_layers{.width = 2 * map_size, .height = map_size};

/// Along the sun of sunny_frame(): what lies 1 m higher is seen 0.75 m further down the picture. Depth as
/// from overhead. `scale` 1 takes in x -8 … 8 and y -5 … 5.
Matrix4 along_the_sun(float scale) {
  return {scale / 8, 0, 0, 0, 0, scale / 5, 0, 0, 0, -0.75F * scale / 5, -1 / 20.0F, 0, 0, 0, 0.5F, 1};
}

/// Full strength, no filter radius, far reach; the near cascade ends 11 m from the eye.
DirectionalShadowBlock shadow_block(std::uint32_t cascades) {
  DirectionalShadowBlock block;
  block.world_to_clip[0] = along_the_sun(1);
  block.world_to_clip[1] = along_the_sun(0.9F);
  block.split_far_meters = {11, 1000, 1000, 1000};
  block.control = {1, 1, 1000, 0.001F};
  block.bias_meters = {0.05F, 0, 0, 0};
  block.texture_and_flags = {0, cascades, map_size, 1};
  block.light_direction_and_source = {0, 0.6F, 0.8F, 1};
  return block;
}

RuntimePlan shadow_plan(bool multiview) {
  RuntimePlan plan;
  plan.targets.push_back({.id = "depth",
                          .format = RenderFormatClass::DirectionalDepth,
                          .size = {map_size, map_size},
                          .layers = 2});
  plan.shadow = base_shadow(multiview ? "mv" : "shadow", 2, multiview);
  plan.settings.settings[0][0] = 1;  // strength: the receivers ask it first
  return plan;
}

RuntimePlan bits_plan(bool multiview) {
  RuntimePlan plan = shadow_plan(multiview);
  plan.passes.push_back(make_pass("bits", RenderPassHook::ToneMap, test_module("cascade_bits.frag"),
                                  {{{.from = From::target, .target = 0}}}));
  return plan;
}

/// Runs `body` on each device that can run mesh variants; the others must say why they cannot.
void on_each_able_device(const std::function<void(Renderer& renderer)>& body) {
  on_each_device([&body](Renderer& renderer) {
    if (renderer.facts().draw_parameters) {
      body(renderer);
      return;
    }
    const auto refused = renderer.prepare(shadow_plan(false));
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().kind, ErrorKind::unsupported);
    EXPECT_THAT(refused.error().message, HasSubstr("DrawParameters"));
    EXPECT_EQ(renderer.ledger().set3_layouts, 0U);
  });
}

std::unique_ptr<Runtime> prepared(Renderer& renderer, const RuntimePlan& plan) {
  auto runtime = renderer.prepare(plan);
  EXPECT_TRUE(runtime.has_value()) << runtime.error().message;
  return runtime ? std::move(*runtime) : nullptr;
}

FrameValues shadowed_frame(std::uint32_t cascades = 2) {
  FrameValues frame = sunny_frame();
  frame.shadow = shadow_block(cascades);
  frame.cascades = cascades;
  return frame;
}

TEST(Shadows, ReceiversWithoutShadowsShowTheDefaultWorld) {
  on_each_able_device([](Renderer& renderer) {
    const Picture retail = draw_picture(renderer, sunny_frame());
    const std::unique_ptr<Runtime> runtime = prepared(renderer, shadow_plan(false));
    ASSERT_NE(runtime, nullptr);
    const Picture picture = draw_picture(renderer, sunny_frame(), runtime.get());
    EXPECT_EQ(picture.bytes, retail.bytes);
    EXPECT_EQ(renderer.ledger().frame_depth_passes, 0U);
  });
}

TEST(Shadows, FallWhereTheSunSendsThem) {
  on_each_able_device([](Renderer& renderer) {
    const std::unique_ptr<Runtime> runtime = prepared(renderer, shadow_plan(false));
    ASSERT_NE(runtime, nullptr);
    const Picture picture = draw_picture(renderer, shadowed_frame(), runtime.get());
    EXPECT_EQ(renderer.ledger().frame_depth_passes, 2U);
    EXPECT_EQ(renderer.ledger().frame_view_mask, 0U);
    // The squares stand 1 m high and end at y = 0; their shadows end 0.75 m below: in row 4 and not in row 5.
    for (std::uint32_t x = 0; x < 16; ++x) {
      // Neither see-through texels, nor a face that is culled, nor an indoor batch cast a shadow.
      const bool shadowed = x < 4 || x == 6 || x == 7 || (x >= 10 && x < 14);
      const int i = x < 8 ? static_cast<int>(x) + 16 : static_cast<int>(x) - 8;
      EXPECT_EQ(picture.at(x, 4), (shadowed ? Pixel{2 * i, 5 * 23, 25, 255} : Pixel{4 * i, 5 * 23, 100, 255}))
          << x;
      EXPECT_EQ(picture.at(x, 5), (Pixel{4 * i, 5 * 22, 100, 255})) << x;
    }
    EXPECT_EQ(picture.at(0, 0), (Pixel{100, 0, 0, 255}));  // no surface shadows itself
  });
}

TEST(Shadows, NothingIndoorsIsShadowed) {
  on_each_able_device([](Renderer& renderer) {
    SmallScene scene;
    // A lid 2 m high over the last four columns; what is below it is two-sided on the left and indoor on the
    // right.
    const std::array<float, 16> lid{4, 0, 0, 0, 0, 8, 0, 0, 0, 0, 1, 0, 4, -4, 2, 1};
    std::ranges::copy(lid, scene.instances.end() - 16);
    FrameValues frame = shadowed_frame();
    frame.view_projection[10] = 1 / 20.0F;  // seen from below: the lid hides nothing
    frame.view_projection[14] = 0.5F;
    frame.instances = scene.instances;
    const std::unique_ptr<Runtime> runtime = prepared(renderer, shadow_plan(false));
    ASSERT_NE(runtime, nullptr);
    for (rpcts_batch& batch : scene.batches) {
      batch.flags |= RPCTS_BATCH_TWO_SIDED;
    }
    ASSERT_TRUE(renderer.set_scene(scene.view()).has_value());
    const Picture picture = draw_picture(renderer, frame, runtime.get());
    EXPECT_EQ(picture.at(12, 1), (Pixel{25, 50, 25, 255}));
    EXPECT_EQ(picture.at(14, 1)[2], 255);
  });
}

TEST(Shadows, TransformsOfTheFrameMoveTheCastersToo) {
  on_each_able_device([](Renderer& renderer) {
    const std::unique_ptr<Runtime> runtime = prepared(renderer, shadow_plan(false));
    ASSERT_NE(runtime, nullptr);
    SmallScene scene;
    for (const std::size_t instance : {0U, 6U}) {
      scene.instances[instance * 16 + 12] += 4;
    }
    FrameValues frame = shadowed_frame();
    frame.instances = scene.instances;
    const Picture picture = draw_picture(renderer, frame, runtime.get());
    EXPECT_EQ(picture.at(1, 4), (Pixel{4 * 17, 5 * 23, 100, 255}));  // left by its square
    EXPECT_EQ(picture.at(5, 4), (Pixel{2 * 21, 5 * 23, 25, 255}));   // where it stands now
  });
}

TEST(Shadows, ADisabledFrameSamplesNoMapOfAnEarlierOne) {
  on_each_able_device([](Renderer& renderer) {
    const Picture retail = draw_picture(renderer, sunny_frame());
    const std::unique_ptr<Runtime> runtime = prepared(renderer, shadow_plan(false));
    ASSERT_NE(runtime, nullptr);
    EXPECT_NE(draw_picture(renderer, shadowed_frame(), runtime.get()).bytes, retail.bytes);
    EXPECT_EQ(draw_picture(renderer, sunny_frame(), runtime.get()).bytes, retail.bytes);
  });
}

TEST(Shadows, TheSlotOfTheMapIsFilledInWhileShadowsAreEnabled) {
  on_each_able_device([](Renderer& renderer) {
    const RuntimePlan plan = bits_plan(false);
    const std::unique_ptr<Runtime> runtime = prepared(renderer, plan);
    ASSERT_NE(runtime, nullptr);
    const std::vector<PassValues> values(1);
    FrameValues frame = shadowed_frame();
    frame.passes = values;
    const auto words_of_frame = [&] {
      EXPECT_TRUE(renderer.draw(frame, runtime.get(), {}).has_value());
      std::array<std::uint32_t, 2> words{};
      std::memcpy(&words[0], renderer.bound_block("bits", 6).data() + 304, 4);
      std::memcpy(&words[1], renderer.bound_block("bits", RPCTS_BLOCK_PUSH).data() + 80, 4);
      return words;
    };
    const auto enabled = words_of_frame();
    EXPECT_EQ(enabled[0], enabled[1]);  // slot A of the pass is the same image
    EXPECT_NE(enabled[0], 0U);
    frame.shadow = {};
    frame.cascades = 0;
    EXPECT_EQ(words_of_frame()[0], 0U);
  });
}

TEST(Shadows, MultiviewDrawsTheSameCascadesBitForBit) {
  on_each_able_device([](Renderer& renderer) {
    if (!renderer.facts().multiview) {
      GTEST_SKIP() << "the device has no multiview";
    }
    ASSERT_TRUE(renderer.resize(small_size, both_layers).has_value());
    const std::vector<PassValues> values(1);
    FrameValues frame = shadowed_frame();
    frame.passes = values;
    std::array<Picture, 2> bits;
    for (const bool multiview : {false, true}) {
      const std::unique_ptr<Runtime> runtime = prepared(renderer, bits_plan(multiview));
      ASSERT_NE(runtime, nullptr);
      bits[multiview ? 1 : 0] = draw_picture(renderer, frame, runtime.get(), both_layers);
      EXPECT_EQ(renderer.ledger().frame_depth_passes, multiview ? 1U : 2U);
      EXPECT_EQ(renderer.ledger().frame_view_mask, multiview ? 0b11U : 0U);
    }
    EXPECT_EQ(bits[0].bytes, bits[1].bytes);

    // And they are the depths of the scene: 0.45 at a square, 0.5 on the ground, 1 where nothing is.
    std::array<std::vector<float>, 2> depths;
    for (std::uint32_t y = 0; y < map_size; ++y) {
      for (std::uint32_t x = 0; x < 2 * map_size; ++x) {
        const Pixel pixel = bits[0].at(x, y);
        const std::uint32_t word =
            static_cast<std::uint32_t>(pixel[0]) | static_cast<std::uint32_t>(pixel[1]) << 8 |
            static_cast<std::uint32_t>(pixel[2]) << 16 | static_cast<std::uint32_t>(pixel[3]) << 24;
        depths[x / map_size].push_back(std::bit_cast<float>(word));
      }
    }
    for (const std::vector<float>& layer : depths) {
      std::set<int> seen;
      for (const float depth : layer) {
        seen.insert(static_cast<int>(depth * 1000 + 0.5F));
      }
      EXPECT_THAT(seen, testing::ElementsAre(450, 475, 500, 1000));
    }
    EXPECT_NE(depths[0], depths[1]);  // each has its own matrix
    // Row 6 of layer 0 is y' = 5 − 6.5/6.4 = 3.98; at a height of 1 m that is y = 4.73: above the squares.
    EXPECT_EQ(depths[0][std::size_t{map_size} * 6 + 2], 1.0F);
    // Row 16: y' = 2.42, y = 3.17 of the squares.
    EXPECT_NEAR(depths[0][std::size_t{map_size} * 16 + 2], 0.45F, 1e-6F);
    EXPECT_EQ(depths[0][std::size_t{map_size} * 16 + 60], 1.0F);  // an indoor one casts nothing
  });
}

TEST(Shadows, APlanThatDoesNotFitIsRefused) {
  on_each_able_device([](Renderer& renderer) {
    RuntimePlan plan = shadow_plan(false);
    plan.shadow->cascades = 3;
    const auto layers = renderer.prepare(plan);
    ASSERT_FALSE(layers.has_value());
    EXPECT_THAT(layers.error().message, HasSubstr("3 cascades in a target of 2 layers"));
    plan = shadow_plan(true);
    plan.shadow->cascades = 3;
    plan.targets[0].layers = 3;
    const auto views = renderer.prepare(plan);
    ASSERT_FALSE(views.has_value());
    EXPECT_THAT(views.error().message, HasSubstr("view mask"));
    plan = shadow_plan(false);
    plan.targets[0].format = RenderFormatClass::HdrColor;
    EXPECT_FALSE(renderer.prepare(plan).has_value());
  });
}

}  // namespace
}  // namespace rpcts::reference
