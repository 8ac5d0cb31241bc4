#include "harness/report/mutants.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/base/files.hpp"

namespace rpcts::report {
namespace {

using Json = nlohmann::ordered_json;
using runner::MutantRecord;

constexpr std::size_t maximum_file_bytes = std::size_t{4} * 1024 * 1024;

std::string place_of(const runner::Mutant& mutant) {
  return fmt::format("{}:{}{}{}", mutant.file, mutant.line, mutant.function.empty() ? "" : " in ",
                     mutant.function);
}

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 100.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string survivors_text(const MutantRun& run) {
  std::string text;
  for (const MutantRecord& record : run.hunt.mutants) {
    if (record.killed) {
      continue;
    }
    const Explanation* why = explanation_of(record.mutant, run.explanations);
    text += fmt::format(
        "survived {}: {}: {}\n  {}\n", record.mutant.number, place_of(record.mutant), record.mutant.what,
        why != nullptr          ? fmt::format("{}: {}", name_of(why->kind), why->reason)
        : record.could_see == 0 ? "NOT EXPLAINED; no case makes it give another value"
                                : fmt::format("NOT EXPLAINED; {} cases could see it", record.could_see));
  }
  return text;
}

std::string sources_text(const MutantRun& run) {
  struct Counts {
    std::size_t mutants = 0;
    std::size_t killed = 0;
  };
  std::map<std::string_view, Counts> sources;
  std::size_t width = 6;
  for (const MutantRecord& record : run.hunt.mutants) {
    Counts& counts = sources[record.mutant.file];
    ++counts.mutants;
    counts.killed += record.killed ? 1 : 0;
    width = std::max(width, record.mutant.file.size());
  }
  std::string text = fmt::format("{:<{}}  mutants  killed  survived\n", "source", width);
  for (const auto& [file, counts] : sources) {
    text += fmt::format("{:<{}}  {:>7}  {:>6}  {:>8}\n", file, width, counts.mutants, counts.killed,
                        counts.mutants - counts.killed);
  }
  return text;
}

}  // namespace

const Explanation* explanation_of(const runner::Mutant& mutant, const std::vector<Explanation>& list) {
  const auto found = std::ranges::find_if(list, [&](const Explanation& one) {
    return one.file == mutant.file && one.function == mutant.function && one.what == mutant.what;
  });
  return found == list.end() ? nullptr : &*found;
}

Result<std::vector<Explanation>> read_explanations(const std::filesystem::path& path) {
  const auto refuse = [&](std::string_view what) {
    return error(ErrorKind::usage, fmt::format("the file of explanations '{}' {}", path.string(), what));
  };
  const FileResult<FileBytes> bytes = read_regular_file(path, maximum_file_bytes);
  if (!bytes) {
    return refuse(bytes.error().reason);
  }
  const nlohmann::json json = nlohmann::json::parse(*bytes, nullptr, false);
  if (json.is_discarded()) {
    return refuse("is no JSON");
  }
  std::vector<Explanation> list;
  try {
    for (const nlohmann::json& one : json.at("survivors")) {
      const std::string kind = one.at("kind");
      const auto* const known =
          std::ranges::find(survivor_kinds, kind, &decltype(survivor_kinds)::value_type::second);
      if (known == survivor_kinds.end()) {
        return refuse(
            fmt::format("calls a survivor '{}'; it is \"equivalent\", \"permitted\" or \"gap\"", kind));
      }
      list.push_back({.file = one.at("file"),
                      .function = one.at("function"),
                      .what = one.at("what"),
                      .kind = known->first,
                      .reason = one.at("reason")});
    }
  } catch (const nlohmann::json::exception& wrong) {
    return refuse(fmt::format("is not as docs/decisions/mutation.md says: {}", wrong.what()));
  }
  return list;
}

MutantTotals totals_of(const MutantRun& run) {
  MutantTotals totals;
  totals.mutants = run.hunt.mutants.size();
  std::set<const Explanation*> used;
  std::set<const Explanation*> hunted;
  for (const MutantRecord& record : run.hunt.mutants) {
    const Explanation* why = explanation_of(record.mutant, run.explanations);
    hunted.insert(why);
    if (record.killed) {
      ++totals.killed;
      continue;
    }
    used.insert(why);
    if (why == nullptr) {
      ++totals.unexplained;
      continue;
    }
    switch (why->kind) {
      case SurvivorKind::equivalent:
        ++totals.equivalent;
        break;
      case SurvivorKind::permitted:
        ++totals.permitted;
        break;
      case SurvivorKind::gap:
        ++totals.gaps;
        break;
    }
  }
  for (const Explanation& one : run.explanations) {
    if (hunted.contains(&one) && !used.contains(&one)) {
      totals.idle.push_back(&one);
    }
  }
  return totals;
}

bool is_good(const MutantRun& run) {
  const MutantTotals totals = totals_of(run);
  return run.hunt.complete && run.hunt.control_failed.empty() && totals.unexplained == 0 &&
         totals.idle.empty() && totals.rate() >= run.least_rate;
}

std::string mutants_text(const MutantRun& run) {
  const MutantTotals totals = totals_of(run);
  std::string text = survivors_text(run) + '\n' + sources_text(run) + '\n';
  for (const std::string& id : run.hunt.control_failed) {
    text += fmt::format("fails without any mutant, so it kills none: {}\n", id);
  }
  for (const Explanation* one : totals.idle) {
    text += fmt::format("explained, but a case kills it; take the explanation out: {} in {}: {}\n", one->file,
                        one->function, one->what);
  }
  text += fmt::format(
      "{} mutants in {} s: {} killed ({:.1f} %), {} survived: {} equivalent, {} permitted, {} gaps, {} not "
      "explained\n"
      "kill rate without the equivalent ones: {:.1f} %; asked: {:.1f} %\n",
      totals.mutants, run.milliseconds / 1000, totals.killed, share(totals.killed, totals.mutants),
      totals.mutants - totals.killed, totals.equivalent, totals.permitted, totals.gaps, totals.unexplained,
      totals.rate(), run.least_rate);
  return text;
}

void tell(Progress& progress, const MutantRecord& record) {
  const std::string name = fmt::format("{}: {}", place_of(record.mutant), record.mutant.what);
  progress.add(name,
               record.killed ? std::string() : fmt::format("survived {}: {}\n", record.mutant.number, name));
}

std::string mutants_json(const MutantRun& run) {
  const MutantTotals totals = totals_of(run);
  Json json = {{"format", "rpcts.mutants"}, {"version", mutants_version}};
  json["run"] = {{"suite", run.suite_version},
                 {"started", run.started},
                 {"host", {{"name", run.host.name}, {"system", run.host.system}, {"cores", run.host.cores}}},
                 {"device", run.device},
                 {"settings",
                  {{"filter", run.filter},
                   {"jobs", run.jobs},
                   {"sample", run.sample.index},
                   {"samples", run.sample.count},
                   {"leastRate", run.least_rate}}},
                 {"complete", run.hunt.complete},
                 {"milliseconds", run.milliseconds},
                 {"traceMilliseconds", run.hunt.trace_milliseconds},
                 {"totals",
                  {{"mutants", totals.mutants},
                   {"killed", totals.killed},
                   {"equivalent", totals.equivalent},
                   {"permitted", totals.permitted},
                   {"gaps", totals.gaps},
                   {"unexplained", totals.unexplained},
                   {"rate", totals.rate()}}}};
  json["control"] = {{"cases", run.hunt.control_cases}, {"failed", run.hunt.control_failed}};
  Json& list = json["mutants"] = Json::array();
  for (const MutantRecord& record : run.hunt.mutants) {
    const Explanation* why = record.killed ? nullptr : explanation_of(record.mutant, run.explanations);
    list.push_back({{"number", record.mutant.number},
                    {"file", record.mutant.file},
                    {"line", record.mutant.line},
                    {"function", record.mutant.function},
                    {"what", record.mutant.what},
                    {"killed", record.killed},
                    {"case", record.case_id.empty() ? Json(nullptr) : Json(record.case_id)},
                    {"outcome", record.killed ? Json(name_of(record.outcome)) : Json(nullptr)},
                    {"message", record.message.empty() ? Json(nullptr) : Json(record.message)},
                    {"casesThatCouldSee", record.could_see},
                    {"cases", record.cases},
                    {"milliseconds", record.milliseconds},
                    {"kind", why == nullptr ? Json(nullptr) : Json(name_of(why->kind))},
                    {"reason", why == nullptr ? Json(nullptr) : Json(why->reason)}});
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace rpcts::report
