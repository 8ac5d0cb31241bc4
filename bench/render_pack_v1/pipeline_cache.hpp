#pragma once

// A VkPipelineCache for a host that uses none.

#include <functional>
#include <volk.h>

#include "harness/base/result.hpp"

namespace rpcts::bench {

/// For the pipelines of one device, which must outlive it. Used by one thread.
class PipelineCache {
 public:
  PipelineCache() = default;
  ~PipelineCache();
  PipelineCache(const PipelineCache&) = delete;
  PipelineCache& operator=(const PipelineCache&) = delete;
  PipelineCache(PipelineCache&&) = delete;
  PipelineCache& operator=(PipelineCache&&) = delete;

  /// The graphics pipelines that `work` makes are made with the cache, and leave in it what they can.
  [[nodiscard]] Result<void> with(const std::function<Result<void>()>& work);

 private:
  static VkResult VKAPI_CALL create(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                                    const VkGraphicsPipelineCreateInfo* infos,
                                    const VkAllocationCallbacks* allocator, VkPipeline* pipelines);

  VkDevice device_ = VK_NULL_HANDLE;
  VkPipelineCache cache_ = VK_NULL_HANDLE;  ///< made with the first pipeline, which tells the device
};

}  // namespace rpcts::bench
