#include "conformance/picture.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <png.h>
#include <system_error>

namespace rpcts {
namespace {

constexpr std::size_t channels = 4;
constexpr std::size_t colours = 3;

unsigned channel_difference(std::span<const std::uint8_t, channels> a,
                            std::span<const std::uint8_t, channels> b) {
  unsigned largest = 0;
  for (std::size_t i = 0; i < colours; ++i) {
    largest = std::max(largest, static_cast<unsigned>(std::abs(int{a[i]} - int{b[i]})));
  }
  return largest;
}

double luminance(std::span<const std::uint8_t, channels> pixel) {
  return 0.2126 * pixel[0] + 0.7152 * pixel[1] + 0.0722 * pixel[2];
}

/// A rectangle of pixels.
struct Window {
  std::uint32_t x;
  std::uint32_t y;
  std::uint32_t width;
  std::uint32_t height;
};

double similarity(const Picture& a, const Picture& b, const Window& window) {
  double sum_a = 0;
  double sum_b = 0;
  double sum_aa = 0;
  double sum_bb = 0;
  double sum_ab = 0;
  for (std::uint32_t y = window.y; y < window.y + window.height; ++y) {
    for (std::uint32_t x = window.x; x < window.x + window.width; ++x) {
      const double of_a = luminance(a.at(x, y));
      const double of_b = luminance(b.at(x, y));
      sum_a += of_a;
      sum_b += of_b;
      sum_aa += of_a * of_a;
      sum_bb += of_b * of_b;
      sum_ab += of_a * of_b;
    }
  }
  const auto n = static_cast<double>(std::size_t{window.width} * window.height);
  const double mean_a = sum_a / n;
  const double mean_b = sum_b / n;
  const double variance_a = std::max(0.0, sum_aa / n - mean_a * mean_a);
  const double variance_b = std::max(0.0, sum_bb / n - mean_b * mean_b);
  const double covariance = sum_ab / n - mean_a * mean_b;
  constexpr double c1 = (0.01 * 255) * (0.01 * 255);
  constexpr double c2 = (0.03 * 255) * (0.03 * 255);
  return ((2 * mean_a * mean_b + c1) * (2 * covariance + c2)) /
         ((mean_a * mean_a + mean_b * mean_b + c1) * (variance_a + variance_b + c2));
}

double mean_similarity(const Picture& a, const Picture& b) {
  constexpr std::uint32_t side = 8;
  constexpr std::uint32_t step = 4;
  const std::uint32_t width = std::min(side, a.width);
  const std::uint32_t height = std::min(side, a.height);
  double sum = 0;
  std::size_t windows = 0;
  for (std::uint32_t y = 0; y + height <= a.height; y += step) {
    for (std::uint32_t x = 0; x + width <= a.width; x += step) {
      sum += similarity(a, b, {x, y, width, height});
      ++windows;
    }
  }
  return windows == 0 ? 1.0 : sum / static_cast<double>(windows);
}

/// A libpng image that is let go of at the end.
struct PngImage {
  PngImage() { image.version = PNG_IMAGE_VERSION; }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;
  ~PngImage() { png_image_free(&image); }
  png_image image{};
};

}  // namespace

PictureDistance compare(const Picture& actual, const Picture& expected, unsigned small) {
  PictureDistance distance;
  std::size_t differing = 0;
  for (std::uint32_t y = 0; y < expected.height; ++y) {
    for (std::uint32_t x = 0; x < expected.width; ++x) {
      const unsigned here = channel_difference(actual.at(x, y), expected.at(x, y));
      differing += here > small ? 1 : 0;
      if (here > distance.largest) {
        distance.largest = here;
        distance.x = x;
        distance.y = y;
      }
    }
  }
  const auto pixels = static_cast<double>(std::size_t{expected.width} * expected.height);
  distance.differing_share = pixels > 0 ? static_cast<double>(differing) / pixels : 0;
  distance.structure = mean_similarity(actual, expected);
  return distance;
}

std::string out_of_tolerance(const PictureDistance& distance, const PictureTolerance& tolerance) {
  std::string text;
  const auto add = [&](std::string what) { text += (text.empty() ? "" : "; ") + std::move(what); };
  if (distance.largest > tolerance.largest) {
    add(fmt::format("the largest difference is {} of 255, at most {} is accepted", distance.largest,
                    tolerance.largest));
  }
  if (distance.differing_share > tolerance.differing_share) {
    add(fmt::format("{:.3f} % of the pixels differ by more than {}, at most {:.3f} % may",
                    100 * distance.differing_share, tolerance.small, 100 * tolerance.differing_share));
  }
  if (distance.structure < tolerance.structure) {
    add(fmt::format("the structural similarity is {:.5f}, at least {:.5f} is asked for", distance.structure,
                    tolerance.structure));
  }
  if (!text.empty()) {
    text += fmt::format("; the largest difference is at pixel ({}, {})", distance.x, distance.y);
  }
  return text;
}

Picture difference(const Picture& actual, const Picture& expected) {
  Picture result{expected.width, expected.height, std::vector<std::uint8_t>(expected.pixels.size(), 255)};
  const unsigned largest = std::max(1U, compare(actual, expected).largest);
  for (std::size_t i = 0; i < expected.pixels.size(); ++i) {
    if (i % channels != colours) {
      const auto here = static_cast<unsigned>(std::abs(int{actual.pixels[i]} - int{expected.pixels[i]}));
      result.pixels[i] = static_cast<std::uint8_t>(here * 255 / largest);
    }
  }
  return result;
}

Result<Picture> read_png(const std::filesystem::path& path) {
  const auto failed = [&](const PngImage& png) {
    return error(ErrorKind::failed,
                 fmt::format("the picture '{}' cannot be read: {}", path.string(), png.image.message));
  };
  PngImage png;
  if (png_image_begin_read_from_file(&png.image, path.c_str()) == 0) {
    return failed(png);
  }
  // A larger one is none of ours, and must not make us allocate.
  constexpr png_uint_32 largest_side = 16'384;
  if (png.image.width > largest_side || png.image.height > largest_side) {
    return error(ErrorKind::failed,
                 fmt::format("the picture '{}' is larger than {} pixels", path.string(), largest_side));
  }
  // The format that it has, so that nothing is converted but missing alpha.
  png.image.format = PNG_FORMAT_RGBA;
  Picture picture{png.image.width, png.image.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(png.image))};
  if (png_image_finish_read(&png.image, nullptr, picture.pixels.data(), 0, nullptr) == 0) {
    return failed(png);
  }
  return picture;
}

Result<void> write_png(const std::filesystem::path& path, const Picture& picture) {
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  PngImage png;
  png.image.width = picture.width;
  png.image.height = picture.height;
  png.image.format = PNG_FORMAT_RGBA;
  if (png_image_write_to_file(&png.image, path.c_str(), 0, picture.pixels.data(), 0, nullptr) == 0) {
    return error(ErrorKind::failed,
                 fmt::format("the picture '{}' cannot be written: {}", path.string(), png.image.message));
  }
  return {};
}

}  // namespace rpcts
