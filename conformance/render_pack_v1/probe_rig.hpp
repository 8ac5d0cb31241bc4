#pragma once

// What stands around a probe on the device: the sets 2 and 3 and the push range as a host binds them (D.9),
// filled by the case, and one draw that reads them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/contracts/render_pack_v1/blocks.hpp"
#include "harness/gpu/buffer.hpp"
#include "harness/gpu/device.hpp"
#include "harness/gpu/draw.hpp"
#include "harness/gpu/image.hpp"
#include "harness/gpu/layout.hpp"

namespace rpcts::render_pack_v1 {

/// The two modules of a probe and how they are drawn.
struct Probe {
  std::vector<std::uint32_t> vertex;
  std::vector<std::uint32_t> fragment;
  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  std::uint32_t vertices = 3;
};

/// A probe in the fragment stage, drawn over the whole picture. `data` is the folder of the built fixtures,
/// `name` that of the module without its suffix: "weather_kind.frag". Error `usage`: the file is not there or
/// no SPIR-V.
[[nodiscard]] Result<Probe> load_fragment_probe(const std::filesystem::path& data, const std::string& name);

/// A probe in the vertex stage that draws `points` points.
[[nodiscard]] Result<Probe> load_vertex_probe(const std::filesystem::path& data, const std::string& name,
                                              std::uint32_t points);

/// Slots of the table: the reference's capacity (D.9), or what the device gives.
[[nodiscard]] std::uint32_t table_capacity(const gpu::Device& device);

/// Used by one thread; the device must outlive it.
class ProbeRig {
 public:
  /// Blocks and push words hold their tags (block_words.hpp), as does the memory around each block. With
  /// `table` the texture table exists, table_capacity() slots of which none is filled.
  [[nodiscard]] static Result<ProbeRig> create(const gpu::Device& device, bool table = false);

  /// The memory of a block, `block.size` bytes.
  [[nodiscard]] std::span<std::byte> bytes(const Block& block);

  /// Puts a host struct of host_blocks.hpp into its block.
  template <class Host>
  void fill(const Block& block, const Host& host) {
    static_assert(std::is_trivially_copyable_v<Host>);
    const std::span<std::byte> to = bytes(block);
    std::memcpy(to.data(), &host, std::min(sizeof(Host), to.size()));
  }

  /// Puts a texture into a slot of the table. The image must outlive the rig.
  void put_texture(std::uint32_t slot, const gpu::Image& image);

  /// Draws and reads the picture back.
  [[nodiscard]] Result<std::vector<std::uint32_t>> draw(const Probe& probe, const gpu::PictureShape& picture,
                                                        const std::function<void()>& after_recording = {});

 private:
  ProbeRig(const gpu::Device& device, gpu::PipelineLayout layout, gpu::Buffer uniforms,
           gpu::DescriptorSet uniform_set, gpu::Owned<VkSampler> sampler);

  const gpu::Device* device_;
  gpu::PipelineLayout layout_;
  gpu::Buffer uniforms_;
  gpu::Owned<VkSampler> sampler_;
  gpu::DescriptorSet uniform_set_;
  std::optional<gpu::DescriptorSet> table_;
  std::array<std::byte, push_block.size> push_{};
};

/// A probe from the built fixtures, what is bound while it runs, and the picture that it fills.
struct ProbeRun {
  std::string module;  ///< "weather_kind.frag"; one of the vertex stage draws a point for each pixel of a row
  gpu::PictureShape picture;
  bool table = false;                        ///< whether the texture table is there
  std::function<void(ProbeRig&)> prepare{};  ///< fills the rig; may be empty
  std::function<void(ProbeRig&)>
      after_recording{};  ///< changes it before the draw is submitted; may be empty
};

/// Loads, prepares, draws; the words of the picture.
[[nodiscard]] Result<std::vector<std::uint32_t>> run_probe(const gpu::Device& device,
                                                           const std::filesystem::path& data,
                                                           const ProbeRun& run);

}  // namespace rpcts::render_pack_v1
