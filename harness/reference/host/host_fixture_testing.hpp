#pragma once

// A host over the fake renderer, as the tests of its life use it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>

#include "harness/reference/host/host.hpp"
#include "harness/reference/host/host_testing.hpp"
#include "harness/reference/host/scene_testing.hpp"
#include "harness/reference/values/frame_testing.hpp"

namespace rpcts::reference::samples {

class HostTest : public testing::Test {
 protected:
  void SetUp() override { open({}); }

  void open(rpcts_setup setup) {
    host.reset();
    setup.size = sizeof(setup);
    setup.width = 160;
    setup.height = 120;
    auto opened = Host::open(setup, [this](const RendererSetup&) -> Result<std::unique_ptr<Renderer>> {
      if (device.fail_create) {
        return error(ErrorKind::failed, "no device");
      }
      return std::make_unique<FakeRenderer>(device);
    });
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
    host = *std::move(opened);
    ASSERT_TRUE(host->set_scene(scene.view()).has_value());
  }

  void add(const PackFolder& pack) { ASSERT_TRUE(host->register_pack(pack.path()).has_value()); }

  void select(const std::string& pack, const std::string& preset, bool explicit_choice = true) {
    host->select({.pack = pack, .version = {}, .preset = preset, .overrides = {}}, explicit_choice);
  }
  void select_retail() { host->select({}, true); }

  void draw(std::uint32_t flags = 0) {
    rpcts_frame one = frame();
    one.flags = flags;
    const Result<void> drawn = host->render(one, {});
    ASSERT_TRUE(drawn.has_value()) << drawn.error().message;
  }
  void settle() { draw(RPCTS_FRAME_SETTLE); }

  [[nodiscard]] ActivationState state() const { return host->activation().state(); }
  [[nodiscard]] const std::string& reason() const { return host->activation().reason(); }
  [[nodiscard]] std::uint64_t generation() const { return host->activation().generation(); }

  void expect_active(const std::string& pack) const {
    EXPECT_EQ(state(), ActivationState::active) << reason();
    EXPECT_EQ(host->drawn_pack(), pack);
    EXPECT_TRUE(device.drew_pack);
    EXPECT_EQ(device.live_runtimes, 1);
  }
  void expect_failed(const std::string& part_of_reason) const {
    EXPECT_EQ(state(), ActivationState::failed_to_retail);
    EXPECT_THAT(reason(), testing::HasSubstr(part_of_reason));
    EXPECT_EQ(host->drawn_pack(), "");
    EXPECT_FALSE(device.drew_pack);
    EXPECT_EQ(device.live_runtimes, 0);
  }

  FakeDevice device;
  TowerScene scene;
  std::unique_ptr<Host> host;
};

}  // namespace rpcts::reference::samples
