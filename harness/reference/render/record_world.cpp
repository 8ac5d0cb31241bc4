#include <algorithm>
#include <array>
#include <cstddef>

#include "harness/contracts/render_pack_v1/slots.hpp"
#include "harness/reference/mistakes/draws.hpp"
#include "harness/reference/mistakes/gates.hpp"
#include "harness/reference/mistakes/hints.hpp"
#include "harness/reference/mistakes/slowdown.hpp"
#include "harness/reference/render/layouts.hpp"
#include "harness/reference/render/record.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::PushBlock;

constexpr render_pack_v1::Matrix4 identity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

void bind_sets(const FrameRecord& frame, const gpu::PipelineLayout& layout, const PackOffsets* pack) {
  std::array<VkDescriptorSet, 4> sets{frame.scene.storage(frame.flight), frame.uniforms, frame.table,
                                      VK_NULL_HANDLE};
  std::array<std::uint32_t, storage_bindings + uniform_bindings + pack_bindings> offsets{};
  auto end = std::ranges::copy(frame.scene.storage_offsets(), offsets.begin()).out;
  end = std::ranges::copy(frame.uniform_offsets, end).out;
  std::uint32_t count = pack_set;
  if (pack != nullptr) {
    const bool other =
        makes(find_mistake(draw_mistakes, "draws.blocks-of-other-flight")) && frame.runtime->set_count() > 1;
    sets[pack_set] = frame.runtime->set(other ? 1 - frame.flight : frame.flight);
    end = std::ranges::copy(*pack, end).out;
    ++count;
  }
  vkCmdBindDescriptorSets(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout.handle(), 0, count,
                          sets.data(), static_cast<std::uint32_t>(end - offsets.begin()), offsets.data());
}

void draw_terrain(const FrameRecord& frame, VkPipeline pipeline) {
  if (frame.scene.terrain_index_count() == 0) {
    return;
  }
  const VkBuffer vertices = frame.scene.terrain_vertices();
  const VkDeviceSize start = 0;
  vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
  vkCmdSetCullMode(frame.commands, VK_CULL_MODE_BACK_BIT);
  vkCmdBindVertexBuffers(frame.commands, 0, 1, &vertices, &start);
  vkCmdBindIndexBuffer(frame.commands, frame.scene.terrain_indices(), 0, VK_INDEX_TYPE_UINT32);
  vkCmdDrawIndexed(frame.commands, frame.scene.terrain_index_count(), 1, 0, 0, 0);
}

/// How the batches of one pass are drawn. What a mistake changes is asked for once, not for each batch.
struct BatchRules {
  VkCullModeFlags one_sided = VK_CULL_MODE_BACK_BIT;
  VkCullModeFlags two_sided = VK_CULL_MODE_NONE;
  bool base_instance = true;
  bool first_index = true;
  bool batch_index = true;

  [[nodiscard]] VkCullModeFlags cull_mode(const BatchDraw& batch) const {
    return (batch.flags & RPCTS_BATCH_TWO_SIDED) != 0 ? two_sided : one_sided;
  }
};

BatchRules rules_for(const FrameRecord& frame, bool caster) {
  const bool layered = caster && frame.runtime->shadow->multiview;
  BatchRules rules;
  if ((caster && makes(find_mistake(draw_mistakes, "draws.caster-culls-front"))) ||
      (layered && makes(find_mistake(hint_mistakes, "hints.multiview-culls-front")))) {
    rules.one_sided = rules.two_sided = VK_CULL_MODE_FRONT_BIT;
  } else if (makes(find_mistake(draw_mistakes, "draws.nothing-culled"))) {
    rules.one_sided = VK_CULL_MODE_NONE;
  } else if (makes(find_mistake(draw_mistakes, "draws.two-sided-culled"))) {
    rules.two_sided = VK_CULL_MODE_BACK_BIT;
  }
  rules.base_instance = !makes(find_mistake(draw_mistakes, "draws.no-base-instance")) &&
                        !(caster && makes(find_mistake(draw_mistakes, "draws.caster-base-instance-lost"))) &&
                        !(layered && makes(find_mistake(hint_mistakes, "hints.multiview-no-base-instance")));
  rules.first_index = !makes(find_mistake(draw_mistakes, "draws.first-index-ignored"));
  rules.batch_index = !makes(find_mistake(draw_mistakes, "draws.batch-index-zero"));
  return rules;
}

/// Counts on from list to list and from frame to frame, so that the share holds for short lists too.
Slowdown& planted_draws() {
  thread_local Slowdown one;
  return one;
}

