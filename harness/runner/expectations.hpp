#pragma once

// What is known to fail, with a reason: quirks of drivers. A failure that an entry names is *waived*, never a
// pass; an entry whose cases all pass is told, so that the list stays true.

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/runner/results.hpp"

namespace rpcts::runner {

/// One known failure.
struct Expectation {
  std::string cases;      ///< glob over case ids
  std::string device{};   ///< glob over the line that names the device and its driver; empty = any
  std::string message{};  ///< text that stands in one of the failure's messages; empty = any
  std::string reason;     ///< why it fails and why that is not the case's fault
  friend bool operator==(const Expectation&, const Expectation&) = default;
};

/// A list of known failures. Not thread-safe.
class Expectations {
 public:
  Expectations() = default;
  explicit Expectations(std::vector<Expectation> entries);

  /// Reads docs/formats/expectations.schema.json, version 1. `name` is the file's, for messages.
  /// ErrorKind::usage when the text is no such list, has a member that is unknown or misses one.
  [[nodiscard]] static Result<Expectations> from_json(std::string_view text, const std::string& name);
  [[nodiscard]] static Result<Expectations> from_file(const std::filesystem::path& path);

  /// Makes a failure (fail, crash, timeout) that an entry names *waived*; its first message is then the
  /// reason. Other outcomes stay; a pass is remembered for `outdated`. `device`: RunRecord::device.
  void apply(CaseRecord& record, std::string_view device);

  /// A sentence for each entry that matched cases of this run of which none failed as it says.
  [[nodiscard]] std::vector<std::string> outdated() const;

  [[nodiscard]] const std::vector<Expectation>& entries() const { return entries_; }

 private:
  struct Count {
    std::size_t waived = 0;
    std::size_t passed = 0;
  };

  std::vector<Expectation> entries_;
  std::vector<Count> counts_;  ///< of each entry
};

}  // namespace rpcts::runner
