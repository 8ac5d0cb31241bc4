#pragma once

// Pipeline layouts and descriptor sets.

#include <cstddef>
#include <cstdint>
#include <vector>
#include <volk.h>

#include "harness/base/result.hpp"
#include "harness/gpu/buffer.hpp"
#include "harness/gpu/device.hpp"
#include "harness/gpu/image.hpp"
#include "harness/gpu/owned.hpp"

namespace rpcts::gpu {

struct BindingShape {
  std::uint32_t binding = 0;
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
  VkShaderStageFlags stages = VK_SHADER_STAGE_FRAGMENT_BIT;
  std::uint32_t count = 1;
  bool table = false;  ///< partially bound, of variable count up to `count`, update after bind, also of
                       ///< slots that no frame in flight uses where the device can
};

struct LayoutShape {
  std::vector<std::vector<BindingShape>> sets;  ///< by set number; an empty one is a set without bindings
  std::uint32_t push_bytes = 0;
  VkShaderStageFlags push_stages = 0;
};

class PipelineLayout {
 public:
  [[nodiscard]] static Result<PipelineLayout> create(const Device& device, LayoutShape shape);

  [[nodiscard]] VkPipelineLayout handle() const { return layout_.get(); }
  [[nodiscard]] const LayoutShape& shape() const { return shape_; }
  [[nodiscard]] VkDescriptorSetLayout set_layout(std::uint32_t set) const { return sets_.at(set).get(); }

 private:
  PipelineLayout() = default;

  LayoutShape shape_;
  std::vector<Owned<VkDescriptorSetLayout>> sets_;
  Owned<VkPipelineLayout> layout_;
};

/// One descriptor set in a pool of its own. What is written into it must outlive it.
class DescriptorSet {
 public:
  /// `table_slots` is the size of the set's table; 0 where it has none.
  [[nodiscard]] static Result<DescriptorSet> create(const Device& device, const PipelineLayout& layout,
                                                    std::uint32_t set, std::uint32_t table_slots = 0);

  /// Points a dynamic uniform binding at `range` bytes of `buffer`.
  void write_uniform(std::uint32_t binding, const Buffer& buffer, std::size_t range) const;

  /// Points a storage binding, dynamic or not as the layout has it, at `range` bytes from `offset` on.
  void write_storage(std::uint32_t binding, const Buffer& buffer, std::size_t offset,
                     std::size_t range) const;

  /// Puts a texture into a slot of a table.
  void write_texture(std::uint32_t binding, std::uint32_t slot, const Image& image, VkSampler sampler) const;

  [[nodiscard]] VkDescriptorSet handle() const { return set_; }

  /// Descriptors written so far.
  [[nodiscard]] std::uint64_t write_count() const { return write_count_; }

 private:
  DescriptorSet() = default;
  void write_buffer(std::uint32_t binding, VkDescriptorType type, const VkDescriptorBufferInfo& info) const;

  VkDevice device_ = VK_NULL_HANDLE;
  Owned<VkDescriptorPool> pool_;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
  std::vector<BindingShape> bindings_;
  mutable std::uint64_t write_count_ = 0;
};

}  // namespace rpcts::gpu
