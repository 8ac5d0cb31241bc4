#pragma once

// Lines and columns of a text.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rpcts {

struct LinePosition {
  std::uint32_t line = 1;    ///< 1-based; a line ends with U+000A
  std::uint32_t column = 1;  ///< 1-based, in bytes

  friend auto operator<=>(const LinePosition&, const LinePosition&) = default;
};

/// Finds the line of an offset in logarithmic time. `text` need not outlive the index.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text) {
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
      starts_.push_back(static_cast<std::uint32_t>(at + 1));
    }
  }

  /// The end of the text is a position too.
  [[nodiscard]] LinePosition at(std::size_t offset) const {
    const auto next = std::ranges::upper_bound(starts_, offset);
    return {static_cast<std::uint32_t>(next - starts_.begin()),
            static_cast<std::uint32_t>(offset - *(next - 1) + 1)};
  }

 private:
  std::vector<std::uint32_t> starts_{0};  ///< offset of each line; the text is below 4 GiB
};

}  // namespace rpcts
