#include "harness/report/run_folder.hpp"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <system_error>

#include "harness/report/junit.hpp"
#include "harness/report/results_json.hpp"

namespace rpcts::report {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> not_written(ErrorKind kind, const fs::path& path, const char* reason) {
  return error(kind, fmt::format("'{}' cannot be written: {}", path.string(), reason));
}

/// Writes beside the file and renames, so that nobody ever reads half of it.
Result<void> write_whole(const fs::path& path, const std::string& text) {
  fs::path beside = path;
  beside += ".part";
  {
    std::ofstream file(beside, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (!file) {
      return not_written(ErrorKind::failed, path, std::strerror(errno));
    }
  }
  std::error_code problem;
  fs::rename(beside, path, problem);
  if (problem) {
    return not_written(ErrorKind::failed, path, problem.message().c_str());
  }
  return {};
}

}  // namespace

Result<RunFolder> RunFolder::create(const fs::path& folder, const runner::RunRecord& run) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) {
    return not_written(ErrorKind::usage, folder, problem.message().c_str());
  }
  for (const std::string_view stale : {results_file, junit_file}) {
    fs::remove(folder / stale, problem);
    if (problem) {
      return not_written(ErrorKind::usage, folder / stale, problem.message().c_str());
    }
  }
  const fs::path events_path = folder / events_file;
  std::ofstream events(events_path, std::ios::binary | std::ios::trunc);
  events << start_line(run) << std::flush;
  if (!events) {
    return not_written(ErrorKind::usage, events_path, std::strerror(errno));
  }
  return RunFolder(folder, run.settings, std::move(events));
}

Result<void> RunFolder::add(const runner::CaseRecord& record) {
  events_ << case_line(record, settings_) << std::flush;
  if (!events_) {
    return not_written(ErrorKind::failed, folder_ / events_file, std::strerror(errno));
  }
  return {};
}

Result<void> RunFolder::finish(const runner::RunRecord& run, const std::vector<runner::RuleInfo>& rules) {
  events_ << end_line(run) << std::flush;
  if (!events_) {
    return not_written(ErrorKind::failed, folder_ / events_file, std::strerror(errno));
  }
  if (Result<void> written = write_whole(folder_ / results_file, results_json(run, rules)); !written) {
    return written;
  }
  return write_whole(folder_ / junit_file, junit_xml(run));
}

}  // namespace rpcts::report
