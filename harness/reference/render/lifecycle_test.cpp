// What belongs to a pack comes with prepare() and goes behind the last frame that used it.

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/reference/render/render_testing.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::RenderFormatClass;
using render_pack_v1::RenderPassHook;
using testing::HasSubstr;
using From = SlotSource::From;

/// World colour into a target, the target into the picture.
RuntimePlan two_passes() {
  RuntimePlan plan;
  plan.targets.push_back({.id = "mid", .format = RenderFormatClass::HdrColor, .size = small_size});
  plan.passes.push_back(make_pass("first", RenderPassHook::AtmosphereBeforeToneMap,
                                  base_module("shadow", "copy.frag"), {{{.from = From::world_color}}}, 0));
  plan.passes.push_back(make_pass("second", RenderPassHook::ToneMap, base_module("shadow", "copy.frag"),
                                  {{{.from = From::target, .target = 0}}}));
  return plan;
}

std::unique_ptr<Runtime> prepared(Renderer& renderer, const RuntimePlan& plan) {
  auto runtime = renderer.prepare(plan);
  EXPECT_TRUE(runtime.has_value()) << runtime.error().message;
  return runtime ? std::move(*runtime) : nullptr;
}

FrameValues frame_with(const std::vector<PassValues>& values) {
  FrameValues frame = sunny_frame();
  frame.passes = values;
  return frame;
}

void expect_nothing_of_packs(const rpcts_ledger& ledger) {
  EXPECT_EQ(ledger.pack_pipelines, 0U);
  EXPECT_EQ(ledger.pack_images, 0U);
  EXPECT_EQ(ledger.pack_buffers, 0U);
  EXPECT_EQ(ledger.pack_modules, 0U);
  EXPECT_EQ(ledger.set3_layouts, 0U);
  EXPECT_EQ(ledger.set3_sets, 0U);
  EXPECT_EQ(ledger.pack_texture_slots, 0U);
  EXPECT_EQ(ledger.pack_bytes, 0U);
}

TEST(Lifecycle, TheLedgerCountsWhatAPackHas) {
  on_each_device([](Renderer& renderer) {
    const std::unique_ptr<Runtime> runtime = prepared(renderer, two_passes());
    ASSERT_NE(runtime, nullptr);
    const rpcts_ledger ledger = renderer.ledger();
    EXPECT_EQ(ledger.pack_pipelines, 2U);
    EXPECT_EQ(ledger.pack_images, 1U);
    EXPECT_EQ(ledger.pack_texture_slots, 1U);
    EXPECT_EQ(ledger.set3_layouts, 1U);
    EXPECT_EQ(ledger.set3_sets, 2U);     // one for each flight
    EXPECT_EQ(ledger.pack_buffers, 2U);  // likewise
    EXPECT_EQ(ledger.pack_bytes, runtime->resident_bytes());
    // The image has 16 x 8 texels of 8 bytes; the blocks of four bindings and two passes stand in each
    // buffer.
    EXPECT_GE(runtime->resident_bytes(), 16U * 8 * 8 + 2 * (160 + 336 + 64 + 256 + 2 * (160 + 64)));
    // Two runtimes share the layout of set 3.
    const std::unique_ptr<Runtime> other = prepared(renderer, two_passes());
    EXPECT_EQ(renderer.ledger().set3_layouts, 1U);
    EXPECT_EQ(renderer.ledger().pack_pipelines, 4U);
  });
}

