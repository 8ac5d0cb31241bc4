// The whole graph: the modules of F-FULL and F-FUSED, with values whose result can be computed by hand.

#include <array>
#include <gtest/gtest.h>

#include "harness/reference/render/render_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::RenderFormatClass;
using render_pack_v1::RenderPassHook;
using From = SlotSource::From;

// Target 0 is the shadow map.
constexpr std::size_t mask = 1;
constexpr std::size_t rays = 2;
constexpr std::size_t shafts = 3;
constexpr std::size_t ping = 4;
constexpr std::size_t pong = 5;

SlotSource target(std::size_t index) {
  return {.from = From::target, .target = index};
}
constexpr SlotSource world{.from = From::world_color};
constexpr SlotSource depth{.from = From::scene_depth};
constexpr SlotSource none{};

/// E.5 for the standard inputs. All targets have the size of the world, so that nothing is filtered.
RuntimePlan graph(bool fused, bool with_shadows) {
  constexpr RenderPassHook atmosphere = RenderPassHook::AtmosphereBeforeToneMap;
  const std::string pack = fused ? "fused" : "full";
  RuntimePlan plan;
  plan.targets = {
      {.id = "depth", .format = RenderFormatClass::DirectionalDepth, .size = {64, 64}, .layers = 2},
      {.id = "mask", .format = RenderFormatClass::SingleChannel, .size = small_size},
      {.id = "rays", .format = RenderFormatClass::HdrColor, .size = small_size},
      {.id = "shafts", .format = RenderFormatClass::HdrColor, .size = small_size},
      {.id = "ping", .format = RenderFormatClass::HdrColor, .size = small_size},
      {.id = "pong", .format = RenderFormatClass::HdrColor, .size = small_size}};
  if (with_shadows) {
    plan.shadow = base_shadow(pack, 2);
  }
  const auto pass = [&plan, &pack](const std::string& shader, RenderPassHook hook,
                                   std::array<SlotSource, 4> slots, std::optional<std::size_t> write) {
    plan.passes.push_back(make_pass(shader, hook, base_module(pack, shader + ".frag"), slots, write));
  };
  if (!fused) {
    pass("sun_occlusion", atmosphere, {depth}, mask);
  }
  pass("sun_rays", atmosphere, {fused ? depth : target(mask)}, rays);
  pass("volumetric_shafts", atmosphere, {depth}, shafts);
  if (!fused) {
    pass("bloom_downsample", atmosphere, {world, target(rays), target(shafts)}, ping);
    pass("bloom_blur", atmosphere, {target(ping)}, pong);
    pass("bloom_blur", atmosphere, {target(pong)}, ping);
    pass("filmic_composite", RenderPassHook::ToneMap, {world, target(ping), target(rays), target(shafts)},
         std::nullopt);
  } else {
    pass("filmic_composite", RenderPassHook::ToneMap, {world, target(rays), target(shafts), none},
         std::nullopt);
  }
  return plan;
}

struct Look {
  float ray_red = 0;  ///< linear red that the sun's rays add in the open sky
  float bloom = 0;    ///< strength; everything blooms
};

