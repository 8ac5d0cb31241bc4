#pragma once

// A program under test as an adapter's table: each call is a line to a child process and a line back
// (docs/implementation/program.md).

#include <memory>
#include <string>

#include "harness/base/result.hpp"
#include "harness/implementation/rpcts_adapter.h"

namespace rpcts::implementation {

/// The status of a call whose program died or answered nonsense; the reason says which. No adapter may return
/// it.
inline constexpr rpcts_status status_of_broken_program = -0x5050;

/// Owns the child. A child that has died, flooded or answered nonsense is ended; its hosts fail from then on,
/// and the next call that needs no host starts a fresh one. Used by one thread.
class ProgramAdapter {
 public:
  /// Starts the program and asks what it claims. ErrorKind::usage when it cannot be started, does not answer
  /// as the protocol says, or speaks another version.
  [[nodiscard]] static Result<std::shared_ptr<ProgramAdapter>> start(const std::string& program);

  ProgramAdapter(const ProgramAdapter&) = delete;
  ProgramAdapter& operator=(const ProgramAdapter&) = delete;
  ~ProgramAdapter();

  [[nodiscard]] const rpcts_adapter& table() const;

 private:
  struct State;
  explicit ProgramAdapter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace rpcts::implementation
