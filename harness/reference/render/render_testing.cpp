#include "harness/reference/render/render_testing.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <utility>

namespace rpcts::reference {
namespace {

std::vector<std::uint32_t> read_words(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  EXPECT_FALSE(bytes.empty()) << path;
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  return words;
}

void add(std::vector<std::uint8_t>& texels, int red, int green, int blue, int alpha = 255) {
  for (const int value : {red, green, blue, alpha}) {
    texels.push_back(static_cast<std::uint8_t>(value));
  }
}

}  // namespace

Pixel Picture::at(std::uint32_t x, std::uint32_t y) const {
  const std::size_t start = (std::size_t{y} * size.width + x) * 4;
  return {bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3]};
}

render_pack_v1::Matrix4 overhead() {
  return {1 / 8.0F, 0, 0, 0, 0, 1 / 4.0F, 0, 0, 0, 0, -1 / 20.0F, 0, 0, 0, 0.5F, 1};
}

SmallScene::SmallScene() {
  for (const auto& [x, y] :
       {std::pair(-8.0F, -4.0F), std::pair(8.0F, -4.0F), std::pair(8.0F, 0.0F), std::pair(-8.0F, 0.0F)}) {
    rpcts_terrain_vertex vertex{.position = {x, y, 0}, .normal = {0, 0, 1}, .packed = {}};
    vertex.packed[0][0] = 1;
    terrain_vertices.push_back(vertex);
  }
  terrain_indices = {0, 1, 2, 0, 2, 3};
  world_vertices = {{.position = {0, 0, 0}, .normal = {0, 0, 1}, .uv = {0, 1}},
                    {.position = {1, 0, 0}, .normal = {0, 0, 1}, .uv = {1, 1}},
                    {.position = {1, 1, 0}, .normal = {0, 0, 1}, .uv = {1, 0}},
                    {.position = {0, 1, 0}, .normal = {0, 0, 1}, .uv = {0, 0}}};
  world_indices = {0, 1, 2, 0, 2, 3};

  texels_.resize(3);
  for (int i = 0; i < 24 * 24; ++i) {
    add(texels_[0], 255, 0, 0);
  }
  for (int j = 0; j < 24; ++j) {
    for (int i = 0; i < 24; ++i) {
      add(texels_[0], 8 * i, 10 * j, 100);
    }
  }
  add(texels_[1], 200, 0, 0);
  add(texels_[1], 0, 200, 0);
  add(texels_[1], 0, 0, 200);
  add(texels_[1], 200, 200, 0);
  for (int i = 0; i < 4; ++i) {
    add(texels_[1], 100, 100, 100);
  }
  add(texels_[2], 80, 80, 80, 12);
  add(texels_[2], 80, 80, 80, 13);
  const std::array<std::array<std::uint32_t, 3>, 3> shapes{{{24, 24, 2}, {2, 2, 2}, {2, 1, 1}}};
  for (std::size_t i = 0; i < texels_.size(); ++i) {
    textures_.push_back({.size = sizeof(rpcts_texture),
                         .width = shapes[i][0],
                         .height = shapes[i][1],
                         .layers = shapes[i][2],
                         .texels = texels_[i].data()});
  }

  constexpr std::uint32_t white = 0xFFFFFFFF;
  add_square(-8, 4, 1, 0, 1, 0);
  add_square(-4, 4, 1, RPCTS_BATCH_CUTOUT, 2, 0);
  add_square(2, -2, 1, 0, white, 0);
  add_square(4, -2, 1, RPCTS_BATCH_TWO_SIDED, 1, 1);
  add_square(4, 2, 1, RPCTS_BATCH_TWO_SIDED, 1, 1);
  add_square(6, 2, 1, RPCTS_BATCH_INDOOR, white, 0);
  add_square(-8, 4, 0.5F, 0, white, 0);
  // The two-sided squares are two instances of one batch.
  batches[3].instance_count = 2;
  batches.erase(batches.begin() + 4);
}

void SmallScene::add_square(float x, float width, float height_above, std::uint32_t flags,
                            std::uint32_t texture, std::uint32_t layer) {
  const std::array<float, 16> transform{width, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0, x, 0, height_above, 1};
  batches.push_back({.size = sizeof(rpcts_batch),
                     .flags = flags,
                     .first_index = 0,
                     .index_count = 6,
                     .first_instance = static_cast<std::uint32_t>(instances.size() / transform.size()),
                     .instance_count = 1,
                     .texture = texture,
                     .layer = layer});
  instances.insert(instances.end(), transform.begin(), transform.end());
}

