#include "harness/perf/measure/bench_program.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

#include "harness/runner/process.hpp"

namespace rpcts::perf {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr std::size_t maximum_list_bytes = std::size_t{4} << 20U;
constexpr std::size_t maximum_line_bytes = std::size_t{1} << 20U;
/// Until the first case begins: a driver that is loaded under callgrind takes long.
constexpr std::chrono::seconds startup_limit{180};
/// Callgrind is about fifty times slower than the processor.
constexpr int callgrind_patience = 10;

std::optional<Kind> kind_from(std::string_view name) {
  for (const Kind kind : {Kind::exact, Kind::instructions, Kind::timed}) {
    if (name_of(kind) == name) {
      return kind;
    }
  }
  return std::nullopt;
}

std::filesystem::path find_on_path(std::string_view name) {
  const char* variable = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe)
  std::string_view rest = variable != nullptr ? variable : "";
  while (!rest.empty()) {
    const std::size_t end = rest.find(':');
    std::filesystem::path path = std::filesystem::path(rest.substr(0, end)) / name;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) {
      return path;
    }
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  return {};
}

/// A folder of its own for what callgrind writes.
class Scratch {
 public:
  explicit Scratch(const std::string& run)
      : path_(std::filesystem::temp_directory_path() / ("rpcts-" + run)) {
    std::error_code ignored;
    std::filesystem::create_directories(path_, ignored);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  Scratch(Scratch&&) = delete;
  Scratch& operator=(Scratch&&) = delete;
  [[nodiscard]] std::string file() const { return (path_ / "callgrind.out").string(); }

 private:
  std::filesystem::path path_;
};

/// One life of the child, and what it told.
class Watch {
 public:
  Watch(const BenchRequest& request, BenchRun& run, std::vector<std::string>& left,
        const std::function<void(const BenchEnd&)>& on_end, bool callgrind)
      : request_(request), run_(run), left_(left), on_end_(on_end), callgrind_(callgrind) {}

  Result<void> live(const std::string& callgrind_file);

 private:
  Result<void> take(std::string_view line);
  void take_metric(const json& event);
  void end(BenchOutcome outcome, std::string reason);
  [[nodiscard]] std::chrono::milliseconds limit() const {
    return callgrind_ ? request_.time_limit * callgrind_patience : request_.time_limit;
  }

