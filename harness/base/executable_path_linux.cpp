#include <system_error>

#include "harness/base/executable_path.hpp"

namespace rpcts {

std::filesystem::path executable_path() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored);
}

std::filesystem::path installed_data_folder() {
  return (executable_path().parent_path() / ".." / "share" / "rpcts").lexically_normal();
}

std::filesystem::path installed_library(std::string_view file_name) {
  const std::filesystem::path root = executable_path().parent_path() / "..";
  const std::filesystem::path installed = (root / RPCTS_LIBDIR / "rpcts" / file_name).lexically_normal();
  std::error_code ignored;
  const std::filesystem::path built = (root / "lib" / file_name).lexically_normal();
  if (!std::filesystem::exists(installed, ignored) && std::filesystem::exists(built, ignored)) {
    return built;
  }
  return installed;
}

}  // namespace rpcts
