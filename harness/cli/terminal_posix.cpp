#include <cstdlib>
#include <string_view>
#include <unistd.h>

#include "harness/cli/terminal.hpp"

namespace rpcts::cli {

bool progress_on_terminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

}  // namespace rpcts::cli
