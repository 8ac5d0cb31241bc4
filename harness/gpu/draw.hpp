#pragma once

// One draw into a picture of 32-bit words, and what is in the picture afterwards.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>
#include <volk.h>

#include "harness/base/result.hpp"
#include "harness/gpu/device.hpp"
#include "harness/gpu/layout.hpp"

namespace rpcts::gpu {

/// Clear value of a picture: what a pixel holds that no draw wrote.
inline constexpr std::uint32_t unwritten_word = 0xC1EA4ED0;

struct PictureShape {
  std::uint32_t width = 1;  ///< pixels
  std::uint32_t height = 1;
  std::uint32_t layers = 1;
  std::uint32_t view_mask = 0;  ///< as that of the pipeline; 0 draws into layer 0
};

struct Draw {
  VkPipeline pipeline = VK_NULL_HANDLE;
  const PipelineLayout* layout = nullptr;
  std::span<const VkDescriptorSet> sets;           ///< from set 0 on; a null one is left unbound
  std::span<const std::uint32_t> dynamic_offsets;  ///< in order of set and binding
  std::span<const std::byte> push;                 ///< the whole push range of the layout; empty = none
  std::uint32_t vertices = 3;
  /// Runs after everything is recorded and before it is submitted; may be empty.
  std::function<void()> after_recording;
};

/// Draws into a new R32_UINT picture, viewport of negative height (D.8), and reads it back: layer after
/// layer, rows from the top.
[[nodiscard]] Result<std::vector<std::uint32_t>> draw_words(const Device& device, const PictureShape& picture,
                                                            const Draw& draw);

}  // namespace rpcts::gpu
