#include "harness/cli/output_file.hpp"

#include <fmt/format.h>
#include <fstream>
#include <system_error>

namespace rpcts::cli {

Result<void> write_output(const std::filesystem::path& path, std::string_view text) {
  std::error_code problem;
  std::filesystem::create_directories(path.parent_path(), problem);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) {
    return error(ErrorKind::failed, fmt::format("'{}' cannot be written", path.string()));
  }
  return {};
}

}  // namespace rpcts::cli
