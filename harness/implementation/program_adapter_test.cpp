#include "harness/implementation/program_adapter.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>

#include "harness/implementation/implementation.hpp"
#include "harness/implementation/program_folder.hpp"
#include "harness/implementation/program_values.hpp"

namespace rpcts::implementation {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A program written in the shell, in a folder of its own.
class ProgramTest : public testing::Test {
 protected:
  std::string program(const std::string& script) {
    const fs::path path = folder.path() / "program";
    std::ofstream(path) << "#!/bin/sh\n" << script;
    fs::permissions(path, fs::perms::owner_all);
    return path.string();
  }
  /// Says hello, then runs the script for each question; $id is its number.
  std::string after_hello(const std::string& script) {
    return program(
        "read line\n"
        "id=$(echo \"$line\" | sed 's/.*\"id\":\\([0-9]*\\).*/\\1/')\n"
        "echo \"{\\\"id\\\":$id,\\\"status\\\":\\\"ok\\\",\\\"version\\\":1,\\\"name\\\":\\\"Shell\\\","
        "\\\"profiles\\\":[\\\"authoring\\\"]}\"\n"
        "while read line; do\n"
        "id=$(echo \"$line\" | sed 's/.*\"id\":\\([0-9]*\\).*/\\1/')\n" +
        script + "\ndone\n");
  }

