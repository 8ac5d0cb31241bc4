#pragma once

// Renderer on Vulkan: owns the device and everything on it.

#include <memory>
#include <optional>
#include <vector>

#include "harness/gpu/device.hpp"
#include "harness/gpu/instance.hpp"
#include "harness/reference/render/flights.hpp"
#include "harness/reference/render/pack_runtime.hpp"
#include "harness/reference/render/pipelines.hpp"
#include "harness/reference/render/record.hpp"
#include "harness/reference/render/renderer.hpp"
#include "harness/reference/render/scene.hpp"
#include "harness/reference/render/texture_table.hpp"
#include "harness/reference/render/world_targets.hpp"

namespace rpcts::reference {

/// All runtimes that are on the device, in use or waiting for their fence.
struct PackShelf {
  RetirementQueue queue;
  std::vector<std::shared_ptr<PackRuntime>> in_use;
  std::weak_ptr<const gpu::PipelineLayout> layout;  ///< with set 3; lives as long as a runtime does
  // For counting; what is gone is dropped when something is added.
  std::vector<std::weak_ptr<PackRuntime>> runtimes;
  std::vector<std::weak_ptr<PackTargets>> target_sets;

  void retire(PackRuntime* runtime);
};

/// What the other side holds. Dropping it retires the runtime, also after the renderer is gone.
class RuntimeHandle final : public Runtime {
 public:
  RuntimeHandle(std::weak_ptr<PackShelf> shelf, PackRuntime* runtime)
      : shelf_(std::move(shelf)), runtime_(runtime) {}
  RuntimeHandle(const RuntimeHandle&) = delete;
  RuntimeHandle& operator=(const RuntimeHandle&) = delete;
  ~RuntimeHandle() override;

  [[nodiscard]] std::uint64_t resident_bytes() const override;
  [[nodiscard]] PackRuntime& runtime() const { return *runtime_; }

 private:
  std::weak_ptr<PackShelf> shelf_;
  PackRuntime* runtime_;
};

class VulkanRenderer final : public Renderer {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Renderer>> create(const RendererSetup& setup);
  VulkanRenderer(const VulkanRenderer&) = delete;
  VulkanRenderer& operator=(const VulkanRenderer&) = delete;
  ~VulkanRenderer() override;

  [[nodiscard]] const DeviceFacts& facts() const override { return device_->facts(); }
  [[nodiscard]] Result<void> set_scene(const rpcts_scene& scene) override;
  [[nodiscard]] Result<std::unique_ptr<Runtime>> prepare(const RuntimePlan& plan) override;
  [[nodiscard]] Result<void> replace_targets(Runtime& runtime, std::span<const TargetPlan> targets) override;
  void retire(std::unique_ptr<Runtime> runtime) override { runtime.reset(); }
  [[nodiscard]] Result<void> resize(Size world, Size output) override;
  [[nodiscard]] Result<void> draw(const FrameValues& frame, Runtime* runtime,
                                  std::span<std::uint8_t> picture) override;
  [[nodiscard]] Result<void> finish() override;
  [[nodiscard]] std::vector<std::byte> bound_block(const std::string& pass, int binding) const override;
  [[nodiscard]] rpcts_ledger ledger() const override;
  [[nodiscard]] std::vector<std::string> drain_validation() override;

 private:
  VulkanRenderer() = default;
  Result<void> make_retail_path(const RendererSetup& setup);
  Result<void> check_frame(const FrameValues& frame, const PackRuntime* runtime,
                           std::span<const std::uint8_t> picture) const;
  Result<void> wait_for(std::uint32_t flight);
  /// Records and submits; the picture is copied for the host where `reads`.
  Result<void> draw_on(std::uint32_t flight, const FrameValues& frame, PackRuntime* runtime, bool reads);
  /// A device that may not change a table which frames in flight use must have none in flight.
  [[nodiscard]] Result<void> settle_table();
  [[nodiscard]] std::uint64_t descriptor_writes(const PackRuntime* runtime) const;

  // Destroyed from the last to the first.
  std::optional<gpu::Instance> instance_;
  std::optional<gpu::Device> device_;
  std::optional<Samplers> samplers_;
  std::optional<gpu::PipelineLayout> retail_layout_;
  std::optional<RetailPipelines> pipelines_;
  std::unique_ptr<TextureTable> table_;
  std::shared_ptr<WorldTargets> targets_;
  std::shared_ptr<Scene> scene_;
  std::vector<Flight> flights_;
  std::shared_ptr<PackShelf> shelf_ = std::make_shared<PackShelf>();

  std::uint64_t serial_ = 0;               ///< of the last frame that was submitted
  std::weak_ptr<PackRuntime> last_drawn_;  ///< what the last frame was drawn with; none for retail
  rpcts_ledger last_frame_{};              ///< its frame_ members only
};

}  // namespace rpcts::reference
