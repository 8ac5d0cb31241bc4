#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <system_error>

#include "harness/implementation/program_folder.hpp"

namespace rpcts::implementation {

Result<ProgramFolder> ProgramFolder::create() {
  std::error_code ignored;
  std::string pattern = (std::filesystem::temp_directory_path(ignored) / "rpcts-program-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    return error(ErrorKind::failed, fmt::format("'{}' cannot be made: {}", pattern, std::strerror(errno)));
  }
  return ProgramFolder(pattern);
}

ProgramFolder::~ProgramFolder() {
  if (!path_.empty()) {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
}

}  // namespace rpcts::implementation
