#include "harness/spirv/names.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace rpcts::spirv {
namespace {

/// Byte `at` of the string that starts at word `index`; nothing past the instruction.
char character(const Module& module, std::uint32_t word, std::uint32_t index, std::size_t at) {
  const auto position = static_cast<std::uint32_t>(index + at / 4);
  return static_cast<char>(module.operand(word, position) >> (at % 4 * 8) & 0xFF);
}

}  // namespace

std::string literal_text(const Module& module, std::uint32_t word, std::uint32_t index) {
  std::string text;
  for (std::size_t at = 0;; ++at) {
    const char c = character(module, word, index, at);
    if (c == '\0') {
      return text;
    }
    if (at == longest_shown_name) {
      return text + "...";
    }
    if (c >= ' ' && c <= '~') {
      text += c;
    } else {
      fmt::format_to(std::back_inserter(text), "\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
}

bool literal_is(const Module& module, std::uint32_t word, std::uint32_t index, std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (character(module, word, index, at) != text[at]) {
      return false;
    }
  }
  return character(module, word, index, text.size()) == '\0';
}

NameTable::NameTable(const Module& module, std::vector<NameKey>* wanted) : module_(&module) {
  if (wanted != nullptr) {
    std::ranges::sort(*wanted);
  }
  const Words words = module.words();
  for (std::size_t i = header_words; i < words.size();) {
    const std::size_t length = words[i] >> 16;
    const auto word = static_cast<std::uint32_t>(i);
    const Op op = module.opcode(word);
    if (length == 0 || length > words.size() - i || op == Op::Function) {
      break;  // names stand before the functions
    }
    if ((op == Op::Name && length > 2) || (op == Op::MemberName && length > 3)) {
      const NameKey key{.id = words[i + 1],
                        .member = op == Op::Name ? -1 : static_cast<std::int32_t>(words[i + 2])};
      if (wanted == nullptr || std::ranges::binary_search(*wanted, key)) {
        entries_.push_back({key, word});
      }
    }
    i += length;
  }
  std::ranges::sort(entries_);  // by key; of one key the first in the module stands first
}

std::string NameTable::of(std::uint32_t id, std::int32_t member) const {
  const auto found = std::ranges::lower_bound(entries_, NameKey{.id = id, .member = member}, {}, &Entry::key);
  if (found == entries_.end() || found->key != NameKey{.id = id, .member = member}) {
    return {};
  }
  return literal_text(*module_, found->word, module_->opcode(found->word) == Op::Name ? 2 : 3);
}

std::string NameTable::shown(std::uint32_t id) const {
  const std::string name = of(id);
  return name.empty() ? fmt::format("%{}", id) : fmt::format("%{} '{}'", id, name);
}

}  // namespace rpcts::spirv
