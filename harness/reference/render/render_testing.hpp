#pragma once

// A small scene with colours that can be computed by hand, and pictures of it.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "harness/gpu/instance.hpp"
#include "harness/reference/render/renderer.hpp"

namespace rpcts::reference {

using Pixel = std::array<int, 4>;

struct Picture {
  Size size;
  std::vector<std::uint8_t> bytes;
  [[nodiscard]] Pixel at(std::uint32_t x, std::uint32_t y) const;
};

/// World and output of the small scene: one pixel is one metre.
inline constexpr Size small_size{.width = 16, .height = 8};

/// From above, x to the right and y up; x from -8 to 8, y from -4 to 4. Depth is 0 at a height of 10 m and 1
/// at -10 m.
[[nodiscard]] render_pack_v1::Matrix4 overhead();

/// The scene, in its own memory. Pixel (x, y) of a picture from overhead:
///   rows 4 to 7: terrain at height 0, its texel (8 i, 10 j, 100) with i = x + 16 or x - 8, j = 27 - y
///   rows 0 to 3, at height 1:
///     0 to 3    a square with one colour in each quarter; 0.5 m below it a white one that is drawn later
///     4 to 7    cutout: alpha 12 on the left half, 13 on the right half; texel (80, 80, 80)
///     8, 9      a square seen from behind: nothing
///     10 to 13  two-sided squares, the first seen from behind; texel (100, 100, 100)
///     14, 15    an indoor square, white
/// Ambient (0.25, 0.5, 0.25), background (0.2, 0.4, 0.6).
class SmallScene {
 public:
  SmallScene();
  [[nodiscard]] rpcts_scene view() const;

  std::vector<rpcts_terrain_vertex> terrain_vertices;
  std::vector<std::uint32_t> terrain_indices;
  std::vector<rpcts_world_vertex> world_vertices;
  std::vector<std::uint32_t> world_indices;
  std::vector<rpcts_batch> batches;
  std::vector<float> instances;

 private:
  void add_square(float x, float width, float height_above, std::uint32_t flags, std::uint32_t texture,
                  std::uint32_t layer);

  std::vector<std::vector<std::uint8_t>> texels_;
  std::vector<rpcts_texture> textures_;
};

/// Overhead, with a sun from (0, 0.6, 0.8) that adds (0.25, 0, 0.75) to a level surface.
[[nodiscard]] FrameValues sunny_frame();

/// Compiled modules: of a base pack and of test_shaders/.
[[nodiscard]] std::vector<std::uint32_t> base_module(const std::string& pack, const std::string& name);
[[nodiscard]] std::vector<std::uint32_t> test_module(const std::string& name);
[[nodiscard]] ShaderPair base_pair(const std::string& pack, const std::string& vertex,
                                   const std::string& fragment);
/// A fullscreen pass with a shader of test_shaders/ or, with `pack`, of a base pack.
[[nodiscard]] FullscreenPlan make_pass(const std::string& id, render_pack_v1::RenderPassHook hook,
                                       std::vector<std::uint32_t> fragment,
                                       std::array<SlotSource, 4> slots = {},
                                       std::optional<std::size_t> write = std::nullopt);
/// Terrain, opaque, cutout casters and both receivers of a base pack, with target 0.
[[nodiscard]] ShadowPlan base_shadow(const std::string& pack, std::uint32_t cascades, bool multiview = false);

/// The devices that are here; empty where there is no driver.
[[nodiscard]] std::vector<DeviceIdentity> devices_here();

/// A renderer with the small scene under the validation layer. Null and a test failure when it cannot be
/// made.
[[nodiscard]] std::unique_ptr<Renderer> small_renderer(const DeviceIdentity& device, Size size = small_size);

/// Draws and reads back; an Error is a test failure.
[[nodiscard]] Picture draw_picture(Renderer& renderer, const FrameValues& frame, Runtime* runtime = nullptr,
                                   Size output = small_size);

/// Runs `body` with a small_renderer of each device that is here, and hears what the layer said. Skips the
/// test where there is no device.
void on_each_device(const std::function<void(Renderer& renderer)>& body);

/// What the layer said is a test failure.
void expect_silence(Renderer& renderer);

}  // namespace rpcts::reference
