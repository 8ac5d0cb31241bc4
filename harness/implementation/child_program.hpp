#pragma once

// A child process that is asked line by line over its standard input and output. What depends on the
// operating system stands in child_program_posix.cpp.

#include <memory>
#include <string>

#include "harness/base/result.hpp"

namespace rpcts::implementation {

/// Longer answers are nonsense.
inline constexpr std::size_t maximum_line_bytes = std::size_t{8} * 1024 * 1024;

/// Used by one thread. Its standard error is that of this process. It does not outlive this object, nor,
/// where the system can promise that, this process. No call has a time limit of its own: the case's ends this
/// process, and the child with it.
class ChildProgram {
 public:
  /// ErrorKind::usage, with the system's reason, when the program cannot be started.
  [[nodiscard]] static Result<std::unique_ptr<ChildProgram>> start(const std::string& program);

  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;
  /// Closes its input, gives it a moment to end, then kills it.
  ~ChildProgram();

  /// Sends a line (without its newline) and returns the next one that comes back. ErrorKind::failed when the
  /// child ends instead ("the program ended with …") or writes a line of more than maximum_line_bytes; it is
  /// ended then and dead() holds.
  [[nodiscard]] Result<std::string> ask(std::string line);

  [[nodiscard]] bool dead() const;
  /// Ends it at once.
  void kill();

 private:
  struct State;
  explicit ChildProgram(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace rpcts::implementation
