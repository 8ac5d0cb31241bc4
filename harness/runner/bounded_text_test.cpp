#include "harness/runner/bounded_text.hpp"

#include <gtest/gtest.h>

namespace rpcts::runner {
namespace {

TEST(BoundedText, ShortTextsStayWhole) {
  BoundedText text(8);
  text.append("abc");
  text.append("defgh");
  EXPECT_EQ(text.text(), "abcdefgh");
}

TEST(BoundedText, LongTextsKeepBothEndsInPiecesOfAnySize) {
  const std::string letters = "abcdefghijklmnopqrstuvwxyz";
  for (std::size_t piece = 1; piece <= letters.size(); ++piece) {
    BoundedText text(8);
    for (std::size_t at = 0; at < letters.size(); at += piece) {
      text.append(std::string_view(letters).substr(at, piece));
    }
    EXPECT_EQ(text.text(), "abcd\n[18 bytes left out]\nwxyz") << piece;
  }
}

TEST(SeparatedOutput, EachCaseHasItsText) {
  SeparatedOutput output(100);
  output.append("before");
  output.append(
      "\x1E"
      "one, ");
  output.append(
      "still one\x1E\x1E"
      "three");
  EXPECT_EQ(output.last(), "three");
  EXPECT_EQ(output.text(0), "before");
  EXPECT_EQ(output.text(1), "one, still one");
  EXPECT_EQ(output.text(2), "");
  EXPECT_EQ(output.text(3), "three");
  output.append("!");
  EXPECT_EQ(output.text(3), "three!");
}

TEST(SeparatedOutput, ATextThatHasNotBegunIsEmpty) {
  SeparatedOutput output(100);
  output.append("before");
  EXPECT_EQ(output.text(1), "");
  output.append(
      "\x1E"
      "one");
  EXPECT_EQ(output.text(1), "one");
}

TEST(SeparatedOutput, EndlessSeparatorsStayBounded) {
  SeparatedOutput output(100);
  output.append(std::string(100'000, SeparatedOutput::separator));
  output.append("x");
  EXPECT_EQ(output.text(100'000), "x");
}

}  // namespace
}  // namespace rpcts::runner
