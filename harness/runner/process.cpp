#include "harness/runner/process.hpp"

#include <fmt/format.h>

#include "harness/runner/protocol.hpp"

namespace rpcts::runner {
namespace {

using Clock = std::chrono::steady_clock;

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) {
    text.pop_back();
  }
  return text;
}

}  // namespace

Result<std::string> ask(const Launch& launch, std::size_t limit, std::chrono::milliseconds longest) {
  Result<Process> process = Process::start(launch);
  if (!process) {
    return std::unexpected(std::move(process.error()));
  }
  const Clock::time_point deadline = Clock::now() + longest;
  std::string answer;
  std::optional<Exit> exit;
  while (!exit) {
    Process* const one = &*process;
    Process::wait(std::span(&one, 1), std::chrono::milliseconds(100));
    exit = process->exit();
    answer += process->pump();
    if (answer.size() > limit) {
      return error(ErrorKind::failed,
                   fmt::format("'{}' wrote more than {} bytes", launch.program.string(), limit));
    }
    if (!exit && Clock::now() > deadline) {
      return error(ErrorKind::failed,
                   fmt::format("'{}' did not answer within {} ms", launch.program.string(), longest.count()));
    }
  }
  if (exit->good()) {
    return answer;
  }
  std::string printed = trimmed(process->last_output());
  if (!exit->by_signal && exit->code == status_refused) {
    return error(ErrorKind::usage, std::move(printed));
  }
  if (!exit->by_signal && exit->code == status_not_supported) {
    return error(ErrorKind::unsupported, std::move(printed));
  }
  return error(ErrorKind::failed,
               fmt::format("'{}' ended with {}: {}", launch.program.string(), exit->text(), printed));
}

}  // namespace rpcts::runner
