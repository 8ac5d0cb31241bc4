#include "bench/render_pack_v1/budget.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bench/render_pack_v1/bench_host.hpp"
#include "bench/render_pack_v1/box_scene.hpp"
#include "bench/render_pack_v1/frame_gpu_timer.hpp"
#include "harness/runner/event_pipe.hpp"

namespace rpcts::bench {
namespace {

using nlohmann::json;
using render_pack_v1::QualityPreset;

constexpr unsigned block_frames = 10;
/// First frames of a block that are not counted: they find no frame under way and the caches of another host.
constexpr unsigned warm_up_frames = 2;
/// With fewer the 99th percentile is only the greatest value.
constexpr std::size_t fewest_for_p99 = 100;

/// Milliseconds of frames, those of even blocks and those of odd blocks.
using Halves = std::array<std::vector<double>, 2>;

/// One that draws, and what its frames took.
struct Side {
  Side(std::unique_ptr<reference::Host> drawn, double tick_ns) : host(std::move(drawn)), timer(tick_ns) {}

  std::unique_ptr<reference::Host> host;
  FrameGpuTimer timer;  // goes before the device of the host
  Halves cpu{};
  Halves gpu{};
};

/// Of this thread: what the driver's own threads do is the device's work or goes on beside the engine.
double thread_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Processor and device are measured in frames of their own: a frame with timestamps is waited for.
Result<void> draw_block(Side& side, const HostDevice& device, unsigned block, unsigned frames) {
  const rpcts_frame frame = sunny_frame();
  for (unsigned i = 0; i < warm_up_frames + frames; ++i) {
    const double before = thread_milliseconds();
    if (auto done = side.host->render(frame, {}); !done) {
      return done;
    }
    const double after = thread_milliseconds();
    if (i >= warm_up_frames) {
      side.cpu[block % 2].push_back(after - before);
    }
  }
  if (auto done = side.host->reconnect(); !done) {  // the other side has the device to itself
    return done;
  }
  for (unsigned i = 0; device.gpu && i < warm_up_frames + frames; ++i) {
    const Result<double> time = side.timer.measure([&] { return side.host->render(frame, {}); });
    if (!time) {
      return std::unexpected(time.error());
    }
    if (i >= warm_up_frames) {
      side.gpu[block % 2].push_back(*time / 1e6);
    }
  }
  return {};
}

/// Nearest rank; `values` is not empty.
double percentile(std::vector<double> values, double part) {
  std::ranges::sort(values);
  const auto rank = static_cast<std::size_t>(std::ceil(part * static_cast<double>(values.size())));
  return values[std::max<std::size_t>(rank, 1) - 1];
}

std::vector<double> all_of(const Halves& halves) {
  std::vector<double> all = halves[0];
  all.insert(all.end(), halves[1].begin(), halves[1].end());
  return all;
}

/// One of the four budgets.
struct Increment {
  const char* name;
  double declared;
  std::optional<double> milliseconds{};  ///< over retail
  double spread = 0;                     ///< between the halves of retail

