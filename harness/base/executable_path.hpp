#pragma once

// Where the running program lies, and what lies beside it. Build tree and install are alike.

#include <filesystem>

namespace rpcts {

/// The file of the running program, links resolved; empty when the system does not tell.
[[nodiscard]] std::filesystem::path executable_path();

/// `../share/rpcts` beside the folder of the running program: the built fixtures of all contracts.
[[nodiscard]] std::filesystem::path installed_data_folder();

}  // namespace rpcts
