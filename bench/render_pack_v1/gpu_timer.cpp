#include "bench/render_pack_v1/gpu_timer.hpp"

#include <array>

#include "harness/gpu/call.hpp"

namespace rpcts::bench {

Result<std::shared_ptr<GpuTimer>> GpuTimer::create(const gpu::Device& device) {
  if (!device.facts().timestamps) {
    return error(ErrorKind::unsupported, "the graphics queue has no timestamps");
  }
  std::shared_ptr<GpuTimer> made(new GpuTimer(device));
  const VkDevice handle = device.handle();
  const VkQueryPoolCreateInfo info{.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                   .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                   .queryCount = 2};
  VkQueryPool pool = VK_NULL_HANDLE;
  if (auto done = gpu::called(vkCreateQueryPool(handle, &info, nullptr, &pool), "vkCreateQueryPool"); !done) {
    return std::unexpected(done.error());
  }
  made->pool_ = {pool, [handle](VkQueryPool old) { vkDestroyQueryPool(handle, old, nullptr); }};
  return made;
}

Result<double> GpuTimer::measure(const std::function<void(VkCommandBuffer)>& record) const {
  const VkQueryPool pool = pool_.get();
  const Result<void> ran = device_.run([&](VkCommandBuffer commands) {
    vkCmdResetQueryPool(commands, pool, 0, 2);
    vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT, pool, 0);
    record(commands);
    vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT, pool, 1);
  });
  if (!ran) {
    return std::unexpected(ran.error());
  }
  std::array<std::uint64_t, 2> ticks{};
  if (auto done = gpu::called(
          vkGetQueryPoolResults(device_.handle(), pool, 0, 2, sizeof(ticks), ticks.data(), sizeof(ticks[0]),
                                VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
          "vkGetQueryPoolResults");
      !done) {
    return std::unexpected(done.error());
  }
  return static_cast<double>(ticks[1] - ticks[0]) * static_cast<double>(device_.limits().timestampPeriod);
}

}  // namespace rpcts::bench
