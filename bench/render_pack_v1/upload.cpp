// What it costs to hand the blocks of bindings 5 to 8 and the push words to a frame: as the reference does
// it, as other engines would, and as the floor a copy of as many bytes into the same kind of memory. Nothing
// is submitted.

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>

#include "bench/render_pack_v1/cases.hpp"
#include "bench/render_pack_v1/upload_sets.hpp"
#include "harness/reference/render/layouts.hpp"

namespace rpcts::bench {
namespace {

using reference::PassValues;

/// Everything that one case of this file works with.
struct Upload {
  Rig& rig;
  std::uint32_t passes;
  std::uint32_t flights;
  std::vector<reference::Flight> slots{};
  render_pack_v1::DirectionalShadowBlock shadow{};
  std::vector<PassValues> values{};
  reference::FrameValues frame{};
  std::shared_ptr<reference::PackRuntime> runtime{};
  std::shared_ptr<reference::Scene> scene{};

  [[nodiscard]] Result<void> make() {
    for (std::uint32_t i = 0; i < flights; ++i) {
      auto flight = reference::Flight::create(rig.device(), rig.retail_layout());
      if (!flight) {
        return std::unexpected(flight.error());
      }
      slots.push_back(std::move(*flight));
    }
    values.resize(passes);
    for (std::uint32_t i = 0; i < passes; ++i) {
      values[i].frame.viewport = {64, 36, 1.0F / 64, 1.0F / 36};
      values[i].pass.params0 = {static_cast<float>(i), 1, 2, 3};
    }
    return {};
  }
  [[nodiscard]] Result<void> make_reference() {
    if (auto done = make(); !done) {
      return done;
    }
    auto pack = rig.passes_runtime(passes, flights);
    if (!pack) {
      return std::unexpected(pack.error());
    }
    runtime = std::move(*pack);
    auto world = rig.scene(1);
    if (!world) {
      return std::unexpected(world.error());
    }
    scene = std::move(*world);
    return {};
  }
  /// The shadow block once and two blocks a pass; settings are written once in the life of an activation.
  [[nodiscard]] double bytes() const {
    return static_cast<double>(sizeof(shadow) +
                               passes * (sizeof(PassValues::frame) + sizeof(PassValues::pass)));
  }
  [[nodiscard]] Work work(std::function<Result<void>(std::uint64_t)> run) const {
    return {.run = std::move(run), .items = 1, .bytes = bytes(), .batch = passes < 16 ? 64U : 8U};
  }
};

using State = std::shared_ptr<Upload>;
using Make = Result<Work> (*)(const State&);

/// Mapped memory of the floors, and what is copied into it.
struct Floor {
  std::vector<gpu::Buffer> buffers;
  std::vector<std::byte> source;
};

Result<std::shared_ptr<Floor>> floor_of(const State& state, std::size_t bytes) {
  if (auto done = state->make(); !done) {
    return std::unexpected(done.error());
  }
  auto floor = std::make_shared<Floor>();
  for (std::uint32_t i = 0; i < state->flights; ++i) {
    auto buffer = gpu::Buffer::create(state->rig.device(), bytes, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    if (!buffer) {
      return std::unexpected(buffer.error());
    }
    floor->buffers.push_back(std::move(*buffer));
  }
  floor->source.assign(bytes, std::byte{1});
  return floor;
}

/// All bytes in one copy, without the gaps that the device's alignment wants between blocks: what no host can
/// reach whose blocks are made in different places.
Result<Work> make_whole_copy(const State& state) {
  const auto bytes = static_cast<std::size_t>(state->bytes());
  const auto floor = floor_of(state, bytes);
  if (!floor) {
    return std::unexpected(floor.error());
  }
  return state->work([state, floor = *floor](std::uint64_t iterations) -> Result<void> {
    for (std::uint64_t i = 0; i < iterations; ++i) {
      std::memcpy(floor->buffers[i % state->flights].bytes().data(), floor->source.data(),
                  floor->source.size());
      asm volatile("" ::: "memory");  // every copy is really made
    }
    return {};
  });
}

struct Block {
  std::size_t at;
  std::size_t bytes;
};

/// The floor: each block by a copy of its own to where a host has to put it.
Result<Work> make_floor(const State& state) {
  const std::size_t alignment =
      std::max<std::size_t>(state->rig.device().limits().minUniformBufferOffsetAlignment, 16);
  auto blocks = std::make_shared<std::vector<Block>>();
  std::size_t end = 0;
  const auto place = [&](std::size_t bytes) {
    blocks->push_back({.at = end, .bytes = bytes});
    end = (end + bytes + alignment - 1) / alignment * alignment;
  };
  place(sizeof(state->shadow));
  for (std::uint32_t i = 0; i < state->passes; ++i) {
    place(sizeof(PassValues::frame));
    place(sizeof(PassValues::pass));
  }
  const auto floor = floor_of(state, end);
  if (!floor) {
    return std::unexpected(floor.error());
  }
  return state->work([state, blocks, floor = *floor](std::uint64_t iterations) -> Result<void> {
    for (std::uint64_t i = 0; i < iterations; ++i) {
      std::byte* const to = floor->buffers[i % state->flights].bytes().data();
      for (const Block& block : *blocks) {
        std::memcpy(to + block.at, floor->source.data() + block.at, block.bytes);
      }
      asm volatile("" ::: "memory");
    }
    return {};
  });
}

Result<Work> make_host_writes(const State& state) {
  if (auto done = state->make_reference(); !done) {
    return std::unexpected(done.error());
  }
  return state->work([state](std::uint64_t iterations) -> Result<void> {
    for (std::uint64_t i = 0; i < iterations; ++i) {
      state->runtime->publish(static_cast<std::uint32_t>(i % state->flights), state->shadow, state->values);
      asm volatile("" ::: "memory");
    }
    return {};
  });
}

/// `frame` between the beginning and the end of a recording, flight after flight.
template <class Frame>
Work recording(const State& state, const Frame& frame) {
  return state->work([state, frame](std::uint64_t iterations) -> Result<void> {
    for (std::uint64_t i = 0; i < iterations; ++i) {
      const auto flight = static_cast<std::uint32_t>(i % state->flights);
      const Result<VkCommandBuffer> commands = state->slots[flight].begin(state->rig.device());
      if (!commands) {
        return std::unexpected(commands.error());
      }
      frame(*commands, flight);
      vkEndCommandBuffer(*commands);
    }
    return {};
  });
}

Result<Work> make_ring(const State& state) {
  if (auto done = state->make_reference(); !done) {
    return std::unexpected(done.error());
  }
  Upload* const upload = state.get();
  return recording(state, [upload](VkCommandBuffer commands, std::uint32_t flight) {
    reference::PackRuntime& runtime = *upload->runtime;
    runtime.publish(flight, upload->shadow, upload->values);
    const reference::FrameRecord record =
        upload->rig.record(commands, upload->slots[flight], flight, upload->frame, *upload->scene, &runtime);
    const render_pack_v1::PushBlock push = reference::plain_push(upload->frame.view_projection);
    for (const reference::PackPassRecord& pass : runtime.passes) {
      reference::bind_pack(record, pass.offsets);
      reference::push_all(commands, runtime.layout(), push);
    }
  });
}

/// One of the ways that set 3 and its bytes can take.
template <UploadWay way>
Result<Work> make_other(const State& state) {
  if (auto done = state->make(); !done) {
    return std::unexpected(done.error());
  }
  auto sets = UploadSets::create(state->rig.device(), way, state->passes, state->flights);
  if (!sets) {
    return std::unexpected(sets.error());
  }
  const std::shared_ptr<UploadSets> owned = std::move(*sets);
  Upload* const upload = state.get();
  return recording(state, [upload, owned](VkCommandBuffer commands, std::uint32_t flight) {
    owned->record(commands, flight, upload->shadow, upload->values);
  });
}

struct Way {
  const char* name;
  Make make;
  /// What other engines do is not this suite's work, and what a driver takes by malloc() for it differs by a
  /// per cent from process to process.
  bool gate = false;
};

}  // namespace

void add_upload_cases(std::vector<Case>& cases, Rig& rig) {
  constexpr std::array ways{Way{"memcpy", make_floor, true},
                            Way{"memcpy_whole", make_whole_copy, true},
                            Way{"host_writes", make_host_writes, true},
                            Way{"ring", make_ring, true},
                            Way{"update_buffer", make_other<UploadWay::update_buffer>},
                            Way{"staging", make_other<UploadWay::staging>},
                            Way{"push_descriptors", make_other<UploadWay::push_descriptors>},
                            Way{"set_per_frame", make_other<UploadWay::set_per_frame>}};
  for (const std::uint32_t passes : {1U, 2U, 4U, 8U, 16U, 32U, 64U}) {
    for (const std::uint32_t flights : {1U, 2U, 3U}) {
      const std::string parameters = fmt::format("passes:{}/flights:{}", passes, flights);
      for (const Way& way : ways) {
        const std::string_view name(way.name);
        const bool floor = name == "memcpy";
        const bool promised = name == "host_writes" && passes >= 8;
        cases.push_back({.name = fmt::format("upload/{}/{}", name, parameters),
                         .unit = "frame",
                         .base = floor ? "" : fmt::format("upload/memcpy/{}", parameters),
                         .limit = promised ? 1.25 : 0,
                         .gate = way.gate && passes == 8 && flights == 2,
                         .counts = {.few = 12, .many = 312},  // whole turns of one to three flights
                         .make = [&rig, passes, flights, make = way.make] {
                           return make(std::make_shared<Upload>(rig, passes, flights));
                         }});
      }
    }
  }
}

}  // namespace rpcts::bench
