#include "bench/render_pack_v1/cascade_ways.hpp"

#include <array>
#include <barrier>
#include <cstddef>
#include <cstring>
#include <thread>
#include <vector>

#include "harness/gpu/call.hpp"
#include "harness/reference/render/layouts.hpp"

namespace rpcts::bench {
namespace {

using reference::BatchDraw;
using reference::FrameRecord;
using reference::PackRuntime;
using reference::Scene;
using render_pack_v1::PushBlock;

constexpr VkPipelineStageFlags2 depth_stages =
    VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT;
constexpr VkAccessFlags2 depth_use =
    VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;

/// What a caster draw needs, in the order in which it is drawn.
struct Draws {
  std::vector<BatchDraw> opaque;
  std::vector<BatchDraw> cutout;
  std::vector<std::int32_t> opaque_numbers;
  std::vector<std::int32_t> cutout_numbers;

  explicit Draws(const Scene& scene) {
    std::int32_t number = 0;
    for (const BatchDraw& batch : scene.batches()) {
      const bool is_cutout = (batch.flags & RPCTS_BATCH_CUTOUT) != 0;
      (is_cutout ? cutout : opaque).push_back(batch);
      (is_cutout ? cutout_numbers : opaque_numbers).push_back(number++);
    }
  }
};

void begin_pass(const FrameRecord& frame, std::uint32_t cascade, VkRenderingFlags flags) {
  const reference::PackTarget& target = frame.runtime->targets->targets[frame.runtime->shadow->target];
  const VkRenderingAttachmentInfo depth{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                        .imageView = target.layers[cascade].get(),
                                        .imageLayout = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
                                        .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                        .clearValue = {.depthStencil = {.depth = 1.0F}}};
  const VkRenderingInfo info{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                             .flags = flags,
                             .renderArea = {.extent = {target.plan.size.width, target.plan.size.height}},
                             .layerCount = 1,
                             .pDepthAttachment = &depth};
  vkCmdBeginRendering(frame.commands, &info);
}

/// Viewport, sets and push words of a cascade.
void begin_draws(const FrameRecord& frame, std::uint32_t cascade) {
  const PackRuntime& runtime = *frame.runtime;
  const reference::PackTarget& target = runtime.targets->targets[runtime.shadow->target];
  reference::set_whole_viewport(frame.commands, target.plan.size, false);
  bind_pack(frame, runtime.mesh_offsets());
  PushBlock push = reference::plain_push(frame.values.view_projection);
  push.render_pass = static_cast<std::int32_t>(cascade);
  reference::push_all(frame.commands, runtime.layout(), push);
}

void draw_ground(const FrameRecord& frame) {
  const VkBuffer vertices = frame.scene.terrain_vertices();
  const VkDeviceSize start = 0;
  vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                    frame.runtime->shadow->terrain_caster.get());
  vkCmdSetCullMode(frame.commands, VK_CULL_MODE_BACK_BIT);
  vkCmdBindVertexBuffers(frame.commands, 0, 1, &vertices, &start);
  vkCmdBindIndexBuffer(frame.commands, frame.scene.terrain_indices(), 0, VK_INDEX_TYPE_UINT32);
  vkCmdDrawIndexed(frame.commands, frame.scene.terrain_index_count(), 1, 0, 0, 0);
}

void begin_batches(const FrameRecord& frame, VkPipeline pipeline) {
  const VkBuffer vertices = frame.scene.world_vertices();
  const VkDeviceSize start = 0;
  vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
  vkCmdBindVertexBuffers(frame.commands, 0, 1, &vertices, &start);
  vkCmdBindIndexBuffer(frame.commands, frame.scene.world_indices(), 0, VK_INDEX_TYPE_UINT32);
}

void draw_batches(const FrameRecord& frame, VkPipeline pipeline, const std::vector<BatchDraw>& batches,
                  const std::vector<std::int32_t>& numbers) {
  begin_batches(frame, pipeline);
  const VkPipelineLayout layout = frame.runtime->layout().handle();
  for (std::size_t i = 0; i < batches.size(); ++i) {
    vkCmdSetCullMode(frame.commands, VK_CULL_MODE_BACK_BIT);
    vkCmdPushConstants(frame.commands, layout, reference::push_stages, offsetof(PushBlock, draw_id_offset),
                       sizeof(numbers[i]), &numbers[i]);
    vkCmdDrawIndexed(frame.commands, batches[i].index_count, batches[i].instance_count,
                     batches[i].first_index, 0, batches[i].first_instance);
  }
}

void draw_cascade(const FrameRecord& frame, std::uint32_t cascade, const Draws& draws) {
  begin_draws(frame, cascade);
  draw_ground(frame);
  draw_batches(frame, frame.runtime->shadow->opaque_caster.get(), draws.opaque, draws.opaque_numbers);
  draw_batches(frame, frame.runtime->shadow->cutout_caster.get(), draws.cutout, draws.cutout_numbers);
}

/// The two transitions of the map around `passes`.
template <class Passes>
void around_passes(const FrameRecord& frame, const Passes& passes) {
  const gpu::Image& image = frame.runtime->targets->targets[frame.runtime->shadow->target].table_image.image;
  gpu::record_transition(frame.commands, image,
                         {.to = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
                          .before = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT | depth_stages,
                          .written = VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
                          .after = depth_stages,
                          .used = depth_use});
  passes();
  gpu::record_transition(frame.commands, image,
                         {.from = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
                          .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                          .before = depth_stages,
                          .written = VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
                          .after = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                          .used = VK_ACCESS_2_SHADER_SAMPLED_READ_BIT});
}

class Bare : public CascadeRecorder {
 public:
  explicit Bare(const Scene& scene) : draws_(scene) {}
  void record(const FrameRecord& frame) override {
    around_passes(frame, [&] {
      for (std::uint32_t cascade = 0; cascade < frame.values.cascades; ++cascade) {
        begin_pass(frame, cascade, 0);
        draw_cascade(frame, cascade, draws_);
        vkCmdEndRendering(frame.commands);
      }
    });
  }

