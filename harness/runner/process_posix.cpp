#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/runner/bounded_text.hpp"
#include "harness/runner/process.hpp"
#include "harness/runner/protocol.hpp"

namespace rpcts::runner {
namespace {

/// An open descriptor, closed at the end of its life.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  void close() {
    if (number_ >= 0) {
      ::close(number_);
      number_ = -1;
    }
  }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }

 private:
  int number_;
};

struct Channel {
  Descriptor ours;
  Descriptor childs;
};

/// The child's ends are moved out of the way of the numbers that they get in the child.
constexpr int first_free_number = event_descriptor + 1;

Result<Channel> connect(int domain_or_pipe) {
  std::array<int, 2> ends{-1, -1};
  const bool made = domain_or_pipe == AF_UNIX
                        ? ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0
                        : ::pipe2(ends.data(), O_CLOEXEC) == 0;
  if (!made) {
    return error(ErrorKind::failed, fmt::format("no channel to a child process: {}", std::strerror(errno)));
  }
  Descriptor ours(ends[0]);
  const Descriptor low(ends[1]);
  Descriptor childs(::fcntl(low.number(), F_DUPFD_CLOEXEC, first_free_number));
  if (!childs.is_open()) {
    return error(ErrorKind::failed, fmt::format("no channel to a child process: {}", std::strerror(errno)));
  }
  return Channel{std::move(ours), std::move(childs)};
}

constexpr int as_pipe = -1;

bool set_nonblocking(const Descriptor& descriptor) {
  return ::fcntl(descriptor.number(), F_SETFL, O_NONBLOCK) == 0;
}

/// In the child, between fork and exec: only what is safe there. Does not return.
[[noreturn]] void become(const char* program, char* const* arguments, char* const* environment, int input,
                         int output, int events, int problem, pid_t parent) {
  ::setpgid(0, 0);
#ifdef __linux__
  // A killed parent takes its children along; it may have died before this line.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) {
    ::_exit(2);
  }
#else
  static_cast<void>(parent);
#endif
  if (::dup2(input, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 &&
      ::dup2(output, STDERR_FILENO) >= 0 && ::dup2(events, event_descriptor) >= 0) {
    ::execve(program, arguments, environment);
  }
  const int reason = errno;
  // The parent reads this; where even that fails it sees the status.
  if (::write(problem, &reason, sizeof reason) < 0) {
    ::_exit(126);
  }
  ::_exit(127);
}

/// This process's variables without those that `own` sets, and `own`; null at the end. The texts are those of
/// the environment and of `own`.
std::vector<char*> environment_with(std::vector<std::string>& own) {
  const auto replaced = [&](std::string_view variable) {
    const std::string_view name = variable.substr(0, variable.find('=') + 1);
    return std::ranges::any_of(own, [&](const std::string& one) { return one.starts_with(name); });
  };
  std::vector<char*> all;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!replaced(*variable)) {
      all.push_back(*variable);
    }
  }
  for (std::string& one : own) {
    all.push_back(one.data());
  }
  all.push_back(nullptr);
  return all;
}

/// Reads what is there; of a child that never stops writing only so much that others get their turn. Closes
/// the descriptor at its end.
template <class Take>
void drain(Descriptor& descriptor, const Take& take) {
  constexpr int turns = 64;
  std::array<char, 16384> buffer{};
  for (int turn = 0; turn < turns && descriptor.is_open(); ++turn) {
    const ssize_t got = ::read(descriptor.number(), buffer.data(), buffer.size());
    if (got > 0) {
      take(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
    } else if (got < 0 && errno == EINTR) {
      continue;
    } else if (got < 0 && errno == EAGAIN) {
      return;
    } else {
      descriptor.close();
    }
  }
}

}  // namespace

std::string Exit::text() const {
  if (!by_signal) {
    return fmt::format("exit status {}", code);
  }
  const char* name = ::strsignal(code);
  return fmt::format("signal {} ({})", code, name != nullptr ? name : "unknown");
}

struct Process::State {
  explicit State(std::size_t output_limit) : kept(output_limit) {}

  pid_t pid = -1;
  Descriptor input;
  Descriptor output;
  Descriptor events;
  std::string to_write;
  SeparatedOutput kept;
  std::optional<Exit> ended;

  void kill_group() const {
    if (pid > 0) {
      ::kill(-pid, SIGKILL);
    }
  }

  bool reap(int flags) {
    int status = 0;
    pid_t got = 0;
    do {
      got = ::waitpid(pid, &status, flags);
    } while (got < 0 && errno == EINTR);
    if (got != pid) {
      return false;
    }
    ended = WIFSIGNALED(status) ? Exit{.by_signal = true, .code = WTERMSIG(status)}
                                : Exit{.by_signal = false, .code = WEXITSTATUS(status)};
    // What the child has left behind in its group would hold the channels open.
    kill_group();
    return true;
  }

