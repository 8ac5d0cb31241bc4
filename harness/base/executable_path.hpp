#pragma once

// Where the running program lies, and what lies beside it. Build tree and install are alike.

#include <filesystem>
#include <string_view>

namespace rpcts {

/// The file of the running program, links resolved; empty when the system does not tell.
[[nodiscard]] std::filesystem::path executable_path();

/// `../share/rpcts` beside the folder of the running program: the built fixtures of all contracts.
[[nodiscard]] std::filesystem::path installed_data_folder();

/// A shared library of the suite: in the folder `lib` of a build tree, in `<libdir>/rpcts` where it is
/// installed. The first of these places where it is, else the installed place.
[[nodiscard]] std::filesystem::path installed_library(std::string_view file_name);

}  // namespace rpcts
