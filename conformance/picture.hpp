#pragma once

// Comparing a picture with the one that is expected, and keeping both where they differ.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/implementation/implementation.hpp"

namespace rpcts {

using implementation::Picture;

/// How far two pictures are apart. Colours only: alpha does not count.
struct PictureDistance {
  unsigned largest = 0;        ///< largest difference of a channel, 0 to 255
  double differing_share = 0;  ///< share of the pixels with a channel that differs by more than `small`
  double structure = 1;        ///< mean structural similarity of the luminance, 1 = the same
  std::uint32_t x = 0;         ///< where the largest difference is, from the left
  std::uint32_t y = 0;         ///< from the top
};

/// What is accepted, with the reason in the case that states it.
struct PictureTolerance {
  unsigned largest = 0;        ///< of PictureDistance::largest
  unsigned small = 0;          ///< a difference that no share counts
  double differing_share = 0;  ///< of PictureDistance::differing_share
  double structure = 1;        ///< at least this
};

/// Both pictures have the same size. Structural similarity is that of Wang et al. (2004) over windows of 8 by
/// 8 pixels in steps of 4, with the usual constants (0.01, 0.03, range 255); smaller pictures are one window.
[[nodiscard]] PictureDistance compare(const Picture& actual, const Picture& expected, unsigned small = 0);

/// Empty when it is within the tolerance; else what is out of it and where.
[[nodiscard]] std::string out_of_tolerance(const PictureDistance& distance,
                                           const PictureTolerance& tolerance);

/// Each channel's difference, times a factor that makes the largest one white; alpha is opaque.
[[nodiscard]] Picture difference(const Picture& actual, const Picture& expected);

/// Reads an 8-bit PNG as RGBA8, without any conversion of colours. ErrorKind::failed names the file.
[[nodiscard]] Result<Picture> read_png(const std::filesystem::path& path);
/// Writes an RGBA8 PNG; makes the folder. ErrorKind::failed names the file.
[[nodiscard]] Result<void> write_png(const std::filesystem::path& path, const Picture& picture);

}  // namespace rpcts
