#pragma once

// Everything on the device that belongs to one activation of a pack.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/gpu/buffer.hpp"
#include "harness/gpu/layout.hpp"
#include "harness/reference/mistakes/slowdown.hpp"
#include "harness/reference/render/pack_targets.hpp"
#include "harness/reference/render/renderer.hpp"

namespace rpcts::reference {

/// What a runtime is made with; everything outlives it.
struct PackContext {
  const gpu::Device& device;
  TextureTable& table;
  const Samplers& samplers;
  std::shared_ptr<const gpu::PipelineLayout> layout;  ///< sets 0 to 3; lives as long as a runtime does
  std::uint32_t flights = 1;
};

/// Where the blocks of set 3 stand in the buffer of a flight: dynamic offsets for bindings 5 to 8, in order.
using PackOffsets = std::array<std::uint32_t, 4>;

struct PackPassRecord {
  std::string id;
  render_pack_v1::RenderPassHook hook = render_pack_v1::RenderPassHook::AtmosphereBeforeToneMap;
  std::array<SlotSource, render_pack_v1::sampled_inputs_per_pass> slots{};
  std::optional<std::size_t> write;
  gpu::Owned<VkPipeline> pipeline;
  PackOffsets offsets{};

  // Of the last frame.
  bool recorded = false;
  render_pack_v1::PushBlock push;
};

/// Of the layered depth pass and its pipelines.
[[nodiscard]] std::uint32_t multiview_mask();

struct PackShadow {
  std::size_t target = 0;
  std::uint32_t cascades = 0;
  bool multiview = false;
  gpu::Owned<VkPipeline> terrain_caster;
  gpu::Owned<VkPipeline> opaque_caster;
  gpu::Owned<VkPipeline> cutout_caster;
  gpu::Owned<VkPipeline> terrain_receiver;
  gpu::Owned<VkPipeline> world_receiver;
};

class PackRuntime {
 public:
  /// Modules first, then pipelines, targets and buffers (RP-LIFE-013). An Error names the pass, the variant
  /// or the target and what failed; nothing remains.
  [[nodiscard]] static Result<std::unique_ptr<PackRuntime>> create(const PackContext& context,
                                                                   const RuntimePlan& plan);

  /// Puts the values of a frame into the buffer of its flight. `passes` has one entry for each pass.
  void publish(std::uint32_t flight, const render_pack_v1::DirectionalShadowBlock& shadow,
               std::span<const PassValues> passes);

  /// Error `usage`: not the same targets at other sizes.
  [[nodiscard]] Result<void> check_replacement(std::span<const TargetPlan> plans) const;

  [[nodiscard]] const gpu::PipelineLayout& layout() const { return *layout_; }
  [[nodiscard]] VkDescriptorSet set(std::uint32_t flight) const { return sets_[flight].handle(); }
  [[nodiscard]] const PackOffsets& mesh_offsets() const { return mesh_offsets_; }
  [[nodiscard]] bool samples_normals() const { return samples_normals_; }
  [[nodiscard]] std::uint32_t pipeline_count() const;
  [[nodiscard]] std::uint32_t buffer_count() const { return static_cast<std::uint32_t>(buffers_.size()); }
  [[nodiscard]] std::uint32_t set_count() const { return static_cast<std::uint32_t>(sets_.size()); }
  [[nodiscard]] std::uint64_t buffer_bytes() const;
  [[nodiscard]] std::uint64_t write_count() const;

  /// What is bound at `binding` (5 to 8) for a pass, as it lies in the memory of the last frame's flight.
  [[nodiscard]] std::vector<std::byte> block(const PackPassRecord& pass, std::uint32_t binding) const;

  std::vector<PackPassRecord> passes;
  std::optional<PackShadow> shadow;
  std::shared_ptr<PackTargets> targets;
  std::uint64_t last_serial = 0;  ///< of the last frame that used it; 0 = none
  std::uint32_t last_flight = 0;

 private:
  PackRuntime() = default;
  Result<void> make_passes(const PackContext& context, const RuntimePlan& plan);
  Result<void> make_shadow(const PackContext& context, const ShadowPlan& plan);
  Result<void> make_blocks(const PackContext& context, const RuntimePlan& plan);

  std::shared_ptr<const gpu::PipelineLayout> layout_;
  bool samples_normals_ = false;
  Slowdown slowdown_;
  /// Of each pass, apart from what recording needs: publishing goes through all of them in each frame.
  struct Place {
    std::uint32_t frame;
    std::uint32_t pass;
  };
  std::vector<Place> places_;
  PackOffsets mesh_offsets_{};            ///< of casters and receivers: frame and pass are zero there
  std::vector<gpu::Buffer> buffers_;      ///< by flight
  std::vector<gpu::DescriptorSet> sets_;  ///< by flight
};

}  // namespace rpcts::reference