rpcts_scene SmallScene::view() const {
  return {.size = sizeof(rpcts_scene),
          .terrain_vertices = terrain_vertices.data(),
          .terrain_vertex_count = terrain_vertices.size(),
          .terrain_indices = terrain_indices.data(),
          .terrain_index_count = terrain_indices.size(),
          .world_vertices = world_vertices.data(),
          .world_vertex_count = world_vertices.size(),
          .world_indices = world_indices.data(),
          .world_index_count = world_indices.size(),
          .batches = batches.data(),
          .batch_count = batches.size(),
          .instances = instances.data(),
          .instance_count = instances.size() / 16,
          .textures = textures_.data(),
          .texture_count = textures_.size(),
          .terrain_texture = 0,
          .ambient = {0.25F, 0.5F, 0.25F},
          .background = {0.2F, 0.4F, 0.6F}};
}

FrameValues sunny_frame() {
  FrameValues frame;
  frame.view_projection = overhead();
  frame.eye = {0, 0, 10};
  frame.sun_direction = {0, 0.6F, 0.8F};
  frame.sun_light = {0.3125F, 0, 0.9375F};
  return frame;
}

std::vector<std::uint32_t> base_module(const std::string& pack, const std::string& name) {
  return read_words(std::string(RPCTS_BINARY_DIR) + "/share/rpcts/render_pack_v1/bases/" + pack +
                    "/shaders/" + name + ".spv");
}

std::vector<std::uint32_t> test_module(const std::string& name) {
  return read_words(std::string(RENDER_TEST_SHADERS) + "/" + name + ".spv");
}

ShaderPair base_pair(const std::string& pack, const std::string& vertex, const std::string& fragment) {
  return {.vertex = base_module(pack, vertex), .fragment = base_module(pack, fragment)};
}

FullscreenPlan make_pass(const std::string& id, render_pack_v1::RenderPassHook hook,
                         std::vector<std::uint32_t> fragment, std::array<SlotSource, 4> slots,
                         std::optional<std::size_t> write) {
  return {.id = id,
          .hook = hook,
          .shaders = {.vertex = base_module("tone", "fullscreen.vert"), .fragment = std::move(fragment)},
          .slots = slots,
          .write = write};
}

ShadowPlan base_shadow(const std::string& pack, std::uint32_t cascades, bool multiview) {
  const std::string suffix = multiview ? "_caster_multiview.vert" : "_caster.vert";
  return {.target = 0,
          .cascades = cascades,
          .multiview = multiview,
          .terrain_caster = base_pair(pack, "terrain" + suffix, "opaque_caster.frag"),
          .opaque_caster = base_pair(pack, "world" + suffix, "opaque_caster.frag"),
          .cutout_caster = base_pair(pack, "world" + suffix, "cutout_caster.frag"),
          .terrain_receiver = base_pair(pack, "terrain_receiver.vert", "terrain_receiver.frag"),
          .world_receiver = base_pair(pack, "world_receiver.vert", "world_receiver.frag")};
}

std::vector<DeviceIdentity> devices_here() {
  // Lives as long as the program, so that the drivers stay loaded: some cannot be loaded twenty times.
  static const Result<gpu::Instance> instance = gpu::Instance::create();
  return instance ? instance->identities() : std::vector<DeviceIdentity>{};
}

std::unique_ptr<Renderer> small_renderer(const DeviceIdentity& device, Size size) {
  auto renderer = Renderer::create({.device_uuid = device.uuid, .world = size, .output = size});
  if (!renderer) {
    ADD_FAILURE() << renderer.error().message;
    return nullptr;
  }
  const SmallScene scene;
  if (auto done = (*renderer)->set_scene(scene.view()); !done) {
    ADD_FAILURE() << done.error().message;
    return nullptr;
  }
  return std::move(*renderer);
}

Picture draw_picture(Renderer& renderer, const FrameValues& frame, Runtime* runtime, Size output) {
  Picture picture{.size = output,
                  .bytes = std::vector<std::uint8_t>(std::size_t{output.width} * output.height * 4)};
  const Result<void> done = renderer.draw(frame, runtime, picture.bytes);
  EXPECT_TRUE(done.has_value()) << done.error().message;
  return picture;
}

void on_each_device(const std::function<void(Renderer& renderer)>& body) {
  const std::vector<DeviceIdentity> devices = devices_here();
  if (devices.empty()) {
    GTEST_SKIP() << "no Vulkan device is here";
  }
  for (const DeviceIdentity& device : devices) {
    SCOPED_TRACE(device.name);
    testing::Test::RecordProperty("device_" + std::to_string(device.index), device.name);
    const std::unique_ptr<Renderer> renderer = small_renderer(device);
    ASSERT_NE(renderer, nullptr);
    body(*renderer);
    expect_silence(*renderer);
  }
}

void expect_silence(Renderer& renderer) {
  EXPECT_TRUE(renderer.finish().has_value());
  for (const std::string& said : renderer.drain_validation()) {
    ADD_FAILURE() << said;
  }
}

}  // namespace rpcts::reference
