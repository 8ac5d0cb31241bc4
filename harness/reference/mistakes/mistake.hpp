#pragma once

// A mistake that the reference makes when it is told to: a bug as engines really write it, by which the suite
// is tested. The environment variable RPCTS_REFERENCE_MISTAKE names the one mistake of a process.

#include <span>
#include <string_view>

namespace rpcts::reference {

inline constexpr const char* mistake_variable = "RPCTS_REFERENCE_MISTAKE";

struct Mistake {
  std::string_view id;       ///< "slots.b-and-c-swapped": group and name
  std::string_view title;    ///< what the engine does wrong, one sentence
  std::string_view rules;    ///< requirements that it breaks: one of them is to be named; spaces between
  std::string_view seen_by;  ///< files of cases that are run first: "slots blocks"
};

/// The mistake of a table by its id, or by its name with the group before it ("slots."); does not compile
/// where there is none.
consteval const Mistake& find_mistake(std::span<const Mistake> table, std::string_view id,
                                      std::string_view group = "") {
  for (const Mistake& one : table) {
    if (one.id.starts_with(group) && one.id.substr(group.size()) == id) {
      return one;
    }
  }
  throw "no such mistake";
}

/// Whether this process is told to make it. Any thread.
[[nodiscard]] bool makes(const Mistake& mistake) noexcept;

/// Whether it is told to make any of a table. Any thread.
[[nodiscard]] bool makes_one_of(std::span<const Mistake> table) noexcept;

/// All of them, sorted by id.
[[nodiscard]] std::span<const Mistake* const> all_mistakes();

/// The mistake that the environment names, or null; `unknown` is set where it names one that there is not.
[[nodiscard]] const Mistake* chosen_mistake(bool& unknown) noexcept;

}  // namespace rpcts::reference
