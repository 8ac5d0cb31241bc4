#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <mutex>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "harness/implementation/validation_watch.hpp"

namespace rpcts::implementation {
namespace {

constexpr const char* layer = "VK_LAYER_KHRONOS_validation";
/// Text that is kept before it is cut into errors.
constexpr std::size_t maximum_bytes = std::size_t{256} * 1024;
/// What is kept between two drains; a flood of different errors says no more than its beginning.
constexpr std::size_t maximum_errors = 4096;

/// A descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) {
      ::close(fd_);
    }
  }
  void reset(int fd) { fd_ = fd; }
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

/// A path under which this process and its children open the descriptor anew, without a file that a crash
/// would leave behind.
std::string path_of(int fd) {
  return fmt::format("/proc/{}/fd/{}", ::getpid(), fd);
}

std::unexpected<Error> failed(const char* call) {
  return error(ErrorKind::failed,
               fmt::format("the validation layer cannot be watched: {}: {}", call, std::strerror(errno)));
}

}  // namespace

struct ValidationWatch::State {
  Descriptor settings;
  Descriptor read_end;
  Descriptor write_end;  ///< kept open, so that reading never ends
  Descriptor stop;
  std::mutex mutex;  ///< over `text`, `errors` and over reading
  std::string text;
  std::vector<LayerError> errors;  ///< of text that is gone
  std::thread reader;

  /// Takes what is in the pipe.
  void pump() {
    const std::lock_guard lock(mutex);
    std::array<char, 16384> buffer{};
    for (;;) {
      const ssize_t count = ::read(read_end.get(), buffer.data(), buffer.size());
      if (count > 0) {
        const auto bytes = static_cast<std::size_t>(count);
        text.append(buffer.data(), bytes);
        if (text.size() > maximum_bytes) {
          cut();
        }
      } else if (count == 0 || errno != EINTR) {
        return;
      }
    }
  }

  /// Takes the errors out of the whole lines of `text`. An error stands in one line, so none is torn apart.
  void cut() {
    const std::size_t whole = text.rfind('\n') + 1;
    if (whole == 0 && text.size() <= maximum_bytes) {
      return;  // the rest of the line is on its way
    }
    for (LayerError& one : layer_errors(std::string_view(text).substr(0, whole))) {
      if (errors.size() < maximum_errors && std::ranges::find(errors, one) == errors.end()) {
        errors.push_back(std::move(one));
      }
    }
    // A line that never ends is no error of the layer's.
    text.erase(0, whole > 0 ? whole : text.size());
  }

  /// The pipe must not fill up while the implementation works.
  void read_on() {
    std::array<pollfd, 2> waits{{{.fd = read_end.get(), .events = POLLIN, .revents = 0},
                                 {.fd = stop.get(), .events = POLLIN, .revents = 0}}};
    while (::poll(waits.data(), waits.size(), -1) >= 0 || errno == EINTR) {
      if (waits[1].revents != 0) {
        return;
      }
      pump();
    }
  }
};

ValidationWatch::ValidationWatch(std::unique_ptr<State> state) : state_(std::move(state)) {}

ValidationWatch::~ValidationWatch() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t told = ::write(state_->stop.get(), &one, sizeof one);
  state_->reader.join();
}

Result<std::unique_ptr<ValidationWatch>> ValidationWatch::start() {
  auto state = std::make_unique<State>();
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return failed("pipe2");
  }
  state->read_end.reset(ends[0]);
  state->write_end.reset(ends[1]);
  if (::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
    return failed("fcntl");
  }
  state->stop.reset(::eventfd(0, EFD_CLOEXEC));
  state->settings.reset(::memfd_create("vk_layer_settings.txt", MFD_CLOEXEC));
  if (state->stop.get() < 0 || state->settings.get() < 0) {
    return failed("eventfd or memfd_create");
  }
  // Errors only, each time they come up.
  const std::string settings = fmt::format(
      "khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n"
      "khronos_validation.log_filename = {}\n"
      "khronos_validation.report_flags = error\n"
      "khronos_validation.enable_message_limit = FALSE\n"
      "khronos_validation.duplicate_message_limit = 0\n",
      path_of(ends[1]));
  if (::write(state->settings.get(), settings.data(), settings.size()) !=
      static_cast<ssize_t>(settings.size())) {
    return failed("write");
  }
  // The user's own layers stay.
  const char* present = std::getenv("VK_INSTANCE_LAYERS");  // NOLINT(concurrency-mt-unsafe)
  const std::string layers =
      present == nullptr || *present == '\0' ? std::string(layer) : fmt::format("{}:{}", present, layer);
  ::setenv("VK_INSTANCE_LAYERS", layers.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
  ::setenv("VK_LAYER_SETTINGS_PATH", path_of(state->settings.get()).c_str(),
           1);  // NOLINT(concurrency-mt-unsafe)
  State& shared = *state;
  shared.reader = std::thread([&shared] { shared.read_on(); });
  return std::unique_ptr<ValidationWatch>(new ValidationWatch(std::move(state)));
}

std::vector<LayerError> ValidationWatch::drain() {
  state_->pump();
  const std::lock_guard lock(state_->mutex);
  state_->cut();
  return std::exchange(state_->errors, {});
}

}  // namespace rpcts::implementation
