#pragma once

#include <expected>
#include <string>
#include <utility>

namespace rpcts {

/// Why an operation of the suite itself could not be done. A finding about a pack or an implementation is
/// never an Error: it is a Diagnostic (diagnostic.hpp).
enum class ErrorKind {
  usage,        ///< the caller asked for something that cannot be: a wrong path, an unknown name
  unsupported,  ///< the device, the driver or the system lacks something; never counted as a failure
  failed,     ///< the environment failed: a file that cannot be written, a driver call that returned an error
  exhausted,  ///< the system or the device is out of memory: the same may succeed another time
  lost,       ///< the device is gone, and everything on it: only another one helps
  internal,   ///< a defect of the suite
};

/// A failure as a value: what happened, to which thing, and what to do about it.
struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string message;  ///< one sentence that names the thing, the place and the repair
};

template <class T>
using Result = std::expected<T, Error>;

[[nodiscard]] inline std::unexpected<Error> error(ErrorKind kind, std::string message) {
  return std::unexpected(Error{kind, std::move(message)});
}

}  // namespace rpcts
