#pragma once

// Shared libraries. What depends on the operating system stands in library_posix.cpp.

#include <string>

#include "harness/base/result.hpp"
#include "harness/implementation/rpcts_adapter.h"

namespace rpcts::implementation {

/// Whether the name is one of a shared library: it ends in .so (with or without a version behind it), .dll or
/// .dylib.
[[nodiscard]] bool is_library_name(const std::string& path);

/// Loads the library and finds its rpcts_adapter_entry(). The library stays loaded until the process ends:
/// threads of an engine and of drivers may run on. ErrorKind::usage, with the system's reason, when there is
/// no such file, it cannot be loaded, or it has no entry.
[[nodiscard]] Result<rpcts_adapter_entry_function> load_entry(const std::string& path);

}  // namespace rpcts::implementation
