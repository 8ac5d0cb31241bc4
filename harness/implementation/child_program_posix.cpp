#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "harness/implementation/child_program.hpp"

namespace rpcts::implementation {
namespace {

std::string ending(int status) {
  if (WIFSIGNALED(status)) {
    const char* name = ::strsignal(WTERMSIG(status));
    return fmt::format("signal {} ({})", WTERMSIG(status), name == nullptr ? "unknown" : name);
  }
  return fmt::format("exit status {}", WEXITSTATUS(status));
}

void close_all(std::array<int, 2>& ends) {
  for (int& fd : ends) {
    if (fd >= 0) {
      ::close(fd);
      fd = -1;
    }
  }
}

/// In the child, between fork and exec: only what is safe there. Does not return.
[[noreturn]] void become(const char* program, int input, int output, int problem, pid_t parent) {
#ifdef __linux__
  // A killed parent takes its child along; it may have died before this line.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) {
    ::_exit(2);
  }
#else
  static_cast<void>(parent);
#endif
  std::array<char*, 2> arguments{const_cast<char*>(program), nullptr};
  if (::dup2(input, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0) {
    ::execv(program, arguments.data());
  }
  const int reason = errno;
  [[maybe_unused]] const ssize_t told = ::write(problem, &reason, sizeof reason);
  ::_exit(127);
}

}  // namespace

struct ChildProgram::State {
  pid_t pid = -1;  ///< -1 = ended and waited for
  int input = -1;
  int output = -1;
  std::string buffer;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    close_channel(input);
    // A program that ends with its input needs no signal.
    for (int i = 0; i < 20 && pid > 0; ++i) {
      int status = 0;
      if (::waitpid(pid, &status, WNOHANG) == pid) {
        pid = -1;
      } else {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    }
    end();
    close_channel(output);
  }

  static void close_channel(int& fd) {
    if (fd >= 0) {
      ::close(fd);
      fd = -1;
    }
  }

  /// Kills what is still there and tells how it ended.
  std::string end() {
    if (pid <= 0) {
      return "an earlier fault";
    }
    // One that has just closed its output gets a moment to leave its own status.
    int status = 0;
    pid_t ended = 0;
    for (int i = 0; i < 20 && (ended = ::waitpid(pid, &status, WNOHANG)) == 0; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    if (ended == 0) {
      ::kill(pid, SIGKILL);
      while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
      }
    }
    pid = -1;
    return ending(status);
  }
};

ChildProgram::ChildProgram(std::unique_ptr<State> state) : state_(std::move(state)) {}
ChildProgram::~ChildProgram() = default;

bool ChildProgram::dead() const {
  return state_->pid <= 0;
}

void ChildProgram::kill() {
  if (state_->pid > 0) {
    ::kill(state_->pid, SIGKILL);
    state_->end();
  }
}

Result<std::unique_ptr<ChildProgram>> ChildProgram::start(const std::string& program) {
  std::error_code ignored;
  const std::string path = std::filesystem::absolute(program, ignored).string();
  std::array<int, 2> in{-1, -1};
  std::array<int, 2> out{-1, -1};
  std::array<int, 2> problem{-1, -1};
  // A socket for its input: writing to a dead child is an error then, not a signal.
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.data()) != 0 ||
      ::pipe2(out.data(), O_CLOEXEC) != 0 || ::pipe2(problem.data(), O_CLOEXEC) != 0) {
    const int reason = errno;
    close_all(in);
    close_all(out);
    close_all(problem);
    return error(ErrorKind::failed, fmt::format("no channel to a child process: {}", std::strerror(reason)));
  }
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) {
    become(path.c_str(), in[1], out[1], problem[1], parent);
  }
  const int forked = errno;
  ::close(in[1]);
  ::close(out[1]);
  ::close(problem[1]);
  auto state = std::make_unique<State>();
  state->pid = pid;
  state->input = in[0];
  state->output = out[0];
  int reason = pid < 0 ? forked : 0;
  if (pid > 0 && ::read(problem[0], &reason, sizeof reason) != sizeof reason) {
    reason = 0;
  }
  ::close(problem[0]);
  if (reason != 0) {
    return error(ErrorKind::usage,
                 fmt::format("the program '{}' cannot be started: {}", program, std::strerror(reason)));
  }
  ::fcntl(in[0], F_SETFL, O_NONBLOCK);
  ::fcntl(out[0], F_SETFL, O_NONBLOCK);
  return std::unique_ptr<ChildProgram>(new ChildProgram(std::move(state)));
}

Result<std::string> ChildProgram::ask(std::string line) {
  State& child = *state_;
  if (child.pid <= 0) {
    return error(ErrorKind::failed, "the program has ended before");
  }
  line += '\n';
  std::size_t sent = 0;
  std::array<char, 65536> bytes{};
  for (;;) {
    if (const std::size_t end = child.buffer.find('\n'); end != std::string::npos && sent == line.size()) {
      std::string answer = child.buffer.substr(0, end);
      child.buffer.erase(0, end + 1);
      return answer;
    }
    if (child.buffer.size() > maximum_line_bytes) {
      kill();
      return error(ErrorKind::failed,
                   fmt::format("the program wrote more than {} bytes for one answer", maximum_line_bytes));
    }
    std::array<pollfd, 2> waits{
        {{.fd = child.output, .events = POLLIN, .revents = 0},
         {.fd = sent < line.size() ? child.input : -1, .events = POLLOUT, .revents = 0}}};
    if (::poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR) {
      return error(ErrorKind::failed, fmt::format("poll: {}", std::strerror(errno)));
    }
    if (waits[1].revents != 0) {
      const ssize_t count = ::send(child.input, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
      if (count > 0) {
        sent += static_cast<std::size_t>(count);
      } else if (errno != EAGAIN && errno != EINTR) {
        return error(ErrorKind::failed, fmt::format("the program ended with {}", child.end()));
      }
    }
    if (waits[0].revents != 0) {
      const ssize_t count = ::read(child.output, bytes.data(), bytes.size());
      if (count > 0) {
        child.buffer.append(bytes.data(), static_cast<std::size_t>(count));
      } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        return error(ErrorKind::failed, fmt::format("the program ended with {}", child.end()));
      }
    }
  }
}

}  // namespace rpcts::implementation
