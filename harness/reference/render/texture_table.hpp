#pragma once

// The table of sampled textures (set 2): which slot holds what.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/gpu/image.hpp"
#include "harness/gpu/layout.hpp"

namespace rpcts::reference {

/// The samplers of the table. Packs have none of their own (D.8).
struct Samplers {
  gpu::Owned<VkSampler> linear_clamp;    ///< world colour and the colour targets of packs
  gpu::Owned<VkSampler> nearest_clamp;   ///< depth and normals
  gpu::Owned<VkSampler> nearest_repeat;  ///< textures of the scene
  [[nodiscard]] static Result<Samplers> create(const gpu::Device& device);
};

class TextureTable;

/// Whose texture stands in a slot.
enum class SlotOwner : std::uint8_t { nobody, host, pack };

/// A slot that is taken until this is gone. That must not be before the last frame that may sample it is
/// done.
class TableSlot {
 public:
  TableSlot(TextureTable* table, std::uint32_t number) : table_(table), number_(number) {}
  TableSlot(TableSlot&& other) noexcept
      : table_(std::exchange(other.table_, nullptr)), number_(other.number_) {}
  TableSlot& operator=(TableSlot&& other) = delete;
  TableSlot(const TableSlot&) = delete;
  TableSlot& operator=(const TableSlot&) = delete;
  ~TableSlot();

  [[nodiscard]] std::uint32_t number() const { return number_; }

 private:
  TextureTable* table_;
  std::uint32_t number_;
};

/// Slot 0 holds a white texel for its whole life. Must outlive its slots.
class TextureTable {
 public:
  static constexpr std::uint32_t white = 0;

  [[nodiscard]] static Result<std::unique_ptr<TextureTable>> create(const gpu::Device& device,
                                                                    const gpu::PipelineLayout& retail,
                                                                    const Samplers& samplers);

  /// The lowest free slot, now with `image`. Error `failed`: the table is full.
  [[nodiscard]] Result<TableSlot> add(const gpu::Image& image, VkSampler sampler, SlotOwner owner);

  /// Slots that `owner` has.
  [[nodiscard]] std::uint32_t count(SlotOwner owner) const;

  [[nodiscard]] VkDescriptorSet set() const { return set_->handle(); }
  [[nodiscard]] std::uint64_t write_count() const { return set_->write_count(); }

 private:
  friend class TableSlot;
  TextureTable() = default;

  std::optional<gpu::Image> white_texel_;
  std::optional<gpu::DescriptorSet> set_;
  std::vector<SlotOwner> owners_;  ///< by slot
};

}  // namespace rpcts::reference
