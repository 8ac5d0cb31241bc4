#include "harness/contracts/render_pack_v1/text_rules.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/check_descriptor.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"

namespace rpcts::render_pack_v1 {
namespace {

constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_letter(char c) {
  return is_lower(c) || (c >= 'A' && c <= 'Z');
}
constexpr bool is_id_character(char c) {
  return is_lower(c) || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

/// The UTF-8 character at the start of `text`; one byte where there is none.
std::string_view first_character(std::string_view text) {
  return text.substr(0, std::max<std::size_t>(utf8_length(text), 1));
}

// White space of Unicode beyond ASCII, as UTF-8.
constexpr auto wide_spaces = std::to_array<std::string_view>({
    "\xC2\x85",      // U+0085 next line
    "\xC2\xA0",      // U+00A0 no-break space
    "\xE1\x9A\x80",  // U+1680
    "\xE2\x80\xA8",  // U+2028 line separator
    "\xE2\x80\xA9",  // U+2029 paragraph separator
    "\xE2\x80\xAF",  // U+202F
    "\xE2\x81\x9F",  // U+205F
    "\xE3\x80\x80",  // U+3000
});

bool is_white(std::string_view character) {
  if (character.size() == 1) {
    const char c = character.front();
    return (c >= '\t' && c <= '\r') || c == ' ';
  }
  // U+2000 to U+200A: spaces of every width.
  if (character.size() == 3 && character.starts_with("\xE2\x80") &&
      static_cast<unsigned char>(character[2]) <= 0x8A) {
    return true;
  }
  return std::ranges::find(wide_spaces, character) != wide_spaces.end();
}

}  // namespace

bool is_blank(std::string_view text) {
  while (!text.empty()) {
    const std::string_view character = first_character(text);
    if (!is_white(character)) {
      return false;
    }
    text.remove_prefix(character.size());
  }
  return true;
}

std::optional<std::string> stable_id_fault(std::string_view text) {
  if (text.empty()) {
    return "is empty";
  }
  if (!is_lower(text.front())) {
    return fmt::format("begins with {}", quoted(first_character(text)));
  }
  if (const auto bad = std::ranges::find_if_not(text, is_id_character); bad != text.end()) {
    const auto at = static_cast<std::size_t>(bad - text.begin());
    return fmt::format("holds {} at character {}", quoted(first_character(text.substr(at))), at + 1);
  }
  if (text.size() > maximum_id_characters) {
    return fmt::format("is {} characters long", text.size());
  }
  return std::nullopt;
}

std::optional<std::string> asset_key_fault(std::string_view text) {
  if (is_blank(text)) {
    return "is blank";
  }
  if (text.size() > maximum_asset_key_bytes) {
    return fmt::format("is {} bytes long", text.size());
  }
  if (text.find('\\') != std::string_view::npos) {
    return "holds a backslash";
  }
  if (text.front() == '/') {
    return "begins with '/'";
  }
  if (text.size() >= 2 && is_letter(text[0]) && text[1] == ':') {
    return "begins with a drive letter";
  }
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('/', begin), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    if (part.empty()) {
      return end == text.size() ? "ends with '/'" : "has an empty part between two '/'";
    }
    if (part == "." || part == "..") {
      return fmt::format("has the part {}", quoted(part));
    }
    begin = end + 1;
  }
  return std::nullopt;
}

bool is_stable_id(std::string_view text) {
  return !stable_id_fault(text);
}
bool is_safe_asset_key(std::string_view text) {
  return !asset_key_fault(text);
}

}  // namespace rpcts::render_pack_v1
