#include <cerrno>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "harness/observer/child.hpp"

namespace rpcts::observer {

Result<int> run_child(const std::vector<std::string>& command, const std::function<void()>& each) {
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int failed = words.empty()
                         ? ENOENT
                         : ::posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ);
  if (failed != 0) {
    return error(ErrorKind::usage, fmt::format("'{}' cannot be started: {}", words.empty() ? "" : words[0],
                                               std::strerror(failed)));  // NOLINT(concurrency-mt-unsafe)
  }
  for (;;) {
    int status = 0;
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended < 0 && errno != EINTR) {
      return error(ErrorKind::failed,
                   fmt::format("waitpid: {}", std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
    }
    if (ended == child) {
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    each();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace rpcts::observer
