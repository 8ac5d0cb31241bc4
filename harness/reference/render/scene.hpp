#pragma once

// The conformance scene on the device: vertices, textures, and set 0 for each flight.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/gpu/buffer.hpp"
#include "harness/gpu/layout.hpp"
#include "harness/implementation/rpcts_adapter.h"
#include "harness/reference/render/layouts.hpp"
#include "harness/reference/render/texture_table.hpp"

namespace rpcts::reference {

/// A batch that draws something.
struct BatchDraw {
  std::int32_t number = 0;  ///< its index among the batches of the scene
  std::uint32_t flags = 0;  ///< RPCTS_BATCH_...
  std::uint32_t first_index = 0;
  std::uint32_t index_count = 0;
  std::uint32_t first_instance = 0;
  std::uint32_t instance_count = 0;
};

class Scene {
 public:
  /// Error `usage`: an index, an instance or a texture that the scene does not have.
  [[nodiscard]] static Result<std::unique_ptr<Scene>> create(const gpu::Device& device,
                                                             const gpu::PipelineLayout& retail,
                                                             TextureTable& table, const Samplers& samplers,
                                                             const rpcts_scene& scene, std::uint32_t flights);

  /// Publishes the transforms that a frame of this flight draws with, world and casters alike (E.9). Error
  /// `usage`: not as many as the scene has instances.
  [[nodiscard]] Result<void> publish_transforms(std::uint32_t flight, std::span<const float> instances);

  [[nodiscard]] VkDescriptorSet storage(std::uint32_t flight) const { return sets_[flight].handle(); }
  /// One for each binding of set 0; none where its descriptors are not dynamic.
  [[nodiscard]] std::span<const std::uint32_t> storage_offsets() const {
    return {offsets_.data(), dynamic_count_};
  }
  [[nodiscard]] std::uint64_t write_count() const;

  [[nodiscard]] std::span<const BatchDraw> batches() const { return batches_; }
  /// Those of batches() that cast shadows, apart by their pipeline.
  [[nodiscard]] std::span<const BatchDraw> opaque_casters() const { return opaque_casters_; }
  [[nodiscard]] std::span<const BatchDraw> cutout_casters() const { return cutout_casters_; }
  [[nodiscard]] VkBuffer terrain_vertices() const { return terrain_vertices_->handle(); }
  [[nodiscard]] VkBuffer terrain_indices() const { return terrain_indices_->handle(); }
  [[nodiscard]] std::uint32_t terrain_index_count() const { return terrain_index_count_; }
  [[nodiscard]] VkBuffer world_vertices() const { return world_vertices_->handle(); }
  [[nodiscard]] VkBuffer world_indices() const { return world_indices_->handle(); }
  [[nodiscard]] std::uint32_t terrain_slot() const { return terrain_slot_; }
  [[nodiscard]] const std::array<float, 3>& ambient() const { return ambient_; }
  [[nodiscard]] const std::array<float, 3>& background() const { return background_; }

 private:
  Scene() = default;
  Result<void> upload_textures(const gpu::Device& device, TextureTable& table, const Samplers& samplers,
                               const rpcts_scene& scene);
  Result<void> upload_vertices(const gpu::Device& device, const rpcts_scene& scene);
  Result<void> make_storage(const gpu::Device& device, const gpu::PipelineLayout& retail,
                            const rpcts_scene& scene, std::uint32_t flights);
  [[nodiscard]] std::uint32_t slot_of(std::uint32_t texture) const;
  void add_batch(const rpcts_batch& batch, std::int32_t number);

  std::array<float, 3> ambient_{};
  std::array<float, 3> background_{};
  std::vector<gpu::Image> textures_;
  std::vector<TableSlot> slots_;
  std::uint32_t terrain_slot_ = TextureTable::white;
  std::optional<gpu::Buffer> terrain_vertices_;
  std::optional<gpu::Buffer> terrain_indices_;
  std::optional<gpu::Buffer> world_vertices_;
  std::optional<gpu::Buffer> world_indices_;
  std::uint32_t terrain_index_count_ = 0;
  std::vector<BatchDraw> batches_;
  std::vector<BatchDraw> opaque_casters_;
  std::vector<BatchDraw> cutout_casters_;
  std::vector<float> instances_;
  std::vector<float> before_;            ///< transforms of the frame before, for a mistake
  std::optional<gpu::Buffer> surface_;   ///< bindings 1 to 9, the same in all flights
  std::vector<gpu::Buffer> transforms_;  ///< binding 0, by flight
  std::array<std::uint32_t, storage_bindings> offsets_{};
  std::size_t dynamic_count_ = 0;
  std::vector<gpu::DescriptorSet> sets_;  ///< set 0, by flight
};

}  // namespace rpcts::reference