  ProgramFolder folder = *ProgramFolder::create();
};

std::string refusal(const std::string& path) {
  const auto opened = Implementation::open(path);
  EXPECT_FALSE(opened);
  EXPECT_TRUE(opened || opened.error().kind == ErrorKind::usage);
  return opened ? "" : opened.error().message;
}

TEST_F(ProgramTest, Judges) {
  auto one = Implementation::open(
      after_hello("echo \"{\\\"id\\\":$id,\\\"status\\\":\\\"ok\\\",\\\"accepted\\\":false,"
                  "\\\"rule\\\":\\\"R-1\\\"}\""));
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_EQ(one->name(), "Shell");
  EXPECT_TRUE(one->is_program());
  EXPECT_TRUE(one->claims(RPCTS_PROFILE_AUTHORING));
  EXPECT_FALSE(one->claims(RPCTS_PROFILE_HOST));
  const auto verdict = one->judge("/pack");
  ASSERT_TRUE(verdict) << verdict.error().message;
  EXPECT_FALSE(verdict->accepted);
  EXPECT_EQ(verdict->rule, "R-1");
}

TEST_F(ProgramTest, WhatDoesNotSpeakTheProtocolIsRefused) {
  EXPECT_THAT(refusal("/nowhere/program"), HasSubstr("No such file"));
  EXPECT_THAT(refusal(program("exit 3\n")), HasSubstr("exit status 3"));
  EXPECT_THAT(refusal(program("echo Welcome; sleep 60\n")),
              HasSubstr("the program answered call 1 with 'Welcome'"));
  EXPECT_THAT(refusal(program("read line; echo '{\"id\":1,\"status\":\"ok\",\"version\":2}'\n")),
              HasSubstr("does not speak version 1"));
  EXPECT_THAT(refusal(program("read line; echo '{\"id\":1,\"status\":\"ok\",\"version\":1}'\n")),
              HasSubstr("does not say what it is"));
}

void expect_broken(const Result<Verdict>& verdict, const char* words) {
  ASSERT_FALSE(verdict);
  EXPECT_TRUE(breaks_header(verdict.error())) << verdict.error().message;
  EXPECT_THAT(verdict.error().message, HasSubstr(words));
}

TEST_F(ProgramTest, AProgramThatDiesIsStartedAfresh) {
  // The first child dies at its first question, the second one answers.
  const std::string once = (folder.path() / "once").string();
  auto one = Implementation::open(
      after_hello("if [ ! -e " + once + " ]; then touch " + once + "; kill -9 $$; fi\n" +
                  "echo \"{\\\"id\\\":$id,\\\"status\\\":\\\"ok\\\",\\\"accepted\\\":true}\""));
  ASSERT_TRUE(one);
  expect_broken(one->judge("/pack"), "the program ended with signal 9");
  const auto verdict = one->judge("/pack");
  ASSERT_TRUE(verdict) << verdict.error().message;
  EXPECT_TRUE(verdict->accepted);
}

TEST_F(ProgramTest, NonsenseAndFloodsAreClearErrors) {
  auto nonsense = Implementation::open(after_hello("echo 'what?'"));
  ASSERT_TRUE(nonsense);
  expect_broken(nonsense->judge("/pack"), "answered call 2 with 'what?'");
  auto other = Implementation::open(after_hello("echo '{\"id\":77,\"status\":\"ok\"}'"));
  ASSERT_TRUE(other);
  expect_broken(other->judge("/pack"), "answered call 2 with");
  auto lacking = Implementation::open(after_hello("echo \"{\\\"id\\\":$id,\\\"status\\\":\\\"ok\\\"}\""));
  ASSERT_TRUE(lacking);
  expect_broken(lacking->judge("/pack"), "lacks something");
  auto flood = Implementation::open(after_hello("exec yes | tr -d '\\n'"));
  ASSERT_TRUE(flood);
  expect_broken(flood->judge("/pack"), "more than");
}

TEST(ProgramValues, FramesReadBack) {
  rpcts_frame frame{.size = sizeof(rpcts_frame), .flags = 5};
  for (int i = 0; i < 16; ++i) {
    frame.view[i] = 0.1F * static_cast<float>(i);
  }
  frame.sun_brightness = std::numeric_limits<float>::denorm_min();
  frame.gpu_milliseconds = std::numeric_limits<float>::quiet_NaN();
  frame.cpu_milliseconds = -std::numeric_limits<float>::infinity();
  frame.sources[2] = {.available = 1, .direction = {1, 2, 3}, .energy = 1.0F / 3};
  const std::vector<float> instances(32, 2.5F);
  frame.instances = instances.data();
  frame.instance_count = 2;
  FrameValue value;
  frame_from(Json::parse(json_of(frame).dump()), value);
  EXPECT_EQ(value.frame.flags, 5U);
  EXPECT_EQ(value.frame.view[7], frame.view[7]);
  EXPECT_EQ(value.frame.sun_brightness, frame.sun_brightness);
  EXPECT_TRUE(std::isnan(value.frame.gpu_milliseconds));
  EXPECT_EQ(value.frame.cpu_milliseconds, frame.cpu_milliseconds);
  EXPECT_EQ(value.frame.sources[2].energy, 1.0F / 3);
  EXPECT_EQ(value.frame.instance_count, 2U);
  EXPECT_EQ(value.instances, instances);
}

TEST(ProgramValues, ScenesReadBack) {
  const ProgramFolder folder = *ProgramFolder::create();
  const rpcts_terrain_vertex terrain{
      .position = {1, 2, 0.1F}, .normal = {0, 0, 1}, .packed = {{1, 2, 3, 4}, {5}}};
  const rpcts_world_vertex world{.position = {4, 5, 6}, .normal = {0, 1, 0}, .uv = {0.5F, 0.25F}};
  const std::vector<std::uint32_t> indices{0, 0, 0};
  const rpcts_batch batch{.size = sizeof(rpcts_batch), .flags = 3, .index_count = 3, .texture = UINT32_MAX};
  const std::vector<float> instances(16, 1.5F);
  const std::vector<std::uint8_t> texels{1, 2, 3, 4, 5, 6, 7, 8};
  const rpcts_texture texture{
      .size = sizeof(rpcts_texture), .width = 2, .height = 1, .layers = 1, .texels = texels.data()};
  const rpcts_scene scene{.size = sizeof(rpcts_scene),
                          .terrain_vertices = &terrain,
                          .terrain_vertex_count = 1,
                          .terrain_indices = indices.data(),
                          .terrain_index_count = 3,
                          .world_vertices = &world,
                          .world_vertex_count = 1,
                          .world_indices = indices.data(),
                          .world_index_count = 3,
                          .batches = &batch,
                          .batch_count = 1,
                          .instances = instances.data(),
                          .instance_count = 1,
                          .textures = &texture,
                          .texture_count = 1,
                          .terrain_texture = 0,
                          .ambient = {0.1F, 0.2F, 0.3F},
                          .background = {1, 0, 0}};
  const auto file = write_scene(scene, folder.path());
  ASSERT_TRUE(file);
  SceneValue value;
  ASSERT_TRUE(read_scene(*file, value));
  EXPECT_EQ(value.scene.terrain_vertices[0].position[2], 0.1F);
  EXPECT_EQ(value.scene.terrain_vertices[0].packed[0][3], 4U);
  EXPECT_EQ(value.scene.world_vertices[0].uv[1], 0.25F);
  EXPECT_EQ(value.scene.batches[0].texture, UINT32_MAX);
  EXPECT_EQ(value.scene.batches[0].flags, 3U);
  EXPECT_EQ(value.scene.instances[15], 1.5F);
  EXPECT_EQ(value.scene.textures[0].texels[7], 8U);
  EXPECT_EQ(value.scene.ambient[2], 0.3F);
  std::ofstream(folder.path() / "texture-0.rgba") << "x";
  SceneValue again;
  EXPECT_FALSE(read_scene(*file, again));
}

}  // namespace
}  // namespace rpcts::implementation