TEST(Lifecycle, FiftyCyclesEndWhereTheyBegan) {
  on_each_device([](Renderer& renderer) {
    const Picture retail = draw_picture(renderer, sunny_frame());
    const RuntimePlan plan = two_passes();
    const std::vector<PassValues> values(2);
    for (int cycle = 0; cycle < 50; ++cycle) {
      std::unique_ptr<Runtime> runtime = prepared(renderer, plan);
      ASSERT_NE(runtime, nullptr);
      ASSERT_TRUE(renderer.draw(frame_with(values), runtime.get(), {}).has_value());
      renderer.retire(std::move(runtime));
      ASSERT_TRUE(renderer.draw(sunny_frame(), nullptr, {}).has_value());
      EXPECT_LE(renderer.ledger().pack_images, 3U) << cycle;  // what two flights may still use, and one more
    }
    ASSERT_TRUE(renderer.finish().has_value());
    expect_nothing_of_packs(renderer.ledger());
    EXPECT_EQ(draw_picture(renderer, sunny_frame()).bytes, retail.bytes);
  });
}

TEST(Lifecycle, ARetiredPackIsKeptUntilItsLastFrameIsDone) {
  on_each_device([](Renderer& renderer) {
    const std::vector<PassValues> values(2);
    std::unique_ptr<Runtime> runtime = prepared(renderer, two_passes());
    ASSERT_NE(runtime, nullptr);
    ASSERT_TRUE(renderer.draw(frame_with(values), runtime.get(), {}).has_value());
    renderer.retire(std::move(runtime));
    // Nobody has waited for that frame yet.
    EXPECT_EQ(renderer.ledger().pack_pipelines, 2U);
    EXPECT_EQ(renderer.ledger().set3_layouts, 1U);
    ASSERT_TRUE(renderer.draw(sunny_frame(), nullptr, {}).has_value());
    EXPECT_EQ(renderer.ledger().pack_pipelines, 2U);
    // The third frame takes the flight of the first, and waits for it.
    ASSERT_TRUE(renderer.draw(sunny_frame(), nullptr, {}).has_value());
    expect_nothing_of_packs(renderer.ledger());
  });
}

TEST(Lifecycle, ARuntimeThatIsDroppedIsRetired) {
  on_each_device([](Renderer& renderer) {
    prepared(renderer, two_passes()).reset();
    expect_nothing_of_packs(renderer.ledger());
  });
}

TEST(Lifecycle, ARuntimeMayOutliveItsRenderer) {
  for (const DeviceIdentity& device : devices_here()) {
    SCOPED_TRACE(device.name);
    std::unique_ptr<Renderer> renderer = small_renderer(device);
    ASSERT_NE(renderer, nullptr);
    const std::unique_ptr<Runtime> runtime = prepared(*renderer, two_passes());
    renderer.reset();
    EXPECT_EQ(runtime->resident_bytes(), 0U);
  }
}

TEST(Lifecycle, ReplacedTargetsAreThereBeforeTheOldOnesGo) {
  on_each_device([](Renderer& renderer) {
    const std::vector<PassValues> values(2);
    RuntimePlan plan = two_passes();
    const std::unique_ptr<Runtime> runtime = prepared(renderer, plan);
    ASSERT_NE(runtime, nullptr);
    ASSERT_TRUE(renderer.draw(frame_with(values), runtime.get(), {}).has_value());
    const std::uint64_t before = runtime->resident_bytes();
    plan.targets[0].size = {32, 16};
    ASSERT_TRUE(renderer.replace_targets(*runtime, plan.targets).has_value());
    EXPECT_EQ(runtime->resident_bytes(), before + std::uint64_t{(32 * 16 - 16 * 8) * 8});
    EXPECT_EQ(renderer.ledger().pack_images, 2U);  // the frame in flight still has the old one
    EXPECT_EQ(draw_picture(renderer, frame_with(values), runtime.get()).at(0, 0), (Pixel{100, 0, 0, 255}));
    EXPECT_EQ(renderer.ledger().pack_images, 1U);

    // What cannot be made leaves the old ones.
    plan.targets[0].size = {1U << 20, 1};
    const Result<void> refused = renderer.replace_targets(*runtime, plan.targets);
    ASSERT_FALSE(refused.has_value());
    EXPECT_THAT(refused.error().message, HasSubstr("target 'mid'"));
    plan.targets[0].size = {32, 16};
    plan.targets[0].id = "other";
    EXPECT_FALSE(renderer.replace_targets(*runtime, plan.targets).has_value());
    plan.targets.clear();
    EXPECT_FALSE(renderer.replace_targets(*runtime, plan.targets).has_value());
    EXPECT_EQ(renderer.ledger().pack_images, 1U);
    EXPECT_EQ(renderer.ledger().pack_texture_slots, 1U);
    EXPECT_EQ(draw_picture(renderer, frame_with(values), runtime.get()).at(0, 0), (Pixel{100, 0, 0, 255}));
  });
}

