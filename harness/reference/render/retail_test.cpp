// The default path: colours that the scene states, computed by hand.

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/reference/render/render_testing.hpp"

namespace rpcts::reference {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Retail, EveryPixelHasTheColourThatTheSceneStates) {
  on_each_device([](Renderer& renderer) {
    const Picture picture = draw_picture(renderer, sunny_frame());
    // A level surface gets ambient and sun: the factor (0.5, 0.5, 1).
    for (std::uint32_t y = 4; y < 8; ++y) {
      for (std::uint32_t x = 0; x < 16; ++x) {
        const int i = x < 8 ? static_cast<int>(x) + 16 : static_cast<int>(x) - 8;
        const int j = 27 - static_cast<int>(y);
        EXPECT_EQ(picture.at(x, y), (Pixel{4 * i, 5 * j, 100, 255})) << x << ' ' << y;
      }
    }
    const Pixel sky{51, 102, 153, 255};
    for (std::uint32_t y = 0; y < 4; ++y) {
      const bool top = y < 2;
      for (std::uint32_t x : {0U, 1U}) {
        EXPECT_EQ(picture.at(x, y), (top ? Pixel{100, 0, 0, 255} : Pixel{0, 0, 200, 255})) << x << ' ' << y;
        EXPECT_EQ(picture.at(x + 2, y), (top ? Pixel{0, 100, 0, 255} : Pixel{100, 100, 0, 255}))
            << x << ' ' << y;
        EXPECT_EQ(picture.at(x + 4, y), sky) << x << ' ' << y;
        EXPECT_EQ(picture.at(x + 6, y), (Pixel{40, 40, 80, 255})) << x << ' ' << y;
        EXPECT_EQ(picture.at(x + 8, y), sky) << x << ' ' << y;
        EXPECT_EQ(picture.at(x + 10, y), (Pixel{50, 50, 100, 255})) << x << ' ' << y;
        EXPECT_EQ(picture.at(x + 12, y), (Pixel{50, 50, 100, 255})) << x << ' ' << y;
        EXPECT_NEAR(picture.at(x + 14, y)[0], 127.5, 0.5) << x << ' ' << y;
        EXPECT_EQ(picture.at(x + 14, y)[2], 255) << x << ' ' << y;
      }
    }
  });
}

TEST(Retail, WithoutASunOnlyAmbientLightIsLeft) {
  on_each_device([](Renderer& renderer) {
    FrameValues frame = sunny_frame();
    frame.sun_light = {};
    const Picture picture = draw_picture(renderer, frame);
    EXPECT_EQ(picture.at(0, 0), (Pixel{50, 0, 0, 255}));
    EXPECT_EQ(picture.at(15, 7), (Pixel{14, 100, 25, 255}));
  });
}

TEST(Retail, ALightBehindASurfaceAddsNothing) {
  on_each_device([](Renderer& renderer) {
    FrameValues frame = sunny_frame();
    frame.sun_direction = {0, 0.6F, -0.8F};
    EXPECT_EQ(draw_picture(renderer, frame).at(0, 0), (Pixel{50, 0, 0, 255}));
  });
}

TEST(Retail, WithoutAWorldThereIsOnlyBackground) {
  on_each_device([](Renderer& renderer) {
    FrameValues frame = sunny_frame();
    frame.world = false;
    const Picture picture = draw_picture(renderer, frame);
    for (std::uint32_t x = 0; x < 16; ++x) {
      EXPECT_EQ(picture.at(x, x % 8), (Pixel{51, 102, 153, 255}));
    }
  });
}

TEST(Retail, ATransformOfTheFrameMovesItsInstance) {
  on_each_device([](Renderer& renderer) {
    SmallScene scene;
    scene.instances[12] += 4;  // the square with four colours goes 4 m to the right, over the cutout one …
    scene.instances[14] += 1;  // … and above it
    FrameValues frame = sunny_frame();
    frame.instances = scene.instances;
    const Picture moved = draw_picture(renderer, frame);
    EXPECT_EQ(moved.at(4, 0), (Pixel{100, 0, 0, 255}));
    EXPECT_NEAR(moved.at(0, 0)[0], 127.5, 0.5);  // the white one beneath
    EXPECT_EQ(draw_picture(renderer, sunny_frame()).at(0, 0), (Pixel{100, 0, 0, 255}));
    frame.instances = frame.instances.first(16);
    const Result<void> refused = renderer.draw(frame, nullptr, {});
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().kind, ErrorKind::usage);
  });
}

