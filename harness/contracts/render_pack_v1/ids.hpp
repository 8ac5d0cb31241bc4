#pragma once

// How ids are compared, section 0.3.

#include <string_view>

namespace rpcts::render_pack_v1 {

/// 0.3: ASCII case is ignored; ids have no other letters.
[[nodiscard]] constexpr bool same_id(std::string_view a, std::string_view b) {
  constexpr auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  if (a.size() != b.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower(b[i])) {
      return false;
    }
  }
  return true;
}

}  // namespace rpcts::render_pack_v1
