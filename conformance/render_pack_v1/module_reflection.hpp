#pragma once

// What a module declares, read with SPIRV-Tools' parser: not with the suite's own reader, which is among the
// things that the cases are about.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/render_pack_v1/block_rows.hpp"
#include "harness/base/result.hpp"

namespace rpcts::render_pack_v1 {

/// One variable of an interface: a block, or an array of textures.
struct Declared {
  std::string kind;        ///< "uniform block", "storage buffer", "push constants", "texture"
  bool read_only = false;  ///< every member of the struct is NonWritable
  std::string type;        ///< as GLSL writes it; of a block the name of its struct
  BlockRows
      rows;  ///< set and binding always; the rest of a block. A runtime array counts as one element long
};

struct ModuleReflection {
  std::vector<Declared> declared;  ///< by set and binding, push constants last
  std::map<std::uint32_t, std::uint32_t>
      constants;  ///< default bits of 32-bit specialization constants, by SpecId
};

/// ErrorKind::failed when SPIRV-Tools cannot read the module.
[[nodiscard]] Result<ModuleReflection> reflect_module(std::span<const std::uint32_t> words);

}  // namespace rpcts::render_pack_v1
