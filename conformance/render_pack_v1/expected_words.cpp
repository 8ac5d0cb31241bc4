#include "conformance/render_pack_v1/expected_words.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <utility>

#include "harness/contracts/render_pack_v1/published_values.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using By = ExpectedWord::By;

constexpr double float_epsilon = 1.0 / (1 << 23);

bool wanted(const ExpectedWord& word, Demand demand) {
  return word.by != By::nothing && (level_of(word.rule) == Level::must) == (demand == Demand::must);
}

bool agrees(const ExpectedWord& word, std::uint32_t found) {
  if (word.by == By::bits) {
    return found == word.bits;
  }
  const double value = std::bit_cast<float>(found);
  const auto near = [&](double expected) { return std::abs(value - expected) <= word.tolerance; };
  return near(word.value) || std::ranges::any_of(word.others, near);
}

std::string wish(const ExpectedWord& word) {
  if (word.by == By::bits) {
    return fmt::format("{:#010x} ({})", word.bits, std::bit_cast<float>(word.bits));
  }
  std::string text = fmt::format("{:.9g} within {:.2g}", word.value, word.tolerance);
  for (const double other : word.others) {
    text += fmt::format(" or {:.9g}", other);
  }
  return text;
}

}  // namespace

ExpectedWord open_word(std::string name) {
  return {.name = std::move(name)};
}

ExpectedWord exact_word(std::string name, std::string_view rule, std::uint32_t bits) {
  return {.name = std::move(name), .rule = rule, .by = By::bits, .bits = bits};
}

ExpectedWord exact_float(std::string name, std::string_view rule, double value) {
  return exact_word(std::move(name), rule, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
}

ExpectedWord near_word(std::string name, std::string_view rule, double value, double tolerance) {
  return {.name = std::move(name), .rule = rule, .by = By::near, .value = value, .tolerance = tolerance};
}

ExpectedWord ulp_word(std::string name, std::string_view rule, double value, double count, double least) {
  return near_word(std::move(name), rule, value, count * float_epsilon * std::max(std::abs(value), least));
}

Level level_of(std::string_view rule) {
  const Rule* found = find_rule(published_values(), rule);
  return found == nullptr ? Level::must : found->level;
}

void compare_words(runner::CaseContext& context, std::span<const std::uint32_t> found,
                   const ExpectedBlock& expected, Demand demand, std::string_view where) {
  if (!context.check(found.size() >= expected.size(), fmt::format("{}: {} words were read, {} are needed",
                                                                  where, found.size(), expected.size()))) {
    return;
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const ExpectedWord& word = expected[i];
    if (wanted(word, demand)) {
      context.check(agrees(word, found[i]),
                    fmt::format("{}: {} ({}): found {:#010x} ({:.9g}), expected {}", where, word.name,
                                word.rule, found[i], std::bit_cast<float>(found[i]), wish(word)));
    }
  }
}

std::vector<std::string_view> rules_of(const ExpectedBlock& expected, Demand demand) {
  std::set<std::string_view> rules;
  for (const ExpectedWord& word : expected) {
    if (wanted(word, demand)) {
      rules.insert(word.rule);
    }
  }
  return {rules.begin(), rules.end()};
}

}  // namespace rpcts::render_pack_v1
