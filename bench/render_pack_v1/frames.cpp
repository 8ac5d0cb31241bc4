// What whole frames of the reference host cost, processor and device: retail, and every preset of every base
// pack beside it.

#include <fmt/format.h>
#include <utility>

#include "bench/render_pack_v1/bench_host.hpp"
#include "bench/render_pack_v1/box_scene.hpp"
#include "bench/render_pack_v1/cases.hpp"
#include "bench/render_pack_v1/frame_gpu_timer.hpp"

namespace rpcts::bench {
namespace {

struct Frames {
  Frames(std::unique_ptr<reference::Host> drawn, double tick_ns) : host(std::move(drawn)), timer(tick_ns) {}

  std::unique_ptr<reference::Host> host;
  FrameGpuTimer timer;  // goes before the device of the host
  /// Without times of frames, so that automatic quality stays at its first level.
  rpcts_frame frame = sunny_frame();
};

Work frames_of(const HostDevice& device, std::unique_ptr<reference::Host> host) {
  const auto state = std::make_shared<Frames>(std::move(host), device.tick_ns);
  Work work{.run = [state](std::uint64_t iterations) -> Result<void> {
              for (std::uint64_t i = 0; i < iterations; ++i) {
                if (auto done = state->host->render(state->frame, {}); !done) {
                  return done;
                }
              }
              // Nothing of this case may still be drawn in the time of the one that it takes turns with.
              return state->host->reconnect();
            },
            // Long enough that the wait at the end is little of it.
            .batch = device.gpu ? 32U : 4U};
  if (device.gpu) {
    work.gpu = [state] {
      return state->timer.measure([&] { return state->host->render(state->frame, {}); });
    };
  }
  return work;
}

Result<Work> make_retail(const HostDevice& device) {
  auto host = open_host(device, device.world);
  if (!host) {
    return std::unexpected(host.error());
  }
  return frames_of(device, std::move(*host));
}

Result<Work> make_pack(const HostDevice& device, std::string_view base, const std::string& preset) {
  auto host = open_host(device, device.world);
  if (!host) {
    return std::unexpected(host.error());
  }
  const auto pack = add_base(**host, base, preset);
  if (!pack) {
    return std::unexpected(pack.error());
  }
  if (auto done = activate(**host, *pack); !done) {
    return std::unexpected(done.error());
  }
  return frames_of(device, std::move(*host));
}

}  // namespace

void add_frame_cases(std::vector<Case>& cases, const std::string& device) {
  const Result<HostDevice> found = host_device(device);
  if (!found) {
    cases.push_back({.name = "frame/retail", .unit = "frame", .make = [found]() -> Result<Work> {
                       return std::unexpected(found.error());
                     }});
    return;
  }
  const std::string size = size_text(found->world);
  const std::string retail = fmt::format("frame/retail/size:{}", size);
  cases.push_back({.name = retail, .unit = "frame", .make = [found] { return make_retail(*found); }});
  for (const std::string_view base : base_packs) {
    const auto descriptor = base_descriptor(base);
    if (!descriptor) {
      cases.push_back(
          {.name = fmt::format("frame/pack:{}/size:{}", base, size),
           .unit = "frame",
           .make = [why = descriptor.error()]() -> Result<Work> { return std::unexpected(why); }});
      continue;
    }
    for (const auto& preset : descriptor->quality_presets) {
      cases.push_back({.name = fmt::format("frame/pack:{}/preset:{}/size:{}", base, preset.id, size),
                       .unit = "frame",
                       .base = retail,
                       .make = [found, base, id = preset.id] { return make_pack(*found, base, id); }});
    }
  }
}

}  // namespace rpcts::bench
