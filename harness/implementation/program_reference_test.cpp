// The suite's reference as a library and behind standard input and output: the same picture, and a scene that
// arrived.

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "harness/implementation/implementation.hpp"
#include "harness/implementation/program_folder.hpp"

namespace rpcts::implementation {
namespace {

/// A square over the middle of the picture in clip coordinates, seen from both sides, with a texture of two
/// colours.
struct Square {
  std::array<rpcts_terrain_vertex, 4> vertices{};
  std::array<std::uint32_t, 12> indices{0, 1, 2, 2, 1, 3, 0, 2, 1, 2, 3, 1};
  std::array<std::uint8_t, 8> texels{250, 120, 30, 255, 20, 130, 240, 255};
  rpcts_texture texture{
      .size = sizeof(rpcts_texture), .width = 2, .height = 1, .layers = 1, .texels = texels.data()};
  rpcts_scene scene{};

  Square() {
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      vertices[i] = {.position = {i % 2 == 0 ? -0.5F : 0.5F, i < 2 ? -0.5F : 0.5F, 0.5F},
                     .normal = {0, 0, 1}};
      vertices[i].packed[0][3] = 1;
    }
    scene = {.size = sizeof(rpcts_scene),
             .terrain_vertices = vertices.data(),
             .terrain_vertex_count = vertices.size(),
             .terrain_indices = indices.data(),
             .terrain_index_count = indices.size(),
             .textures = &texture,
             .texture_count = 1,
             .ambient = {1, 1, 1},
             .background = {0.1F, 0.2F, 0.3F}};
  }
};

Picture draw(Implementation& implementation) {
  const Square square;
  rpcts_frame frame{.flags = RPCTS_FRAME_SETTLE, .day_group = 0};
  for (std::size_t i = 0; i < 16; i += 5) {
    frame.view[i] = 1;
    frame.projection[i] = 1;
  }
  frame.resident_reach_meters = 192;
  auto host = implementation.create_host({.width = 32, .height = 24});
  EXPECT_TRUE(host) << host.error().message;
  if (!host) {
    return {};
  }
  const auto set = host->set_scene(square.scene);
  EXPECT_TRUE(set) << set.error().message;
  auto picture = host->render(frame);
  EXPECT_TRUE(picture) << picture.error().message;
  const auto state = host->state();
  EXPECT_TRUE(state && state->state == RPCTS_STATE_RETAIL);
  return picture ? *picture : Picture{};
}

TEST(ProgramReference, DrawsWhatTheLibraryDraws) {
  const ProgramFolder folder = *ProgramFolder::create();
  const std::filesystem::path script = folder.path() / "program";
  std::ofstream(script) << "#!/bin/sh\nexec '" << RPCTS_ADAPTER_PROGRAM << "' '" << RPCTS_REFERENCE << "'\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  auto library = Implementation::open(RPCTS_REFERENCE);
  auto program = Implementation::open(script.string());
  ASSERT_TRUE(library) << library.error().message;
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_EQ(program->profiles(), library->profiles());
  const Picture drawn = draw(*library);
  ASSERT_EQ(drawn.width, 32U);
  EXPECT_FALSE(std::ranges::equal(drawn.at(0, 0), drawn.at(16, 12))) << "the square is seen";
  EXPECT_EQ(draw(*program), drawn);
}

}  // namespace
}  // namespace rpcts::implementation
