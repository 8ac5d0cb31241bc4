#include "harness/perf/history/google_benchmark.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

#include "harness/base/files.hpp"

namespace rpcts::perf {
namespace {

using nlohmann::json;

constexpr std::uint64_t maximum_file_bytes = std::uint64_t{256} << 20U;

double nanoseconds(const std::string& unit) {
  const std::map<std::string, double> units{{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  const auto found = units.find(unit);
  return found == units.end() ? 0 : found->second;
}

/// What the file's context tells of where it was taken.
SampleSet with_context(SampleSet set, const json& context) {
  for (const auto& [field, name] : {std::pair("machine", "host_name"), std::pair("cores", "num_cpus"),
                                    std::pair("build", "library_build_type")}) {
    if (context.contains(name)) {
      const json& value = context.at(name);
      set.environment.insert_or_assign(field, value.is_string() ? value.get<std::string>() : value.dump());
    }
  }
  set.recorded = context.value("date", set.recorded);
  return set;
}

}  // namespace

Result<std::vector<SampleSet>> read_google_benchmark(const std::filesystem::path& path,
                                                     const SampleSet& like) {
  const auto refuse = [&](std::string_view what) {
    return error(ErrorKind::usage, fmt::format("the Google Benchmark file '{}' {}", path.string(), what));
  };
  const FileResult<FileBytes> bytes = read_regular_file(path, maximum_file_bytes);
  if (!bytes) {
    return refuse(bytes.error().reason);
  }
  const json whole = json::parse(*bytes, nullptr, false);
  if (!whole.is_object() || !whole.contains("benchmarks")) {
    return refuse("is no JSON with a list of benchmarks; run the program with --benchmark_out_format=json");
  }
  std::vector<SampleSet> sets;
  try {
    const SampleSet first = with_context(like, whole.value("context", json::object()));
    for (const json& one : whole.at("benchmarks")) {
      if (one.value("run_type", "iteration") != "iteration" || one.value("error_occurred", false) ||
          one.contains("skipped")) {
        continue;
      }
      const std::string name = one.value("run_name", one.at("name").get<std::string>());
      const double scale = nanoseconds(one.value("time_unit", "ns"));
      if (scale == 0) {
        return refuse(fmt::format("has '{}' in a unit of time that there is not", name));
      }
      for (const char* metric : {"cpu_time", "real_time"}) {
        const double value = one.at(metric).get<double>() * scale;
        const auto found = std::ranges::find_if(
            sets, [&](const SampleSet& set) { return set.benchmark == name && set.metric == metric; });
        if (found != sets.end()) {
          found->values.push_back(value);
          continue;
        }
        SampleSet& set = sets.emplace_back(first);
        set.benchmark = name;
        set.metric = metric;
        set.kind = Kind::timed;
        set.unit = "ns/iteration";
        set.values = {value};
      }
    }
  } catch (const json::exception& problem) {
    return refuse(fmt::format("is not as it should be: {}", problem.what()));
  }
  return sets;
}

std::string to_google_benchmark(std::span<const SampleSet> sets) {
  json whole{{"context", json::object()}, {"benchmarks", json::array()}};
  if (!sets.empty()) {
    whole["context"]["date"] = sets.front().recorded;
    for (const auto& [name, value] : sets.front().environment) {
      whole["context"]["rpcts_" + name] = value;
    }
  }
  for (const SampleSet& cpu : sets) {
    if (cpu.metric != "cpu_time") {
      continue;
    }
    const auto wall = std::ranges::find_if(sets, [&](const SampleSet& other) {
      return other.benchmark == cpu.benchmark && other.metric == "wall_time" &&
             other.values.size() == cpu.values.size();
    });
    for (std::size_t i = 0; i < cpu.values.size(); ++i) {
      whole["benchmarks"].push_back({{"name", cpu.benchmark},
                                     {"run_name", cpu.benchmark},
                                     {"run_type", "iteration"},
                                     {"repetitions", cpu.values.size()},
                                     {"repetition_index", i},
                                     {"threads", 1},
                                     {"iterations", 1},
                                     {"real_time", wall != sets.end() ? wall->values[i] : cpu.values[i]},
                                     {"cpu_time", cpu.values[i]},
                                     {"time_unit", "ns"}});
    }
  }
  return whole.dump(1, ' ', false, json::error_handler_t::replace) + '\n';
}

}  // namespace rpcts::perf
