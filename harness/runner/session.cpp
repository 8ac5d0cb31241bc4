#include "harness/runner/session.hpp"

#include <fmt/format.h>

namespace rpcts::runner {
namespace {

std::unexpected<Error> broken(std::string how) {
  return error(ErrorKind::failed, "the worker broke the protocol: " + std::move(how));
}

}  // namespace

Result<std::optional<CaseEnded>> Session::on(Event event) {
  if (finished_) {
    return broken("it went on after its goodbye");
  }
  if (const auto* hello = std::get_if<Hello>(&event)) {
    if (greeted_) {
      return broken("it said hello twice");
    }
    if (hello->cases != remaining_.size()) {
      return broken(
          fmt::format("it was given {} cases and says that it has {}", remaining_.size(), hello->cases));
    }
    greeted_ = true;
    return std::nullopt;
  }
  if (!greeted_) {
    return broken("it did not say hello first");
  }
  if (const auto* started = std::get_if<CaseStarted>(&event)) {
    if (running_) {
      return broken(fmt::format("it started '{}' while '{}' ran", started->id, remaining_.front()));
    }
    if (remaining_.empty() || started->id != remaining_.front()) {
      return broken(fmt::format("it started '{}' where '{}' was next", started->id,
                                remaining_.empty() ? "nothing" : remaining_.front()));
    }
    running_ = true;
    return std::nullopt;
  }
  if (auto* ended = std::get_if<CaseEnded>(&event)) {
    if (!running_ || ended->id != remaining_.front()) {
      return broken(
          fmt::format("it ended '{}' while '{}' ran", ended->id, running_ ? remaining_.front() : "nothing"));
    }
    running_ = false;
    remaining_.pop_front();
    ++ended_;
    return std::optional<CaseEnded>(std::move(*ended));
  }
  if (!remaining_.empty()) {
    return broken(fmt::format("it said goodbye before '{}' had ended", remaining_.front()));
  }
  finished_ = true;
  return std::nullopt;
}

}  // namespace rpcts::runner
