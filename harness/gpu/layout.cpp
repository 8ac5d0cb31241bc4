#include "harness/gpu/layout.hpp"

#include <algorithm>

#include "harness/gpu/call.hpp"

namespace rpcts::gpu {
namespace {

constexpr VkDescriptorBindingFlags table_flags = VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT |
                                                 VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT |
                                                 VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT;

bool has_table(const std::vector<BindingShape>& bindings) {
  return std::ranges::any_of(bindings, &BindingShape::table);
}

Result<Owned<VkDescriptorSetLayout>> make_set_layout(const Device& owner,
                                                     const std::vector<BindingShape>& shapes) {
  const VkDevice device = owner.handle();
  const VkDescriptorBindingFlags of_table =
      table_flags | (owner.facts().update_unused_while_pending
                         ? VkDescriptorBindingFlags{VK_DESCRIPTOR_BINDING_UPDATE_UNUSED_WHILE_PENDING_BIT}
                         : 0);
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  std::vector<VkDescriptorBindingFlags> flags;
  for (const BindingShape& shape : shapes) {
    bindings.push_back({.binding = shape.binding,
                        .descriptorType = shape.type,
                        .descriptorCount = shape.count,
                        .stageFlags = shape.stages});
    flags.push_back(shape.table ? of_table : 0);
  }
  const bool table = has_table(shapes);
  const VkDescriptorSetLayoutBindingFlagsCreateInfo flags_info{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO,
      .bindingCount = static_cast<std::uint32_t>(flags.size()),
      .pBindingFlags = flags.data()};
  const VkDescriptorSetLayoutCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
      .pNext = table ? &flags_info : nullptr,
      .flags =
          table ? VkDescriptorSetLayoutCreateFlags{VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT}
                : 0,
      .bindingCount = static_cast<std::uint32_t>(bindings.size()),
      .pBindings = bindings.data()};
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  if (auto done =
          called(vkCreateDescriptorSetLayout(device, &info, nullptr, &layout), "vkCreateDescriptorSetLayout");
      !done) {
    return std::unexpected(done.error());
  }
  return Owned<VkDescriptorSetLayout>(
      layout, [device](VkDescriptorSetLayout old) { vkDestroyDescriptorSetLayout(device, old, nullptr); });
}

}  // namespace

Result<PipelineLayout> PipelineLayout::create(const Device& device, LayoutShape shape) {
  PipelineLayout made;
  std::vector<VkDescriptorSetLayout> handles;
  for (const std::vector<BindingShape>& bindings : shape.sets) {
    Result<Owned<VkDescriptorSetLayout>> set = make_set_layout(device, bindings);
    if (!set) {
      return std::unexpected(set.error());
    }
    handles.push_back(set->get());
    made.sets_.push_back(std::move(*set));
  }
  const VkPushConstantRange push{.stageFlags = shape.push_stages, .size = shape.push_bytes};
  const VkPipelineLayoutCreateInfo info{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                        .setLayoutCount = static_cast<std::uint32_t>(handles.size()),
                                        .pSetLayouts = handles.data(),
                                        .pushConstantRangeCount = shape.push_bytes > 0 ? 1U : 0U,
                                        .pPushConstantRanges = &push};
  VkPipelineLayout layout = VK_NULL_HANDLE;
  const VkDevice handle = device.handle();
  if (auto done = called(vkCreatePipelineLayout(handle, &info, nullptr, &layout), "vkCreatePipelineLayout");
      !done) {
    return std::unexpected(done.error());
  }
  made.layout_ = {layout, [handle](VkPipelineLayout old) { vkDestroyPipelineLayout(handle, old, nullptr); }};
  made.shape_ = std::move(shape);
  return made;
}

Result<DescriptorSet> DescriptorSet::create(const Device& device, const PipelineLayout& layout,
                                            std::uint32_t set, std::uint32_t table_slots) {
  const std::vector<BindingShape>& bindings = layout.shape().sets.at(set);
  const bool table = has_table(bindings);
  std::vector<VkDescriptorPoolSize> sizes;
  sizes.reserve(bindings.size());
  for (const BindingShape& binding : bindings) {
    sizes.push_back({.type = binding.type, .descriptorCount = binding.table ? table_slots : binding.count});
  }
  const VkDescriptorPoolCreateInfo pool_info{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
      .flags = table ? VkDescriptorPoolCreateFlags{VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT} : 0,
      .maxSets = 1,
      .poolSizeCount = static_cast<std::uint32_t>(sizes.size()),
      .pPoolSizes = sizes.data()};
  const VkDevice handle = device.handle();
  VkDescriptorPool pool = VK_NULL_HANDLE;
  if (auto done =
          called(vkCreateDescriptorPool(handle, &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
      !done) {
    return std::unexpected(done.error());
  }
  DescriptorSet made;
  made.device_ = handle;
  made.bindings_ = bindings;
  made.pool_ = {pool, [handle](VkDescriptorPool old) { vkDestroyDescriptorPool(handle, old, nullptr); }};

  const VkDescriptorSetVariableDescriptorCountAllocateInfo counts{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO,
      .descriptorSetCount = 1,
      .pDescriptorCounts = &table_slots};
  const VkDescriptorSetLayout set_layout = layout.set_layout(set);
  const VkDescriptorSetAllocateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .pNext = table ? &counts : nullptr,
                                         .descriptorPool = pool,
                                         .descriptorSetCount = 1,
                                         .pSetLayouts = &set_layout};
  if (auto done = called(vkAllocateDescriptorSets(handle, &info, &made.set_), "vkAllocateDescriptorSets");
      !done) {
    return std::unexpected(done.error());
  }
  return made;
}

void DescriptorSet::write_uniform(std::uint32_t binding, const Buffer& buffer, std::size_t range) const {
  write_buffer(binding, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
               {.buffer = buffer.handle(), .range = range});
}

void DescriptorSet::write_storage(std::uint32_t binding, const Buffer& buffer, std::size_t offset,
                                  std::size_t range) const {
  const auto shape = std::ranges::find(bindings_, binding, &BindingShape::binding);
  write_buffer(binding, shape != bindings_.end() ? shape->type : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
               {.buffer = buffer.handle(), .offset = offset, .range = range});
}

void DescriptorSet::write_buffer(std::uint32_t binding, VkDescriptorType type,
                                 const VkDescriptorBufferInfo& info) const {
  const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                   .dstSet = set_,
                                   .dstBinding = binding,
                                   .descriptorCount = 1,
                                   .descriptorType = type,
                                   .pBufferInfo = &info};
  vkUpdateDescriptorSets(device_, 1, &write, 0, nullptr);
  ++write_count_;
}

void DescriptorSet::write_texture(std::uint32_t binding, std::uint32_t slot, const Image& image,
                                  VkSampler sampler) const {
  const VkDescriptorImageInfo info{
      .sampler = sampler, .imageView = image.view(), .imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
  const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                   .dstSet = set_,
                                   .dstBinding = binding,
                                   .dstArrayElement = slot,
                                   .descriptorCount = 1,
                                   .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                   .pImageInfo = &info};
  vkUpdateDescriptorSets(device_, 1, &write, 0, nullptr);
  ++write_count_;
}

}  // namespace rpcts::gpu
