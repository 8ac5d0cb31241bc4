#include "bench/render_pack_v1/upload_sets.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "harness/contracts/render_pack_v1/host_blocks.hpp"
#include "harness/gpu/call.hpp"
#include "harness/reference/render/layouts.hpp"
#include "harness/reference/render/record.hpp"

namespace rpcts::bench {
namespace {

using render_pack_v1::AtmosphericFrameBlock;
using render_pack_v1::DirectionalShadowBlock;
using render_pack_v1::PackPassBlock;
using render_pack_v1::PackSettingsBlock;
using render_pack_v1::PushBlock;

/// Bindings 5 to 8 in order.
constexpr std::array<std::size_t, 4> block_bytes{sizeof(AtmosphericFrameBlock),
                                                 sizeof(DirectionalShadowBlock), sizeof(PackPassBlock),
                                                 sizeof(PackSettingsBlock)};
constexpr VkShaderStageFlags stages = reference::push_stages;

std::uint32_t aligned(std::size_t bytes, std::size_t alignment) {
  return static_cast<std::uint32_t>((bytes + alignment - 1) / alignment * alignment);
}

/// What was copied is read by shaders.
void barrier(VkCommandBuffer commands) {
  const VkMemoryBarrier2 memory{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                .srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT,
                                .srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT,
                                .dstStageMask = VK_PIPELINE_STAGE_2_ALL_GRAPHICS_BIT,
                                .dstAccessMask = VK_ACCESS_2_UNIFORM_READ_BIT};
  const VkDependencyInfo info{
      .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &memory};
  vkCmdPipelineBarrier2(commands, &info);
}

}  // namespace

Result<std::shared_ptr<UploadSets>> UploadSets::create(const gpu::Device& device, UploadWay way,
                                                       std::uint32_t passes, std::uint32_t flights) {
  if (way == UploadWay::push_descriptors && !device.extras().push_descriptors) {
    return error(ErrorKind::unsupported, "the device has no VK_KHR_push_descriptor");
  }
  std::shared_ptr<UploadSets> made(new UploadSets(device, way, passes));
  const std::size_t alignment = std::max<std::size_t>(device.limits().minUniformBufferOffsetAlignment, 16);
  made->settings_at_ = aligned(sizeof(DirectionalShadowBlock), alignment);
  made->first_pass_at_ = made->settings_at_ + aligned(sizeof(PackSettingsBlock), alignment);
  made->frame_bytes_ = aligned(sizeof(AtmosphericFrameBlock), alignment);
  made->pass_bytes_ = made->frame_bytes_ + aligned(sizeof(PackPassBlock), alignment);
  made->end_ = made->first_pass_at_ + std::size_t{passes} * made->pass_bytes_;
  if (auto done = made->make_layout(); !done) {
    return std::unexpected(done.error());
  }
  if (auto done = made->make_buffers(flights); !done) {
    return std::unexpected(done.error());
  }
  if (auto done = made->make_pools(flights); !done) {
    return std::unexpected(done.error());
  }
  return made;
}

Result<void> UploadSets::make_layout() {
  const bool dynamic = way_ == UploadWay::update_buffer || way_ == UploadWay::staging;
  const bool pushes = way_ == UploadWay::push_descriptors;
  std::array<VkDescriptorSetLayoutBinding, blocks> bindings{};
  for (std::uint32_t i = 0; i < blocks; ++i) {
    bindings[i] = {.binding = render_pack_v1::atmospheric_frame_binding + i,
                   .descriptorType = dynamic ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC
                                             : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                   .descriptorCount = 1,
                   .stageFlags = stages};
  }
  const VkDescriptorSetLayoutCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
      .flags = pushes
                   ? VkDescriptorSetLayoutCreateFlags{VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR}
                   : 0,
      .bindingCount = blocks,
      .pBindings = bindings.data()};
  const VkDevice device = device_.handle();
  VkDescriptorSetLayout set = VK_NULL_HANDLE;
  if (auto done = gpu::called(vkCreateDescriptorSetLayout(device, &info, nullptr, &set),
                              "vkCreateDescriptorSetLayout");
      !done) {
    return done;
  }
  set_layout_ = {set,
                 [device](VkDescriptorSetLayout old) { vkDestroyDescriptorSetLayout(device, old, nullptr); }};
  constexpr VkPushConstantRange push{.stageFlags = stages, .size = sizeof(PushBlock)};
  const VkPipelineLayoutCreateInfo whole{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1,
                                         .pSetLayouts = &set,
                                         .pushConstantRangeCount = 1,
                                         .pPushConstantRanges = &push};
  VkPipelineLayout layout = VK_NULL_HANDLE;
  if (auto done =
          gpu::called(vkCreatePipelineLayout(device, &whole, nullptr, &layout), "vkCreatePipelineLayout");
      !done) {
    return done;
  }
  layout_ = {layout, [device](VkPipelineLayout old) { vkDestroyPipelineLayout(device, old, nullptr); }};
  return {};
}

