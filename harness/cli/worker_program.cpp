#include "harness/cli/worker_program.hpp"

#include <CLI/CLI.hpp>
#include <chrono>
#include <fmt/format.h>
#include <system_error>

#include "harness/base/executable_path.hpp"
#include "harness/runner/process.hpp"

namespace rpcts::cli {
namespace {

constexpr std::string_view worker_name = "rpcts-worker";
/// More than any list of cases needs.
constexpr std::size_t maximum_answer_bytes = std::size_t{256} * 1024 * 1024;
constexpr std::chrono::minutes longest_answer{2};

/// The worker's own words, without its name before them.
Error own_words(Error why) {
  const std::string prefix = fmt::format("{}: ", worker_name);
  if (why.message.starts_with(prefix)) {
    why.message.erase(0, prefix.size());
  }
  return why;
}

Result<std::string> ask(const WorkerProgram& worker, const std::string& mode) {
  const Result<std::filesystem::path> program = worker.path();
  if (!program) {
    return std::unexpected(program.error());
  }
  Result<std::string> answer = runner::ask({.program = *program, .arguments = worker.arguments(mode)},
                                           maximum_answer_bytes, longest_answer);
  if (!answer) {
    return std::unexpected(own_words(std::move(answer.error())));
  }
  return answer;
}

}  // namespace

Result<std::filesystem::path> WorkerProgram::path() const {
  if (!program.empty()) {
    return program;
  }
  const std::filesystem::path here = executable_path().parent_path();
  const std::filesystem::path beside = here / worker_name;
  const std::filesystem::path apart = (here / ".." / "libexec" / worker_name).lexically_normal();
  for (const std::filesystem::path& candidate : {beside, apart}) {
    std::error_code ignored;
    if (std::filesystem::exists(candidate, ignored)) {
      return candidate;
    }
  }
  return error(ErrorKind::failed,
               fmt::format("the worker is missing: neither '{}' nor '{}' is there; install the "
                           "suite again, or name the worker with --worker",
                           beside.string(), apart.string()));
}

std::vector<std::string> WorkerProgram::arguments(const std::string& mode) const {
  std::vector<std::string> words = {mode};
  if (!data.empty()) {
    words.insert(words.end(), {"--data", data});
  }
  if (!device.empty()) {
    words.insert(words.end(), {"--device", device});
  }
  if (!implementation.empty()) {
    words.insert(words.end(), {"--implementation", implementation});
  }
  if (!validation) {
    words.emplace_back("--no-validation");
  }
  return words;
}

Result<runner::Catalogue> WorkerProgram::catalogue() const {
  const Result<std::string> answer = ask(*this, "--catalogue");
  if (!answer) {
    return std::unexpected(answer.error());
  }
  return runner::catalogue_from_json(*answer);
}

Result<std::string> WorkerProgram::device_line() const {
  return ask(*this, "--describe-device");
}

Result<runner::ImplementationFacts> WorkerProgram::implementation_facts() const {
  const Result<std::string> answer = ask(*this, "--describe-implementation");
  if (answer) {
    return runner::implementation_from_json(*answer);
  }
  Error why = answer.error();
  if (why.kind == ErrorKind::failed && !implementation.empty()) {
    why.message = fmt::format("the implementation '{}' could not be loaded: {}", implementation, why.message);
  }
  return std::unexpected(std::move(why));
}

void add_implementation_option(CLI::App& command, WorkerProgram& worker) {
  command
      .add_option(
          "--implementation", worker.implementation,
          "Library or program to judge; only cases that judge one are taken [the suite's own reference, "
          "and the checks of the suite itself]")
      ->type_name("FILE");
}

void add_worker_options(CLI::App& command, WorkerProgram& worker) {
  command.add_option("--data", worker.data, "Folder of the built fixtures [the installed one]")
      ->type_name("DIR");
  command.add_option("--worker", worker.program, "Program that runs the cases [the installed one]")
      ->type_name("FILE");
}

}  // namespace rpcts::cli
