#pragma once

// Devices that lack something, and which presets the contract hides on them (C.15).

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/observer/observer.hpp"

namespace rpcts::render_pack_v1 {

/// A preset of a pack: "mv/low".
using PresetName = std::string;

/// A pack whose presets are looked at.
struct DevicePack {
  std::string name;
  std::string base;
  std::function<void(Descriptor&)> change{};  ///< empty = it is the base itself
};

/// All bases; "free" is "full" whose presets require no capability, so that the timestamps of its automatic
/// preset are demanded by its kind alone; "plain" is "custom" with the presets of "full" and one that
/// requires multiview, for devices that cannot draw meshes of packs.
[[nodiscard]] std::vector<DevicePack> device_packs();

/// A device that lacks something, and what the contract says of it.
struct Lesser {
  std::string name;
  std::string title;
  observer::Restrictions taken;
  std::vector<PresetName> hidden;  ///< that the lack makes unavailable, of all packs
  /// Of `hidden`, those that may be selected all the same: the first that the whole device offers.
  std::vector<PresetName> refused;
  std::vector<PresetName> kept;  ///< the first of them that the whole device offers is activated
  std::vector<std::string_view> rules;
  std::vector<std::string_view> rejecting;  ///< of `rules`, those that refuse a preset here
  /// Vulkan has such devices, so that there must be a host on one.
  bool conformant = true;
};

[[nodiscard]] std::vector<Lesser> lesser_devices();

}  // namespace rpcts::render_pack_v1
