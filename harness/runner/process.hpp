#pragma once

// Child processes. What depends on the operating system stands in process_posix.cpp.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/base/result.hpp"

namespace rpcts::runner {

struct Launch {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::string input{};                               ///< all of the child's standard input
  std::size_t output_limit = std::size_t{8} * 1024;  ///< bytes kept of each text of its output
  /// Variables that the child gets beside this process's own, or in their place: "NAME=value".
  std::vector<std::string> environment{};
};

/// How a process ended.
struct Exit {
  bool by_signal = false;
  int code = 0;  ///< exit status, or number of the signal

  [[nodiscard]] bool good() const { return !by_signal && code == 0; }
  /// "exit status 3", "signal 11 (Segmentation fault)".
  [[nodiscard]] std::string text() const;
};

/// A child process that leads a group of its own and has a descriptor for events (event_descriptor) beside
/// its standard ones. It does not outlive this object, nor, where the system can promise that, this process.
/// Used by one thread.
class Process {
 public:
  /// ErrorKind::failed, with the system's reason, when the program cannot be started.
  [[nodiscard]] static Result<Process> start(const Launch& launch);

  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  /// Kills the whole group and waits for the child.
  ~Process();

  /// Takes what has come since the last call, without waiting: returns the bytes of events, keeps the output,
  /// passes on input that is still to be written. All output that was written before an event is kept when
  /// the event is returned.
  [[nodiscard]] std::string pump();

  /// Whether the child has ended by now, and how. After the first true answer everything that it wrote can be
  /// had by one more pump().
  [[nodiscard]] std::optional<Exit> exit();

  /// Ends the whole group at once.
  void kill();

  /// Memory of the child itself that is resident now; nothing where the system does not tell.
  [[nodiscard]] std::optional<std::uint64_t> resident_bytes() const;

  /// Standard output and standard error in the order in which they came, cut at record separators
  /// (SeparatedOutput): the text with this number, both ends of it when it was more than
  /// Launch::output_limit.
  [[nodiscard]] std::string output(std::size_t number);
  /// The text that came last.
  [[nodiscard]] std::string last_output() const;

  /// Waits until one of the processes has something for pump() or has ended, or the time is over, or a signal
  /// came.
  static void wait(std::span<Process* const> processes, std::chrono::milliseconds longest);

 private:
  struct State;
  explicit Process(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Runs a program to its end and returns what it wrote to event_descriptor. ErrorKind::failed when it cannot
/// be started, writes more than `limit` bytes, takes longer than `longest`, or ends badly. A program that
/// ends with status_refused or status_not_supported has said why: that text is an Error of kind usage or
/// unsupported.
[[nodiscard]] Result<std::string> ask(const Launch& launch, std::size_t limit,
                                      std::chrono::milliseconds longest);

}  // namespace rpcts::runner
