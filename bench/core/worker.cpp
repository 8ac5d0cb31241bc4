#include "bench/core/worker.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/runner/event_pipe.hpp"

namespace rpcts::bench {
namespace {

using nlohmann::json;

void send(const json& event) {
  runner::send_to_parent(event.dump(-1, ' ', false, json::error_handler_t::replace) + '\n');
}

void send_all(const std::vector<Measured>& measured) {
  for (const Measured& one : measured) {
    send({{"metric", one.metric},
          {"benchmark", one.benchmark},
          {"kind", perf::name_of(one.kind)},
          {"unit", one.unit},
          {"values", one.values}});
  }
}

const Case* find(const std::vector<Case>& cases, std::string_view name) {
  const auto found = std::ranges::find(cases, name, &Case::name);
  return found == cases.end() ? nullptr : &*found;
}

Result<void> measure(const std::vector<Case>& cases, const Case& one, InstructionCounter* counter,
                     const WorkerSetup& setup) {
  if (setup.counts && one.counted) {
    const auto counted = measure_counts(one, counter);
    if (!counted) {
      return std::unexpected(counted.error());
    }
    send_all(*counted);
  }
  if (setup.times) {
    const auto timed = measure_times(one, find(cases, one.base), setup.plan);
    if (!timed) {
      return std::unexpected(timed.error());
    }
    send_all(*timed);
  }
  return {};
}

}  // namespace

void list_cases(const std::vector<Case>& cases) {
  send({{"counter", InstructionCounter::open({}).has_value()}});
  for (const Case& one : cases) {
    send({{"case", one.name},
          {"unit", one.unit},
          {"base", one.base},
          {"limit", one.limit},
          {"gate", one.gate},
          {"counted", one.counted}});
  }
}

void measure_cases(const std::vector<Case>& cases, const std::vector<std::string>& names,
                   const perf::Environment& environment, const WorkerSetup& setup) {
  perf::Environment told = environment;
  std::unique_ptr<InstructionCounter> counter;
  if (setup.counts) {
    if (auto opened = InstructionCounter::open(setup.callgrind_file)) {
      counter = std::move(*opened);
      told["counter"] = counter->name();
    } else {
      send({{"notice", opened.error().message}});
    }
  }
  send({{"environment", told}});
  for (const std::string& name : names) {
    send({{"begin", name}});
    const Case* one = find(cases, name);
    if (one == nullptr) {
      send({{"end", name}, {"outcome", "failed"}, {"reason", "there is no such case"}});
      continue;
    }
    const Result<void> done = measure(cases, *one, counter.get(), setup);
    const bool unsupported = !done && done.error().kind == ErrorKind::unsupported;
    send({{"end", name},
          {"outcome", done          ? "measured"
                      : unsupported ? "not supported"
                                    : "failed"},
          {"reason", done ? "" : done.error().message}});
  }
}

}  // namespace rpcts::bench
