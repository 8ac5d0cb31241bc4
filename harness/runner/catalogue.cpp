#include "harness/runner/catalogue.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace rpcts::runner {
namespace {

using Json = nlohmann::json;

constexpr auto weight_names = std::to_array<std::pair<Weight, std::string_view>>({
    {Weight::must, "MUST"},
    {Weight::reference, "REF"},
    {Weight::host, "HOST"},
    {Weight::strict, "strict"},
});
constexpr auto proof_names = std::to_array<std::pair<Proof, std::string_view>>({
    {Proof::positive, "positive"},
    {Proof::negative, "negative"},
});

/// The value with this name in a table of names; throws std::out_of_range when there is none.
template <class T, std::size_t N>
T named(const std::array<std::pair<T, std::string_view>, N>& names, const std::string& name) {
  for (const auto& [value, known] : names) {
    if (known == name) {
      return value;
    }
  }
  throw std::out_of_range(name);
}

Json json_of(const RuleInfo& rule) {
  return {{"id", rule.id},
          {"contract", rule.contract},
          {"clause", rule.clause},
          {"level", name_of(rule.level)},
          {"statement", rule.statement},
          {"published", rule.published}};
}

Json json_of(const CaseInfo& info) {
  Json claims = Json::array();
  for (const Claim& claim : info.claims) {
    claims.push_back({{"rule", claim.rule}, {"proof", name_of(claim.proof)}});
  }
  return {{"id", info.id},
          {"title", info.title},
          {"claims", std::move(claims)},
          {"needsDevice", info.needs_device},
          {"generated", info.generated},
          {"nightly", info.nightly},
          {"level", name_of(info.weight)},
          {"clause", info.clause},
          {"profiles", info.profiles}};
}

template <class T>
std::string lines_of(const std::vector<T>& list) {
  std::string text = "[";
  const char* separator = "\n";
  for (const T& entry : list) {
    text += separator;
    text += json_of(entry).dump(-1, ' ', false, Json::error_handler_t::replace);
    separator = ",\n";
  }
  return text + "\n]";
}

Catalogue read(const Json& json) {
  Catalogue catalogue;
  for (const Json& rule : json.at("rules")) {
    catalogue.rules.push_back({.id = rule.at("id"),
                               .contract = rule.at("contract"),
                               .clause = rule.at("clause"),
                               .level = named(weight_names, rule.at("level")),
                               .statement = rule.at("statement"),
                               .published = rule.value("published", false)});
  }
  for (const Json& one : json.at("cases")) {
    CaseInfo info{.id = one.at("id"),
                  .title = one.at("title"),
                  .needs_device = one.at("needsDevice"),
                  .generated = one.at("generated"),
                  .nightly = one.at("nightly"),
                  .weight = named(weight_names, one.at("level")),
                  .profiles = one.at("profiles").get<std::vector<std::string>>(),
                  .clause = one.at("clause")};
    for (const Json& claim : one.at("claims")) {
      info.claims.push_back({.rule = claim.at("rule"), .proof = named(proof_names, claim.at("proof"))});
    }
    catalogue.cases.push_back(std::move(info));
  }
  return catalogue;
}

}  // namespace

std::string_view name_of(Weight weight) {
  return weight_names.at(static_cast<std::size_t>(weight)).second;
}
std::string_view name_of(Proof proof) {
  return proof_names.at(static_cast<std::size_t>(proof)).second;
}

const RuleInfo* Catalogue::find_rule(std::string_view id) const {
  const auto at = std::ranges::find(rules, id, &RuleInfo::id);
  return at == rules.end() ? nullptr : &*at;
}

const CaseInfo* Catalogue::find_case(std::string_view id) const {
  const auto at = std::ranges::lower_bound(cases, id, {}, &CaseInfo::id);
  return at == cases.end() || at->id != id ? nullptr : &*at;
}

std::string to_json(const Catalogue& catalogue) {
  return fmt::format("{{\"format\": \"{}\", \"version\": {},\n\"rules\": {},\n\"cases\": {}}}\n",
                     catalogue_format, catalogue_version, lines_of(catalogue.rules),
                     lines_of(catalogue.cases));
}

Result<Catalogue> catalogue_from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("format").get<std::string>() != catalogue_format) {
      return error(ErrorKind::failed, "what the worker wrote is no list of cases");
    }
    const int version = json.at("version").get<int>();
    if (version != catalogue_version) {
      return error(
          ErrorKind::failed,
          fmt::format("the worker's list of cases has version {}, this program reads version {}; use "
                      "the worker that was installed with it",
                      version, catalogue_version));
    }
    return read(json);
  } catch (const std::exception& thrown) {
    return error(ErrorKind::failed,
                 fmt::format("the worker's list of cases is unreadable: {}", thrown.what()));
  }
}

}  // namespace rpcts::runner
