#pragma once

// A block as a table, the one form in which facts, golden data, compiled includes and documentation are
// compared.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/contracts/render_pack_v1/blocks.hpp"
#include "harness/runner/case.hpp"

namespace rpcts::render_pack_v1 {

/// One member; offset, size and strides in bytes, 0 = no stride.
struct MemberRow {
  std::string name;
  std::string type;  ///< as GLSL writes it: "vec4", "mat4[4]", "int"
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t array_stride = 0;
  std::uint32_t matrix_stride = 0;
};

struct BlockRows {
  std::string name;
  std::optional<std::uint32_t> set;      ///< none = push constants
  std::optional<std::uint32_t> binding;  ///< none = push constants
  std::uint32_t size = 0;                ///< bytes
  std::vector<MemberRow> members;
};

/// The facts as a table.
[[nodiscard]] BlockRows rows_of(const Block& block);

/// The golden table of a block, from `<data>/render_pack_v1/golden/blocks.json`. ErrorKind::failed when there
/// is none.
[[nodiscard]] Result<BlockRows> golden_rows(const std::filesystem::path& data, std::string_view block);

/// Checks every cell; a failure names the block, the member and the cell. `source` says where `found` comes
/// from.
void compare_rows(runner::CaseContext& context, const BlockRows& found, const BlockRows& expected,
                  std::string_view source);

}  // namespace rpcts::render_pack_v1
