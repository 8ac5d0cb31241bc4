// Frames allocate nothing: every operator new of this program is counted, for the thread that draws. A
// program of its own, because it replaces operator new.

#include <cstdlib>
#include <gtest/gtest.h>
#include <new>

#include "harness/reference/render/render_testing.hpp"

namespace {

thread_local std::size_t allocations = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

}  // namespace

// Not inlined: GCC takes malloc() and delete in one function for a mistake.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes > 0 ? bytes : 1)) {
    return memory;
  }
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
  std::free(memory);
}

namespace rpcts::reference {
namespace {

using render_pack_v1::RenderFormatClass;
using render_pack_v1::RenderPassHook;
using From = SlotSource::From;

TEST(Allocation, TheCounterCounts) {
  const std::size_t before = allocations;
  const auto number = std::make_unique<int>(7);
  EXPECT_GT(allocations, before) << *number;
}

TEST(Allocation, FramesAllocateNothing) {
  // The layer allocates in every call, so it stays out; drivers in C++ would count too, and lavapipe is none.
  for (const DeviceIdentity& device : devices_here()) {
    if (device.driver != "llvmpipe") {
      continue;
    }
    auto renderer = Renderer::create(
        {.device_uuid = device.uuid, .world = small_size, .output = small_size, .validation = false});
    ASSERT_TRUE(renderer.has_value()) << renderer.error().message;
    const SmallScene scene;
    ASSERT_TRUE((*renderer)->set_scene(scene.view()).has_value());
    RuntimePlan plan;
    plan.targets.push_back(
        {.id = "depth", .format = RenderFormatClass::DirectionalDepth, .size = {64, 64}, .layers = 2});
    plan.targets.push_back({.id = "mid", .format = RenderFormatClass::HdrColor, .size = small_size});
    plan.shadow = base_shadow("shadow", 2);
    plan.passes.push_back(make_pass("first", RenderPassHook::AtmosphereBeforeToneMap,
                                    base_module("shadow", "copy.frag"), {{{.from = From::scene_normals}}},
                                    1));
    plan.passes.push_back(make_pass("second", RenderPassHook::ToneMap, base_module("shadow", "copy.frag"),
                                    {{{.from = From::target, .target = 1}}}));
    const auto runtime = (*renderer)->prepare(plan);
    ASSERT_TRUE(runtime.has_value()) << runtime.error().message;
    const std::vector<PassValues> values(2);
    FrameValues frame = sunny_frame();
    frame.passes = values;
    frame.cascades = 2;
    frame.instances = scene.instances;
    std::vector<std::uint8_t> picture(std::size_t{16} * 8 * 4);
    std::size_t counted = 0;
    for (int i = 0; i < 20; ++i) {
      const std::size_t before = allocations;
      const Result<void> packed =
          (*renderer)->draw(frame, runtime->get(), i % 3 == 0 ? picture : std::span<std::uint8_t>{});
      const Result<void> retail = (*renderer)->draw(frame, nullptr, {});
      counted += i >= 4 ? allocations - before : 0;  // a driver may make what it needs in its first frames
      ASSERT_TRUE(packed.has_value() && retail.has_value());
    }
    EXPECT_EQ(counted, 0U);
    return;
  }
  GTEST_SKIP() << "lavapipe is not here";
}

}  // namespace
}  // namespace rpcts::reference
