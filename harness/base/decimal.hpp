#pragma once

// Decimal text to numbers, the same in every locale.

#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

namespace rpcts {

/// A decimal number taken apart: the value is (-1)^negative * whole.fraction * 10^exponent.
struct Decimal {
  std::string_view text;  ///< all of it
  bool negative = false;
  std::string_view whole;     ///< digits before the point; may be empty when fraction is not
  std::string_view fraction;  ///< digits after the point
  std::int64_t exponent = 0;  ///< clamped to +-maximum_exponent
  bool plain = true;          ///< neither a point nor an exponent was written

  static constexpr std::int64_t maximum_exponent = 1'000'000'000'000'000;
};

/// Takes `text` apart: an optional sign, digits with at most one point, an optional exponent; at least one
/// digit. No white space, no grouping, no hexadecimal digits, no words. Nothing for any other text. The
/// result refers to `text`.
[[nodiscard]] std::optional<Decimal> scan_decimal(std::string_view text);

/// The nearest double; an infinity when the magnitude is above the range of double, a zero below it.
[[nodiscard]] double to_double(const Decimal& decimal);

enum class NotAnInteger {
  fraction,      ///< the value is not whole
  out_of_range,  ///< the value is whole and no int64
};

/// The exact value, whatever way it is written: `1.0` and `10e-1` are 1.
[[nodiscard]] std::expected<std::int64_t, NotAnInteger> to_int64(const Decimal& decimal);

}  // namespace rpcts
