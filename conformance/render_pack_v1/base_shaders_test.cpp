// The fullscreen shaders of the bases, drawn on each device here, against plain formulas of E.10 in double
// precision.

#include <cmath>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <string>

#include "conformance/render_pack_v1/fullscreen_rig.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/vocabulary.hpp"
#include "harness/gpu/instance.hpp"

namespace rpcts::render_pack_v1 {
namespace {

/// Half floats have 11 bits, and linear filtering 8 bits of weight.
constexpr double tolerance = 0.002;

const std::filesystem::path bases = RPCTS_BINARY_DIR "/share/rpcts/render_pack_v1/bases";
const std::filesystem::path test_shaders = RPCTS_TEST_SHADERS;

constexpr std::uint32_t none = unassigned_slot;

struct Vec3 {
  double x = 0;
  double y = 0;
  double z = 0;
};

using ColorAt = std::function<Vec3(std::uint32_t x, std::uint32_t y)>;

Picture make_picture(std::uint32_t width, std::uint32_t height, const ColorAt& color) {
  Picture picture{.width = width, .height = height, .texels = {}};
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const Vec3 c = color(x, y);
      picture.texels.push_back(
          {static_cast<float>(c.x), static_cast<float>(c.y), static_cast<float>(c.z), 1.0F});
    }
  }
  return picture;
}

void expect_picture(const Picture& found, const ColorAt& expected) {
  for (std::uint32_t y = 0; y < found.height; ++y) {
    for (std::uint32_t x = 0; x < found.width; ++x) {
      const Vec3 wanted = expected(x, y);
      const Float4& got = found.at(x, y);
      EXPECT_NEAR(got[0], wanted.x, tolerance) << "red at " << x << ", " << y;
      EXPECT_NEAR(got[1], wanted.y, tolerance) << "green at " << x << ", " << y;
      EXPECT_NEAR(got[2], wanted.z, tolerance) << "blue at " << x << ", " << y;
      if (testing::Test::HasFailure()) {
        return;  // the first wrong texel says enough
      }
    }
  }
}

