#include "harness/runner/implementation_facts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/base/text.hpp"

namespace rpcts::runner {
namespace {

using Json = nlohmann::json;

}  // namespace

bool ImplementationFacts::claims(std::string_view profile) const {
  return std::ranges::find(profiles, profile) != profiles.end();
}

std::string to_json(const ImplementationFacts& facts) {
  const Json json = {{"path", facts.path},         {"kind", facts.kind},
                     {"name", facts.name},         {"version", facts.version},
                     {"profiles", facts.profiles}, {"sceneShading", facts.scene_shading}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Result<ImplementationFacts> implementation_from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    return ImplementationFacts{.path = json.at("path"),
                               .kind = json.at("kind"),
                               .name = json.at("name"),
                               .version = json.at("version"),
                               .profiles = json.at("profiles").get<std::vector<std::string>>(),
                               .scene_shading = json.at("sceneShading")};
  } catch (const Json::exception& thrown) {
    return error(ErrorKind::failed,
                 fmt::format("what the worker says of the implementation is unreadable: {}", thrown.what()));
  }
}

std::string describe(const ImplementationFacts& facts) {
  const std::vector<std::string_view> names(facts.profiles.begin(), facts.profiles.end());
  return fmt::format("{}{}{} ({} {}), claims {}", facts.name, facts.version.empty() ? "" : " ", facts.version,
                     facts.kind, facts.path, names.empty() ? "no profile" : joined(names, "and"));
}

}  // namespace rpcts::runner
