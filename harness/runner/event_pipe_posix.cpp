#include <cerrno>
#include <cstdlib>
#include <unistd.h>

#include "harness/runner/event_pipe.hpp"
#include "harness/runner/protocol.hpp"

namespace rpcts::runner {

void send_to_parent(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(event_descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      std::_Exit(2);
    }
  }
}

}  // namespace rpcts::runner
