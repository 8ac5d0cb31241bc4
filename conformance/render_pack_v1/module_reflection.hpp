#pragma once

// What a compiled include declares, in the form in which blocks are compared.

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "conformance/render_pack_v1/block_rows.hpp"
#include "harness/base/result.hpp"
#include "harness/spirv/describe.hpp"

namespace rpcts::render_pack_v1 {

/// One variable of an interface: a block, or an array of textures.
struct Declared {
  spirv::ResourceKind kind = spirv::ResourceKind::unknown;
  bool read_only = false;  ///< the variable or every member of its struct is NonWritable
  std::string type;        ///< as GLSL writes it: "sampler2DArray[]"
  BlockRows
      rows;  ///< set and binding always; the rest of a block. A runtime array counts as one element long
};

struct ModuleReflection {
  std::vector<Declared> declared;  ///< by set and binding, push constants last
  std::map<std::uint32_t, std::uint32_t>
      constants;  ///< default bits of 32-bit specialization constants, by SpecId
};

/// ErrorKind::failed when the bytes are no SPIR-V that can be read.
[[nodiscard]] Result<ModuleReflection> reflect_module(std::span<const std::byte> module);

}  // namespace rpcts::render_pack_v1
