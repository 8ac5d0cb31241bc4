#pragma once

// Frames in flight, and what is kept until they are done.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/gpu/buffer.hpp"
#include "harness/gpu/layout.hpp"
#include "harness/reference/render/scene_blocks.hpp"

namespace rpcts::reference {

/// What was taken out of use, until the last frame that used it is done (RP-LIFE-040).
class RetirementQueue {
 public:
  /// `serial` is that of the last frame that used `thing`; 0 = none did.
  void add(std::uint64_t serial, std::shared_ptr<void> thing);
  /// Frame `serial` and all before it are done.
  void complete(std::uint64_t serial);
  [[nodiscard]] std::uint64_t completed() const { return completed_; }

 private:
  struct Entry {
    std::uint64_t serial;
    std::shared_ptr<void> thing;
  };
  std::uint64_t completed_ = 0;
  std::vector<Entry> waiting_;
};

/// One flight slot: its recording, its fence, and set 1 with a ring of its own. What belongs to a scene or to
/// a pack has its part for each flight there.
class Flight {
 public:
  [[nodiscard]] static Result<Flight> create(const gpu::Device& device, const gpu::PipelineLayout& retail);

  /// Waits until the frame that used this slot is done, and begins to record. Gives that frame's serial, 0
  /// when there was none. After an Error the frame still counts as under way, and waiting again is right.
  [[nodiscard]] Result<std::uint64_t> wait(const gpu::Device& device);
  /// After an Error of begin() or submit() nothing was submitted, and begin() starts afresh.
  [[nodiscard]] Result<VkCommandBuffer> begin(const gpu::Device& device);
  [[nodiscard]] Result<void> submit(const gpu::Device& device, std::uint64_t serial);

  void publish(const SceneLighting& lighting) const;

  [[nodiscard]] VkDescriptorSet uniforms() const { return uniforms_->handle(); }
  [[nodiscard]] std::span<const std::uint32_t> uniform_offsets() const { return offsets_; }
  [[nodiscard]] std::uint64_t write_count() const { return uniforms_->write_count(); }

 private:
  Flight() = default;

  gpu::Owned<VkCommandPool> pool_;  // frees the recording
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  gpu::Owned<VkFence> fence_;
  std::uint64_t pending_ = 0;  ///< serial that the fence stands for; 0 = none
  std::optional<gpu::Buffer> buffer_;
  std::array<std::uint32_t, 4> offsets_{};
  std::optional<gpu::DescriptorSet> uniforms_;  ///< set 1
};

}  // namespace rpcts::reference
