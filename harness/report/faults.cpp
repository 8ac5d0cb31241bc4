#include "harness/report/faults.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace rpcts::report {
namespace {

using Json = nlohmann::ordered_json;
using runner::Fate;
using runner::FaultRecord;

/// Number of mistakes for each fate, by its ordinal.
using Counts = std::array<std::size_t, runner::fate_names.size()>;

std::string_view group_of(const FaultRecord& record) {
  return std::string_view(record.fault.id).substr(0, record.fault.id.find('.'));
}

std::size_t of(const Counts& counts, Fate fate) {
  return counts.at(static_cast<std::size_t>(fate));
}

std::map<std::string_view, Counts> count_groups(const FaultRun& run) {
  std::map<std::string_view, Counts> groups;
  for (const FaultRecord& record : run.hunt.faults) {
    ++groups[group_of(record)].at(static_cast<std::size_t>(record.fate));
  }
  return groups;
}

Counts count_all(const FaultRun& run) {
  Counts counts{};
  for (const FaultRecord& record : run.hunt.faults) {
    ++counts.at(static_cast<std::size_t>(record.fate));
  }
  return counts;
}

bool is_wrong(const FaultRecord& record) {
  return record.fate == Fate::caught || record.fate == Fate::survived;
}

/// What stands in the column of the case.
std::string seen_by(const FaultRecord& record) {
  if (record.case_id.empty()) {
    return std::string(name_of(record.fate));
  }
  std::string text = record.case_id;
  if (record.outcome != runner::Outcome::fail) {
    text += fmt::format(" ({})", name_of(record.outcome));
  }
  if (record.watched) {
    text += " (validation layer)";
  }
  return text;
}

std::string seconds(std::uint64_t milliseconds) {
  return fmt::format("{}.{}", milliseconds / 1000, milliseconds % 1000 / 100);
}

/// A case id keeps a table readable up to this width; a longer one moves what stands behind it.
constexpr std::size_t widest_case = 72;

std::string table(const FaultRun& run) {
  std::size_t id_width = 7;
  std::size_t case_width = 14;
  for (const FaultRecord& record : run.hunt.faults) {
    id_width = std::max(id_width, record.fault.id.size());
    case_width = std::max(case_width, std::min(widest_case, seen_by(record).size()));
  }
  std::string text = fmt::format("{:<{}}  {:<{}}  {:<12}  seconds\n", "mistake", id_width, "caught by",
                                 case_width, "rule named");
  for (const FaultRecord& record : run.hunt.faults) {
    text += fmt::format("{:<{}}  {:<{}}  {:<12}  {:>7}\n", record.fault.id, id_width, seen_by(record),
                        case_width, record.rule.empty() ? "-" : record.rule, seconds(record.milliseconds));
  }
  return text;
}

std::string line_of_group(std::string_view name, const Counts& counts) {
  const auto number = [&](Fate fate) {
    return of(counts, fate) == 0 ? std::string("-") : std::to_string(of(counts, fate));
  };
  std::size_t all = 0;
  for (const std::size_t count : counts) {
    all += count;
  }
  return fmt::format("{:<16}  {:>8}  {:>5}  {:>9}  {:>8}  {:>11}\n", name, all, number(Fate::named),
                     number(Fate::caught), number(Fate::survived), number(Fate::not_supported));
}

std::string what_is_wrong(const FaultRun& run) {
  std::string text;
  for (const FaultRecord& record : run.hunt.faults) {
    if (!is_wrong(record)) {
      continue;
    }
    text += fmt::format("{} {}: {}\n  breaks {}\n", name_of(record.fate), record.fault.id, record.fault.title,
                        fmt::join(record.fault.rules, ", "));
    if (!record.case_id.empty()) {
      text += fmt::format("  {}: {}\n", record.case_id, record.message);
    }
    text += fmt::format("  again: {}\n", repeat_command(record, run));
  }
  for (const std::string& id : run.hunt.control_failed) {
    text += fmt::format("fails without any mistake, so it catches none: {}\n", id);
  }
  for (const std::string& incident : run.incidents) {
    text += incident + '\n';
  }
  return text.empty() ? text : '\n' + text;
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json json_of(const Counts& counts) {
  Json totals = Json::object();
  for (const auto& [fate, name] : runner::fate_names) {
    totals[std::string(name)] = of(counts, fate);
  }
  return totals;
}

Json json_of(const FaultRecord& record, const FaultRun& run) {
  return {{"id", record.fault.id},
          {"title", record.fault.title},
          {"rules", record.fault.rules},
          {"seenBy", record.fault.files},
          {"fate", name_of(record.fate)},
          {"case", text_or_null(record.case_id)},
          {"outcome", record.case_id.empty() ? Json(nullptr) : Json(name_of(record.outcome))},
          {"message", text_or_null(record.message)},
          {"rule", text_or_null(record.rule)},
          {"validationLayer", record.watched},
          {"cases", record.cases},
          {"milliseconds", record.milliseconds},
          {"repeat", repeat_command(record, run)}};
}

}  // namespace

bool is_good(const FaultRun& run) {
  return run.hunt.complete && run.hunt.control_failed.empty() && run.incidents.empty() &&
         std::ranges::none_of(run.hunt.faults, is_wrong);
}

std::string repeat_command(const FaultRecord& record, const FaultRun& run) {
  std::string command = fmt::format("{}={} {} run", run.variable, record.fault.id, run.program);
  if (!run.asked_device.empty()) {
    command += fmt::format(" --device {}", run.asked_device);
  }
  const std::string filter = !record.case_id.empty()      ? record.case_id
                             : record.fault.files.empty() ? "*"
                                                          : fmt::format("*.{}.*", record.fault.files.front());
  return command + fmt::format(" --filter '{}'", filter);
}

std::string faults_text(const FaultRun& run) {
  std::string text = table(run);
  text += fmt::format("\n{:<16}  {:>8}  {:>5}  {:>9}  {:>8}  {:>11}\n", "group", "mistakes", "named",
                      "not named", "survived", "unsupported");
  for (const auto& [name, counts] : count_groups(run)) {
    text += line_of_group(name, counts);
  }
  text += what_is_wrong(run);
  const Counts all = count_all(run);
  text += fmt::format(
      "\n{} mistakes in {} s: {} caught and named, {} caught and not named, {} survived, {} not "
      "supported; {} cases pass without a mistake\n",
      run.hunt.faults.size(), seconds(run.milliseconds), of(all, Fate::named), of(all, Fate::caught),
      of(all, Fate::survived), of(all, Fate::not_supported),
      run.hunt.control_cases - run.hunt.control_failed.size());
  return text;
}

std::string faults_json(const FaultRun& run) {
  Json json = {{"format", "rpcts.faults"}, {"version", faults_version}};
  json["run"] = {{"suite", run.suite_version},
                 {"started", run.started},
                 {"host", {{"name", run.host.name}, {"system", run.host.system}, {"cores", run.host.cores}}},
                 {"device", text_or_null(run.device)},
                 {"settings",
                  {{"filter", run.filter},
                   {"device", text_or_null(run.asked_device)},
                   {"jobs", run.jobs},
                   {"sample", run.sample.index},
                   {"samples", run.sample.count}}},
                 {"selected", run.selected},
                 {"complete", run.hunt.complete},
                 {"milliseconds", run.milliseconds},
                 {"totals", json_of(count_all(run))},
                 {"incidents", run.incidents}};
  json["control"] = {{"cases", run.hunt.control_cases}, {"failed", run.hunt.control_failed}};
  Json& groups = json["groups"] = Json::array();
  for (const auto& [name, counts] : count_groups(run)) {
    groups.push_back({{"group", name}, {"totals", json_of(counts)}});
  }
  Json& mistakes = json["mistakes"] = Json::array();
  for (const FaultRecord& record : run.hunt.faults) {
    mistakes.push_back(json_of(record, run));
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

void tell(Progress& progress, const FaultRecord& record) {
  progress.add(record.fault.id, is_wrong(record) ? fmt::format("{} {}: {}\n", name_of(record.fate),
                                                               record.fault.id, record.fault.title)
                                                 : std::string());
}

}  // namespace rpcts::report