/// One draw for each batch, its index in drawIdOffset: so the draw id is 0 in each.
void draw_batches(const FrameRecord& frame, const gpu::PipelineLayout& layout, VkPipeline pipeline,
                  std::span<const BatchDraw> batches, bool caster) {
  const VkBuffer vertices = frame.scene.world_vertices();
  const VkDeviceSize start = 0;
  vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
  vkCmdBindVertexBuffers(frame.commands, 0, 1, &vertices, &start);
  vkCmdBindIndexBuffer(frame.commands, frame.scene.world_indices(), 0, VK_INDEX_TYPE_UINT32);
  const BatchRules rules = rules_for(frame, caster);
  Slowdown& slowdown = planted_draws();
  for (const BatchDraw& batch : batches) {
    const std::int32_t pushed = rules.batch_index ? batch.number : 0;
    do {
      vkCmdSetCullMode(frame.commands, rules.cull_mode(batch));
      vkCmdPushConstants(frame.commands, layout.handle(), push_stages, offsetof(PushBlock, draw_id_offset),
                         sizeof(pushed), &pushed);
      vkCmdDrawIndexed(frame.commands, batch.index_count, batch.instance_count,
                       rules.first_index ? batch.first_index : 0, 0,
                       rules.base_instance ? batch.first_instance : 0);
    } while (slowdown.due());
  }
}

/// Depth and, where `color` is there, a colour; both cleared, both stored.
void begin_meshes(const FrameRecord& frame, Size size, VkImageView depth, VkImageView color,
                  const VkClearColorValue& background, std::uint32_t view_mask) {
  const bool cascade = color == VK_NULL_HANDLE;
  const bool keeps = cascade && makes(find_mistake(draw_mistakes, "draws.map-not-cleared"));
  const bool near = cascade && makes(find_mistake(draw_mistakes, "draws.map-cleared-near"));
  const VkRenderingAttachmentInfo depth_info{
      .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
      .imageView = depth,
      .imageLayout = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
      .loadOp = keeps ? VK_ATTACHMENT_LOAD_OP_LOAD : VK_ATTACHMENT_LOAD_OP_CLEAR,
      .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
      .clearValue = {.depthStencil = {.depth = near ? 0.0F : 1.0F}}};
  const VkRenderingAttachmentInfo color_info{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                             .imageView = color,
                                             .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                             .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                             .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                             .clearValue = {.color = background}};
  const VkRenderingInfo info{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                             .renderArea = {.extent = {size.width, size.height}},
                             .layerCount = 1,
                             .viewMask = view_mask,
                             .colorAttachmentCount = color != VK_NULL_HANDLE ? 1U : 0U,
                             .pColorAttachments = &color_info,
                             .pDepthAttachment = &depth_info};
  vkCmdBeginRendering(frame.commands, &info);
  set_whole_viewport(frame.commands, size, makes(find_mistake(draw_mistakes, "draws.world-upside-down")));
}

constexpr VkPipelineStageFlags2 depth_stages =
    VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT;
constexpr VkAccessFlags2 depth_use =
    VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;

/// Old contents go; whoever read or drew it before is done first.
void depth_to_attachment(const FrameRecord& frame, const gpu::Image& image) {
  gpu::record_transition(frame.commands, image,
                         {.to = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
                          .before = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT | depth_stages,
                          .written = VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
                          .after = depth_stages,
                          .used = depth_use});
}

void depth_to_table(const FrameRecord& frame, const gpu::Image& image) {
  gpu::record_transition(frame.commands, image,
                         {.from = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
                          .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                          .before = depth_stages,
                          .written = VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
                          .after = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                          .used = VK_ACCESS_2_SHADER_SAMPLED_READ_BIT});
}

void draw_casters(const FrameRecord& frame, std::int32_t cascade) {
  const PackShadow& shadow = *frame.runtime->shadow;
  const gpu::PipelineLayout& layout = frame.runtime->layout();
  bind_pack(frame, frame.runtime->mesh_offsets());
  PushBlock push = plain_push(identity);
  push.render_pass = makes(find_mistake(draw_mistakes, "draws.cascade-number-zero")) ? 0 : cascade;
  push_all(frame.commands, layout, push);
  if (!frame.values.world) {
    return;
  }
  if (!makes(find_mistake(draw_mistakes, "draws.terrain-casts-nothing"))) {
    draw_terrain(frame, shadow.terrain_caster.get());
  }
  draw_batches(frame, layout, shadow.opaque_caster.get(), frame.scene.opaque_casters(), true);
  const bool discards = !makes(find_mistake(draw_mistakes, "draws.cutout-caster-opaque"));
  if (!shadow.multiview || !makes(find_mistake(hint_mistakes, "hints.multiview-no-cutout"))) {
    draw_batches(frame, layout, (discards ? shadow.cutout_caster : shadow.opaque_caster).get(),
                 frame.scene.cutout_casters(), true);
  }
}

VkPipeline terrain_receiver(const FrameRecord& frame, const PackShadow& shadow) {
  const bool retail = makes(find_mistake(draw_mistakes, "draws.terrain-not-received"));
  return (retail ? frame.retail.terrain : shadow.terrain_receiver).get();
}

/// Terrain, then the batches in order.
void draw_world(const FrameRecord& frame, const gpu::PipelineLayout& layout, VkPipeline terrain,
                VkPipeline world) {
  PushBlock push = plain_push(frame.values.view_projection);
  push.texture_index_a = frame.scene.terrain_slot();
  push_all(frame.commands, layout, push);
  draw_terrain(frame, terrain);
  push.texture_index_a = render_pack_v1::unassigned_slot;  // no detail textures in the scene
  push_all(frame.commands, layout, push);
  draw_batches(frame, layout, world, frame.scene.batches(), false);
}

}  // namespace

