#pragma once

// B.10 with its reasons: what is wrong with an id or an asset key, in words that complete "the id '…'".

#include <optional>
#include <string>
#include <string_view>

namespace rpcts::render_pack_v1 {

/// Why `text` is no stable id; nothing when it is one.
[[nodiscard]] std::optional<std::string> stable_id_fault(std::string_view text);

/// Why `text` is no safe asset key; nothing when it is one.
[[nodiscard]] std::optional<std::string> asset_key_fault(std::string_view text);

inline constexpr std::string_view stable_id_form =
    "1 to 128 characters: a-z first, then a-z, 0-9, '.', '-' or '_'";
inline constexpr std::string_view asset_key_form =
    "a relative path inside the pack of at most 512 bytes, with '/' between parts, none of them empty, '.' "
    "or "
    "'..'";

}  // namespace rpcts::render_pack_v1