TEST(Retail, FramesThatAreNotReadDoNotDisturbTheOneThatIs) {
  on_each_device([](Renderer& renderer) {
    const Picture wanted = draw_picture(renderer, sunny_frame());
    for (int i = 0; i < 7; ++i) {
      FrameValues frame = sunny_frame();
      frame.sun_light = {static_cast<float>(i), 1, 1};
      ASSERT_TRUE(renderer.draw(frame, nullptr, {}).has_value());
    }
    EXPECT_EQ(draw_picture(renderer, sunny_frame()).bytes, wanted.bytes);
  });
}

TEST(Retail, ResizingChangesPictureAndWorld) {
  on_each_device([](Renderer& renderer) {
    constexpr Size twice{.width = 32, .height = 16};
    ASSERT_TRUE(renderer.resize(twice, twice).has_value());
    const Picture large = draw_picture(renderer, sunny_frame(), nullptr, twice);
    EXPECT_EQ(large.at(0, 0), (Pixel{100, 0, 0, 255}));
    EXPECT_EQ(large.at(31, 15), (Pixel{28, 100, 100, 255}));
    // World and output of different sizes: filtered, so the middle of an even colour is exact.
    ASSERT_TRUE(renderer.resize(small_size, twice).has_value());
    EXPECT_EQ(draw_picture(renderer, sunny_frame(), nullptr, twice).at(1, 1), (Pixel{100, 0, 0, 255}));
    std::vector<std::uint8_t> wrong(16);
    EXPECT_FALSE(renderer.draw(sunny_frame(), nullptr, wrong).has_value());
    // A size that no device has is refused, and the old one stays.
    const Result<void> refused = renderer.resize({.width = 1U << 20, .height = 1}, twice);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().kind, ErrorKind::unsupported);
    EXPECT_THAT(refused.error().message, HasSubstr("maxImageDimension2D"));
    EXPECT_EQ(draw_picture(renderer, sunny_frame(), nullptr, twice).at(1, 1), (Pixel{100, 0, 0, 255}));
  });
}

TEST(Retail, NothingOfAPackIsThere) {
  on_each_device([](Renderer& renderer) {
    std::ignore = draw_picture(renderer, sunny_frame());
    const rpcts_ledger ledger = renderer.ledger();
    EXPECT_EQ(ledger.size, sizeof(rpcts_ledger));
    EXPECT_EQ(ledger.set3_layouts + ledger.set3_sets + ledger.pack_pipelines + ledger.pack_images +
                  ledger.pack_buffers + ledger.pack_modules + ledger.pack_texture_slots,
              0U);
    EXPECT_EQ(ledger.pack_bytes, 0U);
    EXPECT_EQ(ledger.frame_descriptor_writes, 0U);
    EXPECT_EQ(ledger.frame_fullscreen_passes, 0U);
  });
}

TEST(Retail, AWrongSceneIsRefusedAndTheOldOneStays) {
  on_each_device([](Renderer& renderer) {
    SmallScene scene;
    scene.batches[1].first_instance = 100;
    const Result<void> refused = renderer.set_scene(scene.view());
    ASSERT_FALSE(refused.has_value());
    EXPECT_THAT(refused.error().message, HasSubstr("batch 1"));
    EXPECT_EQ(draw_picture(renderer, sunny_frame()).at(0, 0), (Pixel{100, 0, 0, 255}));
  });
}

TEST(Create, ADeviceThatIsNotHereIsUnsupported) {
  RendererSetup setup{.world = small_size, .output = small_size};
  setup.device_uuid.fill(0xA5);
  const auto renderer = Renderer::create(setup);
  ASSERT_FALSE(renderer.has_value());
  EXPECT_EQ(renderer.error().kind, ErrorKind::unsupported);
}

}  // namespace
}  // namespace rpcts::reference
