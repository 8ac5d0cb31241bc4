#include "harness/report/results_json.hpp"

#include <nlohmann/json.hpp>

#include "harness/report/profile_counts.hpp"
#include "harness/report/proof.hpp"

namespace rpcts::report {
namespace {

using Json = nlohmann::ordered_json;
using runner::CaseRecord;
using runner::RunRecord;

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

/// Text that the user may have left out.
Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

/// Whole microseconds as milliseconds, exact in three decimals.
double milliseconds(std::uint64_t microseconds) {
  return static_cast<double>(microseconds) / 1000.0;
}

Json json_of(const std::vector<runner::Claim>& claims) {
  Json list = Json::array();
  for (const runner::Claim& claim : claims) {
    list.push_back({{"rule", claim.rule}, {"proof", name_of(claim.proof)}});
  }
  return list;
}

Json json_of(const std::vector<runner::Message>& messages) {
  Json list = Json::array();
  for (const runner::Message& message : messages) {
    Json one = {{"text", message.text}};
    if (!message.file.empty()) {
      one["file"] = message.file;
      one["line"] = message.line;
    }
    list.push_back(std::move(one));
  }
  return list;
}

Json json_of(const CaseRecord& record, const runner::RunSettings& settings) {
  return {{"id", record.info.id},
          {"title", record.info.title},
          {"level", name_of(record.info.weight)},
          {"claims", json_of(record.info.claims)},
          {"clause", text_or_null(record.info.clause)},
          {"generated", record.info.generated},
          {"profiles", record.info.profiles},
          {"outcome", name_of(record.outcome)},
          {"checks", record.checks},
          {"milliseconds", milliseconds(record.microseconds)},
          {"attempts", record.attempts},
          {"messages", json_of(record.messages)},
          {"notes", record.notes},
          {"output", record.output},
          {"repeat", repeat_command(record.info.id, settings)}};
}

/// The totals by outcome.
Json json_of(const runner::Totals& counted) {
  Json totals = Json::object();
  for (const auto& [outcome, name] : runner::outcome_names) {
    totals[std::string(name)] = counted.at(static_cast<std::size_t>(outcome));
  }
  return totals;
}

Json json_of(const std::optional<runner::ImplementationFacts>& facts) {
  if (!facts) {
    return nullptr;
  }
  return {{"path", facts->path},       {"kind", facts->kind},         {"name", facts->name},
          {"version", facts->version}, {"profiles", facts->profiles}, {"sceneShading", facts->scene_shading}};
}

/// What is known when the run starts.
Json start_of(const RunRecord& run) {
  const runner::RunSettings& settings = run.settings;
  return {{"suite", run.suite_version},
          {"started", run.started},
          {"host", {{"name", run.host.name}, {"system", run.host.system}, {"cores", run.host.cores}}},
          {"device", text_or_null(run.device)},
          {"implementation", json_of(run.implementation)},
          {"settings",
           {{"contract", text_or_null(settings.contract)},
            {"filter", settings.filter},
            {"nightly", settings.nightly},
            {"device", text_or_null(settings.device)},
            {"implementation", text_or_null(settings.implementation)},
            {"validation", settings.validation},
            {"data", text_or_null(settings.data)},
            {"worker", text_or_null(settings.worker)},
            {"expectations", text_or_null(settings.expectations)},
            {"jobs", settings.jobs},
            {"shard", settings.shard},
            {"shards", settings.shards},
            {"retries", settings.retries},
            {"timeoutSeconds", settings.timeout_seconds}}},
          {"selected", run.selected}};
}

/// What is known when it ends.
Json end_of(const RunRecord& run) {
  Json profiles = Json::array();
  for (const ProfileCount& count : profile_counts(run)) {
    profiles.push_back({{"profile", count.profile},
                        {"claimed", count.claimed},
                        {"cases", count.cases},
                        {"totals", json_of(count.outcomes)}});
  }
  return {{"complete", run.complete},
          {"milliseconds", run.milliseconds},
          {"totals", json_of(totals_of(run.cases))},
          {"profiles", std::move(profiles)},
          {"incidents", run.incidents}};
}

}  // namespace

std::string results_json(const RunRecord& run, const std::vector<runner::RuleInfo>& rules) {
  Json json = {{"format", "rpcts.results"}, {"version", results_version}};
  json["run"] = start_of(run);
  json["run"].update(end_of(run));
  Json& verdicts = json["rules"] = Json::array();
  for (const RuleProof& proof : prove(rules, run.cases)) {
    if (!proof.verdict) {
      continue;
    }
    verdicts.push_back({{"id", proof.rule->id},
                        {"contract", proof.rule->contract},
                        {"clause", proof.rule->clause},
                        {"level", name_of(proof.rule->level)},
                        {"verdict", name_of(*proof.verdict)},
                        {"positive", proof.positive},
                        {"negative", proof.negative}});
  }
  Json& cases = json["cases"] = Json::array();
  for (const CaseRecord& record : run.cases) {
    cases.push_back(json_of(record, run.settings));
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string start_line(const RunRecord& run) {
  return line_of({{"format", "rpcts.events"}, {"version", results_version}, {"run", start_of(run)}});
}

std::string case_line(const CaseRecord& record, const runner::RunSettings& settings) {
  return line_of({{"case", json_of(record, settings)}});
}

std::string end_line(const RunRecord& run) {
  return line_of({{"end", end_of(run)}});
}

}  // namespace rpcts::report
