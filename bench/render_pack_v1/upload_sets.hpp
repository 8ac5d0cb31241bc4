#pragma once

// Ways to hand a pass its blocks that the reference does not take, each as an engine would write it.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "harness/gpu/buffer.hpp"
#include "harness/gpu/device.hpp"
#include "harness/reference/render/renderer.hpp"

namespace rpcts::bench {

enum class UploadWay : std::uint8_t {
  update_buffer,     ///< vkCmdUpdateBuffer into one buffer, dynamic offsets
  staging,           ///< one copy from mapped memory into one buffer, dynamic offsets
  push_descriptors,  ///< a mapped ring, its ranges pushed for each pass
  set_per_frame,     ///< a mapped ring, a set for each pass allocated and written in each frame
};

class UploadSets {
 public:
  /// Error `unsupported`: push descriptors that the device lacks.
  [[nodiscard]] static Result<std::shared_ptr<UploadSets>> create(const gpu::Device& device, UploadWay way,
                                                                  std::uint32_t passes,
                                                                  std::uint32_t flights);

  /// Writes the blocks of a frame and records what makes each pass see them, with its push words.
  void record(VkCommandBuffer commands, std::uint32_t flight,
              const render_pack_v1::DirectionalShadowBlock& shadow,
              std::span<const reference::PassValues> values) const;

 private:
  static constexpr std::size_t blocks = 4;

  UploadSets(const gpu::Device& device, UploadWay way, std::uint32_t passes)
      : device_(device), way_(way), passes_(passes) {}
  Result<void> make_layout();
  Result<void> make_buffers(std::uint32_t flights);
  Result<void> make_pools(std::uint32_t flights);
  [[nodiscard]] VkDescriptorSet allocate(std::uint32_t pool) const;
  void write(VkDescriptorSet set, VkBuffer buffer, const std::array<std::uint32_t, blocks>& offsets,
             VkDescriptorType type) const;
  void put(std::uint32_t flight, const render_pack_v1::DirectionalShadowBlock& shadow,
           std::span<const reference::PassValues> values) const;
  void update(VkCommandBuffer commands, const render_pack_v1::DirectionalShadowBlock& shadow,
              std::span<const reference::PassValues> values) const;
  void copy(VkCommandBuffer commands, std::uint32_t flight) const;
  void bind(VkCommandBuffer commands, std::uint32_t flight, std::uint32_t pass) const;
  [[nodiscard]] std::array<std::uint32_t, blocks> offsets(std::uint32_t pass) const;

  const gpu::Device& device_;
  UploadWay way_;
  std::uint32_t passes_;
  std::uint32_t shadow_at_ = 0;
  std::uint32_t settings_at_ = 0;
  std::uint32_t first_pass_at_ = 0;
  std::uint32_t frame_bytes_ = 0;  ///< of one pass, aligned
  std::uint32_t pass_bytes_ = 0;
  std::size_t end_ = 0;
  gpu::Owned<VkDescriptorSetLayout> set_layout_;
  gpu::Owned<VkPipelineLayout> layout_;
  std::vector<gpu::Owned<VkDescriptorPool>> pools_;  ///< by flight; one where sets stay
  std::vector<VkDescriptorSet> sets_;                ///< by buffer, where they stay
  std::vector<gpu::Buffer> mapped_;                  ///< by flight; none for update_buffer
  gpu::Owned<VkDeviceMemory> local_memory_;
  gpu::Owned<VkBuffer> local_;  ///< where a copy or an update goes
};

}  // namespace rpcts::bench