Result<void> UploadSets::make_buffers(std::uint32_t flights) {
  for (std::uint32_t i = 0; way_ != UploadWay::update_buffer && i < flights; ++i) {
    auto buffer = gpu::Buffer::create(device_, end_,
                                      VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    if (!buffer) {
      return std::unexpected(buffer.error());
    }
    mapped_.push_back(std::move(*buffer));
  }
  if (way_ != UploadWay::update_buffer && way_ != UploadWay::staging) {
    return {};
  }
  const VkDevice device = device_.handle();
  const VkBufferCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = end_,
      .usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
  VkBuffer buffer = VK_NULL_HANDLE;
  if (auto done = gpu::called(vkCreateBuffer(device, &info, nullptr, &buffer), "vkCreateBuffer"); !done) {
    return done;
  }
  local_ = {buffer, [device](VkBuffer old) { vkDestroyBuffer(device, old, nullptr); }};
  VkMemoryRequirements needs{};
  vkGetBufferMemoryRequirements(device, buffer, &needs);
  auto memory = device_.allocate(needs, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  if (!memory) {
    return std::unexpected(memory.error());
  }
  local_memory_ = std::move(*memory);
  return gpu::called(vkBindBufferMemory(device, buffer, local_memory_.get(), 0), "vkBindBufferMemory");
}

Result<void> UploadSets::make_pools(std::uint32_t flights) {
  if (way_ == UploadWay::push_descriptors) {
    return {};
  }
  const bool stays = way_ != UploadWay::set_per_frame;
  const VkDevice device = device_.handle();
  const std::uint32_t sets = stays ? 1 : passes_;
  const VkDescriptorPoolSize size{
      .type = stays ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
      .descriptorCount = sets * static_cast<std::uint32_t>(blocks)};
  const VkDescriptorPoolCreateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                        .maxSets = sets,
                                        .poolSizeCount = 1,
                                        .pPoolSizes = &size};
  for (std::uint32_t i = 0; i < (stays ? 1 : flights); ++i) {
    VkDescriptorPool pool = VK_NULL_HANDLE;
    if (auto done =
            gpu::called(vkCreateDescriptorPool(device, &info, nullptr, &pool), "vkCreateDescriptorPool");
        !done) {
      return done;
    }
    pools_.emplace_back(pool,
                        [device](VkDescriptorPool old) { vkDestroyDescriptorPool(device, old, nullptr); });
  }
  if (stays) {
    sets_.push_back(allocate(0));
    write(sets_.back(), local_.get(), {}, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC);
  }
  return {};
}

VkDescriptorSet UploadSets::allocate(std::uint32_t pool) const {
  const VkDescriptorSetLayout layout = set_layout_.get();
  const VkDescriptorSetAllocateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .descriptorPool = pools_[pool].get(),
                                         .descriptorSetCount = 1,
                                         .pSetLayouts = &layout};
  VkDescriptorSet set = VK_NULL_HANDLE;
  vkAllocateDescriptorSets(device_.handle(), &info, &set);  // the pool has room for every pass
  return set;
}

