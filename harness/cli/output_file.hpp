#pragma once

#include <filesystem>
#include <string_view>

#include "harness/base/result.hpp"

namespace rpcts::cli {

/// Writes a file of results, and its folder where that is not there. ErrorKind::failed names the file.
[[nodiscard]] Result<void> write_output(const std::filesystem::path& path, std::string_view text);

}  // namespace rpcts::cli