  void write_input() {
    while (input.is_open() && !to_write.empty()) {
      const ssize_t sent =
          ::send(input.number(), to_write.data(), to_write.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
      if (sent >= 0) {
        to_write.erase(0, static_cast<std::size_t>(sent));
      } else if (errno == EAGAIN) {
        return;
      } else if (errno != EINTR) {
        break;  // The child does not read any more; that is its business.
      }
    }
    input.close();
  }
};

Process::Process(std::unique_ptr<State> state) : state_(std::move(state)) {}
Process::Process(Process&& other) noexcept = default;

Process& Process::operator=(Process&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

Process::~Process() {
  if (state_ && !state_->ended) {
    state_->kill_group();
    state_->reap(0);
  }
}

Result<Process> Process::start(const Launch& launch) {
  Result<Channel> input = connect(AF_UNIX);
  Result<Channel> output = connect(as_pipe);
  Result<Channel> events = connect(as_pipe);
  Result<Channel> problem = connect(as_pipe);
  for (const Result<Channel>* channel : {&input, &output, &events, &problem}) {
    if (!*channel) {
      return std::unexpected(channel->error());
    }
  }
  if (!set_nonblocking(output->ours) || !set_nonblocking(events->ours)) {
    return error(ErrorKind::failed, fmt::format("no channel to a child process: {}", std::strerror(errno)));
  }

  std::string program = launch.program.string();
  std::vector<std::string> words = launch.arguments;
  std::vector<char*> arguments{program.data()};
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  std::vector<std::string> own = launch.environment;
  const std::vector<char*> environment = environment_with(own);

  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) {
    return error(ErrorKind::failed, fmt::format("'{}' cannot be started: {}", program, std::strerror(errno)));
  }
  if (pid == 0) {
    become(program.c_str(), arguments.data(), environment.data(), input->childs.number(),
           output->childs.number(), events->childs.number(), problem->childs.number(), parent);
  }
  // The child does this too; whoever comes first makes the group exist before anybody kills it.
  ::setpgid(pid, pid);

  auto state = std::make_unique<State>(launch.output_limit);
  state->pid = pid;
  state->input = std::move(input->ours);
  state->output = std::move(output->ours);
  state->events = std::move(events->ours);
  state->to_write = launch.input;
  Process process(std::move(state));

  // The channel closes without a word when the program has been started.
  problem->childs.close();
  int reason = 0;
  ssize_t got = 0;
  do {
    got = ::read(problem->ours.number(), &reason, sizeof reason);
  } while (got < 0 && errno == EINTR);
  if (got == static_cast<ssize_t>(sizeof reason)) {
    return error(ErrorKind::failed,
                 fmt::format("'{}' cannot be started: {}", program, std::strerror(reason)));
  }
  return process;
}

std::string Process::pump() {
  std::string events;
  state_->write_input();
  drain(state_->events, [&](std::string_view bytes) { events += bytes; });
  drain(state_->output, [&](std::string_view bytes) { state_->kept.append(bytes); });
  return events;
}

std::optional<Exit> Process::exit() {
  if (!state_->ended) {
    state_->reap(WNOHANG);
  }
  return state_->ended;
}

void Process::kill() {
  state_->kill_group();
}

std::optional<std::uint64_t> Process::resident_bytes() const {
  // Its second number is the pages that are resident; other systems have no such file.
  std::ifstream stream(fmt::format("/proc/{}/statm", state_->pid));
  std::uint64_t whole = 0;
  std::uint64_t resident = 0;
  if (!(stream >> whole >> resident)) {
    return std::nullopt;
  }
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::string Process::output(std::size_t number) {
  return state_->kept.text(number);
}

std::string Process::last_output() const {
  return state_->kept.last();
}

void Process::wait(std::span<Process* const> processes, std::chrono::milliseconds longest) {
  // The end of a child is not an event of poll; a child that has closed its channels is looked at often.
  constexpr std::chrono::milliseconds look_again{100};
  constexpr std::chrono::milliseconds look_soon{2};
  std::vector<pollfd> watched;
  std::chrono::milliseconds time = std::min(longest, look_again);
  for (const Process* process : processes) {
    const State& state = *process->state_;
    if (!state.events.is_open()) {
      time = std::min(time, look_soon);
    }
    for (const Descriptor* descriptor : {&state.output, &state.events}) {
      if (descriptor->is_open()) {
        watched.push_back({.fd = descriptor->number(), .events = POLLIN, .revents = 0});
      }
    }
    if (state.input.is_open()) {
      watched.push_back({.fd = state.input.number(), .events = POLLOUT, .revents = 0});
    }
  }
  ::poll(watched.data(), watched.size(), static_cast<int>(time.count()));
}

}  // namespace rpcts::runner
