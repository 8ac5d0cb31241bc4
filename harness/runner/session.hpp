#pragma once

// What the parent knows of one worker from the events that it sends: a state machine without any process in
// it.

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/runner/protocol.hpp"

namespace rpcts::runner {

/// The order is: hello, then for each case of the chunk in turn its start and its end, then goodbye. Anything
/// else is an Error, and the worker cannot be trusted any more.
class Session {
 public:
  /// `chunk`: ids in the order in which the worker runs them, sorted.
  explicit Session(std::deque<std::string> chunk) : remaining_(std::move(chunk)) {}

  /// Takes the next event; gives the result that it completes, if any.
  [[nodiscard]] Result<std::optional<CaseEnded>> on(Event event);

  [[nodiscard]] bool greeted() const { return greeted_; }
  /// The case that runs now, or null. Valid until the next event.
  [[nodiscard]] const std::string* running() const { return running_ ? &remaining_.front() : nullptr; }
  /// Whether every case has ended and the worker has said so.
  [[nodiscard]] bool finished() const { return finished_; }
  /// Cases that have ended.
  [[nodiscard]] std::size_t ended() const { return ended_; }
  /// The running case and those after it.
  [[nodiscard]] const std::deque<std::string>& remaining() const { return remaining_; }

 private:
  std::deque<std::string> remaining_;
  std::size_t ended_ = 0;
  bool greeted_ = false;
  bool running_ = false;
  bool finished_ = false;
};

}  // namespace rpcts::runner
