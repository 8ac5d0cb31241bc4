// What it costs to record the cascades: by the reference, as a pass for each and by multiview, beside the
// bare loop of the same calls and what other engines do. Recordings are made and thrown away; where there is
// a GPU, some are submitted, one at a time, for its own time.

#include <array>
#include <fmt/format.h>

#include "bench/render_pack_v1/cascade_ways.hpp"
#include "bench/render_pack_v1/cases.hpp"
#include "bench/render_pack_v1/gpu_timer.hpp"

namespace rpcts::bench {
namespace {

struct Cascades {
  Rig& rig;
  std::uint32_t casters;
  std::uint32_t cascades;
  std::optional<reference::Flight> flight{};
  reference::FrameValues values{};
  std::shared_ptr<reference::Scene> scene{};
  std::shared_ptr<reference::PackRuntime> runtime{};
  std::shared_ptr<CascadeRecorder> other{};  ///< null = the reference
  std::shared_ptr<GpuTimer> timer{};

  [[nodiscard]] Result<void> make(bool multiview) {
    auto slot = reference::Flight::create(rig.device(), rig.retail_layout());
    if (!slot) {
      return std::unexpected(slot.error());
    }
    flight.emplace(std::move(*slot));
    auto pack = rig.shadow_runtime(cascades, multiview);
    if (!pack) {
      return std::unexpected(pack.error());
    }
    runtime = std::move(*pack);
    auto world = rig.scene(casters);
    if (!world) {
      return std::unexpected(world.error());
    }
    scene = std::move(*world);
    values.cascades = cascades;
    for (std::size_t i = 0; i < values.view_projection.size(); i += 5) {
      values.view_projection[i] = 1;
    }
    if (auto done = scene->publish_transforms(0, {}); !done) {
      return done;
    }
    runtime->publish(0, values.shadow, {});
    return {};
  }
  void record_into(VkCommandBuffer commands) {
    reference::FrameRecord record = rig.record(commands, *flight, 0, values, *scene, runtime.get());
    if (other != nullptr) {
      other->record(record);
    } else {
      reference::record_cascades(record);
    }
  }
};

using State = std::shared_ptr<Cascades>;

/// Software devices have no time of their own: it is the processor's.
bool is_gpu(const gpu::Device& device) {
  return device.identity().type != DeviceType::software && device.facts().timestamps;
}

Result<Work> finished(const State& state) {
  const gpu::Device& device = state->rig.device();
  Work work{.run = [state](std::uint64_t iterations) -> Result<void> {
              for (std::uint64_t i = 0; i < iterations; ++i) {
                const Result<VkCommandBuffer> commands = state->flight->begin(state->rig.device());
                if (!commands) {
                  return std::unexpected(commands.error());
                }
                state->record_into(*commands);
                vkEndCommandBuffer(*commands);
              }
              return {};
            },
            // The ground is a caster too.
            .items = static_cast<double>(state->cascades) * (state->casters + 1)};
  if (is_gpu(device)) {
    auto timer = GpuTimer::create(device);
    if (!timer) {
      return std::unexpected(timer.error());
    }
    state->timer = std::move(*timer);
    work.gpu = [state] {
      return state->timer->measure([&](VkCommandBuffer commands) { state->record_into(commands); });
    };
  }
  return work;
}

Result<Work> make_reference(const State& state, bool multiview) {
  if (auto done = state->make(multiview); !done) {
    return std::unexpected(done.error());
  }
  return finished(state);
}

Result<Work> make_other(const State& state, CascadeWay way) {
  if (auto done = state->make(false); !done) {
    return std::unexpected(done.error());
  }
  auto recorder = CascadeRecorder::create(state->rig, way, state->scene, state->runtime);
  if (!recorder) {
    return std::unexpected(recorder.error());
  }
  state->other = std::move(*recorder);
  return finished(state);
}

Counts counts_for(std::uint32_t draws) {
  return draws < 5000 ? Counts{.few = 4, .many = 12} : Counts{.few = 1, .many = 2};
}

}  // namespace

void add_cascade_cases(std::vector<Case>& cases, Rig& rig) {
  struct Other {
    const char* name;
    CascadeWay way;
  };
  constexpr std::array others{Other{"bare", CascadeWay::bare}, Other{"secondaries", CascadeWay::secondaries},
                              Other{"threads_2", CascadeWay::threads_2},
                              Other{"threads_4", CascadeWay::threads_4},
                              Other{"indirect", CascadeWay::indirect}};
  for (const std::uint32_t casters : {1U, 10U, 100U, 1'000U, 10'000U, 100'000U}) {
    for (std::uint32_t cascades = 1; cascades <= 4; ++cascades) {
      const std::string parameters = fmt::format("casters:{}/cascades:{}", casters, cascades);
      const std::string bare = fmt::format("cascades/bare/{}", parameters);
      const Counts counts = counts_for(casters * cascades);
      const bool gated =
          (casters == 1'000 && (cascades == 2 || cascades == 4)) || (casters == 100 && cascades == 1);
      cases.push_back({.name = fmt::format("cascades/pass_each/{}", parameters),
                       .unit = "draw",
                       .base = bare,
                       .limit = casters >= 100 ? 1.10 : 0,
                       .gate = gated,
                       .counts = counts,
                       .make = [&rig, casters, cascades] {
                         return make_reference(std::make_shared<Cascades>(rig, casters, cascades), false);
                       }});
      if (cascades == 2) {
        cases.push_back({.name = fmt::format("cascades/multiview/{}", parameters),
                         .unit = "draw",
                         .base = fmt::format("cascades/pass_each/{}", parameters),
                         .limit = casters >= 100 ? 0.6 : 0,
                         .gate = gated,
                         .counts = counts,
                         .make = [&rig, casters, cascades] {
                           return make_reference(std::make_shared<Cascades>(rig, casters, cascades), true);
                         }});
      }
      for (const Other& other : others) {
        const bool threaded = other.way == CascadeWay::threads_2 || other.way == CascadeWay::threads_4;
        const bool is_bare = other.way == CascadeWay::bare;
        cases.push_back({.name = fmt::format("cascades/{}/{}", other.name, parameters),
                         .unit = "draw",
                         .base = is_bare ? "" : bare,
                         .counted = !threaded,
                         .gate = gated && (is_bare || (!threaded && cascades == 4)),
                         .counts = counts,
                         .make = [&rig, casters, cascades, way = other.way] {
                           return make_other(std::make_shared<Cascades>(rig, casters, cascades), way);
                         }});
      }
    }
  }
}

}  // namespace rpcts::bench
