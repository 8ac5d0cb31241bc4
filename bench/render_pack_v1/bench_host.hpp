#pragma once

// Reference hosts as the cases of whole frames and of activations open them, and the packs that they are
// given: the base packs.

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/reference/host/host.hpp"

namespace rpcts::bench {

/// What a case needs to know of a device before it opens one.
struct HostDevice {
  std::array<std::uint8_t, 16> uuid{};
  bool gpu = false;       ///< has a time of its own: no software device, and its queue counts time
  double tick_ns = 0;     ///< nanoseconds of a timestamp
  reference::Size world;  ///< of the cases of whole frames: what the device can draw at some speed
};

/// `wanted` as gpu::choose_device() takes it.
[[nodiscard]] Result<HostDevice> host_device(const std::string& wanted);

inline constexpr std::array<std::string_view, 7> base_packs{"custom", "full",   "fused", "mv",
                                                            "noop",   "shadow", "tone"};

[[nodiscard]] std::filesystem::path base_folder(std::string_view base);
[[nodiscard]] Result<render_pack_v1::Descriptor> base_descriptor(std::string_view base);

/// The id of the best preset of a base pack that has fixed values: "high" where there is one, else the first.
[[nodiscard]] Result<std::string> best_preset(std::string_view base);

/// With the boxes of BoxScene, without the validation layer: its cost is not the frame's. No pack yet.
[[nodiscard]] Result<std::unique_ptr<reference::Host>> open_host(const HostDevice& device,
                                                                 reference::Size world);

/// A pack and a preset that a host has been given.
struct ChosenPack {
  std::string id;
  std::string preset;
};

/// Registers a base pack. Error `unsupported`: the device does not offer the preset; the message says why.
[[nodiscard]] Result<ChosenPack> add_base(reference::Host& host, std::string_view base, std::string preset);

/// Selects, and draws the frame that activates. Error `failed`: retail was drawn.
[[nodiscard]] Result<void> activate(reference::Host& host, const ChosenPack& pack);

/// "640x360"
[[nodiscard]] std::string size_text(reference::Size size);

}  // namespace rpcts::bench