  [[nodiscard]] bool over() const { return milliseconds && *milliseconds - declared > spread; }
};

Increment increment(const char* name, double declared, double part, const Halves& retail,
                    const Halves& pack) {
  Increment one{.name = name, .declared = declared};
  const std::vector<double> mine = all_of(pack);
  if (mine.empty() || (part > 0.5 && mine.size() < fewest_for_p99)) {
    return one;
  }
  one.milliseconds = percentile(mine, part) - percentile(all_of(retail), part);
  if (!retail[0].empty() && !retail[1].empty()) {
    one.spread = std::abs(percentile(retail[0], part) - percentile(retail[1], part));
  }
  return one;
}

const char* verdict(std::span<const Increment> increments) {
  if (std::ranges::any_of(increments, &Increment::over)) {
    return "over";
  }
  const bool all =
      std::ranges::all_of(increments, [](const Increment& one) { return one.milliseconds.has_value(); });
  return all ? "within" : "not measured";
}

void send(const json& event) {
  runner::send_to_parent(event.dump(-1, ' ', false, json::error_handler_t::replace) + '\n');
}

void tell(const std::string& name, const std::string& size, unsigned frames, const QualityPreset& preset,
          const Side& retail, const Side& pack) {
  const std::array increments{
      increment("cpu_p50", preset.max_incremental_cpu_milliseconds_p50, 0.5, retail.cpu, pack.cpu),
      increment("cpu_p99", preset.max_incremental_cpu_milliseconds_p99, 0.99, retail.cpu, pack.cpu),
      increment("gpu_p50", preset.max_incremental_gpu_milliseconds_p50, 0.5, retail.gpu, pack.gpu),
      increment("gpu_p99", preset.max_incremental_gpu_milliseconds_p99, 0.99, retail.gpu, pack.gpu)};
  const std::span<const Increment> all(increments);
  json event{{"budget", name},
             {"size", size},
             {"frames", frames},
             {"cpu_verdict", verdict(all.first(2))},
             {"gpu_verdict", verdict(all.last(2))},
             {"verdict", verdict(all)}};
  std::string row = fmt::format("{:<18}", name);
  for (const Increment& one : increments) {
    const std::string key = one.name;
    event[key] = one.milliseconds ? json(*one.milliseconds) : json();
    event[key + "_declared"] = one.declared;
    event[key + "_spread"] = one.milliseconds ? json(one.spread) : json();
    const std::string value = one.milliseconds ? fmt::format("{:.3f}", *one.milliseconds) : "-";
    row += fmt::format(" {:>8} / {:<5}", value, one.declared);
  }
  send(event);
  fmt::print("{} {:<12} {}\n", row, verdict(all.first(2)), verdict(all.last(2)));
  std::fflush(stdout);
}

Result<void> report_preset(const HostDevice& device, std::string_view base, const QualityPreset& preset,
                           unsigned frames) {
  const std::string name = fmt::format("{}/{}", base, preset.id);
  auto pack_host = open_host(device, device.world);
  if (!pack_host) {
    return std::unexpected(pack_host.error());
  }
  const auto chosen = add_base(**pack_host, base, preset.id);
  if (!chosen && chosen.error().kind == ErrorKind::unsupported) {
    send({{"budget", name}, {"verdict", "not measured"}, {"reason", chosen.error().message}});
    fmt::print("{:<18} not measured: {}\n", name, chosen.error().message);
    return {};
  }
  if (!chosen) {
    return std::unexpected(chosen.error());
  }
  if (auto done = activate(**pack_host, *chosen); !done) {
    return done;
  }
  auto retail_host = open_host(device, device.world);
  if (!retail_host) {
    return std::unexpected(retail_host.error());
  }
  Side retail(std::move(*retail_host), device.tick_ns);
  Side pack(std::move(*pack_host), device.tick_ns);
  unsigned drawn = 0;
  for (unsigned block = 0; drawn < frames; ++block) {
    const unsigned count = std::min(block_frames, frames - drawn);
    for (Side* const side : {&retail, &pack}) {
      if (auto done = draw_block(*side, device, block, count); !done) {
        return done;
      }
    }
    drawn += count;
  }
  if (pack.host->drawn_pack() != chosen->id) {
    return error(ErrorKind::failed,
                 fmt::format("{} did not stay active: {}", name, pack.host->activation().reason()));
  }
  tell(name, size_text(device.world), frames, preset, retail, pack);
  return {};
}

}  // namespace

Result<void> report_budgets(const std::string& device, unsigned frames) {
  const Result<HostDevice> found = host_device(device);
  if (!found) {
    return std::unexpected(found.error());
  }
  fmt::print("Milliseconds over retail / declared, {} frames of {}\n", frames, size_text(found->world));
  fmt::print("{:<18} {:<16} {:<16} {:<16} {:<16} {:<12} {}\n", "pack/preset", "    CPU P50", "    CPU P99",
             "    GPU P50", "    GPU P99", "CPU", "GPU");
  for (const std::string_view base : base_packs) {
    const auto descriptor = base_descriptor(base);
    if (!descriptor) {
      return std::unexpected(descriptor.error());
    }
    for (const QualityPreset& preset : descriptor->quality_presets) {
      if (auto done = report_preset(*found, base, preset, frames); !done) {
        return done;
      }
    }
  }
  return {};
}

}  // namespace rpcts::bench
