#include "conformance/render_pack_v1/probe_layout.hpp"

#include <bit>

namespace rpcts::render_pack_v1 {
namespace {

using implementation::Picture;

constexpr std::uint32_t column_width = 16;

/// `count` words from word `from` of a column of sixteen pixels.
Words words_at(const Picture& picture, std::uint32_t column, std::uint32_t from, std::uint32_t count) {
  Words words;
  for (std::uint32_t i = from; i < from + count; ++i) {
    const auto bytes = picture.at(column * column_width + i % column_width, i / column_width);
    std::uint32_t word = 0;
    for (std::size_t b = 0; b < 4; ++b) {
      word |= std::uint32_t{bytes[b]} << (8 * b);
    }
    words.push_back(word);
  }
  return words;
}

PassWords blur_words(const Picture& picture, std::uint32_t from) {
  return {.frame = words_at(picture, 1, from, 40),
          .params = words_at(picture, 1, from + 40, 16),
          .push = words_at(picture, 1, from + 56, 24),
          .sizes = words_at(picture, 1, from + 80, 1)};
}

}  // namespace

FullGraphWords full_graph_words(const Picture& picture, bool fused) {
  FullGraphWords words;
  words.filmic = {.frame = words_at(picture, 0, 0, 40),
                  .params = words_at(picture, 0, 40, 16),
                  .settings = words_at(picture, 0, 56, 64),
                  .push = words_at(picture, 0, 120, 24),
                  .sizes = words_at(picture, 0, 144, 4)};
  const std::uint32_t rays = fused ? 1 : 2;
  const std::uint32_t shafts = fused ? 2 : 3;
  words.has_shafts = words.filmic.sizes[shafts] != 0;
  words.rays = {.frame = words_at(picture, rays, 0, 40),
                .params = words_at(picture, rays, 40, 16),
                .settings = words_at(picture, rays, 160, 64),
                .push = words_at(picture, rays, 56, 24),
                .sizes = words_at(picture, rays, 80, 1)};
  if (words.has_shafts) {
    words.shafts = {.frame = words_at(picture, shafts, 0, 40),
                    .shadow = words_at(picture, shafts, 40, 84),
                    .params = words_at(picture, shafts, 124, 16),
                    .settings = words_at(picture, shafts, 168, 64),
                    .push = words_at(picture, shafts, 140, 24),
                    .sizes = words_at(picture, shafts, 164, 1),
                    .map = words_at(picture, shafts, 165, 2)};
    words.scene_depth = words_at(picture, shafts, 240, 16);
  }
  if (!fused) {
    words.mask = {.frame = words_at(picture, rays, 96, 24),
                  .params = words_at(picture, rays, 120, 16),
                  .push = words_at(picture, rays, 136, 24)};
    words.downsample = {.params = words_at(picture, 1, 0, 16),
                        .push = words_at(picture, 1, 16, 24),
                        .sizes = words_at(picture, 1, 40, 3)};
    words.blur_horizontal = blur_words(picture, 48);
    words.blur_vertical = blur_words(picture, 136);
  }
  return words;
}

CustomWords custom_words(const Picture& picture, bool shadow) {
  CustomWords words;
  words.tone_map = {.frame = words_at(picture, 0, 0, 40),
                    .params = words_at(picture, 0, 124, 16),
                    .settings = words_at(picture, 0, 140, 64),
                    .push = words_at(picture, 0, 204, 24),
                    .sizes = words_at(picture, 0, 228, 4)};
  if (shadow) {
    words.tone_map.shadow = words_at(picture, 0, 40, 84);
    words.tone_map.map = words_at(picture, 0, 232, 2);
    words.map_depths = {words_at(picture, 1, 0, 256), words_at(picture, 2, 0, 256)};
  } else {
    words.middle = {.frame = words_at(picture, 1, 0, 40),
                    .params = words_at(picture, 1, 40, 16),
                    .settings = words_at(picture, 1, 56, 64),
                    .push = words_at(picture, 1, 120, 24),
                    .sizes = words_at(picture, 1, 144, 4)};
  }
  words.scene_depth = words_at(picture, 3, 0, 256);
  return words;
}

SlotWords slot_words(const Picture& picture) {
  SlotWords words{.push = words_at(picture, 0, 0, 24), .sizes = words_at(picture, 0, 24, 4)};
  for (std::uint32_t slot = 0; slot < 4; ++slot) {
    words.texels[slot].resize(64);
    for (std::uint32_t component = 0; component < 4; ++component) {
      const Words values = words_at(picture, component, (2 + 4 * slot) * column_width, 64);
      for (std::size_t i = 0; i < values.size(); ++i) {
        words.texels[slot][i].rgba[component] = std::bit_cast<float>(values[i]);
      }
    }
  }
  return words;
}

PassWords settings_words(const Picture& picture) {
  // Its words run over the whole row of the first column, like all others.
  return {.params = words_at(picture, 0, 0, 16),
          .settings = words_at(picture, 0, 16, 64),
          .push = words_at(picture, 0, 80, 24)};
}

}  // namespace rpcts::render_pack_v1