/// No volumetric pass is recorded, its slots carry the sentinel.
std::vector<PassValues> values_of(const RuntimePlan& plan, bool fused, const Look& look) {
  std::vector<PassValues> values(plan.passes.size());
  constexpr float threshold = 0;
  constexpr float knee = 1e-3F;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& id = plan.passes[i].id;
    render_pack_v1::PackPassBlock& pass = values[i].pass;
    values[i].frame.sun_screen = {0.5F, 0.5F, 1, 45};
    values[i].frame.sun_color = {look.ray_red, 0, 0, 1};
    values[i].frame.weather = {0, 1, 0, 1};
    values[i].recorded = id != "volumetric_shafts";
    for (std::size_t slot = 0; slot < 4; ++slot) {
      values[i].withheld[slot] = plan.passes[i].slots[slot] == target(shafts);
    }
    if (id == "sun_rays") {
      pass.params0 = {1, 1, 0, 16};  // density 0: every sample is the pixel's own
      pass.params1 = {fused ? 1.0F : 0.0F, fused ? 16.0F : 0.0F, fused ? 8.0F : 0.0F, 0};
    } else if (id == "bloom_downsample") {
      pass.params0 = {look.bloom, threshold, knee, 0};
    } else if (id == "bloom_blur") {
      const bool across = plan.passes[i].write == pong;
      pass.params0 = {across ? 1 / 16.0F : 0, across ? 0 : 1 / 8.0F, 0, 0};
    } else if (id == "filmic_composite") {
      pass.params0 = {1, 1, 1, 0};
      pass.params1 = {0, 0, fused ? 1.0F : 0.0F, 0};
      pass.params2 = {fused ? look.bloom : 0, threshold, knee, 0};
      pass.params3 = {fused ? 1 / 16.0F : 0, fused ? 1 / 8.0F : 0, 0, 0};
    }
  }
  return values;
}

void on_both_graphs(const std::function<void(Renderer& renderer, bool fused)>& body) {
  on_each_device([&body](Renderer& renderer) {
    for (const bool fused : {false, true}) {
      SCOPED_TRACE(fused ? "fused" : "ordinary");
      body(renderer, fused);
    }
  });
}

Picture picture_of(Renderer& renderer, bool fused, const Look& look, bool with_world = true) {
  // The cascades are drawn; the setting of their strength is 0, so nothing is darker.
  const bool with_shadows = renderer.facts().draw_parameters;
  const RuntimePlan plan = graph(fused, with_shadows);
  auto runtime = renderer.prepare(plan);
  EXPECT_TRUE(runtime.has_value()) << runtime.error().message;
  if (!runtime) {
    return {};
  }
  const std::vector<PassValues> values = values_of(plan, fused, look);
  FrameValues frame = sunny_frame();
  frame.world = with_world;
  frame.passes = values;
  if (with_shadows) {
    frame.cascades = 2;
    frame.shadow.texture_and_flags = {0, 2, 64, 1};
  }
  Picture picture = draw_picture(renderer, frame, runtime->get());
  EXPECT_EQ(renderer.ledger().frame_fullscreen_passes, fused ? 2U : 6U);
  EXPECT_EQ(renderer.ledger().frame_depth_passes, with_shadows ? 2U : 0U);
  return picture;
}

void expect_close(const Pixel& got, const Pixel& wanted) {
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_NEAR(got[i], wanted[i], 1) << "channel " << i;
  }
}

TEST(FullGraph, WithoutEffectsTheWorldIsShownAsItIs) {
  on_both_graphs([](Renderer& renderer, bool fused) {
    const Picture retail = draw_picture(renderer, sunny_frame());
    const Picture picture = picture_of(renderer, fused, {});
    for (std::uint32_t y = 0; y < 8; ++y) {
      for (std::uint32_t x = 0; x < 16; ++x) {
        expect_close(picture.at(x, y), retail.at(x, y));
      }
    }
  });
}

TEST(FullGraph, RaysShineInTheOpenSkyOnly) {
  on_both_graphs([](Renderer& renderer, bool fused) {
    const Picture picture = picture_of(renderer, fused, {.ray_red = 0.2F});
    expect_close(picture.at(8, 1), {102, 102, 153, 255});
    expect_close(picture.at(4, 2), {102, 102, 153, 255});
    expect_close(picture.at(0, 0), {100, 0, 0, 255});
    expect_close(picture.at(15, 7), {28, 100, 100, 255});
  });
}

TEST(FullGraph, BloomOfAnEvenPictureAddsItself) {
  on_both_graphs([](Renderer& renderer, bool fused) {
    // Weights sum to 1 and the edge is clamped: half of the sky is added to the sky.
    const Picture picture = picture_of(renderer, fused, {.bloom = 0.5F}, false);
    expect_close(picture.at(0, 0), {77, 153, 230, 255});
    expect_close(picture.at(9, 4), {77, 153, 230, 255});
  });
}

}  // namespace
}  // namespace rpcts::reference
