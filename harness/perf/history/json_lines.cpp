#include "harness/perf/history/json_lines.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/base/files.hpp"

namespace rpcts::perf {
namespace {

using nlohmann::json;

constexpr std::string_view format_name = "rpcts.perf";
constexpr int format_version = 1;
constexpr std::uint64_t maximum_file_bytes = std::uint64_t{256} << 20U;

std::optional<Kind> kind_from(std::string_view name) {
  for (const Kind kind : {Kind::exact, Kind::instructions, Kind::timed}) {
    if (name_of(kind) == name) {
      return kind;
    }
  }
  return std::nullopt;
}

std::unexpected<Error> wrong(std::string message) {
  return error(ErrorKind::usage, std::move(message));
}

Result<Environment> environment_from(const json& fields) {
  Environment environment;
  for (const EnvironmentField& field : environment_fields) {
    environment.emplace(field.name, "");
  }
  for (const auto& [name, value] : fields.items()) {
    const auto found = environment.find(name);
    if (found == environment.end()) {
      return wrong(fmt::format("its environment has a field '{}', which this version does not know", name));
    }
    found->second = value.get<std::string>();
  }
  return environment;
}

Result<SampleSet> set_of(const json& from) {
  if (!from.is_object() || from.value("format", "") != format_name) {
    return wrong(fmt::format("it is no sample set: it lacks \"format\": \"{}\"", format_name));
  }
  if (from.at("version") != format_version) {
    return wrong(fmt::format("it is of version {}; this program reads version {}", from.at("version").dump(),
                             format_version));
  }
  const std::optional<Kind> kind = kind_from(from.at("kind").get<std::string>());
  if (!kind) {
    return wrong(
        fmt::format("there is no kind {} (known: exact, instructions, timed)", from.at("kind").dump()));
  }
  Result<Environment> environment = environment_from(from.at("environment"));
  if (!environment) {
    return std::unexpected(std::move(environment.error()));
  }
  SampleSet set{.benchmark = from.at("benchmark"),
                .metric = from.at("metric"),
                .kind = *kind,
                .unit = from.at("unit"),
                .values = from.at("values"),
                .environment = std::move(*environment),
                .run = from.at("run"),
                .recorded = from.at("recorded"),
                .note = from.value("note", "")};
  if (set.values.empty() ||
      !std::ranges::all_of(set.values, [](double value) { return std::isfinite(value); })) {
    return wrong("its values are none, or not all of them are finite numbers");
  }
  return set;
}

}  // namespace

std::string to_line(const SampleSet& set) {
  json line{{"format", format_name},   {"version", format_version},      {"benchmark", set.benchmark},
            {"metric", set.metric},    {"kind", name_of(set.kind)},      {"unit", set.unit},
            {"values", set.values},    {"environment", set.environment}, {"run", set.run},
            {"recorded", set.recorded}};
  if (!set.note.empty()) {
    line["note"] = set.note;
  }
  return line.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
}

Result<SampleSet> set_from(std::string_view line) {
  const json from = json::parse(line, nullptr, false);
  if (from.is_discarded()) {
    return wrong("it is no JSON");
  }
  try {
    return set_of(from);
  } catch (const json::exception& problem) {
    return wrong(fmt::format("it is not as it should be: {}", problem.what()));
  }
}

Result<std::vector<SampleSet>> read_lines(const std::filesystem::path& path) {
  const FileResult<FileBytes> bytes = read_regular_file(path, maximum_file_bytes);
  if (!bytes) {
    return wrong(fmt::format("the file of sample sets '{}' {}", path.string(), bytes.error().reason));
  }
  std::string_view rest(reinterpret_cast<const char*>(bytes->data()),
                        bytes->size());  // NOLINT(*-reinterpret-cast)
  std::vector<SampleSet> sets;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::size_t newline = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, newline);
    rest.remove_prefix(std::min(newline + 1, rest.size()));
    if (line.empty()) {
      continue;
    }
    Result<SampleSet> set = set_from(line);
    if (!set) {
      return wrong(fmt::format("{}:{}: {}; `rpcts bench --output` writes such lines", path.string(), number,
                               set.error().message));
    }
    sets.push_back(std::move(*set));
  }
  return sets;
}

}  // namespace rpcts::perf