namespace {

struct Writes {
  std::array<VkDescriptorBufferInfo, 4> infos{};
  std::array<VkWriteDescriptorSet, 4> list{};
};

void fill(Writes& writes, VkDescriptorSet set, VkBuffer buffer, const std::array<std::uint32_t, 4>& offsets,
          VkDescriptorType type) {
  for (std::uint32_t i = 0; i < writes.list.size(); ++i) {
    writes.infos[i] = {.buffer = buffer, .offset = offsets[i], .range = block_bytes[i]};
    writes.list[i] = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                      .dstSet = set,
                      .dstBinding = render_pack_v1::atmospheric_frame_binding + i,
                      .descriptorCount = 1,
                      .descriptorType = type,
                      .pBufferInfo = &writes.infos[i]};
  }
}

}  // namespace

void UploadSets::write(VkDescriptorSet set, VkBuffer buffer, const std::array<std::uint32_t, blocks>& offsets,
                       VkDescriptorType type) const {
  Writes writes;
  fill(writes, set, buffer, offsets, type);
  vkUpdateDescriptorSets(device_.handle(), blocks, writes.list.data(), 0, nullptr);
}

std::array<std::uint32_t, UploadSets::blocks> UploadSets::offsets(std::uint32_t pass) const {
  const std::uint32_t at = first_pass_at_ + pass * pass_bytes_;
  return {at, shadow_at_, at + frame_bytes_, settings_at_};
}

void UploadSets::put(std::uint32_t flight, const DirectionalShadowBlock& shadow,
                     std::span<const reference::PassValues> values) const {
  std::byte* const to = mapped_[flight].bytes().data();
  std::memcpy(to + shadow_at_, &shadow, sizeof(shadow));
  for (std::uint32_t i = 0; i < passes_; ++i) {
    const auto at = offsets(i);
    std::memcpy(to + at[0], &values[i].frame, sizeof(values[i].frame));
    std::memcpy(to + at[2], &values[i].pass, sizeof(values[i].pass));
  }
}

void UploadSets::update(VkCommandBuffer commands, const DirectionalShadowBlock& shadow,
                        std::span<const reference::PassValues> values) const {
  vkCmdUpdateBuffer(commands, local_.get(), shadow_at_, sizeof(shadow), &shadow);
  for (std::uint32_t i = 0; i < passes_; ++i) {
    const auto at = offsets(i);
    vkCmdUpdateBuffer(commands, local_.get(), at[0], sizeof(values[i].frame), &values[i].frame);
    vkCmdUpdateBuffer(commands, local_.get(), at[2], sizeof(values[i].pass), &values[i].pass);
  }
  barrier(commands);
}

void UploadSets::copy(VkCommandBuffer commands, std::uint32_t flight) const {
  const VkBufferCopy region{.size = end_};
  vkCmdCopyBuffer(commands, mapped_[flight].handle(), local_.get(), 1, &region);
  barrier(commands);
}

void UploadSets::bind(VkCommandBuffer commands, std::uint32_t flight, std::uint32_t pass) const {
  const auto at = offsets(pass);
  if (way_ == UploadWay::push_descriptors) {
    Writes writes;
    fill(writes, VK_NULL_HANDLE, mapped_[flight].handle(), at, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER);
    vkCmdPushDescriptorSetKHR(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_.get(), 0, blocks,
                              writes.list.data());
    return;
  }
  if (way_ == UploadWay::set_per_frame) {
    const VkDescriptorSet set = allocate(flight);
    write(set, mapped_[flight].handle(), at, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_.get(), 0, 1, &set, 0, nullptr);
    return;
  }
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_.get(), 0, 1, sets_.data(),
                          blocks, at.data());
}

void UploadSets::record(VkCommandBuffer commands, std::uint32_t flight, const DirectionalShadowBlock& shadow,
                        std::span<const reference::PassValues> values) const {
  if (way_ == UploadWay::update_buffer) {
    update(commands, shadow, values);
  } else {
    put(flight, shadow, values);
  }
  if (way_ == UploadWay::staging) {
    copy(commands, flight);
  }
  if (way_ == UploadWay::set_per_frame) {
    vkResetDescriptorPool(device_.handle(), pools_[flight].get(), 0);
  }
  const PushBlock push = reference::plain_push(values.front().view_projection);
  for (std::uint32_t pass = 0; pass < passes_; ++pass) {
    bind(commands, flight, pass);
    vkCmdPushConstants(commands, layout_.get(), stages, 0, sizeof(push), &push);
  }
}

}  // namespace rpcts::bench
