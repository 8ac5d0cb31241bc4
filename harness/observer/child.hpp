#pragma once

// A program that runs while it is watched. What depends on the system stands in child_<system>.cpp.

#include <functional>
#include <string>
#include <vector>

#include "harness/base/result.hpp"

namespace rpcts::observer {

/// Runs a program with the environment of this process, its input and output; `each` is called every few
/// milliseconds until it has ended. Its exit status, or 128 and the number of the signal that ended it.
/// ErrorKind::usage when it cannot be started.
[[nodiscard]] Result<int> run_child(const std::vector<std::string>& command,
                                    const std::function<void()>& each);

}  // namespace rpcts::observer
