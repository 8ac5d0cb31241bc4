#include "harness/perf/history/history.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include "harness/perf/history/json_lines.hpp"

namespace rpcts::perf {
namespace {

constexpr int history_version = 1;
constexpr int patience_ms = 10'000;

/// A set is kept as its line of the exchange format, beside what is looked for. The line is what makes it
/// unique: nothing that a set says is lost.
constexpr const char* schema = R"sql(
CREATE TABLE sample_sets (
  number INTEGER PRIMARY KEY,
  benchmark TEXT NOT NULL,
  metric TEXT NOT NULL,
  run TEXT NOT NULL,
  line TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX sample_sets_of_series ON sample_sets (benchmark, metric);
CREATE TRIGGER sample_sets_stay BEFORE DELETE ON sample_sets
  BEGIN SELECT RAISE(ABORT, 'a history is only appended to'); END;
CREATE TRIGGER sample_sets_stay_as_they_are BEFORE UPDATE ON sample_sets
  BEGIN SELECT RAISE(ABORT, 'a history is only appended to'); END;
PRAGMA user_version = 1;
)sql";

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

Statement prepared(sqlite3* database, const char* sql) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(database, sql, -1, &statement, nullptr);
  return Statement(statement);
}

void bind(const Statement& statement, int place, const std::string& text) {
  sqlite3_bind_text(statement.get(), place, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

std::string text_at(const Statement& statement, int column) {
  const unsigned char* text = sqlite3_column_text(statement.get(), column);
  const auto bytes = static_cast<std::size_t>(sqlite3_column_bytes(statement.get(), column));
  return text == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(text), bytes);  // NOLINT
}

/// A number that a statement gives; -1 when it cannot be run.
int number_of(sqlite3* database, const char* sql) {
  const Statement statement = prepared(database, sql);
  return statement != nullptr && sqlite3_step(statement.get()) == SQLITE_ROW
             ? sqlite3_column_int(statement.get(), 0)
             : -1;
}

bool done(sqlite3* database, const char* sql) {
  return sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
}

}  // namespace

void History::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

std::unexpected<Error> History::failure(ErrorKind kind, std::string_view doing) const {
  return error(kind, fmt::format("the history '{}' could not be {}: {}", path_, doing,
                                 sqlite3_errmsg(database_.get())));
}

Result<History> History::open(const std::filesystem::path& path) {
  History made;
  made.path_ = path.string();
  sqlite3* database = nullptr;
  const int result =
      sqlite3_open_v2(made.path_.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  made.database_.reset(database);
  if (result != SQLITE_OK) {
    return made.failure(ErrorKind::usage, "opened");
  }
  sqlite3_busy_timeout(database, patience_ms);
  if (auto prepared = made.prepare(); !prepared) {
    return std::unexpected(std::move(prepared.error()));
  }
  return made;
}

Result<void> History::prepare() {
  // Two jobs may find the file empty at once: the second waits and then finds it made.
  if (!done(database_.get(), "BEGIN IMMEDIATE")) {
    return failure(ErrorKind::usage, "opened");
  }
  const int version = number_of(database_.get(), "PRAGMA user_version");
  const int tables = number_of(database_.get(), "SELECT count(*) FROM sqlite_master");
  const bool fresh = version == 0 && tables == 0;
  if (fresh && !done(database_.get(), schema)) {
    auto why = failure(ErrorKind::failed, "made");
    done(database_.get(), "ROLLBACK");
    return why;
  }
  if (!done(database_.get(), "COMMIT")) {
    return failure(ErrorKind::failed, "made");
  }
  if (!fresh && version != history_version) {
    return error(ErrorKind::usage,
                 version == 0
                     ? fmt::format("'{}' is a database, but no history", path_)
                     : fmt::format("the history '{}' is of version {}; this program reads version {}", path_,
                                   version, history_version));
  }
  return {};
}

Result<std::size_t> History::append(std::span<const SampleSet> sets) const {
  // What could not be read again would stay for ever and hide everything else.
  for (const SampleSet& set : sets) {
    if (const Result<SampleSet> back = set_from(to_line(set)); !back) {
      return error(ErrorKind::usage, fmt::format("'{}' {} cannot be recorded: {}", set.benchmark, set.metric,
                                                 back.error().message));
    }
  }
  if (!done(database_.get(), "BEGIN IMMEDIATE")) {
    return failure(ErrorKind::failed, "appended to");
  }
  std::size_t added = 0;
  {
    const Statement insert = prepared(database_.get(),
                                      "INSERT OR IGNORE INTO sample_sets (benchmark, metric, run, line) "
                                      "VALUES (?, ?, ?, ?)");
    for (const SampleSet& set : sets) {
      bind(insert, 1, set.benchmark);
      bind(insert, 2, set.metric);
      bind(insert, 3, set.run);
      bind(insert, 4, to_line(set));
      if (insert == nullptr || sqlite3_step(insert.get()) != SQLITE_DONE) {
        auto why = failure(ErrorKind::failed, "appended to");
        sqlite3_reset(insert.get());
        done(database_.get(), "ROLLBACK");
        return why;
      }
      added += static_cast<std::size_t>(sqlite3_changes(database_.get()));
      sqlite3_reset(insert.get());
    }
  }
  if (!done(database_.get(), "COMMIT")) {
    auto why = failure(ErrorKind::failed, "appended to");
    done(database_.get(), "ROLLBACK");
    return why;
  }
  return added;
}

Result<std::vector<SampleSet>> History::sets(const HistoryFilter& filter) const {
  const Statement select = prepared(database_.get(),
                                    "SELECT line FROM sample_sets WHERE benchmark GLOB ? AND metric GLOB ? "
                                    "AND run GLOB ? ORDER BY number");
  bind(select, 1, filter.benchmark);
  bind(select, 2, filter.metric);
  bind(select, 3, filter.run);
  std::vector<SampleSet> all;
  int result = SQLITE_ERROR;
  while (select != nullptr && (result = sqlite3_step(select.get())) == SQLITE_ROW) {
    Result<SampleSet> set = set_from(text_at(select, 0));
    if (!set) {
      return error(ErrorKind::failed, fmt::format("the history '{}' holds a set that cannot be read: {}",
                                                  path_, set.error().message));
    }
    all.push_back(std::move(*set));
  }
  if (result != SQLITE_DONE) {
    return failure(ErrorKind::failed, "read");
  }
  return all;
}

Result<std::vector<std::string>> History::runs() const {
  const Statement select =
      prepared(database_.get(), "SELECT run FROM sample_sets GROUP BY run ORDER BY min(number)");
  std::vector<std::string> all;
  int result = SQLITE_ERROR;
  while (select != nullptr && (result = sqlite3_step(select.get())) == SQLITE_ROW) {
    all.push_back(text_at(select, 0));
  }
  if (result != SQLITE_DONE) {
    return failure(ErrorKind::failed, "read");
  }
  return all;
}

}  // namespace rpcts::perf