  const BenchRequest& request_;
  BenchRun& run_;
  std::vector<std::string>& left_;
  const std::function<void(const BenchEnd&)>& on_end_;
  bool callgrind_;
  std::string current_;
  Clock::time_point begun_ = Clock::now();
  std::string rest_;
  std::size_t first_set_ = 0;  ///< of the current case
};

void Watch::end(BenchOutcome outcome, std::string reason) {
  // What a case told before it came to grief is not to be trusted.
  if (outcome != BenchOutcome::measured) {
    run_.sets.resize(first_set_);
  }
  std::erase(left_, current_);
  run_.ends.push_back({.name = current_, .outcome = outcome, .reason = std::move(reason)});
  current_.clear();
  begun_ = Clock::now();
  if (on_end_) {
    on_end_(run_.ends.back());
  }
}

void Watch::take_metric(const json& event) {
  const std::optional<Kind> kind = kind_from(event.at("kind").get<std::string>());
  SampleSet set{.benchmark = event.at("benchmark"),
                .metric = event.at("metric"),
                .kind = kind.value_or(Kind::timed),
                .unit = event.at("unit"),
                .values = event.at("values"),
                .environment = run_.environment,
                .run = run_.run,
                .recorded = run_.recorded,
                .note = {}};
  // What both the counting and the timing tell is kept once.
  const bool known = std::ranges::any_of(run_.sets, [&](const SampleSet& other) {
    return other.benchmark == set.benchmark && other.metric == set.metric;
  });
  if (!set.values.empty() && !known) {
    run_.sets.push_back(std::move(set));
  }
}

Result<void> Watch::take(std::string_view line) {
  try {
    const json event = json::parse(line);
    if (event.contains("environment")) {
      run_.environment = event.at("environment").get<Environment>();
      run_.environment["commit"] = request_.commit;
    } else if (event.contains("begin")) {
      current_ = event.at("begin");
      begun_ = Clock::now();
      first_set_ = run_.sets.size();
    } else if (event.contains("metric")) {
      take_metric(event);
    } else if (event.contains("end")) {
      const std::string outcome = event.at("outcome");
      end(outcome == "measured"        ? BenchOutcome::measured
          : outcome == "not supported" ? BenchOutcome::not_supported
                                       : BenchOutcome::failed,
          event.at("reason"));
    } else if (event.contains("notice")) {
      run_.notices.push_back(event.at("notice"));
    }
  } catch (const json::exception& wrong) {
    return error(ErrorKind::failed, fmt::format("'{}' told something that is no event: {}",
                                                request_.program.string(), wrong.what()));
  }
  return {};
}

Result<void> Watch::live(const std::string& callgrind_file) {
  runner::Launch launch{.program = request_.program, .arguments = {}, .environment = request_.environment};
  if (callgrind_) {
    launch.program = find_on_path("valgrind");
    launch.arguments = {"--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=" + callgrind_file,
                        "-q", request_.program.string()};
  }
  const auto add = [&](std::initializer_list<std::string> words) {
    launch.arguments.insert(launch.arguments.end(), words);
  };
  if (request_.times) {
    add({"--times", "--repetitions", std::to_string(request_.repetitions), "--seconds",
         std::to_string(request_.seconds)});
  }
  if (request_.counts) {
    add({"--counts", "--callgrind-file", callgrind_file});
  }
  if (!request_.device.empty()) {
    add({"--device", request_.device});
  }
  for (const std::string& name : left_) {
    launch.input += name + '\n';
  }
  Result<runner::Process> process = runner::Process::start(launch);
  if (!process) {
    return std::unexpected(std::move(process.error()));
  }
  bool began = false;
  while (true) {
    runner::Process* const one = &*process;
    runner::Process::wait(std::span(&one, 1), std::chrono::milliseconds(50));
    const std::optional<runner::Exit> exit = process->exit();
    rest_ += process->pump();
    for (std::size_t newline = rest_.find('\n'); newline != std::string::npos; newline = rest_.find('\n')) {
      if (auto done = take(std::string_view(rest_).substr(0, newline)); !done) {
        return done;
      }
      began = began || !current_.empty();
      rest_.erase(0, newline + 1);
    }
    if (rest_.size() > maximum_line_bytes) {
      return error(ErrorKind::failed,
                   fmt::format("'{}' wrote a line without an end", request_.program.string()));
    }
    if (exit) {
      if (current_.empty()) {
        return exit->good() || began
                   ? Result<void>()
                   : error(ErrorKind::failed, fmt::format("'{}' ended with {}: {}", request_.program.string(),
                                                          exit->text(), process->last_output()));
      }
      end(BenchOutcome::crash, exit->text());
      return {};
    }
    const auto waited = Clock::now() - begun_;
    if (!began && waited > startup_limit) {
      return error(ErrorKind::failed, fmt::format("'{}' began no case within {} s", request_.program.string(),
                                                  startup_limit.count()));
    }
    if (!current_.empty() && waited > limit()) {
      process->kill();
      end(BenchOutcome::timeout,
          fmt::format("it took longer than {} s",
                      std::chrono::duration_cast<std::chrono::seconds>(limit()).count()));
      return {};
    }
    const std::optional<std::uint64_t> resident = process->resident_bytes();
    if (!current_.empty() && resident && *resident > request_.memory_limit) {
      process->kill();
      end(BenchOutcome::memory, fmt::format("it took {} MiB of memory, more than {}", *resident >> 20U,
                                            request_.memory_limit >> 20U));
      return {};
    }
  }
}

/// Some of the cases, in as many lives of the child as it takes.
Result<void> run_part(const BenchRequest& request, std::vector<std::string> left, BenchRun& run,
                      const std::function<void(const BenchEnd&)>& on_end, bool callgrind) {
  const Scratch scratch(run.run);
  while (!left.empty()) {
    const std::size_t before = left.size();
    Watch watch(request, run, left, on_end, callgrind);
    if (auto done = watch.live(scratch.file()); !done) {
      return done;
    }
    if (left.size() == before) {
      return error(ErrorKind::failed, fmt::format("'{}' ended and left {} cases, the first of them '{}'",
                                                  request.program.string(), left.size(), left.front()));
    }
  }
  return {};
}

std::string new_run_name(std::time_t now) {
  std::random_device device;
  return fmt::format("{:%Y%m%dT%H%M%S}-{:06x}", fmt::gmtime(now), device() & 0xFFFFFFU);
}

}  // namespace

