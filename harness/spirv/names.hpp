#pragma once

// Debug names of a module, for messages. Never used to judge anything.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/spirv/module.hpp"

namespace rpcts::spirv {

inline constexpr std::size_t longest_shown_name = 64;  ///< bytes of a name that a message shows

/// The NUL-terminated string that starts at word `index` of an instruction, as printable ASCII: other bytes
/// are written `\xNN`, and a longer one is cut after `longest_shown_name` bytes and ends with "...".
[[nodiscard]] std::string literal_text(const Module& module, std::uint32_t word, std::uint32_t index);

/// True when the string that starts at word `index` is exactly `text`.
[[nodiscard]] bool literal_is(const Module& module, std::uint32_t word, std::uint32_t index,
                              std::string_view text);

/// A thing with a name: an id, or one member of a struct.
struct NameKey {
  std::uint32_t id = 0;
  std::int32_t member = -1;

  friend auto operator<=>(const NameKey&, const NameKey&) = default;
};

/// OpName and OpMemberName of one module. The module must outlive it.
class NameTable {
 public:
  /// Every name of the module.
  explicit NameTable(const Module& module) : NameTable(module, nullptr) {}
  /// The names of these things only; time and memory follow the module and the number of things.
  NameTable(const Module& module, std::vector<NameKey> wanted) : NameTable(module, &wanted) {}

  /// The name, printable; empty when the module gives none or it was not wanted.
  [[nodiscard]] std::string of(std::uint32_t id, std::int32_t member = -1) const;

  /// "%12" or "%12 'uFrame'".
  [[nodiscard]] std::string shown(std::uint32_t id) const;

 private:
  struct Entry {
    NameKey key;
    std::uint32_t word = 0;

    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  NameTable(const Module& module, std::vector<NameKey>* wanted);

  const Module* module_;
  std::vector<Entry> entries_;  ///< by key
};

}  // namespace rpcts::spirv
