#pragma once

// Where the probe shaders (fixtures/render_pack_v1/probe_packs) leave each word, and how it is read from a
// picture.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/implementation/implementation.hpp"

namespace rpcts::render_pack_v1 {

using Words = std::vector<std::uint32_t>;

/// What a pass read; empty where it may not read the block.
struct PassWords {
  Words frame;     ///< 40; the mask's pass leaves 24
  Words shadow;    ///< 84
  Words params;    ///< 16
  Words settings;  ///< 64
  Words push;      ///< 24
  Words sizes;     ///< width and height, 16 bits each, of the textures in the first slots; 0 = sentinel
  Words map;       ///< size as above and layers of the map in binding 6's slot
};

struct FullGraphWords {
  PassWords mask;  ///< not of a fused graph
  PassWords rays;
  PassWords shafts;  ///< only of a frame with shafts
  PassWords downsample;
  PassWords blur_horizontal;
  PassWords blur_vertical;
  PassWords filmic;
  Words scene_depth;        ///< 16 floats, texels (4 i + 1, 40) of what VolumetricShafts has in A
  bool has_shafts = false;  ///< whether FilmicComposite's slot of the shafts has a texture
};

struct CustomWords {
  PassWords tone_map;
  PassWords middle;                 ///< of a custom pack
  std::array<Words, 2> map_depths;  ///< 16 x 16 floats of the first two cascades, of a shadow-only pack
  Words scene_depth;                ///< 16 x 16 floats
};

/// A picture of at least 64 x 64.
[[nodiscard]] FullGraphWords full_graph_words(const implementation::Picture& picture, bool fused);
[[nodiscard]] CustomWords custom_words(const implementation::Picture& picture, bool shadow);

/// The slot probe: 24 push words, 4 sizes, and of each slot 64 texels of four floats.
struct SlotTexel {
  std::array<float, 4> rgba{};
};
struct SlotWords {
  Words push;
  Words sizes;
  std::array<std::vector<SlotTexel>, 4> texels;  ///< 16 columns, 4 rows
};
[[nodiscard]] SlotWords slot_words(const implementation::Picture& picture);

/// The pass without inputs: 16, 64 and 24 words.
[[nodiscard]] PassWords settings_words(const implementation::Picture& picture);

}  // namespace rpcts::render_pack_v1