TEST(Lifecycle, AFailureInTheMiddleLeavesNothingAndNothingElseChanges) {
  on_each_device([](Renderer& renderer) {
    const std::vector<PassValues> values(2);
    const std::unique_ptr<Runtime> active = prepared(renderer, two_passes());
    ASSERT_NE(active, nullptr);
    const rpcts_ledger before = renderer.ledger();
    RuntimePlan plan = two_passes();
    plan.targets.push_back({.id = "huge", .format = RenderFormatClass::LdrColor, .size = {1U << 20, 1}});
    const auto refused = renderer.prepare(plan);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().kind, ErrorKind::unsupported);
    EXPECT_THAT(refused.error().message, HasSubstr("target 'huge'"));
    const rpcts_ledger after = renderer.ledger();
    EXPECT_EQ(after.pack_pipelines, before.pack_pipelines);
    EXPECT_EQ(after.pack_images, before.pack_images);
    EXPECT_EQ(after.pack_texture_slots, before.pack_texture_slots);
    EXPECT_EQ(after.pack_bytes, before.pack_bytes);
    EXPECT_EQ(draw_picture(renderer, frame_with(values), active.get()).at(0, 0), (Pixel{100, 0, 0, 255}));
  });
}

TEST(Lifecycle, NoFrameWritesADescriptor) {
  on_each_device([](Renderer& renderer) {
    const std::vector<PassValues> values(2);
    const std::unique_ptr<Runtime> runtime = prepared(renderer, two_passes());
    for (int i = 0; i < 5; ++i) {
      ASSERT_TRUE(renderer.draw(frame_with(values), runtime.get(), {}).has_value());
      EXPECT_EQ(renderer.ledger().frame_descriptor_writes, 0U);
      EXPECT_EQ(renderer.ledger().frame_fullscreen_passes, 2U);
    }
    const Result<void> refused = renderer.draw(sunny_frame(), runtime.get(), {});
    ASSERT_FALSE(refused.has_value());
    EXPECT_THAT(refused.error().message, HasSubstr("values of 0 passes for a runtime with 2"));
  });
}

TEST(Lifecycle, WorldAndTargetsFollowAResize) {
  on_each_device([](Renderer& renderer) {
    const std::vector<PassValues> values(2);
    RuntimePlan plan = two_passes();
    const std::unique_ptr<Runtime> runtime = prepared(renderer, plan);
    for (const std::uint32_t factor : {2U, 1U, 3U, 1U}) {
      const Size size{.width = 16 * factor, .height = 8 * factor};
      plan.targets[0].size = size;
      ASSERT_TRUE(renderer.draw(frame_with(values), runtime.get(), {}).has_value());  // in flight meanwhile
      ASSERT_TRUE(renderer.resize(size, size).has_value());
      ASSERT_TRUE(renderer.replace_targets(*runtime, plan.targets).has_value());
      const Picture picture = draw_picture(renderer, frame_with(values), runtime.get(), size);
      EXPECT_EQ(picture.at(0, 0), (Pixel{100, 0, 0, 255}));
      EXPECT_EQ(picture.at(size.width - 1, size.height - 1), (Pixel{28, 100, 100, 255}));
      EXPECT_EQ(renderer.ledger().pack_images, 1U);
    }
  });
}

}  // namespace
}  // namespace rpcts::reference
