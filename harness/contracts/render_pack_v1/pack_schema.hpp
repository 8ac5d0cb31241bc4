#pragma once

#include <string>

namespace rpcts::render_pack_v1 {

/// The JSON Schema (draft 7) of pack.json, from the tables that the reader goes by. It accepts every text
/// that the reader accepts, and rejects RP-FILE-007, 008, 009, 011, 012 and, for what is at most 32 bits
/// wide, 010. Repeated members, 64-bit ranges and whatever the contract's own rules refuse are beyond it. It
/// is published as docs/render_pack_v1/pack.schema.json.
[[nodiscard]] std::string pack_json_schema();

}  // namespace rpcts::render_pack_v1
