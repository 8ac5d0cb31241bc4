#pragma once

// Instructions that this process retires in user space. What depends on the system stands in
// instructions_linux.cpp.

#include <cstdint>
#include <memory>
#include <string>

#include "harness/base/result.hpp"

namespace rpcts::bench {

class InstructionCounter {
 public:
  /// The processor's own counter where the system lends it, else callgrind where this process runs under it
  /// with --callgrind-out-file=`callgrind_file`. Error `unsupported`: neither.
  [[nodiscard]] static Result<std::unique_ptr<InstructionCounter>> open(const std::string& callgrind_file);
  virtual ~InstructionCounter() = default;

  /// "perf", "callgrind 3.19": what goes into the environment.
  [[nodiscard]] virtual std::string name() const = 0;
  virtual void start() = 0;
  /// Since start(), of all threads of the process (callgrind) or of this one and its children (perf).
  [[nodiscard]] virtual Result<std::uint64_t> stop() = 0;
};

}  // namespace rpcts::bench
