#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <iostream>
#include <unistd.h>

#include "harness/runner/bounded_text.hpp"
#include "harness/runner/event_pipe.hpp"
#include "harness/runner/protocol.hpp"

namespace rpcts::runner {

void keep_events_from_children() {
  // Where there is no such descriptor, nobody can inherit it.
  [[maybe_unused]] const int kept = ::fcntl(event_descriptor, F_SETFD, FD_CLOEXEC);
}

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

void flush_output() {
  std::cout.flush();
  std::fflush(nullptr);
}

void separate_output() {
  flush_output();
  const char separator = SeparatedOutput::separator;
  // Nobody reads what was printed any more: then nothing needs separating either.
  [[maybe_unused]] const ssize_t written = ::write(STDOUT_FILENO, &separator, 1);
}

}  // namespace rpcts::runner
