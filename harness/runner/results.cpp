#include "harness/runner/results.hpp"

#include <algorithm>

namespace rpcts::runner {
namespace {

/// A word for the shell, in quotes only where it needs them.
std::string shell_word(const std::string& text) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./:,+=@%").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, plain)) {
    return text;
  }
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return quoted + "'";
}

}  // namespace

Totals totals_of(std::span<const CaseRecord> records) {
  Totals totals{};
  for (const CaseRecord& record : records) {
    ++totals.at(static_cast<std::size_t>(record.outcome));
  }
  return totals;
}

bool is_good(const RunRecord& run) {
  return run.complete && run.incidents.empty() &&
         std::ranges::none_of(run.cases, [](const CaseRecord& one) { return is_failure(one.outcome); });
}

std::string repeat_command(const std::string& case_id, const RunSettings& settings) {
  std::string command = shell_word(settings.program) + " run";
  if (!settings.device.empty()) {
    command += " --device " + shell_word(settings.device);
  }
  if (!settings.implementation.empty()) {
    command += " --implementation " + shell_word(settings.implementation);
  }
  if (!settings.validation) {
    command += " --no-validation";
  }
  if (!settings.data.empty()) {
    command += " --data " + shell_word(settings.data);
  }
  if (!settings.worker.empty()) {
    command += " --worker " + shell_word(settings.worker);
  }
  // The quotes show a reader that this is one word, also where the shell does not need them.
  return command + " --filter '" + case_id + "'";
}

}  // namespace rpcts::runner
