#include "bench/render_pack_v1/bench_host.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "bench/render_pack_v1/box_scene.hpp"
#include "harness/base/executable_path.hpp"
#include "harness/contracts/render_pack_v1/open_pack.hpp"
#include "harness/gpu/instance.hpp"

namespace rpcts::bench {
namespace {

constexpr std::uint32_t boxes = 64;

}  // namespace

Result<HostDevice> host_device(const std::string& wanted) {
  const auto instance = gpu::Instance::create({.loader = {}, .validation = false});
  if (!instance) {
    return std::unexpected(instance.error());
  }
  const auto chosen = instance->choose(wanted);
  if (!chosen) {
    return std::unexpected(chosen.error());
  }
  const gpu::PhysicalDevice& physical = **chosen;
  VkPhysicalDeviceProperties properties{};
  vkGetPhysicalDeviceProperties(physical.handle, &properties);
  const bool software = physical.identity.type == DeviceType::software;
  return HostDevice{.uuid = physical.identity.uuid,
                    .gpu = !software && physical.facts.timestamps,
                    .tick_ns = static_cast<double>(properties.limits.timestampPeriod),
                    .world = software ? reference::Size{.width = 640, .height = 360}
                                      : reference::Size{.width = 1920, .height = 1080}};
}

std::filesystem::path base_folder(std::string_view base) {
  return installed_data_folder() / "render_pack_v1" / "bases" / base;
}

Result<render_pack_v1::Descriptor> base_descriptor(std::string_view base) {
  auto pack = render_pack_v1::open_pack(base_folder(base));
  if (!pack) {
    return std::unexpected(pack.error());
  }
  if (!pack->document) {
    return error(ErrorKind::failed, fmt::format("pack.json of the base pack '{}' is refused", base));
  }
  return std::move(pack->document->descriptor);
}

Result<std::string> best_preset(std::string_view base) {
  const auto descriptor = base_descriptor(base);
  if (!descriptor) {
    return std::unexpected(descriptor.error());
  }
  const auto& presets = descriptor->quality_presets;
  if (presets.empty()) {
    return error(ErrorKind::failed, fmt::format("the base pack '{}' has no preset", base));
  }
  const auto high = std::ranges::find(presets, "high", &render_pack_v1::QualityPreset::id);
  return high != presets.end() ? high->id : presets.front().id;
}

Result<std::unique_ptr<reference::Host>> open_host(const HostDevice& device, reference::Size world) {
  rpcts_setup setup{};
  setup.size = sizeof(setup);
  setup.width = world.width;
  setup.height = world.height;
  std::ranges::copy(device.uuid, setup.device_uuid);
  auto host = reference::Host::open(setup, [](reference::RendererSetup wanted) {
    wanted.validation = false;
    return reference::Renderer::create(wanted);
  });
  if (!host) {
    return host;
  }
  const BoxScene scene(boxes);
  if (auto done = (*host)->set_scene(scene.view()); !done) {
    return std::unexpected(done.error());
  }
  return host;
}

Result<ChosenPack> add_base(reference::Host& host, std::string_view base, std::string preset) {
  auto descriptor = base_descriptor(base);
  if (!descriptor) {
    return std::unexpected(descriptor.error());
  }
  if (auto done = host.register_pack(base_folder(base)); !done) {
    return std::unexpected(done.error());
  }
  reference::PackAvailability offered = host.availability(descriptor->id, preset);
  if (!offered.pack_compatible || !offered.preset_available) {
    return error(ErrorKind::unsupported, std::move(offered.reason));
  }
  return ChosenPack{.id = std::move(descriptor->id), .preset = std::move(preset)};
}

Result<void> activate(reference::Host& host, const ChosenPack& pack) {
  host.select({.pack = pack.id, .version = {}, .preset = pack.preset, .overrides = {}}, true);
  rpcts_frame frame = sunny_frame();
  frame.flags = RPCTS_FRAME_SETTLE;
  if (auto done = host.render(frame, {}); !done) {
    return done;
  }
  if (host.drawn_pack() != pack.id) {
    return error(ErrorKind::failed,
                 fmt::format("pack {} is not active: {}", pack.id, host.activation().reason()));
  }
  return {};
}

std::string size_text(reference::Size size) {
  return fmt::format("{}x{}", size.width, size.height);
}

}  // namespace rpcts::bench
