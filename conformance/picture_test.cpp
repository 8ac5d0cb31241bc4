#include "conformance/picture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rpcts {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// Another value in each channel of each pixel.
Picture gradient(std::uint32_t width, std::uint32_t height) {
  Picture picture{width, height, {}};
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      for (const std::uint32_t value : {x * 5, y * 7, x + y, 255U}) {
        picture.pixels.push_back(static_cast<std::uint8_t>(value));
      }
    }
  }
  return picture;
}

std::uint8_t& channel(Picture& picture, std::uint32_t x, std::uint32_t y, std::size_t index) {
  return picture.pixels[(std::size_t{y} * picture.width + x) * 4 + index];
}

TEST(Picture, APictureIsLikeItself) {
  const Picture picture = gradient(20, 12);
  const PictureDistance distance = compare(picture, picture);
  EXPECT_EQ(distance.largest, 0U);
  EXPECT_EQ(distance.differing_share, 0);
  EXPECT_DOUBLE_EQ(distance.structure, 1);
  EXPECT_THAT(out_of_tolerance(distance, {}), IsEmpty());
}

TEST(Picture, TheLargestDifferenceIsFoundAndPlaced) {
  const Picture expected = gradient(20, 12);
  Picture actual = expected;
  channel(actual, 3, 2, 0) += 2;
  channel(actual, 17, 11, 2) += 9;
  const PictureDistance distance = compare(actual, expected, 2);
  EXPECT_EQ(distance.largest, 9U);
  EXPECT_EQ(distance.x, 17U);
  EXPECT_EQ(distance.y, 11U);
  EXPECT_DOUBLE_EQ(distance.differing_share, 1.0 / 240);
  EXPECT_DOUBLE_EQ(compare(actual, expected, 1).differing_share, 2.0 / 240);
  EXPECT_LT(distance.structure, 1);
  EXPECT_THAT(out_of_tolerance(distance, {.largest = 8, .small = 2, .differing_share = 1, .structure = 0}),
              AllOf(HasSubstr("9 of 255"), HasSubstr("(17, 11)")));
  EXPECT_THAT(
      out_of_tolerance(distance, {.largest = 9, .small = 2, .differing_share = 0.001, .structure = 0}),
      HasSubstr("differ by more than 2"));
  EXPECT_THAT(out_of_tolerance(distance, {.largest = 9, .small = 2, .differing_share = 1, .structure = 1}),
              HasSubstr("structural similarity"));
}

TEST(Picture, AlphaDoesNotCount) {
  const Picture expected = gradient(8, 8);
  Picture actual = expected;
  channel(actual, 1, 1, 3) = 0;
  EXPECT_EQ(compare(actual, expected).largest, 0U);
}

TEST(Picture, AFlippedPictureHasAnotherStructure) {
  const Picture expected = gradient(32, 32);
  Picture flipped = expected;
  for (std::uint32_t y = 0; y < 32; ++y) {
    for (std::uint32_t x = 0; x < 32; ++x) {
      for (std::size_t i = 0; i < 4; ++i) {
        channel(flipped, x, y, i) = expected.at(x, 31 - y)[i];
      }
    }
  }
  EXPECT_LT(compare(flipped, expected).structure, 0.6);
}

TEST(Picture, TheDifferenceIsScaled) {
  const Picture expected = gradient(4, 4);
  Picture actual = expected;
  channel(actual, 1, 0, 1) += 10;
  channel(actual, 2, 3, 0) += 5;
  const Picture shown = difference(actual, expected);
  EXPECT_THAT(shown.at(1, 0), testing::ElementsAre(0, 255, 0, 255));
  EXPECT_THAT(shown.at(2, 3), testing::ElementsAre(127, 0, 0, 255));
  EXPECT_THAT(shown.at(0, 0), testing::ElementsAre(0, 0, 0, 255));
}

TEST(Picture, APngKeepsEveryByte) {
  const auto path = std::filesystem::path(testing::TempDir()) / "rpcts_picture_test" / "a.png";
  Picture picture = gradient(13, 7);
  channel(picture, 5, 5, 3) = 17;
  ASSERT_TRUE(write_png(path, picture).has_value());
  const Result<Picture> read = read_png(path);
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(*read, picture);
}

TEST(Picture, WhatIsNoPictureIsNamed) {
  const Result<Picture> missing = read_png("/nowhere/a.png");
  ASSERT_FALSE(missing.has_value());
  EXPECT_THAT(missing.error().message, HasSubstr("/nowhere/a.png"));
  EXPECT_THAT(write_png("/proc/rpcts/a.png", gradient(2, 2)).error().message, HasSubstr("/proc/rpcts/a.png"));
}

}  // namespace
}  // namespace rpcts
