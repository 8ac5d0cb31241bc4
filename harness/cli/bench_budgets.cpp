#include "harness/cli/bench_budgets.hpp"

#include <chrono>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <ostream>

#include "harness/cli/command.hpp"
#include "harness/runner/process.hpp"

namespace rpcts::cli {
namespace {

using nlohmann::json;

constexpr std::size_t maximum_answer_bytes = std::size_t{1} << 20U;
constexpr std::chrono::minutes longest{60};

std::string milliseconds(const json& one, const std::string& name) {
  const json& value = one.at(name);
  return fmt::format("{:>8} / {:<6}", value.is_null() ? "-" : fmt::format("{:.3f}", value.get<double>()),
                     one.at(name + "_declared").get<double>());
}

std::string line_of(const json& one) {
  const std::string name = one.at("budget");
  if (!one.contains("cpu_p50")) {
    return fmt::format("{:<18} not measured: {}\n", name, one.value("reason", ""));
  }
  std::string text = fmt::format("{:<18}", name);
  for (const char* increment : {"cpu_p50", "cpu_p99", "gpu_p50", "gpu_p99"}) {
    text += ' ' + milliseconds(one, increment);
  }
  return text + fmt::format("  {} (CPU {}, GPU {})\n", one.at("verdict").get<std::string>(),
                            one.at("cpu_verdict").get<std::string>(),
                            one.at("gpu_verdict").get<std::string>());
}

}  // namespace

int report_budgets(const perf::BenchRequest& request, unsigned frames, std::ostream& out, std::ostream& err) {
  runner::Launch launch{.program = request.program,
                        .arguments = {"--budgets", "--frames", std::to_string(frames)}};
  if (!request.device.empty()) {
    launch.arguments.insert(launch.arguments.end(), {"--device", request.device});
  }
  const Result<std::string> answer = runner::ask(launch, maximum_answer_bytes, longest);
  if (!answer) {
    err << "rpcts: " << answer.error().message << '\n';
    return exit_wrong_command;
  }
  out << fmt::format(
      "milliseconds over retail / declared by the preset, {} frames of each\n{:<18} {:<17} {:<17} {:<17} "
      "{:<17}\n",
      frames, "pack/preset", "    CPU P50", "    CPU P99", "    GPU P50", "    GPU P99");
  std::string_view rest = *answer;
  try {
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      out << line_of(json::parse(rest.substr(0, end)));
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
  } catch (const json::exception& wrong) {
    err << fmt::format("rpcts: '{}' told something that is no budget: {}\n", request.program.string(),
                       wrong.what());
    return exit_wrong_command;
  }
  return exit_as_expected;
}

}  // namespace rpcts::cli
