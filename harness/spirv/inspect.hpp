#pragma once

// What a module offers to the host, for people: entry points, descriptors, the push block, and every member
// of every block with its place in memory. Knows nothing of any contract and refuses nothing that can be
// read.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/spirv/describe.hpp"

namespace rpcts::spirv {

struct EntryPoint {
  std::string name;      ///< printable, see literal_text()
  std::string model;     ///< "fragment"
  std::uint32_t id = 0;  ///< of its function
};

/// One member of a block, and the members of the struct that it is or that it is an array of.
struct BlockField {
  std::uint32_t index = 0;                     ///< number of the member in its struct
  std::string name;                            ///< its OpMemberName, printable; empty when there is none
  std::string type;                            ///< "vec4[16]", see type_text()
  std::optional<std::uint32_t> offset;         ///< bytes from the start of the struct that holds it
  std::optional<std::uint32_t> array_stride;   ///< bytes, of the outermost array
  std::optional<std::uint32_t> matrix_stride;  ///< bytes between columns, or between rows when row_major
  bool row_major = false;
  bool non_writable = false;
  std::vector<BlockField> members;
};

/// A variable of storage class UniformConstant, Uniform, StorageBuffer or PushConstant.
struct InterfaceVariable {
  std::uint32_t id = 0;
  std::string name;  ///< its OpName or, when it has none, that of its block; printable; may be empty
  ResourceKind kind = ResourceKind::unknown;
  std::optional<std::uint32_t> set;
  std::optional<std::uint32_t> binding;
  std::string type;       ///< "sampler2DArray[]", "struct %12"
  std::string block;      ///< OpName of the struct; empty for what is no block
  bool is_block = false;  ///< the struct is decorated Block
  bool non_writable = false;
  std::vector<BlockField> members;
};

struct Inspection {
  std::uint32_t version = 0;    ///< version word: 0x00010300 is SPIR-V 1.3
  std::uint32_t generator = 0;  ///< generator word
  std::uint32_t bound = 0;      ///< every id is below it
  std::size_t words = 0;
  std::vector<EntryPoint> entry_points;  ///< in module order
  std::vector<InterfaceVariable>
      variables;           ///< by set, binding and id; those without a set after them, push blocks last
  bool shortened = false;  ///< there are more than `most_fields` things; the rest is left out
};

inline constexpr std::size_t most_fields =
    10'000;  ///< entry points, variables and members that an inspection lists
inline constexpr std::uint32_t deepest_field = 16;  ///< levels of structs within structs

/// Inspects the bytes of a module. An Error (ErrorKind::failed) when they are no SPIR-V or cannot be read to
/// their end; it names the place. Any bytes are safe.
[[nodiscard]] Result<Inspection> inspect(std::span<const std::byte> module);

/// The inspection as text for a terminal: a line an entry point, a variable, a member; lines end with '\n'.
[[nodiscard]] std::string inspection_text(const Inspection& inspection);

}  // namespace rpcts::spirv
