#include "harness/base/decimal.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace rpcts {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();

double value(std::string_view text) {
  const auto decimal = scan_decimal(text);
  EXPECT_TRUE(decimal.has_value()) << text;
  return decimal ? to_double(*decimal) : std::nan("");
}

std::expected<std::int64_t, NotAnInteger> integer(std::string_view text) {
  const auto decimal = scan_decimal(text);
  EXPECT_TRUE(decimal.has_value()) << text;
  return decimal ? to_int64(*decimal) : std::unexpected(NotAnInteger::fraction);
}

TEST(ScanDecimal, TakesTheNumberApart) {
  const auto decimal = scan_decimal("-012.50e-3");
  ASSERT_TRUE(decimal.has_value());
  EXPECT_TRUE(decimal->negative);
  EXPECT_EQ(decimal->whole, "012");
  EXPECT_EQ(decimal->fraction, "50");
  EXPECT_EQ(decimal->exponent, -3);
  EXPECT_FALSE(decimal->plain);
  EXPECT_TRUE(scan_decimal("+7")->plain);
  EXPECT_FALSE(scan_decimal("7.")->plain);
  EXPECT_FALSE(scan_decimal("7e0")->plain);
}

TEST(ScanDecimal, RefusesWhatIsNoDecimalNumber) {
  for (const std::string_view text :
       {"",   "+",   "-",   ".",    "e5", ".e5", "1e",  "1e+",      "1.2.3", "1,5",  " 1",
        "1 ", "- 1", "--1", "0x10", "1f", "nan", "inf", "Infinity", "1e5.0", "1_000"}) {
    EXPECT_FALSE(scan_decimal(text).has_value()) << text;
  }
}

TEST(ToDouble, RoundsToTheNearest) {
  EXPECT_EQ(value("0.1"), 0.1);
  EXPECT_EQ(value(".5"), 0.5);
  EXPECT_EQ(value("5."), 5.0);
  EXPECT_EQ(value("+2.5E+1"), 25.0);
  EXPECT_EQ(value("-3.4028235e38"), -3.4028235e38);
  EXPECT_TRUE(std::signbit(value("-0")));
}

TEST(ToDouble, GoesToInfinityAboveAndToZeroBelow) {
  EXPECT_EQ(value("1e999"), infinity);
  EXPECT_EQ(value("-1e999"), -infinity);
  EXPECT_EQ(value("1e99999999999999999999"), infinity);
  EXPECT_EQ(value("0.001e400"), infinity);
  EXPECT_EQ(value(std::string(400, '9')), infinity);
  EXPECT_EQ(value("1e-999"), 0.0);
  EXPECT_TRUE(std::signbit(value("-1e-999")));
  EXPECT_EQ(value("1e-99999999999999999999"), 0.0);
  EXPECT_EQ(value("1000e-400"), 0.0);
  EXPECT_EQ(value("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_EQ(value("0e99999999999999999999"), 0.0);
}

TEST(ToInt64, IsExactWhateverWayTheNumberIsWritten) {
  EXPECT_EQ(integer("1.0"), 1);
  EXPECT_EQ(integer("10e-1"), 1);
  EXPECT_EQ(integer("-0.00"), 0);
  EXPECT_EQ(integer("0e99999999999999999999"), 0);
  EXPECT_EQ(integer("0.0000012e8"), 120);
  EXPECT_EQ(integer("000000000000000000000000000012"), 12);
  EXPECT_EQ(integer("9007199254740993.0"), 9007199254740993);  // no double
  EXPECT_EQ(integer("9223372036854775807"), largest);
  EXPECT_EQ(integer("9.223372036854775807e18"), largest);
  EXPECT_EQ(integer("-9223372036854775808"), smallest);
}

TEST(ToInt64, TellsAFractionFromANumberOutOfRange) {
  EXPECT_EQ(integer("1.5"), std::unexpected(NotAnInteger::fraction));
  EXPECT_EQ(integer("1e-1"), std::unexpected(NotAnInteger::fraction));
  EXPECT_EQ(integer("1e-99999999999999999999"), std::unexpected(NotAnInteger::fraction));
  EXPECT_EQ(integer("9223372036854775808"), std::unexpected(NotAnInteger::out_of_range));
  EXPECT_EQ(integer("-9223372036854775809"), std::unexpected(NotAnInteger::out_of_range));
  EXPECT_EQ(integer("9999999999999999999"), std::unexpected(NotAnInteger::out_of_range));
  EXPECT_EQ(integer("1e19"), std::unexpected(NotAnInteger::out_of_range));
  EXPECT_EQ(integer("1e99999999999999999999"), std::unexpected(NotAnInteger::out_of_range));
}

}  // namespace
}  // namespace rpcts
