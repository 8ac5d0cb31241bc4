#pragma once

// Lines and columns of a text.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rpcts {

struct LinePosition {
  std::uint32_t line = 1;    ///< 1-based; a line ends with U+000A
  std::uint32_t column = 1;  ///< 1-based, in Unicode code points, as an editor counts

  friend auto operator<=>(const LinePosition&, const LinePosition&) = default;
};

/// Finds the line and column of an offset in logarithmic time, whatever the length of the lines. `text` need
/// not outlive the index.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text) : blocks_(text.size() / block_bytes + 1) {
    std::uint32_t before = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      Block& block = blocks_[at / block_bytes];
      if (at % block_bytes == 0) {
        block.before = before;
      }
      if (text[at] == '\n') {
        starts_.push_back(static_cast<std::uint32_t>(at + 1));
      } else if ((static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80) {
        block.continued |= std::uint64_t{1} << at % block_bytes;
        ++before;
      }
    }
    if (text.size() % block_bytes == 0) {
      blocks_.back().before = before;
    }
  }

  /// The end of the text is a position too.
  [[nodiscard]] LinePosition at(std::size_t offset) const {
    const auto next = std::ranges::upper_bound(starts_, offset);
    const std::size_t start = *(next - 1);
    return {static_cast<std::uint32_t>(next - starts_.begin()),
            static_cast<std::uint32_t>(offset - start - (continued_before(offset) - continued_before(start)) +
                                       1)};
  }

 private:
  static constexpr std::size_t block_bytes = 64;

  /// Which bytes of a block continue a UTF-8 character, and how many do before it.
  struct Block {
    std::uint64_t continued = 0;
    std::uint32_t before = 0;
  };

  [[nodiscard]] std::size_t continued_before(std::size_t offset) const {
    const Block& block = blocks_[offset / block_bytes];
    const std::uint64_t lower = (std::uint64_t{1} << offset % block_bytes) - 1;
    return block.before + static_cast<std::size_t>(std::popcount(block.continued & lower));
  }

  std::vector<std::uint32_t> starts_{0};  ///< offset of each line; the text is below 4 GiB
  std::vector<Block> blocks_;
};

}  // namespace rpcts
