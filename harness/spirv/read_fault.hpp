#pragma once

// Rules on single instructions that both the reader and the search for its first fault apply.

#include <cstdint>

#include "harness/spirv/module.hpp"

namespace rpcts::spirv {

/// True when the string that starts at word `first` has its zero byte before word `end`.
[[nodiscard]] bool ends_inside(Words words, std::uint32_t first, std::uint32_t end);

/// The word of the pointer that an instruction writes or works atomically through; 0 = it does not. The
/// instruction is one of Later::write and lies inside the module.
[[nodiscard]] std::uint32_t written_pointer(const std::uint32_t* instruction);

/// The first fault of a module that the reader could not read to its end, in module order. The header is
/// right. Goes over the words again, so that the reader itself need not keep in order what it finds.
[[nodiscard]] ReadResult find_read_fault(Words words, std::uint32_t bound);

}  // namespace rpcts::spirv
