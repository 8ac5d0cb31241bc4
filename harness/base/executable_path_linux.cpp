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

}  // namespace rpcts
