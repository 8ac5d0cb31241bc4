// What a frame of the reference costs the processor beside the bare loop of the same Vulkan calls. Nothing is
// submitted: submits and waits are answered here, so that neither a rasteriser nor a GPU is in the times. The
// frame is all of it: the values of every block, their upload, and the recording; the loop is the calls
// alone, as the frame made them.

#include <algorithm>
#include <array>
#include <benchmark/benchmark.h>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include <volk.h>

#include "bench/ratio_reporter.hpp"
#include "bench/render_pack_v1/box_scene.hpp"
#include "harness/base/executable_path.hpp"
#include "harness/reference/host/host.hpp"

namespace rpcts {
namespace {

using bench::BoxScene;
using bench::sunny_frame;
using reference::Host;

using Call = std::function<void(VkCommandBuffer)>;

/// The calls of one frame, with copies of what they point to, and the functions that they go to. Made once
/// Vulkan is loaded.
struct Recorder {
  bool on = false;
  std::vector<Call> calls;
  VkDevice device = VK_NULL_HANDLE;
  VkCommandPool pool = VK_NULL_HANDLE;
  VkCommandBuffer commands = VK_NULL_HANDLE;

  PFN_vkResetCommandPool reset_pool = vkResetCommandPool;
  PFN_vkBeginCommandBuffer begin = vkBeginCommandBuffer;
  PFN_vkEndCommandBuffer end = vkEndCommandBuffer;
  PFN_vkCmdBeginRendering begin_rendering = vkCmdBeginRendering;
  PFN_vkCmdEndRendering end_rendering = vkCmdEndRendering;
  PFN_vkCmdPipelineBarrier2 barrier = vkCmdPipelineBarrier2;
  PFN_vkCmdBindDescriptorSets bind_sets = vkCmdBindDescriptorSets;
  PFN_vkCmdBindPipeline bind_pipeline = vkCmdBindPipeline;
  PFN_vkCmdBindIndexBuffer bind_index = vkCmdBindIndexBuffer;
  PFN_vkCmdBindVertexBuffers bind_vertex = vkCmdBindVertexBuffers;
  PFN_vkCmdPushConstants push = vkCmdPushConstants;
  PFN_vkCmdDraw draw = vkCmdDraw;
  PFN_vkCmdDrawIndexed draw_indexed = vkCmdDrawIndexed;
  PFN_vkCmdSetCullMode cull = vkCmdSetCullMode;
  PFN_vkCmdSetScissor scissor = vkCmdSetScissor;
  PFN_vkCmdSetViewport viewport = vkCmdSetViewport;
};

/// Vulkan's functions have no place for a context.
Recorder& recorder() {
  static Recorder one;
  return one;
}

void keep(Call call) {
  if (recorder().on) {
    recorder().calls.push_back(std::move(call));
  }
}

template <class T>
std::vector<T> copied(const T* first, std::uint32_t count) {
  return first == nullptr ? std::vector<T>() : std::vector<T>(first, first + count);
}

/// Replaces a function and keeps the old one.
template <class Function>
void take_over(Function& at, Function& old, Function mine) {
  old = at;
  at = mine;
}

void take_over_commands() {
  Recorder& r = recorder();
  take_over(
      vkCmdBeginRendering, r.begin_rendering, +[](VkCommandBuffer commands, const VkRenderingInfo* info) {
        recorder().begin_rendering(commands, info);
        const auto colours = copied(info->pColorAttachments, info->colorAttachmentCount);
        const auto depth = copied(info->pDepthAttachment, 1);
        keep([whole = *info, colours, depth](VkCommandBuffer to) {
          VkRenderingInfo again = whole;
          again.pColorAttachments = colours.data();
          again.pDepthAttachment = depth.empty() ? nullptr : depth.data();
          recorder().begin_rendering(to, &again);
        });
      });
  take_over(
      vkCmdEndRendering, r.end_rendering, +[](VkCommandBuffer commands) {
        recorder().end_rendering(commands);
        keep([](VkCommandBuffer to) { recorder().end_rendering(to); });
      });
  take_over(
      vkCmdPipelineBarrier2, r.barrier, +[](VkCommandBuffer commands, const VkDependencyInfo* info) {
        recorder().barrier(commands, info);
        const auto memory = copied(info->pMemoryBarriers, info->memoryBarrierCount);
        const auto buffers = copied(info->pBufferMemoryBarriers, info->bufferMemoryBarrierCount);
        const auto images = copied(info->pImageMemoryBarriers, info->imageMemoryBarrierCount);
        keep([whole = *info, memory, buffers, images](VkCommandBuffer to) {
          VkDependencyInfo again = whole;
          again.pMemoryBarriers = memory.data();
          again.pBufferMemoryBarriers = buffers.data();
          again.pImageMemoryBarriers = images.data();
          recorder().barrier(to, &again);
        });
      });
  take_over(
      vkCmdBindDescriptorSets, r.bind_sets,
      +[](VkCommandBuffer commands, VkPipelineBindPoint point, VkPipelineLayout layout, std::uint32_t first,
          std::uint32_t count, const VkDescriptorSet* sets, std::uint32_t offset_count,
          const std::uint32_t* offsets) {
        recorder().bind_sets(commands, point, layout, first, count, sets, offset_count, offsets);
        keep([=, kept = copied(sets, count), dynamic = copied(offsets, offset_count)](VkCommandBuffer to) {
          recorder().bind_sets(to, point, layout, first, count, kept.data(), offset_count, dynamic.data());
        });
      });
  take_over(
      vkCmdBindPipeline, r.bind_pipeline,
      +[](VkCommandBuffer commands, VkPipelineBindPoint point, VkPipeline pipeline) {
        recorder().bind_pipeline(commands, point, pipeline);
        keep([=](VkCommandBuffer to) { recorder().bind_pipeline(to, point, pipeline); });
      });
  take_over(
      vkCmdBindIndexBuffer, r.bind_index,
      +[](VkCommandBuffer commands, VkBuffer buffer, VkDeviceSize offset, VkIndexType type) {
        recorder().bind_index(commands, buffer, offset, type);
        keep([=](VkCommandBuffer to) { recorder().bind_index(to, buffer, offset, type); });
      });
  take_over(
      vkCmdBindVertexBuffers, r.bind_vertex,
      +[](VkCommandBuffer commands, std::uint32_t first, std::uint32_t count, const VkBuffer* buffers,
          const VkDeviceSize* offsets) {
        recorder().bind_vertex(commands, first, count, buffers, offsets);
        keep([=, kept = copied(buffers, count), at = copied(offsets, count)](VkCommandBuffer to) {
          recorder().bind_vertex(to, first, count, kept.data(), at.data());
        });
      });
  take_over(
      vkCmdPushConstants, r.push,
      +[](VkCommandBuffer commands, VkPipelineLayout layout, VkShaderStageFlags stages, std::uint32_t offset,
          std::uint32_t size, const void* values) {
        recorder().push(commands, layout, stages, offset, size, values);
        keep([=, kept = copied(static_cast<const std::byte*>(values), size)](VkCommandBuffer to) {
          recorder().push(to, layout, stages, offset, size, kept.data());
        });
      });
  take_over(
      vkCmdDraw, r.draw,
      +[](VkCommandBuffer commands, std::uint32_t vertices, std::uint32_t instances, std::uint32_t first,
          std::uint32_t base) {
        recorder().draw(commands, vertices, instances, first, base);
        keep([=](VkCommandBuffer to) { recorder().draw(to, vertices, instances, first, base); });
      });
  take_over(
      vkCmdDrawIndexed, r.draw_indexed,
      +[](VkCommandBuffer commands, std::uint32_t indices, std::uint32_t instances, std::uint32_t first,
          std::int32_t offset, std::uint32_t base) {
        recorder().draw_indexed(commands, indices, instances, first, offset, base);
        keep([=](VkCommandBuffer to) {
          recorder().draw_indexed(to, indices, instances, first, offset, base);
        });
      });
  take_over(
      vkCmdSetCullMode, r.cull, +[](VkCommandBuffer commands, VkCullModeFlags mode) {
        recorder().cull(commands, mode);
        keep([=](VkCommandBuffer to) { recorder().cull(to, mode); });
      });
  take_over(
      vkCmdSetScissor, r.scissor,
      +[](VkCommandBuffer commands, std::uint32_t first, std::uint32_t count, const VkRect2D* areas) {
        recorder().scissor(commands, first, count, areas);
        keep([=, kept = copied(areas, count)](VkCommandBuffer to) {
          recorder().scissor(to, first, count, kept.data());
        });
      });
  take_over(
      vkCmdSetViewport, r.viewport,
      +[](VkCommandBuffer commands, std::uint32_t first, std::uint32_t count, const VkViewport* areas) {
        recorder().viewport(commands, first, count, areas);
        keep([=, kept = copied(areas, count)](VkCommandBuffer to) {
          recorder().viewport(to, first, count, kept.data());
        });
      });
}

/// Puts the driver's own functions back, so that a measured frame does not go through the recorder.
void give_back_commands() {
  const Recorder& r = recorder();
  vkCmdBeginRendering = r.begin_rendering;
  vkCmdEndRendering = r.end_rendering;
  vkCmdPipelineBarrier2 = r.barrier;
  vkCmdBindDescriptorSets = r.bind_sets;
  vkCmdBindPipeline = r.bind_pipeline;
  vkCmdBindIndexBuffer = r.bind_index;
  vkCmdBindVertexBuffers = r.bind_vertex;
  vkCmdPushConstants = r.push;
  vkCmdDraw = r.draw;
  vkCmdDrawIndexed = r.draw_indexed;
  vkCmdSetCullMode = r.cull;
  vkCmdSetScissor = r.scissor;
  vkCmdSetViewport = r.viewport;
}

/// From now on nothing reaches the device.
void answer_submits() {
  vkQueueSubmit2 = [](VkQueue, std::uint32_t, const VkSubmitInfo2*, VkFence) { return VK_SUCCESS; };
  vkWaitForFences = [](VkDevice, std::uint32_t, const VkFence*, VkBool32, std::uint64_t) {
    return VK_SUCCESS;
  };
  vkResetFences = [](VkDevice, std::uint32_t, const VkFence*) { return VK_SUCCESS; };
}

Result<std::unique_ptr<Host>> open_host(const BoxScene& scene, const std::string& preset) {
  rpcts_setup setup{};
  setup.size = sizeof(setup);
  setup.width = 64;
  setup.height = 36;
  auto host = Host::open(setup, [](reference::RendererSetup wanted) {
    wanted.validation = false;  // its cost is not the frame's
    return reference::Renderer::create(wanted);
  });
  if (!host) {
    return host;
  }
  if (auto done = (*host)->set_scene(scene.view()); !done) {
    return std::unexpected(done.error());
  }
  if (auto done = (*host)->register_pack(installed_data_folder() / "render_pack_v1" / "bases" / "full");
      !done) {
    return std::unexpected(done.error());
  }
  (*host)->select({.pack = "rpcts.full", .preset = preset}, true);
  rpcts_frame frame = sunny_frame();
  frame.flags = RPCTS_FRAME_SETTLE;
  if (auto done = (*host)->render(frame, {}); !done) {
    return std::unexpected(done.error());
  }
  if ((*host)->drawn_pack() != "rpcts.full") {
    return error(ErrorKind::failed, "the full graph is not active");
  }
  return host;
}

int run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const BoxScene scene(64);
  const auto opened = open_host(scene, "high");
  if (!opened) {
    fmt::print(stderr, "rpcts_bench_frame: {}\n", opened.error().message);
    return 2;
  }
  Host& host = **opened;
  const rpcts_frame frame = sunny_frame();
  Recorder& r = recorder();
  take_over(
      vkResetCommandPool, r.reset_pool,
      +[](VkDevice device, VkCommandPool pool, VkCommandPoolResetFlags flags) {
        recorder().device = device;
        recorder().pool = pool;
        return recorder().reset_pool(device, pool, flags);
      });
  take_over(
      vkBeginCommandBuffer, r.begin, +[](VkCommandBuffer commands, const VkCommandBufferBeginInfo* info) {
        recorder().commands = commands;
        return recorder().begin(commands, info);
      });
  r.end = vkEndCommandBuffer;
  take_over_commands();
  r.on = true;
  const Result<void> drawn = host.render(frame, {});
  r.on = false;
  give_back_commands();
  vkResetCommandPool = r.reset_pool;
  vkBeginCommandBuffer = r.begin;
  if (!drawn || r.pool == VK_NULL_HANDLE || r.commands == VK_NULL_HANDLE) {
    fmt::print(stderr, "rpcts_bench_frame: {}\n", drawn ? "no frame was recorded" : drawn.error().message);
    return 2;
  }
  // What was really submitted must be done before its buffers are recorded again without waiting.
  vkDeviceWaitIdle(r.device);
  answer_submits();
  fmt::print("full graph, preset high, 64 boxes, 4 cascades: {} Vulkan commands a frame\n", r.calls.size());

  benchmark::RegisterBenchmark("frame", [&](benchmark::State& state) {
    for (auto _ : state) {
      if (!host.render(frame, {})) {
        state.SkipWithError("a frame failed");
        break;
      }
    }
  })->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("bare_calls", [&](benchmark::State& state) {
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                         .pNext = nullptr,
                                         .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
                                         .pInheritanceInfo = nullptr};
    for (auto _ : state) {
      r.reset_pool(r.device, r.pool, 0);
      r.begin(r.commands, &begin);
      for (const Call& call : r.calls) {
        call(r.commands);
      }
      r.end(r.commands);
    }
  })->Unit(benchmark::kMicrosecond);
  bench::RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  fmt::print("\n");
  reporter.print_ratio("frame", "bare_calls");
  return 0;
}

}  // namespace
}  // namespace rpcts

int main(int argc, char** argv) {
  return rpcts::run(argc, argv);
}
