#pragma once

// What each word of a block must be, by which requirement, and the comparison with what was found.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/contracts/render_pack_v1/rules.hpp"
#include "harness/runner/case.hpp"

namespace rpcts::render_pack_v1 {

struct ExpectedWord {
  enum class By : std::uint8_t {
    nothing,  ///< the contract says nothing of it in this frame
    bits,
    near,  ///< a float within `tolerance` of `value` or of one of `others`
  };

  std::string name;       ///< "uAtmosphereSunScreen.x"
  std::string_view rule;  ///< id of published_values.hpp; empty with By::nothing
  By by = By::nothing;
  std::uint32_t bits = 0;
  double value = 0;
  double tolerance = 0;
  std::vector<double> others{};  ///< what is as right: the other side of a rounding
};

using ExpectedBlock = std::vector<ExpectedWord>;

[[nodiscard]] ExpectedWord open_word(std::string name);
[[nodiscard]] ExpectedWord exact_word(std::string name, std::string_view rule, std::uint32_t bits);
/// The bits of the float nearest to `value`.
[[nodiscard]] ExpectedWord exact_float(std::string name, std::string_view rule, double value);
[[nodiscard]] ExpectedWord near_word(std::string name, std::string_view rule, double value, double tolerance);
/// Within `count` units in the last place of a float32 of the magnitude of `value`, or of `least` if that is
/// larger.
[[nodiscard]] ExpectedWord ulp_word(std::string name, std::string_view rule, double value, double count,
                                    double least = 0);

/// The level of a requirement; every id of published_values.hpp has one.
[[nodiscard]] Level level_of(std::string_view rule);

/// Which words a case compares.
enum class Demand : std::uint8_t { must, reference };

/// Compares the words whose requirement has the level, each a check of its own that names the word. `where`
/// says in which pass they were read.
void compare_words(runner::CaseContext& context, std::span<const std::uint32_t> found,
                   const ExpectedBlock& expected, Demand demand, std::string_view where);

/// The requirements of the level that the words name, each once, sorted.
[[nodiscard]] std::vector<std::string_view> rules_of(const ExpectedBlock& expected, Demand demand);

}  // namespace rpcts::render_pack_v1
