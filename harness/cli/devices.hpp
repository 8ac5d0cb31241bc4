#pragma once

// `rpcts devices`: what is here, and which capabilities of the contract each device gives.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/base/device_facts.hpp"
#include "harness/cli/command.hpp"

namespace rpcts::cli {

struct DeviceEntry {
  DeviceIdentity identity;
  DeviceFacts facts;
  bool is_default = false;                 ///< the one that a run takes when none is named
  std::vector<std::string> missing;        ///< features without which no case runs on it; empty = usable
  std::vector<std::string> table_missing;  ///< features without which it has no texture table
};

struct DeviceList {
  std::vector<DeviceEntry> devices;
  std::string validation_layer;  ///< version of the installed layer; empty = none
};

inline constexpr int devices_version = 1;

/// For a person: each device, then one table of capabilities.
[[nodiscard]] std::string devices_text(const DeviceList& list);

/// docs/formats/devices.schema.json describes it.
[[nodiscard]] std::string devices_json(const DeviceList& list);

void add_devices(CLI::App& app, Command& chosen);

}  // namespace rpcts::cli
