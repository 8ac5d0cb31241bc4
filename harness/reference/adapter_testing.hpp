#pragma once

// The reference as a case sees it: loaded as a library, on a device, with the tower scene. render() fails
// when the validation layer has said anything, so that every frame here also proves that it said nothing.

#include <filesystem>
#include <gtest/gtest.h>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <string>

#include "harness/implementation/implementation.hpp"
#include "harness/reference/host/scene_testing.hpp"
#include "harness/reference/values/frame_testing.hpp"

namespace rpcts::reference::samples {

using implementation::Host;
using implementation::Implementation;
using implementation::Picture;

inline constexpr std::uint32_t width = 160;
inline constexpr std::uint32_t height = 96;

[[nodiscard]] inline std::string base(const std::string& name) {
  return std::string(RPCTS_BINARY_DIR) + "/share/rpcts/render_pack_v1/bases/" + name;
}

/// A sun in the south-west and 35 degrees high, which throws the tower's shadow into the picture.
[[nodiscard]] inline rpcts_frame side_lit() {
  rpcts_frame frame = samples::frame();
  set_camera(frame, {0, -4, 6}, {0, 1, -0.1F});
  frame.sun_heading_degrees = 225;
  frame.sun_pitch_degrees = 35;
  const auto heading = static_cast<float>(225 * std::numbers::pi / 180);
  const auto pitch = static_cast<float>(35 * std::numbers::pi / 180);
  frame.sources[0].direction[0] = std::cos(pitch) * std::sin(heading);
  frame.sources[0].direction[1] = std::cos(pitch) * std::cos(heading);
  frame.sources[0].direction[2] = std::sin(pitch);
  return frame;
}

[[nodiscard]] inline rpcts_frame settled(rpcts_frame frame) {
  frame.flags |= RPCTS_FRAME_SETTLE;
  return frame;
}

/// For a device that lacks what shadows need; the host must say so.
#define RPCTS_NEEDS_SHADOWS(HOST)                                            \
  if (const std::string missing = shadows_missing(HOST); !missing.empty()) { \
    EXPECT_NE(missing.find("RP-DESC-012"), std::string::npos) << missing;    \
    GTEST_SKIP() << missing;                                                 \
  }

/// The value, or the test ends with the error.
template <class T>
T take(Result<T> result) {
  if (!result) {
    throw std::runtime_error(result.error().message);
  }
  return *std::move(result);
}
inline void take(const Result<void>& result) {
  if (!result) {
    throw std::runtime_error(result.error().message);
  }
}

class AdapterTest : public testing::Test {
 protected:
  void SetUp() override {
    Result<Implementation> opened =
        Implementation::open(std::string(RPCTS_BINARY_DIR) + "/lib/librpcts_reference.so");
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
    reference_.emplace(*std::move(opened));
  }

  /// A host with the scene; skipped where there is no device.
  Host& open_host(std::uint32_t withheld = 0) {
    rpcts_setup setup{};
    setup.size = sizeof(setup);
    setup.width = width;
    setup.height = height;
    setup.withheld_capabilities = withheld;
    host_.emplace(take(reference_->create_host(setup)));
    const TowerScene scene;
    take(host_->set_scene(scene.view()));
    return *host_;
  }

  /// Why this device cannot have packs with shadows; empty when it can.
  std::string shadows_missing(Host& host) {
    take(host.register_pack(base("shadow")));
    const implementation::Availability availability = take(host.availability("rpcts.shadow", "medium"));
    return availability.preset_available ? "" : availability.reason;
  }

  Picture render_with(Host& host, const std::string& pack, const std::string& preset,
                      const rpcts_frame& frame) {
    return render_folder(host, base(pack), "rpcts." + pack, preset, frame);
  }

  Picture render_folder(Host& host, const std::filesystem::path& folder, const std::string& id,
                        const std::string& preset, const rpcts_frame& frame) {
    take(host.register_pack(folder.string()));
    take(host.select({.pack = id, .preset = preset}));
    Picture picture = take(host.render(settled(frame)));
    const implementation::State state = take(host.state());
    EXPECT_EQ(state.state, RPCTS_STATE_ACTIVE) << state.reason;
    EXPECT_EQ(state.pack, id);
    EXPECT_EQ(state.preset, preset);
    return picture;
  }

  std::optional<Implementation> reference_;
  std::optional<Host> host_;
};

}  // namespace rpcts::reference::samples