void bind_retail(const FrameRecord& frame) {
  bind_sets(frame, frame.retail_layout, nullptr);
}

void bind_pack(const FrameRecord& frame, const PackOffsets& offsets) {
  bind_sets(frame, frame.runtime->layout(), &offsets);
}

void set_whole_viewport(VkCommandBuffer commands, Size size, bool flipped) {
  const auto width = static_cast<float>(size.width);
  const auto height = static_cast<float>(size.height);
  const VkViewport viewport{
      .y = flipped ? 0 : height, .width = width, .height = flipped ? height : -height, .maxDepth = 1.0F};
  const VkRect2D scissor{.extent = {size.width, size.height}};
  vkCmdSetViewport(commands, 0, 1, &viewport);
  vkCmdSetScissor(commands, 0, 1, &scissor);
}

void push_all(VkCommandBuffer commands, const gpu::PipelineLayout& layout, const PushBlock& push) {
  vkCmdPushConstants(commands, layout.handle(), push_stages, 0, sizeof(push), &push);
}

PushBlock plain_push(const render_pack_v1::Matrix4& view_projection) {
  PushBlock push{.view_projection = view_projection};
  constexpr std::uint32_t none = render_pack_v1::unassigned_slot;
  render_pack_v1::set_slots(push, {none, none, none, none});
  return push;
}

void record_cascades(FrameRecord& frame) {
  const PackShadow& shadow = *frame.runtime->shadow;
  const PackTarget& target = frame.runtime->targets->targets[shadow.target];
  const gpu::Image& image = target.table_image.image;
  const std::uint32_t missing = makes(find_mistake(draw_mistakes, "draws.last-cascade-missing")) ? 1 : 0;
  const std::uint32_t cascades = std::min(frame.values.cascades, shadow.cascades) - missing;
  const std::uint32_t mask = multiview_mask();
  depth_to_attachment(frame, image);
  if (shadow.multiview) {
    begin_meshes(frame, target.plan.size, image.view(), VK_NULL_HANDLE, {}, mask);
    draw_casters(frame, 0);
    vkCmdEndRendering(frame.commands);
    frame.view_mask = mask;
    ++frame.depth_passes;
  } else {
    for (std::uint32_t cascade = 0; cascade < cascades; ++cascade) {
      begin_meshes(frame, target.plan.size, target.layers[cascade].get(), VK_NULL_HANDLE, {}, 0);
      draw_casters(frame, static_cast<std::int32_t>(cascade));
      vkCmdEndRendering(frame.commands);
      ++frame.depth_passes;
    }
  }
  depth_to_table(frame, image);
}

void record_normals(FrameRecord& frame) {
  const gpu::Image& normals = frame.targets.normals.image;
  gpu::record_transition(
      frame.commands, normals,
      {.to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
       .before = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
       .written = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
       .after = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
       .used = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT});
  // The world draws the same depths again: a pack's receivers may differ in the last bit.
  depth_to_attachment(frame, frame.targets.depth.image);
  begin_meshes(frame, frame.targets.world, frame.targets.depth.image.view(), normals.view(), {}, 0);
  if (frame.values.world) {
    bind_retail(frame);
    draw_world(frame, frame.retail_layout, frame.retail.terrain_normals.get(),
               frame.retail.world_normals.get());
  }
  vkCmdEndRendering(frame.commands);
  gpu::record_transition(frame.commands, normals,
                         {.from = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                          .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                          .before = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                          .written = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
                          .after = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                          .used = VK_ACCESS_2_SHADER_SAMPLED_READ_BIT});
}

void record_world(FrameRecord& frame) {
  const WorldTargets& targets = frame.targets;
  gpu::record_transition(
      frame.commands, targets.color.image,
      {.to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
       .before = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
       .written = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
       .after = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
       .used = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT});
  depth_to_attachment(frame, targets.depth.image);
  const std::array<float, 3>& sky = frame.scene.background();
  begin_meshes(frame, targets.world, targets.depth.image.view(), targets.color.image.view(),
               {.float32 = {sky[0], sky[1], sky[2], 1.0F}}, 0);
  const bool receives = frame.runtime != nullptr && frame.runtime->shadow.has_value() &&
                        !makes(find_mistake(draw_mistakes, "draws.retail-receivers"));
  if (frame.values.world && receives) {
    const PackShadow& shadow = *frame.runtime->shadow;
    bind_pack(frame, frame.runtime->mesh_offsets());
    draw_world(frame, frame.runtime->layout(), terrain_receiver(frame, shadow), shadow.world_receiver.get());
  } else if (frame.values.world) {
    bind_retail(frame);
    draw_world(frame, frame.retail_layout, frame.retail.terrain.get(), frame.retail.world.get());
  }
  vkCmdEndRendering(frame.commands);
  depth_to_table(frame, targets.depth.image);
  gpu::record_transition(frame.commands, targets.color.image,
                         {.from = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                          .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                          .before = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                          .written = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
                          .after = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                          .used = VK_ACCESS_2_SHADER_SAMPLED_READ_BIT});
}

}  // namespace rpcts::reference
