#pragma once

// What a worker tells the process that started it: one JSON object a line, on a descriptor of its own, so
// that nothing that a driver prints can be taken for a result. A line names the protocol's version only in
// the first event, and a reader that knows another version refuses everything after it.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/runner/outcome.hpp"

namespace rpcts::runner {

inline constexpr int protocol_version = 1;
/// The descriptor in the worker.
inline constexpr int event_descriptor = 3;
/// A longer line is a broken worker.
inline constexpr std::size_t maximum_event_bytes = std::size_t{256} * 1024;
/// What a worker reports of one case at most: text of all messages, and of all notes. Escaped as JSON, which
/// makes at worst six bytes of one, both fit into an event.
inline constexpr std::size_t maximum_report_bytes = std::size_t{16} * 1024;

/// Exit status of a worker that refused its command, and of one that could not do what it was asked for on
/// this device or host (the number that CTest is told to count as skipped).
inline constexpr int status_refused = 2;
inline constexpr int status_not_supported = 77;

/// One thing that a case found wrong, or the reason why it is not supported.
struct Message {
  std::string text;
  std::string file{};      ///< relative to the sources of the suite; empty = unknown
  std::uint32_t line = 0;  ///< 1-based; 0 = unknown

  friend bool operator==(const Message&, const Message&) = default;
};

/// The first event. `cases` is the number of cases that the worker will run.
struct Hello {
  int version = protocol_version;
  std::uint64_t cases = 0;

  friend bool operator==(const Hello&, const Hello&) = default;
};

struct CaseStarted {
  std::string id;

  friend bool operator==(const CaseStarted&, const CaseStarted&) = default;
};

struct CaseEnded {
  std::string id;
  Outcome outcome = Outcome::fail;  ///< never waived, crash, timeout or flake: a worker cannot tell
  std::uint64_t checks = 0;
  std::uint64_t microseconds = 0;  ///< wall time of the body
  std::vector<Message> messages{};
  std::map<std::string, std::string> notes{};

  friend bool operator==(const CaseEnded&, const CaseEnded&) = default;
};

/// The last event: every case that was asked for has ended.
struct Goodbye {
  friend bool operator==(const Goodbye&, const Goodbye&) = default;
};

using Event = std::variant<Hello, CaseStarted, CaseEnded, Goodbye>;

/// One line, the newline included. Text that is not UTF-8 is repaired.
[[nodiscard]] std::string encode(const Event& event);

/// Reads one line without its newline. ErrorKind::unsupported for a worker of another version,
/// ErrorKind::failed for a line that is no event.
[[nodiscard]] Result<Event> decode(std::string_view line);

/// Cuts what comes from a worker into events. Holds at most one line of maximum_event_bytes.
class EventReader {
 public:
  /// Bytes in the order in which they came, in pieces of any size.
  void feed(std::string_view bytes);

  /// The next whole event, an Error for a line that is none, or nothing when more bytes are needed. After an
  /// Error the reader gives nothing more: the worker cannot be trusted.
  [[nodiscard]] std::optional<Result<Event>> next();

  /// Bytes of a line that never ended; what a dying worker leaves.
  [[nodiscard]] std::string_view rest() const { return std::string_view(buffer_).substr(taken_); }

 private:
  std::string buffer_;
  std::size_t taken_ = 0;  ///< bytes of buffer_ that are already events
  bool broken_ = false;
};

}  // namespace rpcts::runner
