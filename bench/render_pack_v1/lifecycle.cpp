// What it costs to validate a pack, to activate it, to fall back from it and to resize it: whole transitions
// of the reference host, over a small world, so that the frames in them weigh little.

#include <array>
#include <fmt/format.h>
#include <utility>

#include "bench/render_pack_v1/bench_host.hpp"
#include "bench/render_pack_v1/box_scene.hpp"
#include "bench/render_pack_v1/cases.hpp"
#include "bench/render_pack_v1/pipeline_cache.hpp"
#include "bench/render_pack_v1/replaced_call.hpp"
#include "harness/contracts/render_pack_v1/validate_pack.hpp"

namespace rpcts::bench {
namespace {

using reference::Host;
using reference::Size;

constexpr Size small{.width = 64, .height = 36};
constexpr Size larger{.width = 96, .height = 54};

struct Lifecycle {
  std::unique_ptr<Host> host;
  ChosenPack pack;
  PipelineCache cache{};  // goes before the device of the host

  /// Selects retail and draws it; the pack is released behind its last frame.
  [[nodiscard]] Result<void> retire() const {
    host->select({}, true);
    return host->render(sunny_frame(), {});
  }
  [[nodiscard]] Result<void> activate_and_retire() const {
    if (auto done = activate(*host, pack); !done) {
      return done;
    }
    return retire();
  }
};

using State = std::shared_ptr<Lifecycle>;

Result<State> open(const HostDevice& device, std::string_view base) {
  auto preset = best_preset(base);
  if (!preset) {
    return std::unexpected(preset.error());
  }
  auto host = open_host(device, small);
  if (!host) {
    return std::unexpected(host.error());
  }
  auto pack = add_base(**host, base, std::move(*preset));
  if (!pack) {
    return std::unexpected(pack.error());
  }
  return std::make_shared<Lifecycle>(std::move(*host), std::move(*pack));
}

/// `once` so many times, and then a wait until the device is done: drivers compile behind the submit too, and
/// nothing of one case may run in the time of another.
Work repeated(const State& state, std::function<Result<void>()> once) {
  return {.run = [state, once = std::move(once)](std::uint64_t iterations) -> Result<void> {
    for (std::uint64_t i = 0; i < iterations; ++i) {
      if (auto done = once(); !done) {
        return done;
      }
    }
    return state->host->reconnect();
  }};
}

Result<Work> make_validate(std::string_view base) {
  return Work{.run = [folder = base_folder(base)](std::uint64_t iterations) -> Result<void> {
    for (std::uint64_t i = 0; i < iterations; ++i) {
      const auto checked = render_pack_v1::validate_pack(folder);
      if (!checked) {
        return std::unexpected(checked.error());
      }
      if (!checked->findings.accepted()) {
        return error(ErrorKind::failed, fmt::format("'{}' is refused", folder.string()));
      }
    }
    return {};
  }};
}

/// A pack that is active is not activated again, so that it is retired in the measured time too. Cold says
/// only that no VkPipelineCache is given: drivers have caches of their own, in memory and on disk.
Result<Work> make_cold(const HostDevice& device, std::string_view base) {
  auto state = open(device, base);
  if (!state) {
    return std::unexpected(state.error());
  }
  return repeated(*state, [one = state->get()] { return one->activate_and_retire(); });
}

Result<Work> make_warm(const HostDevice& device, std::string_view base) {
  auto state = open(device, base);
  if (!state) {
    return std::unexpected(state.error());
  }
  const auto once = [one = state->get()] {
    return one->cache.with([one] { return one->activate_and_retire(); });
  };
  if (auto filled = once(); !filled) {
    return std::unexpected(filled.error());
  }
  return repeated(*state, once);
}

/// RP-LIFE-030. Its first submit finds no memory, as a driver may say at any time: the pack fails, and retail
/// is drawn in the same frame. Only an active pack can fail, so that its activation is in the measured time.
Result<void> activate_and_fall_back(const Lifecycle& one) {
  struct Failing {
    bool failed = false;
    PFN_vkQueueSubmit2 next = nullptr;
  };
  static Failing failing;  // Vulkan's functions have no place for a context
  if (auto done = activate(*one.host, one.pack); !done) {
    return done;
  }
  const ReplacedCall<PFN_vkQueueSubmit2> replaced(
      vkQueueSubmit2, +[](VkQueue queue, std::uint32_t count, const VkSubmitInfo2* infos, VkFence fence) {
        return std::exchange(failing.failed, true) ? failing.next(queue, count, infos, fence)
                                                   : VK_ERROR_OUT_OF_DEVICE_MEMORY;
      });
  failing = {.failed = false, .next = replaced.old()};
  if (auto done = one.host->render(sunny_frame(), {}); !done) {
    return done;
  }
  if (!failing.failed || !one.host->drawn_pack().empty() ||
      one.host->activation().state() != reference::ActivationState::failed_to_retail) {
    return error(ErrorKind::failed, "the pack did not fall back to retail");
  }
  return {};
}

Result<Work> make_fallback(const HostDevice& device, std::string_view base) {
  auto state = open(device, base);
  if (!state) {
    return std::unexpected(state.error());
  }
  return repeated(*state, [one = state->get()] { return activate_and_fall_back(*one); });
}

Result<Work> make_resize(const HostDevice& device, std::string_view base) {
  auto state = open(device, base);
  if (!state) {
    return std::unexpected(state.error());
  }
  if (auto done = activate(*(*state)->host, (*state)->pack); !done) {
    return std::unexpected(done.error());
  }
  return repeated(*state, [one = state->get()]() -> Result<void> {
    if (auto done = one->host->resize(one->host->output() == small ? larger : small, {}); !done) {
      return done;
    }
    if (auto done = one->host->render(sunny_frame(), {}); !done) {
      return done;
    }
    return one->host->drawn_pack() == one->pack.id
               ? Result<void>()
               : error(ErrorKind::failed, "the pack did not survive the resize");
  });
}

/// The activation of a whole graph takes an allocation more or less from run to run; all else repeats.
bool repeats(std::string_view pack) {
  return pack != "full" && pack != "fused" && pack != "mv";
}

}  // namespace

void add_lifecycle_cases(std::vector<Case>& cases, const std::string& device) {
  for (const std::string_view pack : base_packs) {
    cases.push_back({.name = fmt::format("lifecycle/validate/pack:{}", pack), .unit = "pack", .make = [pack] {
                       return make_validate(pack);
                     }});
  }
  const Result<HostDevice> found = host_device(device);
  using Make = Result<Work> (*)(const HostDevice&, std::string_view);
  const auto add = [&](std::string name, std::string_view unit, std::string base, bool counted, Make make,
                       std::string_view pack) {
    cases.push_back({.name = std::move(name),
                     .unit = std::string(unit),
                     .base = std::move(base),
                     .counted = counted,
                     .make = [found, make, pack]() -> Result<Work> {
                       return found ? make(*found, pack) : std::unexpected(found.error());
                     }});
  };
  const auto activation = [](std::string_view way, std::string_view pack) {
    return fmt::format("lifecycle/activate_and_retire/{}/pack:{}", way, pack);
  };
  for (const std::string_view pack : base_packs) {
    const std::string cold = activation("cold", pack);
    add(cold, "activation", "", repeats(pack), make_cold, pack);
    add(activation("warm", pack), "activation", cold, repeats(pack), make_warm, pack);
  }
  add("lifecycle/activate_and_fallback/pack:full", "fallback", activation("cold", "full"), repeats("full"),
      make_fallback, "full");
  add("lifecycle/resize/pack:full", "resize", "", true, make_resize, "full");
}

}  // namespace rpcts::bench
