#pragma once

// An adapter library behind standard input and output: the other end of program_adapter.hpp.

#include <map>
#include <string>

#include "harness/implementation/implementation.hpp"
#include "harness/implementation/program_values.hpp"

namespace rpcts::implementation {

/// Answers questions of docs/implementation/program.md by an implementation. Used by one thread.
class ProgramServer {
 public:
  explicit ProgramServer(Implementation implementation) : implementation_(std::move(implementation)) {}

  /// The answer to one line, without a newline. A line that is no question gets an answer with the status
  /// "broken".
  [[nodiscard]] std::string answer(const std::string& line);

 private:
  Json answer_free(const std::string& call, const Json& question);
  Json answer_host(const std::string& call, const Json& question);
  Host& host_of(const Json& question);

  Implementation implementation_;
  std::map<std::uint64_t, Host> hosts_;
  std::map<std::uint64_t, SceneValue> scenes_;  ///< for adapters that keep what they should copy
  std::uint64_t last_host_ = 0;
};

}  // namespace rpcts::implementation
