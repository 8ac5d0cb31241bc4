#include "harness/base/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

namespace rpcts {
namespace {

/// Takes the digits at the start of `rest` off it.
std::string_view take_digits(std::string_view& rest) {
  const std::string_view digits = rest.substr(0, rest.find_first_not_of("0123456789"));
  rest.remove_prefix(digits.size());
  return digits;
}

/// Takes a sign off `rest`; true for a minus.
bool take_sign(std::string_view& rest) {
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) {
    rest.remove_prefix(1);
  }
  return negative;
}

std::int64_t clamped(std::string_view digits) {
  std::int64_t value = 0;
  for (const char c : digits) {
    value = std::min(value * 10 + (c - '0'), Decimal::maximum_exponent);
  }
  return value;
}

/// The digits of a number as one sequence, without regard to the point.
class Digits {
 public:
  explicit Digits(const Decimal& decimal) : whole_(decimal.whole), fraction_(decimal.fraction) {}

  [[nodiscard]] std::int64_t size() const {
    return static_cast<std::int64_t>(whole_.size() + fraction_.size());
  }
  /// 0 beyond the last digit.
  [[nodiscard]] std::uint64_t at(std::int64_t index) const {
    const auto i = static_cast<std::size_t>(index);
    if (index >= size()) {
      return 0;
    }
    return static_cast<std::uint64_t>((i < whole_.size() ? whole_[i] : fraction_[i - whole_.size()]) - '0');
  }
  /// Index of the first digit other than 0; size() when all are 0.
  [[nodiscard]] std::int64_t first_significant() const {
    std::int64_t i = 0;
    while (i < size() && at(i) == 0) {
      ++i;
    }
    return i;
  }
  /// Index of the last digit other than 0; -1 when all are 0.
  [[nodiscard]] std::int64_t last_significant() const {
    std::int64_t i = size() - 1;
    while (i >= 0 && at(i) == 0) {
      --i;
    }
    return i;
  }

 private:
  std::string_view whole_;
  std::string_view fraction_;
};

/// How many of the digits stand before the point once the exponent is applied; may be negative.
std::int64_t point_of(const Decimal& decimal) {
  return static_cast<std::int64_t>(decimal.whole.size()) + decimal.exponent;
}

}  // namespace

std::optional<Decimal> scan_decimal(std::string_view text) {
  Decimal decimal{.text = text};
  std::string_view rest = text;
  decimal.negative = take_sign(rest);
  decimal.whole = take_digits(rest);
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    decimal.fraction = take_digits(rest);
    decimal.plain = false;
  }
  if (decimal.whole.empty() && decimal.fraction.empty()) {
    return std::nullopt;
  }
  if (rest.starts_with('e') || rest.starts_with('E')) {
    rest.remove_prefix(1);
    const bool negative = take_sign(rest);
    const std::string_view digits = take_digits(rest);
    if (digits.empty()) {
      return std::nullopt;
    }
    decimal.exponent = negative ? -clamped(digits) : clamped(digits);
    decimal.plain = false;
  }
  return rest.empty() ? std::optional(decimal) : std::nullopt;
}

double to_double(const Decimal& decimal) {
  std::string_view text = decimal.text;
  if (text.starts_with('+')) {
    text.remove_prefix(1);  // from_chars takes a minus only
  }
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc::result_out_of_range) {
    return value;
  }
  // from_chars says "out of range" for too large and for too small alike, and leaves the value alone.
  const bool above_one = point_of(decimal) > Digits(decimal).first_significant();
  const double magnitude = above_one ? std::numeric_limits<double>::infinity() : 0.0;
  return decimal.negative ? -magnitude : magnitude;
}

std::expected<std::int64_t, NotAnInteger> to_int64(const Decimal& decimal) {
  const Digits digits(decimal);
  const std::int64_t first = digits.first_significant();
  if (first == digits.size()) {
    return 0;
  }
  const std::int64_t point = point_of(decimal);
  if (digits.last_significant() >= point) {
    return std::unexpected(NotAnInteger::fraction);
  }
  constexpr std::int64_t most_digits = std::numeric_limits<std::int64_t>::digits10 + 1;
  if (point - first > most_digits) {
    return std::unexpected(NotAnInteger::out_of_range);
  }
  std::uint64_t magnitude = 0;  // 19 digits fit
  for (std::int64_t i = first; i < point; ++i) {
    magnitude = magnitude * 10 + digits.at(i);
  }
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (magnitude > most + (decimal.negative ? 1U : 0U)) {
    return std::unexpected(NotAnInteger::out_of_range);
  }
  return static_cast<std::int64_t>(decimal.negative ? std::uint64_t{0} - magnitude : magnitude);
}

}  // namespace rpcts