std::string_view name_of(BenchOutcome outcome) {
  switch (outcome) {
    case BenchOutcome::measured:
      return "measured";
    case BenchOutcome::not_supported:
      return "not supported";
    case BenchOutcome::failed:
      return "failed";
    case BenchOutcome::crash:
      return "crash";
    case BenchOutcome::timeout:
      return "timeout";
    case BenchOutcome::memory:
      return "too much memory";
  }
  return "";
}

Result<BenchList> list_benchmarks(const std::filesystem::path& program, const std::string& device) {
  runner::Launch launch{.program = program, .arguments = {"--list"}};
  if (!device.empty()) {
    launch.arguments.insert(launch.arguments.end(), {"--device", device});
  }
  const Result<std::string> answer = runner::ask(launch, maximum_list_bytes, std::chrono::minutes(2));
  if (!answer) {
    return std::unexpected(answer.error());
  }
  BenchList list;
  std::string_view rest = *answer;
  while (!rest.empty()) {
    const std::size_t newline = rest.find('\n');
    try {
      const json one = json::parse(rest.substr(0, newline));
      if (one.contains("counter")) {
        list.has_counter = one.at("counter").get<bool>();
      } else {
        list.cases.push_back({.name = one.at("case"),
                              .unit = one.at("unit"),
                              .base = one.at("base"),
                              .limit = one.at("limit"),
                              .gate = one.at("gate"),
                              .counted = one.at("counted")});
      }
    } catch (const json::exception& wrong) {
      return error(ErrorKind::failed,
                   fmt::format("'{}' lists something that is no case: {}", program.string(), wrong.what()));
    }
    rest = newline == std::string_view::npos ? std::string_view() : rest.substr(newline + 1);
  }
  return list;
}

Result<BenchRun> run_benchmarks(const BenchRequest& request, const std::vector<std::string>& names,
                                const std::function<void(const BenchEnd&)>& on_end) {
  const std::time_t now = std::time(nullptr);
  BenchRun run{.run = new_run_name(now),
               .recorded = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now)),
               .environment = {},
               .sets = {},
               .ends = {},
               .notices = {}};
  // Under callgrind times mean nothing, so that counts and times are taken by two processes.
  if (request.counts) {
    BenchRequest counting = request;
    counting.times = false;
    const bool callgrind = !request.has_counter && !find_on_path("valgrind").empty();
    if (auto done = run_part(counting, names, run,
                             request.times ? std::function<void(const BenchEnd&)>() : on_end, callgrind);
        !done) {
      return std::unexpected(done.error());
    }
  }
  if (request.times) {
    BenchRequest timing = request;
    timing.counts = false;
    std::vector<BenchEnd> counted = std::move(run.ends);
    run.ends.clear();
    if (auto done = run_part(timing, names, run, on_end, false); !done) {
      return std::unexpected(done.error());
    }
    // What went wrong in the counting is not hidden by a good timing.
    for (BenchEnd& end : run.ends) {
      const auto found = std::ranges::find(counted, end.name, &BenchEnd::name);
      if (end.outcome == BenchOutcome::measured && found != counted.end() &&
          found->outcome != BenchOutcome::measured) {
        end = std::move(*found);
      }
    }
  }
  return run;
}

}  // namespace rpcts::perf
