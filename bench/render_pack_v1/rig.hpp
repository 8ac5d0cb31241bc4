#pragma once

// The parts of the reference renderer that benchmarks drive by themselves: a device, the retail path, scenes
// and runtimes of packs. Nothing is submitted unless a case does it.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/gpu/instance.hpp"
#include "harness/reference/render/flights.hpp"
#include "harness/reference/render/pack_runtime.hpp"
#include "harness/reference/render/pipelines.hpp"
#include "harness/reference/render/record.hpp"
#include "harness/reference/render/scene.hpp"
#include "harness/reference/render/world_targets.hpp"

namespace rpcts::bench {

/// Used by one thread; what is made with it goes before it.
class Rig {
 public:
  /// `device` as choose_device() takes it. Without the validation layer: its cost is not the frame's.
  [[nodiscard]] static Result<std::unique_ptr<Rig>> open(const std::string& device);

  [[nodiscard]] const gpu::Device& device() const { return *device_; }
  [[nodiscard]] VkPhysicalDevice physical() const { return physical_; }
  [[nodiscard]] const gpu::PipelineLayout& retail_layout() const { return *retail_layout_; }
  [[nodiscard]] reference::PackContext context(std::uint32_t flights) const;

  /// The scene with so many boxes; the last one asked for is kept.
  [[nodiscard]] Result<std::shared_ptr<reference::Scene>> scene(std::uint32_t boxes);
  /// `passes` fullscreen passes, and no shadow.
  [[nodiscard]] Result<std::shared_ptr<reference::PackRuntime>> passes_runtime(std::uint32_t passes,
                                                                               std::uint32_t flights) const;
  /// Cascades of 1,024 x 1,024 texels. Error `unsupported`: multiview that the device lacks.
  [[nodiscard]] Result<std::shared_ptr<reference::PackRuntime>> shadow_runtime(std::uint32_t cascades,
                                                                               bool multiview) const;
  /// What recording refers to; `values`, `scene` and `runtime` must outlive it.
  [[nodiscard]] reference::FrameRecord record(VkCommandBuffer commands, const reference::Flight& flight,
                                              std::uint32_t flight_number,
                                              const reference::FrameValues& values,
                                              const reference::Scene& scene,
                                              reference::PackRuntime* runtime) const;

 private:
  Rig() = default;
  Result<void> make(const std::string& device);

  std::optional<gpu::Instance> instance_;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  std::optional<gpu::Device> device_;
  std::optional<reference::Samplers> samplers_;
  std::optional<gpu::PipelineLayout> retail_layout_;
  std::shared_ptr<const gpu::PipelineLayout> pack_layout_;
  std::optional<reference::RetailPipelines> pipelines_;
  std::unique_ptr<reference::TextureTable> table_;
  std::unique_ptr<reference::WorldTargets> targets_;
  std::uint32_t boxes_ = 0;
  std::shared_ptr<reference::Scene> scene_;
};

}  // namespace rpcts::bench