 private:
  Draws draws_;
};

/// The indirect draws of one set of batches: written once, as a static scene would.
struct IndirectDraws {
  gpu::Buffer buffer;
  std::uint32_t count;

  static Result<IndirectDraws> create(const gpu::Device& device, const std::vector<BatchDraw>& batches) {
    auto buffer = gpu::Buffer::create(
        device, std::max<std::size_t>(batches.size(), 1) * sizeof(VkDrawIndexedIndirectCommand),
        VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    if (!buffer) {
      return std::unexpected(buffer.error());
    }
    for (std::size_t i = 0; i < batches.size(); ++i) {
      const VkDrawIndexedIndirectCommand draw{.indexCount = batches[i].index_count,
                                              .instanceCount = batches[i].instance_count,
                                              .firstIndex = batches[i].first_index,
                                              .vertexOffset = 0,
                                              .firstInstance = batches[i].first_instance};
      std::memcpy(buffer->bytes().data() + i * sizeof(draw), &draw, sizeof(draw));
    }
    return IndirectDraws{.buffer = std::move(*buffer), .count = static_cast<std::uint32_t>(batches.size())};
  }
};

class Indirect : public CascadeRecorder {
 public:
  Indirect(IndirectDraws opaque, IndirectDraws cutout)
      : opaque_(std::move(opaque)), cutout_(std::move(cutout)) {}
  void record(const FrameRecord& frame) override {
    around_passes(frame, [&] {
      for (std::uint32_t cascade = 0; cascade < frame.values.cascades; ++cascade) {
        begin_pass(frame, cascade, 0);
        begin_draws(frame, cascade);
        draw_ground(frame);
        draw_all(frame, frame.runtime->shadow->opaque_caster.get(), opaque_);
        draw_all(frame, frame.runtime->shadow->cutout_caster.get(), cutout_);
        vkCmdEndRendering(frame.commands);
      }
    });
  }

 private:
  static void draw_all(const FrameRecord& frame, VkPipeline pipeline, const IndirectDraws& draws) {
    begin_batches(frame, pipeline);
    vkCmdSetCullMode(frame.commands, VK_CULL_MODE_BACK_BIT);
    // E.9: the start of the run; the draw id counts on from it.
    const std::int32_t start = 0;
    vkCmdPushConstants(frame.commands, frame.runtime->layout().handle(), reference::push_stages,
                       offsetof(PushBlock, draw_id_offset), sizeof(start), &start);
    vkCmdDrawIndexedIndirect(frame.commands, draws.buffer.handle(), 0, draws.count,
                             sizeof(VkDrawIndexedIndirectCommand));
  }

  IndirectDraws opaque_;
  IndirectDraws cutout_;
};

/// A pool and a secondary command buffer for each cascade: pools are not shared between threads.
struct Secondary {
  gpu::Owned<VkCommandPool> pool;
  VkCommandBuffer commands = VK_NULL_HANDLE;

  static Result<Secondary> create(const gpu::Device& device) {
    const VkDevice handle = device.handle();
    const VkCommandPoolCreateInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                       .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                       .queueFamilyIndex = device.queue_family()};
    VkCommandPool pool = VK_NULL_HANDLE;
    if (auto done = gpu::called(vkCreateCommandPool(handle, &info, nullptr, &pool), "vkCreateCommandPool");
        !done) {
      return std::unexpected(done.error());
    }
    Secondary made;
    made.pool = {pool, [handle](VkCommandPool old) { vkDestroyCommandPool(handle, old, nullptr); }};
    const VkCommandBufferAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                 .commandPool = pool,
                                                 .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
                                                 .commandBufferCount = 1};
    if (auto done = gpu::called(vkAllocateCommandBuffers(handle, &allocation, &made.commands),
                                "vkAllocateCommandBuffers");
        !done) {
      return std::unexpected(done.error());
    }
    return made;
  }
};

