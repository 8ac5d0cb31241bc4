#pragma once

// The reference host: one device, one scene, the packs it knows and the one that is active. What the calls of
// the adapter header do, without its C types where that helps.

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/implementation/rpcts_adapter.h"
#include "harness/reference/host/activation.hpp"
#include "harness/reference/host/catalogue.hpp"
#include "harness/reference/host/device_profile.hpp"
#include "harness/reference/host/scene_copy.hpp"
#include "harness/reference/render/renderer.hpp"
#include "harness/reference/values/frame_values.hpp"

namespace rpcts::reference {

using RendererFactory = std::function<Result<std::unique_ptr<Renderer>>(const RendererSetup&)>;

struct PackAvailability {
  bool pack_compatible = false;
  bool preset_available = false;
  std::string reason;
};

/// Used by one thread.
class Host {
 public:
  /// ErrorKind::usage for a world without pixels; else as device_profile() and the factory, which is called
  /// again when the device is recreated.
  [[nodiscard]] static Result<std::unique_ptr<Host>> open(const rpcts_setup& setup, RendererFactory factory);
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  Host(Host&&) = delete;
  Host& operator=(Host&&) = delete;

  /// Copies the scene.
  [[nodiscard]] Result<void> set_scene(const rpcts_scene& scene);
  [[nodiscard]] Result<void> register_pack(const std::filesystem::path& folder);
  /// ErrorKind::usage when there is no such pack. Takes effect at the next boundary (RP-LIFE-005).
  [[nodiscard]] Result<void> withdraw_pack(std::string_view id);
  [[nodiscard]] PackAvailability availability(std::string_view pack, std::string_view preset) const;
  void select(PackSelection selection, bool explicit_choice) {
    activation_.request(std::move(selection), explicit_choice);
  }

  /// One boundary and one frame. `picture` is empty or holds output width * height * 4 bytes. While the
  /// selection does not change, a frame allocates nothing. An Error is no failure of a pack: a frame that
  /// means nothing (ErrorKind::usage), no memory while a pack was being prepared (ErrorKind::exhausted), a
  /// lost device (ErrorKind::lost), a device on which retail cannot be drawn either, or what the validation
  /// layer said.
  [[nodiscard]] Result<void> render(const rpcts_frame& frame, std::span<std::uint8_t> picture);

  /// Zero sizes of the output: as the main world. On an Error the old sizes hold.
  [[nodiscard]] Result<void> resize(Size world, Size output);
  [[nodiscard]] Result<void> reconnect();
  /// On an Error, which a driver or a scene that cannot be set again gives, the host has no device, and every
  /// call that needs one says so.
  [[nodiscard]] Result<void> recreate_device();

  [[nodiscard]] const Activation& activation() const { return activation_; }
  /// Of the last frame; empty for retail.
  [[nodiscard]] const std::string& drawn_pack() const { return drawn_pack_; }
  [[nodiscard]] const std::string& drawn_preset() const { return drawn_preset_; }
  /// A.20 numbers of the last frame; -1 before the first.
  [[nodiscard]] std::int32_t shadow_gate() const {
    return frames_ == 0 ? -1 : static_cast<int>(frame_.shadow_gate());
  }
  [[nodiscard]] std::int32_t volumetric_gate() const {
    return frames_ == 0 ? -1 : static_cast<int>(frame_.volumetric_gate());
  }
  [[nodiscard]] Size output() const { return sizes_.output; }

  [[nodiscard]] Result<std::vector<std::byte>> bound_block(const std::string& pass, int binding) const;
  [[nodiscard]] Result<rpcts_ledger> ledger() const;

 private:
  Host(const rpcts_setup& setup, RendererFactory factory, FrameSizes sizes);

  [[nodiscard]] Result<void> open_renderer();
  [[nodiscard]] Result<void> check_ready() const;
  [[nodiscard]] Result<void> draw(const rpcts_frame& frame, std::span<std::uint8_t> picture);
  void note_drawn();

  rpcts_setup setup_;
  RendererFactory factory_;
  FrameSizes sizes_;
  DeviceProfile profile_;
  Catalogue catalogue_;
  std::optional<SceneCopy> scene_;
  std::unique_ptr<Renderer> renderer_;  ///< null after a device could not be made again
  Activation activation_{catalogue_, profile_};
  FrameEvaluator frame_;
  float seconds_ = 0;
  std::uint64_t frames_ = 0;
  std::string drawn_pack_;
  std::string drawn_preset_;
};

}  // namespace rpcts::reference
