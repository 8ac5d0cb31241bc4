#pragma once

// The history: an append-only store of sample sets in one SQLite file. What is in it stays; a record is never
// changed or taken out.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/perf/sample_set.hpp"

struct sqlite3;

namespace rpcts::perf {

/// Globs with `*` and `?`.
struct HistoryFilter {
  std::string benchmark = "*";
  std::string metric = "*";
  std::string run = "*";
};

/// Used by one thread. Several processes may append to one file at a time: each waits up to ten seconds for
/// the others.
class History {
 public:
  /// Makes the file where there is none. ErrorKind::usage, and the file stays as it is: it is no history, or
  /// one of another version.
  [[nodiscard]] static Result<History> open(const std::filesystem::path& path);

  /// All or nothing. Gives how many were new: a set that is there already is not stored again.
  [[nodiscard]] Result<std::size_t> append(std::span<const SampleSet> sets) const;

  /// In the order in which they were appended.
  [[nodiscard]] Result<std::vector<SampleSet>> sets(const HistoryFilter& filter) const;

  /// In the order in which they first came.
  [[nodiscard]] Result<std::vector<std::string>> runs() const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  History() = default;
  Result<void> prepare();
  [[nodiscard]] std::unexpected<Error> failure(ErrorKind kind, std::string_view doing) const;

  std::string path_;
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace rpcts::perf