double smoothstep(double from, double to, double x) {
  const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

class BaseShaders : public testing::Test {
 protected:
  void SetUp() override {
    Result<gpu::Instance> made = gpu::Instance::create({.loader = {}, .validation = true});
    if (!made) {
      GTEST_SKIP() << made.error().message;
    }
    instance_.emplace(std::move(*made));
  }

  void TearDown() override {
    if (!instance_) {
      return;
    }
    const std::shared_ptr<gpu::ValidationLog> log = instance_->log();
    instance_.reset();
    for (const gpu::ValidationMessage& message : log->drain()) {
      ADD_FAILURE() << message.id << ": " << message.text;
    }
  }

  /// Runs the body with a rig on every device.
  void on_each(const std::function<void(FullscreenRig&)>& body) {
    if (!instance_) {
      FAIL() << "no Vulkan instance";
    }
    std::size_t drawn = 0;
    for (const gpu::PhysicalDevice& physical : instance_->devices()) {
      SCOPED_TRACE(physical.identity.name);
      const Result<gpu::Device> device = gpu::Device::open(physical);
      ASSERT_TRUE(device.has_value()) << device.error().message;
      Result<FullscreenRig> rig = FullscreenRig::create(*device);
      ASSERT_TRUE(rig.has_value()) << rig.error().message;
      body(*rig);
      ++drawn;
    }
    ASSERT_GT(drawn, 0U);
  }

  static Picture draw(FullscreenRig& rig, const std::string& fragment, std::uint32_t width,
                      std::uint32_t height, std::vector<std::uint32_t> slots, const PassBlocks& given = {}) {
    Result<Picture> picture =
        rig.draw(bases / "full/shaders/fullscreen.vert.spv", bases / fragment, width, height, slots, given);
    EXPECT_TRUE(picture.has_value()) << picture.error().message;
    return picture ? std::move(*picture)
                   : make_picture(width, height, [](auto, auto) { return Vec3{-1, -1, -1}; });
  }

  std::optional<gpu::Instance> instance_;
};

Vec3 ramp(std::uint32_t x, std::uint32_t y) {
  return {0.25 * x, 0.125 * y, 1.5};
}

TEST_F(BaseShaders, CopyKeepsEveryTexelWhereItIs) {
  on_each([](FullscreenRig& rig) {
    const std::uint32_t world = rig.add_color(make_picture(4, 3, ramp)).value();
    expect_picture(draw(rig, "shadow/shaders/copy.frag.spv", 4, 3, {world}), ramp);
  });
}

TEST_F(BaseShaders, AnInputWithoutTextureIsBlack) {
  const ColorAt black = [](auto, auto) { return Vec3{}; };
  on_each([&](FullscreenRig& rig) {
    PassBlocks given;
    given.frame.sun_screen = {0.5F, 0.5F, 1, 10};
    given.frame.sun_color = {1, 1, 1, 1};
    given.frame.weather = {0, 0, 0, 1};
    given.pass.params0 = {1, 1, 1, 16};
    for (const std::string name :
         {"shadow/shaders/copy", "tone/shaders/tone_map", "custom/shaders/half_glow",
          "custom/shaders/glow_tone_map", "full/shaders/sun_occlusion", "full/shaders/sun_rays",
          "full/shaders/bloom_downsample", "full/shaders/bloom_blur", "full/shaders/volumetric_shafts"}) {
      SCOPED_TRACE(name);
      expect_picture(draw(rig, name + ".frag.spv", 2, 2, {none, none, none, none}, given), black);
    }
  });
}

TEST_F(BaseShaders, CustomTonesAndGlow) {
  const auto tone = [](double c) { return c / (1 + c); };
  on_each([&](FullscreenRig& rig) {
    const std::uint32_t world = rig.add_color(make_picture(4, 4, ramp)).value();
    expect_picture(draw(rig, "tone/shaders/tone_map.frag.spv", 4, 4, {world}), [&](auto x, auto y) {
      const Vec3 c = ramp(x, y);
      return Vec3{tone(c.x), tone(c.y), tone(c.z)};
    });
    // Half of the mean of the four texels beneath.
    const ColorAt glow = [](auto x, auto y) {
      return Vec3{0.5 * (0.5 * x + 0.125), 0.5 * (0.25 * y + 0.0625), 0.75};
    };
    const Picture glowing = draw(rig, "custom/shaders/half_glow.frag.spv", 2, 2, {world});
    expect_picture(glowing, glow);
    const std::uint32_t flat =
        rig.add_color(make_picture(1, 1, [](auto, auto) { return Vec3{0.5, 0, 0.25}; })).value();
    expect_picture(draw(rig, "custom/shaders/glow_tone_map.frag.spv", 4, 4, {world, flat}),
                   [&](auto x, auto y) {
                     const Vec3 c = ramp(x, y);
                     return Vec3{tone(c.x + 0.5), tone(c.y), tone(c.z + 0.25)};
                   });
  });
}

constexpr std::uint32_t scene_size = 32;

/// Sky with a wall and a soft edge; a texel's depth never changes inside a pair, so that a mask of half the
/// size samples no edge between texels.
double scene_depth(std::uint32_t x, std::uint32_t y) {
  return y / 2 > 11 || (x / 2 > 4 && x / 2 < 8) ? 0.9 : (x / 2 > 12 ? 0.999 : 1.0);
}

std::uint32_t add_scene_depth(FullscreenRig& rig) {
  std::vector<float> depths;
  for (std::uint32_t y = 0; y < scene_size; ++y) {
    for (std::uint32_t x = 0; x < scene_size; ++x) {
      depths.push_back(static_cast<float>(scene_depth(x, y)));
    }
  }
  return rig.add_depth(scene_size, 1, depths).value();
}

PassBlocks sunny() {
  PassBlocks given;
  given.frame.sun_screen = {0.7F, 0.3F, 0.8F, 20};
  given.frame.sun_color = {1, 0.5F, 0.25F, 1};
  given.frame.weather = {0, 0, 0.016F, 1};
  return given;
}

double mask_at(std::uint32_t x, std::uint32_t y) {
  return 0.8 * smoothstep(0.9975, 0.99995, scene_depth(2 * x, 2 * y));
}

TEST_F(BaseShaders, SunMaskIsOpenSkyTimesStrengthOutdoors) {
  on_each([](FullscreenRig& rig) {
    const std::uint32_t depth = add_scene_depth(rig);
    PassBlocks given = sunny();
    expect_picture(draw(rig, "full/shaders/sun_occlusion.frag.spv", 16, 16, {depth}, given),
                   [](auto x, auto y) { return Vec3{mask_at(x, y), mask_at(x, y), mask_at(x, y)}; });
    given.frame.weather[3] = 0;
    expect_picture(draw(rig, "full/shaders/sun_occlusion.frag.spv", 16, 16, {depth}, given),
                   [](auto, auto) { return Vec3{}; });
  });
}

/// A picture of one channel, filtered as a sampler does that clamps to the edge.
double bilinear(const std::function<double(std::uint32_t, std::uint32_t)>& texel, std::uint32_t size,
                double u, double v) {
  const double x = u * size - 0.5;
  const double y = v * size - 0.5;
  const auto at = [&](double column, double row) {
    const auto inside = [&](double i) { return static_cast<std::uint32_t>(std::clamp(i, 0.0, size - 1.0)); };
    return texel(inside(column), inside(row));
  };
  const double left = std::floor(x);
  const double top = std::floor(y);
  const double fx = x - left;
  const double fy = y - top;
  return (at(left, top) * (1 - fx) + at(left + 1, top) * fx) * (1 - fy) +
         (at(left, top + 1) * (1 - fx) + at(left + 1, top + 1) * fx) * fy;
}

TEST_F(BaseShaders, SunRaysSumTheMaskTowardTheSunFusedOrNot) {
  constexpr std::uint32_t size = 16;
  constexpr int samples = 48;
  const auto quantised = [](std::uint32_t x, std::uint32_t y) {
    return std::round(mask_at(x, y) * 255) / 255;
  };
  const ColorAt expected = [&](auto x, auto y) {
    double u = (x + 0.5) / size;
    double v = (y + 0.5) / size;
    const double du = (u - 0.7) * 0.82 / samples;
    const double dv = (v - 0.3) * 0.82 / samples;
    double light = 1;
    double sum = 0;
    for (int i = 0; i < samples; ++i) {
      u -= du;
      v -= dv;
      sum += light * bilinear(quantised, size, u, v);
      light *= 0.965;
    }
    const double rays = sum * 0.24 / samples;
    return Vec3{rays, 0.5 * rays, 0.25 * rays};
  };
  on_each([&](FullscreenRig& rig) {
    const std::uint32_t mask =
        rig.add_color(make_picture(size, size, [&](auto x, auto y) { return Vec3{quantised(x, y), 0, 0}; }))
            .value();
    PassBlocks given = sunny();
    given.pass.params0 = {0.965F, 0.24F, 0.82F, samples};
    expect_picture(draw(rig, "full/shaders/sun_rays.frag.spv", size, size, {mask}, given), expected);
    const std::uint32_t depth = add_scene_depth(rig);
    given.pass.params1 = {1, size, size, 0};
    expect_picture(draw(rig, "fused/shaders/sun_rays.frag.spv", size, size, {depth}, given), expected);
  });
}

double luminance(const Vec3& c) {
  return 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z;
}

Vec3 extracted(const Vec3& c, double strength) {
  const double l = luminance(c);
  const double soft = std::pow(std::clamp((l - 1.0 + 0.73) / (2 * 0.73), 0.0, 1.0), 2);
  const double factor = strength * (std::max(l - 1.0, 0.0) + soft * 0.73) / std::max(l, 1e-4);
  return {c.x * factor, c.y * factor, c.z * factor};
}

TEST_F(BaseShaders, BloomExtractsTheBrightPartOfTheLitScene) {
  const ColorAt bright = [](auto x, auto) { return Vec3{0.5 * x, 0.4 * x, 0.25 * x}; };
  on_each([&](FullscreenRig& rig) {
    const std::uint32_t world = rig.add_color(make_picture(8, 1, bright)).value();
    const std::uint32_t rays =
        rig.add_color(make_picture(1, 1, [](auto, auto) { return Vec3{0.25, 0, 0}; })).value();
    const std::uint32_t shafts =
        rig.add_color(make_picture(1, 1, [](auto, auto) { return Vec3{0, 0, 0.5}; })).value();
    for (const bool volumetric : {false, true}) {
      PassBlocks given;
      given.pass.params0 = {0.65F, 1.0F, 0.73F, volumetric ? 1.0F : 0.0F};
      expect_picture(draw(rig, "full/shaders/bloom_downsample.frag.spv", 8, 1, {world, rays, shafts}, given),
                     [&](auto x, auto y) {
                       Vec3 c = bright(x, y);
                       c.x += 0.25;
                       c.z += volumetric ? 0.5 : 0.0;
                       return extracted(c, 0.65);
                     });
    }
  });
}

constexpr std::array<double, 5> tap_offsets{-3.230769, -1.384615, 0, 1.384615, 3.230769};
constexpr std::array<double, 5> tap_weights{0.070270, 0.316216, 0.227027, 0.316216, 0.070270};

TEST_F(BaseShaders, BloomBlursFiveTapsAlongItsDirection) {
  constexpr std::uint32_t size = 16;
  const auto spot = [](std::uint32_t x, std::uint32_t y) { return x == 6 && y == 9 ? 8.0 : 0.0; };
  on_each([&](FullscreenRig& rig) {
    const std::uint32_t image =
        rig.add_color(make_picture(size, size, [&](auto x, auto y) { return Vec3{spot(x, y), 0, 0}; }))
            .value();
    for (const bool vertical : {false, true}) {
      PassBlocks given;
      given.pass.params0 = vertical ? Float4{0, 1.0F / size, 0, 0} : Float4{1.0F / size, 0, 0, 0};
      const Picture found = draw(rig, "full/shaders/bloom_blur.frag.spv", size, size, {image}, given);
      for (std::uint32_t i = 0; i < size; ++i) {
        double expected = 0;
        for (std::size_t tap = 0; tap < tap_offsets.size(); ++tap) {
          const double along = (i + 0.5 + tap_offsets[tap]) / size;
          expected += tap_weights[tap] * (vertical ? bilinear(spot, size, 6.5 / size, along)
                                                   : bilinear(spot, size, along, 9.5 / size));
        }
        // Weights of a filter have 8 bits; the spot is 8 times as bright as one.
        EXPECT_NEAR(vertical ? found.at(6, i)[0] : found.at(i, 9)[0], expected,
                    8 * 0.316216 / 256 + tolerance)
            << i;
      }
      EXPECT_EQ(vertical ? found.at(5, 9)[0] : found.at(6, 8)[0], 0.0F) << "spreads across its direction";
    }
  });
}

Vec3 graded(Vec3 c, const Float4& params, double filmic_strength, double u, double v) {
  const auto filmic = [&](double x) {
    x *= params[0];
    const double fit = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
    return x + filmic_strength * (std::clamp(fit, 0.0, 1.0) - x);
  };
  c = {filmic(c.x), filmic(c.y), filmic(c.z)};
  const double l = luminance(c);
  const double r2 = std::pow(2 * u - 1, 2) + std::pow(2 * v - 1, 2);
  const double vignette = 1 + params[3] * ((1 - smoothstep(0.25, 1.25, r2)) - 1);
  const auto finish = [&](double x) {
    return std::max(0.0, ((l + params[1] * (x - l) - 0.5) * params[2] + 0.5) * vignette);
  };
  return {finish(c.x), finish(c.y), finish(c.z)};
}

Vec3 sum(const Vec3& a, const Vec3& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

TEST_F(BaseShaders, FilmicAddsEverythingAndGrades) {
  const Vec3 bloom{0.125, 0.25, 0};
  const Vec3 rays{0.25, 0.125, 0};
  const Vec3 shafts{0, 0.125, 0.25};
  const ColorAt world = [](auto x, auto y) { return Vec3{0.125 * x, 0.125 * y, 0.25}; };
  on_each([&](FullscreenRig& rig) {
    const auto flat = [&](const Vec3& c) {
      return rig.add_color(make_picture(1, 1, [&](auto, auto) { return c; })).value();
    };
    const std::vector<std::uint32_t> slots{rig.add_color(make_picture(8, 8, world)).value(), flat(bloom),
                                           flat(rays), flat(shafts)};
    for (const bool volumetric : {false, true}) {
      PassBlocks given;
      given.pass.params0 = {1.5F, 0.75F, 1.25F, 0.5F};
      given.pass.params1 = {0.75F, volumetric ? 1.0F : 0.0F, 0, 0};
      expect_picture(draw(rig, "full/shaders/filmic_composite.frag.spv", 8, 8, slots, given),
                     [&](auto x, auto y) {
                       const Vec3 c = sum(sum(world(x, y), bloom), volumetric ? sum(rays, shafts) : rays);
                       return graded(c, given.pass.params0, 0.75, (x + 0.5) / 8, (y + 0.5) / 8);
                     });
    }
  });
}

TEST_F(BaseShaders, FusedFilmicEvaluatesTheWholeBloomKernel) {
  constexpr std::uint32_t size = 16;
  // Linear across the picture, so that filtering is exact away from the edge, and always bright enough to
  // bloom.
  const auto color = [](double x, double y) { return Vec3{1.0 + x / 16, 1.0 + y / 16, 1.25}; };
  const Vec3 rays{0.25, 0.125, 0};
  on_each([&](FullscreenRig& rig) {
    const std::uint32_t world =
        rig.add_color(make_picture(size, size, [&](auto x, auto y) { return color(x, y); })).value();
    const std::uint32_t sun_rays =
        rig.add_color(make_picture(1, 1, [&](auto, auto) { return rays; })).value();
    PassBlocks given;
    given.pass.params0 = {0.5F, 1, 1, 0};
    given.pass.params1 = {0, 0, 1, 0};
    given.pass.params2 = {0.65F, 1.0F, 0.73F, 0};
    given.pass.params3 = {1.0F / size, 1.0F / size, 0, 0};
    const Picture found =
        draw(rig, "fused/shaders/filmic_composite.frag.spv", size, size, {world, sun_rays}, given);
    for (std::uint32_t y = 5; y < 11; ++y) {
      for (std::uint32_t x = 5; x < 11; ++x) {
        Vec3 expected = sum(color(x, y), rays);
        for (std::size_t i = 0; i < tap_offsets.size(); ++i) {
          for (std::size_t j = 0; j < tap_offsets.size(); ++j) {
            const Vec3 tap = extracted(sum(color(x + tap_offsets[i], y + tap_offsets[j]), rays),
                                       0.65 * tap_weights[i] * tap_weights[j]);
            expected = sum(expected, tap);
          }
        }
        EXPECT_NEAR(found.at(x, y)[0], 0.5 * expected.x, tolerance) << x << ", " << y;
        EXPECT_NEAR(found.at(x, y)[1], 0.5 * expected.y, tolerance) << x << ", " << y;
        EXPECT_NEAR(found.at(x, y)[2], 0.5 * expected.z, tolerance) << x << ", " << y;
      }
    }
  });
}

constexpr std::uint32_t map_size = 64;

/// A light from above over a flat world: x from -50 to 50 across the map, height 50 to -50 down its depth.
/// The half of the map with x < 0 lies under a roof in both layers.
std::uint32_t add_roof(FullscreenRig& rig, DirectionalShadowBlock& shadow) {
  std::vector<float> depths;
  depths.reserve(std::size_t{2} * map_size * map_size);
  for (std::uint32_t i = 0; i < 2 * map_size * map_size; ++i) {
    depths.push_back(i % map_size < map_size / 2 ? 0.2F : 1.0F);
  }
  const std::uint32_t slot = rig.add_depth(map_size, 2, depths).value();
  const Matrix4 wide{0.02F, 0, 0, 0, 0, 0, -0.01F, 0, 0, -0.02F, 0, 0, 0, 0, 0.5F, 1};
  shadow.world_to_clip.fill(wide);
  shadow.texture_and_flags = {slot, 2, map_size, 1};
  shadow.light_direction_and_source = {0, 1, 0, static_cast<float>(CelestialSource::Sun)};
  return slot;
}

TEST_F(BaseShaders, ShaftsAreMarchedThroughTheShadowsOfTheSunOnly) {
  constexpr std::uint32_t size = 16;
  const double tangent = std::tan(0.5);
  const double near = 0.1;
  const double far = 100;
  const double scale = far / (near - far);  // depth = (scale z + shift) / -z
  const double shift = near * far / (near - far);
  const double wall = -20;
  PassBlocks common = sunny();
  common.frame.sun_color = {1, 1, 1, 1};
  common.frame.inverse_view_projection = {};
  common.frame.inverse_view_projection[0] = static_cast<float>(tangent);
  common.frame.inverse_view_projection[5] = static_cast<float>(tangent);
  common.frame.inverse_view_projection[11] = static_cast<float>(1 / shift);
  common.frame.inverse_view_projection[14] = -1;
  common.frame.inverse_view_projection[15] = static_cast<float>(scale / shift);
  common.shadow.split_far_meters = {10, 100, 100, 100};
  common.shadow.control = {1, 1, 100, 2};
  common.pass.params0 = {0.0175F, 0.5F, 24, 1};
  const auto unoccluded = [&](std::uint32_t x, std::uint32_t y) {
    const double across = ((x + 0.5) / size * 2 - 1) * tangent;
    const double up = ((y + 0.5) / size * 2 - 1) * tangent;
    return 0.5 * (1 - std::exp(-0.0175 * -wall * std::sqrt(1 + across * across + up * up)));
  };
  on_each([&](FullscreenRig& rig) {
    PassBlocks given = common;
    std::vector<float> depths(std::size_t{size} * size, static_cast<float>((scale * wall + shift) / -wall));
    depths[0] = 1;
    const std::uint32_t depth = rig.add_depth(size, 1, depths).value();
    add_roof(rig, given.shadow);
    const auto marched = [&] {
      return draw(rig, "full/shaders/volumetric_shafts.frag.spv", size, size, {depth}, given);
    };
    const Picture sun = marched();
    EXPECT_EQ(sun.at(0, 0)[0], 0.0F) << "sky";
    // The map's edge is filtered over one texel, which only the first steps from the eye come near to.
    EXPECT_NEAR(sun.at(2, 8)[0], 0, 0.05 * unoccluded(2, 8)) << "under the roof";
    EXPECT_NEAR(sun.at(13, 8)[0], unoccluded(13, 8), 0.05 * unoccluded(13, 8)) << "in the open";
    given.shadow.light_direction_and_source[3] = static_cast<float>(CelestialSource::DominantMoon);
    EXPECT_NEAR(marched().at(2, 8)[0], unoccluded(2, 8), tolerance) << "a moon's map says nothing of the sun";
    given.shadow.light_direction_and_source[3] = static_cast<float>(CelestialSource::Sun);
    given.shadow.texture_and_flags[3] = 0;
    EXPECT_NEAR(marched().at(2, 8)[0], unoccluded(2, 8), tolerance) << "no map of this frame";
    given.frame.weather[3] = 0;
    EXPECT_EQ(marched().at(13, 8)[0], 0.0F) << "indoors";
  });
}

/// One compare of the roof's edge, filtered bilinearly; `u` is the place across the map.
double roof_compare(double u) {
  const double x = u * map_size - 0.5;
  const auto lit = [](double texel) { return texel < map_size / 2.0 ? 0.0 : 1.0; };
  return lit(std::floor(x)) * (1 - (x - std::floor(x))) + lit(std::floor(x) + 1) * (x - std::floor(x));
}

double roof_filter(double u, int radius, double softness) {
  const double step = softness / map_size;
  switch (radius) {
    case 0:
      return roof_compare(u);
    case 1:
      return 0.5 * (roof_compare(u - 0.5 * step) + roof_compare(u + 0.5 * step));
    default:
      return 0.25 * (roof_compare(u - 1.5 * step) + 2 * roof_compare(u) + roof_compare(u + 1.5 * step));
  }
}

TEST_F(BaseShaders, ShadowsChooseFilterBlendAndFadeByThePolicy) {
  PassBlocks common;
  common.shadow.split_far_meters = {16, 48, 48, 48};
  common.shadow.control = {0.75F, 1.5F, 48, 8};  // strength, softness, reach, blend width
  common.shadow.bias_meters = {0.5F, 0.25F, 0.25F, 10};
  const auto visibility = [](double x, double distance, int radius) {
    if (distance > 48) {
      return 1.0;
    }
    const double far = roof_filter(x * 0.02 * 0.5 + 0.5, radius, 1.5);
    if (distance > 16) {
      return far;
    }
    const double near = roof_filter(x * 0.08 * 0.5 + 0.5, radius, 1.5);
    return near + smoothstep(8, 16, distance) * (far - near);
  };
  on_each([&](FullscreenRig& rig) {
    PassBlocks given = common;
    add_roof(rig, given.shadow);
    // The first cascade is four times as dense.
    given.shadow.world_to_clip[0][0] *= 4;
    given.shadow.world_to_clip[0][9] *= 4;
    for (std::uint32_t radius = 0; radius <= 2; ++radius) {
      SCOPED_TRACE(radius);
      given.shadow.texture_and_flags[3] = 1U | (radius << 8U);
      const Result<Picture> found = rig.draw(bases / "full/shaders/fullscreen.vert.spv",
                                             test_shaders / "shadow_visibility.frag.spv", 48, 64, {}, given);
      ASSERT_TRUE(found.has_value()) << found.error().message;
      for (std::uint32_t y = 0; y < 64; ++y) {
        for (std::uint32_t x = 0; x < 48; ++x) {
          const double across = (x + 0.5) / 48 * 6 - 3;
          const double distance = y + 0.5;
          const double fade = 0.75 * (1 - smoothstep(40, 48, distance));
          const Float4& got = found->at(x, y);
          const double expected = visibility(across, distance, static_cast<int>(radius));
          ASSERT_NEAR(got[0], 1 + fade * (expected - 1), tolerance) << across << ", " << distance;
          ASSERT_NEAR(got[1], expected, tolerance) << across << ", " << distance;
        }
      }
    }
  });
}

}  // namespace
}  // namespace rpcts::render_pack_v1