class Secondaries : public CascadeRecorder {
 public:
  Secondaries(VkDevice device, const Scene& scene, std::vector<Secondary> secondaries, unsigned threads)
      : device_(device),
        draws_(scene),
        secondaries_(std::move(secondaries)),
        threads_(threads),
        meet_(threads) {
    for (unsigned number = 1; number < threads; ++number) {
      workers_.emplace_back([this, number](const std::stop_token& stop) {
        while (true) {
          meet_.arrive_and_wait();
          if (stop.stop_requested()) {
            return;
          }
          record_share(number);
          meet_.arrive_and_wait();
        }
      });
    }
  }
  ~Secondaries() override {
    for (std::jthread& worker : workers_) {
      worker.request_stop();
    }
    if (!workers_.empty()) {
      meet_.arrive_and_wait();
    }
  }
  Secondaries(const Secondaries&) = delete;
  Secondaries& operator=(const Secondaries&) = delete;
  Secondaries(Secondaries&&) = delete;
  Secondaries& operator=(Secondaries&&) = delete;

  void record(const FrameRecord& frame) override {
    frame_ = &frame;
    if (workers_.empty()) {
      record_share(0);
    } else {
      meet_.arrive_and_wait();
      record_share(0);
      meet_.arrive_and_wait();
    }
    around_passes(frame, [&] {
      for (std::uint32_t cascade = 0; cascade < frame.values.cascades; ++cascade) {
        begin_pass(frame, cascade, VK_RENDERING_CONTENTS_SECONDARY_COMMAND_BUFFERS_BIT);
        vkCmdExecuteCommands(frame.commands, 1, &secondaries_[cascade].commands);
        vkCmdEndRendering(frame.commands);
      }
    });
  }

 private:
  void record_share(unsigned thread) {
    for (std::uint32_t cascade = thread; cascade < frame_->values.cascades; cascade += threads_) {
      record_one(cascade);
    }
  }
  void record_one(std::uint32_t cascade) {
    const Secondary& to = secondaries_[cascade];
    vkResetCommandPool(device_, to.pool.get(), 0);
    const VkCommandBufferInheritanceRenderingInfo rendering{
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_RENDERING_INFO,
        .depthAttachmentFormat = reference::depth_format,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    const VkCommandBufferInheritanceInfo inherited{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO,
                                                   .pNext = &rendering};
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                         .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT |
                                                  VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT,
                                         .pInheritanceInfo = &inherited};
    vkBeginCommandBuffer(to.commands, &begin);
    FrameRecord mine = *frame_;
    mine.commands = to.commands;
    draw_cascade(mine, cascade, draws_);
    vkEndCommandBuffer(to.commands);
  }

  VkDevice device_;
  Draws draws_;
  std::vector<Secondary> secondaries_;
  unsigned threads_;
  const FrameRecord* frame_ = nullptr;  ///< during record()
  std::barrier<> meet_;                 ///< before and after each frame
  std::vector<std::jthread> workers_;
};

Result<std::shared_ptr<CascadeRecorder>> make_indirect(const Rig& rig, const Scene& scene) {
  if (!rig.device().extras().multi_draw_indirect) {
    return error(ErrorKind::unsupported, "the device has no indirect draws of more than one draw");
  }
  const Draws draws(scene);
  auto opaque = IndirectDraws::create(rig.device(), draws.opaque);
  if (!opaque) {
    return std::unexpected(opaque.error());
  }
  auto cutout = IndirectDraws::create(rig.device(), draws.cutout);
  if (!cutout) {
    return std::unexpected(cutout.error());
  }
  return std::make_shared<Indirect>(std::move(*opaque), std::move(*cutout));
}

}  // namespace

Result<std::shared_ptr<CascadeRecorder>> CascadeRecorder::create(
    const Rig& rig, CascadeWay way, const std::shared_ptr<reference::Scene>& scene,
    const std::shared_ptr<reference::PackRuntime>& runtime) {
  if (way == CascadeWay::bare) {
    return std::make_shared<Bare>(*scene);
  }
  if (way == CascadeWay::indirect) {
    return make_indirect(rig, *scene);
  }
  std::vector<Secondary> secondaries;
  for (std::uint32_t cascade = 0; cascade < runtime->shadow->cascades; ++cascade) {
    auto secondary = Secondary::create(rig.device());
    if (!secondary) {
      return std::unexpected(secondary.error());
    }
    secondaries.push_back(std::move(*secondary));
  }
  const unsigned threads = way == CascadeWay::threads_4 ? 4 : way == CascadeWay::threads_2 ? 2 : 1;
  return std::make_shared<Secondaries>(rig.device().handle(), *scene, std::move(secondaries), threads);
}

}  // namespace rpcts::bench
