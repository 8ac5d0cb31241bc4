#include "harness/base/text.hpp"

#include <array>
#include <gtest/gtest.h>

namespace rpcts {
namespace {

constexpr std::array<std::string_view, 4> formats{"LdrColor", "HdrColor", "SingleChannel",
                                                  "DirectionalDepth"};

TEST(Quoted, KeepsWhatCanBeShown) {
  EXPECT_EQ(quoted("mid"), "'mid'");
  EXPECT_EQ(quoted(""), "''");
  EXPECT_EQ(quoted("größe"), "'größe'");
}

TEST(Quoted, EscapesWhatWouldSpoilALine) {
  EXPECT_EQ(quoted("a\nb\x1B[31m"), "'a\\x0Ab\\x1B[31m'");
  EXPECT_EQ(quoted("\xC3("), "'\\xC3('");
  EXPECT_EQ(quoted(std::string_view("\0", 1)), "'\\x00'");
  EXPECT_EQ(quoted("\x7F"), "'\\x7F'");
}

TEST(Quoted, CutsBetweenCharacters) {
  EXPECT_EQ(quoted("abcdef", 6), "'abcdef'");
  EXPECT_EQ(quoted("abcdef", 5), "'abcde…'");
  EXPECT_EQ(quoted("abcdéf", 5), "'abcd…'");
}

TEST(Joined, PutsTheLastWordBeforeTheLast) {
  EXPECT_EQ(joined({}, "or"), "");
  EXPECT_EQ(joined(std::span(formats).first(1), "or"), "LdrColor");
  EXPECT_EQ(joined(std::span(formats).first(2), "or"), "LdrColor or HdrColor");
  EXPECT_EQ(joined(std::span(formats).first(3), "and"), "LdrColor, HdrColor and SingleChannel");
}

TEST(Closest, FindsTheMemberThatWasMeant) {
  EXPECT_EQ(closest("HDRCOLOR", formats), "HdrColor");
  EXPECT_EQ(closest("SingelChannel", formats), "SingleChannel");
  EXPECT_EQ(closest("DirectionalDept", formats), "DirectionalDepth");
  EXPECT_EQ(closest("hdrColour", formats), "HdrColor");
}

TEST(Closest, CountsSwappedNeighboursAsOneEdit) {
  constexpr std::array<std::string_view, 1> one{"ab"};
  EXPECT_EQ(closest("ba", one), "ab");
}

TEST(Closest, IsSilentWhenNothingIsNear) {
  EXPECT_EQ(closest("Rgba16f", formats), "");
  EXPECT_EQ(closest("", formats), "");
  EXPECT_EQ(closest(std::string(100000, 'x'), formats), "");
}

TEST(Utf8Length, CountsTheBytesOfOneCharacter) {
  EXPECT_EQ(utf8_length("a"), 1U);
  EXPECT_EQ(utf8_length("\xC2\x80"), 2U);
  EXPECT_EQ(utf8_length("\xE0\xA0\x80"), 3U);
  EXPECT_EQ(utf8_length("\xED\x9F\xBF"), 3U);
  EXPECT_EQ(utf8_length("\xEE\x80\x80"), 3U);
  EXPECT_EQ(utf8_length("\xF0\x90\x80\x80"), 4U);
  EXPECT_EQ(utf8_length("\xF4\x8F\xBF\xBF"), 4U);
}

TEST(Utf8Length, RefusesWhatIsNoCharacter) {
  for (const std::string_view text :
       {"", "\x80", "\xC0\x80", "\xC1\xBF", "\xC3", "\xC3(", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xE2\x82",
        "\xE2\x82(", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF0\x9F\x92", "\xFF"}) {
    EXPECT_EQ(utf8_length(text), 0U) << quoted(text);
  }
}

}  // namespace
}  // namespace rpcts
