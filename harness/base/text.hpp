#pragma once

// Words for messages.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rpcts {

/// `text` in single quotes, fit for one line of a terminal: at most `limit` bytes of it (cut between
/// characters, then "…"), control characters and bytes that are not UTF-8 written as \xNN.
[[nodiscard]] std::string quoted(std::string_view text, std::size_t limit = 60);

/// "a, b and c" with the last word given: joined({"a", "b", "c"}, "or") is "a, b or c".
[[nodiscard]] std::string joined(std::span<const std::string_view> words, std::string_view last);

/// The candidate that a typist most likely meant by `word`: the nearest by edit distance without regard to
/// ASCII case, the first of equals; empty when none is near.
[[nodiscard]] std::string_view closest(std::string_view word, std::span<const std::string_view> candidates);

/// Length of the UTF-8 character at the start of `text` (RFC 3629: shortest form, no surrogates, at most
/// U+10FFFF); 0 when there is none.
[[nodiscard]] std::size_t utf8_length(std::string_view text);

}  // namespace rpcts
