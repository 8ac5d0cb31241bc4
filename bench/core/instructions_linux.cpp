#include <array>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <valgrind/callgrind.h>
#include <valgrind/config.h>

#include "bench/core/instructions.hpp"

namespace rpcts::bench {
namespace {

class PerfCounter : public InstructionCounter {
 public:
  explicit PerfCounter(int descriptor) : descriptor_(descriptor) {}
  ~PerfCounter() override { close(descriptor_); }
  PerfCounter(const PerfCounter&) = delete;
  PerfCounter& operator=(const PerfCounter&) = delete;
  PerfCounter(PerfCounter&&) = delete;
  PerfCounter& operator=(PerfCounter&&) = delete;

  [[nodiscard]] std::string name() const override { return "perf"; }
  void start() override {
    ioctl(descriptor_, PERF_EVENT_IOC_RESET, 0);
    ioctl(descriptor_, PERF_EVENT_IOC_ENABLE, 0);
  }
  Result<std::uint64_t> stop() override {
    ioctl(descriptor_, PERF_EVENT_IOC_DISABLE, 0);
    std::uint64_t counted = 0;
    if (read(descriptor_, &counted, sizeof(counted)) != sizeof(counted)) {
      return error(ErrorKind::failed, "the system's instruction counter could not be read");
    }
    return counted;
  }

 private:
  int descriptor_;
};

/// Callgrind writes its sum to a file each time that it is asked, and begins again from zero.
class CallgrindCounter : public InstructionCounter {
 public:
  explicit CallgrindCounter(std::string file) : file_(std::move(file)) {}

  [[nodiscard]] std::string name() const override {
    return fmt::format("callgrind {}.{}", __VALGRIND_MAJOR__, __VALGRIND_MINOR__);
  }
  void start() override {
    if (!instrumented_) {
      CALLGRIND_START_INSTRUMENTATION;
      instrumented_ = true;
    }
    CALLGRIND_ZERO_STATS;
  }
  Result<std::uint64_t> stop() override {
    CALLGRIND_DUMP_STATS;
    const std::string path = fmt::format("{}.{}", file_, ++dumps_);
    std::ifstream stream(path);
    std::string line;
    std::uint64_t counted = 0;
    while (std::getline(stream, line)) {
      for (const std::string_view begin : {std::string_view("summary: "), std::string_view("totals: ")}) {
        if (line.starts_with(begin)) {
          std::from_chars(line.data() + begin.size(), line.data() + line.size(), counted);
        }
      }
    }
    stream.close();
    std::remove(path.c_str());
    if (counted == 0) {
      return error(
          ErrorKind::failed,
          fmt::format("callgrind wrote no sum to '{}': run it with --callgrind-out-file={}", path, file_));
    }
    return counted;
  }

 private:
  std::string file_;
  unsigned dumps_ = 0;
  bool instrumented_ = false;
};

}  // namespace

Result<std::unique_ptr<InstructionCounter>> InstructionCounter::open(const std::string& callgrind_file) {
  if (RUNNING_ON_VALGRIND != 0) {
    return std::make_unique<CallgrindCounter>(callgrind_file);
  }
  perf_event_attr wanted{};
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.size = sizeof(wanted);
  wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
  wanted.disabled = 1;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  const long descriptor = syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0);
  if (descriptor < 0) {
    return error(ErrorKind::unsupported,
                 fmt::format("the system lends no instruction counter ({}), and this process does not run "
                             "under callgrind",
                             std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
  }
  return std::make_unique<PerfCounter>(static_cast<int>(descriptor));
}

}  // namespace rpcts::bench
