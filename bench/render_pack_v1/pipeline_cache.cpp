#include "bench/render_pack_v1/pipeline_cache.hpp"

#include <utility>

#include "bench/render_pack_v1/replaced_call.hpp"

namespace rpcts::bench {
namespace {

/// Vulkan's functions have no place for a context.
struct InUse {
  PipelineCache* cache = nullptr;
  PFN_vkCreateGraphicsPipelines next = nullptr;
};

InUse& in_use() {
  static InUse one;
  return one;
}

}  // namespace

PipelineCache::~PipelineCache() {
  if (cache_ != VK_NULL_HANDLE) {
    vkDestroyPipelineCache(device_, cache_, nullptr);
  }
}

Result<void> PipelineCache::with(const std::function<Result<void>()>& work) {
  const ReplacedCall<PFN_vkCreateGraphicsPipelines> replaced(vkCreateGraphicsPipelines, &create);
  in_use() = {.cache = this, .next = replaced.old()};
  Result<void> done = work();
  in_use() = {};
  return done;
}

VkResult PipelineCache::create(VkDevice device, VkPipelineCache /*none*/, std::uint32_t count,
                               const VkGraphicsPipelineCreateInfo* infos,
                               const VkAllocationCallbacks* allocator, VkPipeline* pipelines) {
  PipelineCache& mine = *in_use().cache;
  if (mine.cache_ == VK_NULL_HANDLE) {
    const VkPipelineCacheCreateInfo info{.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    const VkResult made = vkCreatePipelineCache(device, &info, nullptr, &mine.cache_);
    if (made != VK_SUCCESS) {
      return made;
    }
    mine.device_ = device;
  }
  return in_use().next(device, mine.cache_, count, infos, allocator, pipelines);
}

}  // namespace rpcts::bench
