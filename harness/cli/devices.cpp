#include "harness/cli/devices.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "harness/contracts/render_pack_v1/host_capabilities.hpp"
#include "harness/gpu/choice.hpp"
#include "harness/gpu/facts.hpp"
#include "harness/gpu/instance.hpp"

namespace rpcts::cli {
namespace {

using render_pack_v1::CapabilityVerdict;
using render_pack_v1::host_capabilities;
using render_pack_v1::host_limits;
using render_pack_v1::HostLimits;
using render_pack_v1::name_of;

std::vector<std::string> missing(const DeviceFacts& facts, gpu::Need need) {
  const auto names = gpu::missing_features(facts, need);
  return {names.begin(), names.end()};
}

Result<DeviceList> find_devices() {
  const Result<gpu::Instance> instance = gpu::Instance::create();
  if (!instance) {
    return std::unexpected(instance.error());
  }
  const Result<const gpu::PhysicalDevice*> chosen = instance->choose("");
  if (!chosen) {
    return std::unexpected(chosen.error());
  }
  const Result<std::string> layer = gpu::validation_layer_version();
  if (!layer) {
    return std::unexpected(layer.error());
  }
  DeviceList list{.devices = {}, .validation_layer = *layer};
  for (const gpu::PhysicalDevice& device : instance->devices()) {
    list.devices.push_back({.identity = device.identity,
                            .facts = device.facts,
                            .is_default = &device == *chosen,
                            .missing = missing(device.facts, gpu::Need::drawing),
                            .table_missing = missing(device.facts, gpu::Need::texture_table)});
  }
  return list;
}

std::string mebibytes(std::int64_t bytes) {
  constexpr std::int64_t mebibyte = 1024LL * 1024;
  return bytes % mebibyte == 0 ? fmt::format("{} MiB", bytes / mebibyte) : fmt::format("{} bytes", bytes);
}

std::string device_text(const DeviceEntry& device) {
  const HostLimits limits = host_limits(device.facts);
  std::string text =
      fmt::format("{}{}\n", gpu::describe(device.identity), device.is_default ? " (default)" : "");
  text += fmt::format("    UUID {}\n", gpu::uuid_text(device.identity.uuid));
  if (!device.missing.empty()) {
    text += fmt::format("    no case can run on it: it lacks {}\n", fmt::join(device.missing, ", "));
  }
  text += fmt::format("    resident limit {}, transient limit {}, images to {} pixels and {} layers\n",
                      mebibytes(limits.resident_bytes), mebibytes(limits.transient_bytes),
                      limits.image_dimension, limits.image_layers);
  text += device.table_missing.empty()
              ? fmt::format("    texture table to {} slots\n", device.facts.maximum_table_slots)
              : fmt::format("    no texture table: it lacks {}\n", fmt::join(device.table_missing, ", "));
  return text;
}

/// One row a capability, one column a device, and why what is not offered is not.
std::string capability_table(std::span<const DeviceEntry> devices) {
  constexpr int name_width = 37;
  std::string header = fmt::format("{:<{}}", "capability", name_width);
  std::vector<std::string> rows;
  std::map<std::string, std::vector<std::string>> reasons;  // by "capability: reason", the devices
  for (const DeviceEntry& device : devices) {
    header += fmt::format("{:>6}", device.identity.index);
    const std::vector<CapabilityVerdict> verdicts = host_capabilities(device.facts);
    rows.resize(verdicts.size());
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      const std::string_view name = name_of(verdicts[i].capability);
      if (rows[i].empty()) {
        rows[i] = fmt::format("{:<{}}", name, name_width);
      }
      rows[i] += fmt::format("{:>6}", verdicts[i].offered ? "yes" : "no");
      if (!verdicts[i].offered) {
        reasons[fmt::format("{}: {}", name, verdicts[i].missing)].push_back(
            fmt::format("{}", device.identity.index));
      }
    }
  }
  std::string text = fmt::format("{}\n{}\n", header, fmt::join(rows, "\n"));
  for (const auto& [reason, indices] : reasons) {
    text += fmt::format("no {} (device {})\n", reason, fmt::join(indices, ", "));
  }
  return text;
}

nlohmann::ordered_json device_json(const DeviceEntry& device) {
  const DeviceIdentity& identity = device.identity;
  const HostLimits limits = host_limits(device.facts);
  nlohmann::ordered_json capabilities = nlohmann::ordered_json::array();
  for (const CapabilityVerdict& verdict : host_capabilities(device.facts)) {
    nlohmann::ordered_json entry{{"name", name_of(verdict.capability)}, {"offered", verdict.offered}};
    if (!verdict.offered) {
      entry["reason"] = verdict.missing;
    }
    capabilities.push_back(std::move(entry));
  }
  return {{"index", identity.index},
          {"name", identity.name},
          {"type", gpu::name_of(identity.type)},
          {"driver", identity.driver},
          {"driverInfo", identity.driver_info},
          {"apiVersion", fmt::format("{}.{}.{}", identity.api_major, identity.api_minor, identity.api_patch)},
          {"uuid", gpu::uuid_text(identity.uuid)},
          {"default", device.is_default},
          {"missingFeatures", device.missing},
          {"capabilities", std::move(capabilities)},
          {"limits",
           {{"residentBytes", limits.resident_bytes},
            {"transientBytes", limits.transient_bytes},
            {"imageDimension", limits.image_dimension},
            {"imageLayers", limits.image_layers}}},
          {"textureTable",
           {{"slots", device.table_missing.empty() ? device.facts.maximum_table_slots : 0U},
            {"missingFeatures", device.table_missing}}}};
}

int show_devices(bool json, std::ostream& out, std::ostream& err) {
  const Result<DeviceList> list = find_devices();
  if (!list) {
    err << "rpcts: " << list.error().message << '\n';
    return exit_wrong_command;
  }
  out << (json ? devices_json(*list) : devices_text(*list));
  return exit_as_expected;
}

}  // namespace

std::string devices_text(const DeviceList& list) {
  std::string text;
  for (const DeviceEntry& device : list.devices) {
    text += device_text(device);
  }
  text += '\n' + capability_table(list.devices) + '\n';
  text += list.validation_layer.empty()
              ? "no validation layer is installed (Debian: vulkan-validationlayers)\n"
              : fmt::format("validation layer {}\n", list.validation_layer);
  return text;
}

std::string devices_json(const DeviceList& list) {
  nlohmann::ordered_json devices = nlohmann::ordered_json::array();
  for (const DeviceEntry& device : list.devices) {
    devices.push_back(device_json(device));
  }
  nlohmann::ordered_json document{{"format", "rpcts.devices"}, {"version", devices_version}};
  document["validationLayer"] = nullptr;
  if (!list.validation_layer.empty()) {
    document["validationLayer"] = list.validation_layer;
  }
  document["devices"] = std::move(devices);
  // What a driver calls itself need not be UTF-8.
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

void add_devices(CLI::App& app, Command& chosen) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command =
      app.add_subcommand("devices", "List the Vulkan devices and the capabilities that each gives to a pack");
  command->add_flag("--json", *json, "Write JSON for a machine");
  command->callback([json, &chosen] {
    chosen = [json](std::ostream& out, std::ostream& err) { return show_devices(*json, out, err); };
  });
}

}  // namespace rpcts::cli
