// What the header asks of a table, and the names of the profiles.

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "harness/base/text.hpp"
#include "harness/implementation/answer.hpp"
#include "harness/implementation/loaded.hpp"

namespace rpcts::implementation {
namespace {

/// Longer names are cut.
constexpr std::size_t maximum_name_bytes = 200;

struct Profile {
  std::uint32_t bit;
  std::string_view name;
};
constexpr auto profiles = std::to_array<Profile>({{RPCTS_PROFILE_AUTHORING, "authoring"},
                                                  {RPCTS_PROFILE_RESOLUTION, "resolution"},
                                                  {RPCTS_PROFILE_HOST, "host"},
                                                  {RPCTS_PROFILE_INTROSPECTION, "introspection"}});

std::unexpected<Error> wrong(std::string what) {
  return error(ErrorKind::usage, "the implementation's table is wrong: " + std::move(what));
}

struct Function {
  std::string_view name;
  std::uint32_t profile;
  bool there;
};

std::array<Function, 16> functions_of(const rpcts_adapter& t) {
  const auto authoring = RPCTS_PROFILE_AUTHORING;
  const auto resolution = RPCTS_PROFILE_RESOLUTION;
  const auto host = RPCTS_PROFILE_HOST;
  const auto introspection = RPCTS_PROFILE_INTROSPECTION;
  return {{{"judge_pack", authoring, t.judge_pack != nullptr},
           {"resolve_slots", resolution, t.resolve_slots != nullptr},
           {"resolve_settings", resolution, t.resolve_settings != nullptr},
           {"evaluate_policy", resolution, t.evaluate_policy != nullptr},
           {"create_host", host, t.create_host != nullptr},
           {"destroy_host", host, t.destroy_host != nullptr},
           {"set_scene", host, t.set_scene != nullptr},
           {"register_pack", host, t.register_pack != nullptr},
           {"withdraw_pack", host, t.withdraw_pack != nullptr},
           {"query_availability", host, t.query_availability != nullptr},
           {"select_pack", host, t.select_pack != nullptr},
           {"render_frame", host, t.render_frame != nullptr},
           {"query_state", host, t.query_state != nullptr},
           {"handle_event", host, t.handle_event != nullptr},
           {"read_block", introspection, t.read_block != nullptr},
           {"read_ledger", introspection, t.read_ledger != nullptr}}};
}

/// A text of the table as reports show it.
Result<std::string> text_in(const rpcts_text& text, std::string_view member) {
  if (text.data == nullptr && text.length > 0) {
    return wrong(fmt::format("{} is NULL and has the length {}", member, text.length));
  }
  if (text.length == 0) {
    return std::string();
  }
  std::string shown = repaired({text.data, std::min(text.length, maximum_name_bytes)});
  // A line break would break every report.
  std::ranges::replace_if(shown, [](char c) { return c >= 0 && c < ' '; }, ' ');
  return shown;
}

}  // namespace

std::vector<std::string> profile_names(std::uint32_t bits) {
  std::vector<std::string> names;
  for (const Profile& profile : profiles) {
    if ((bits & profile.bit) != 0) {
      names.emplace_back(profile.name);
    }
  }
  return names;
}

Result<Loaded> check_table(const rpcts_adapter* table) {
  if (table == nullptr) {
    return error(
        ErrorKind::usage,
        fmt::format("the implementation does not work with version {} of the adapter header; build it "
                    "against the rpcts_adapter.h of this suite",
                    RPCTS_ADAPTER_VERSION));
  }
  if (table->size < offsetof(rpcts_adapter, profiles)) {
    return wrong(fmt::format("its size is {}; set it to sizeof(rpcts_adapter)", table->size));
  }
  if (table->version != RPCTS_ADAPTER_VERSION) {
    return error(
        ErrorKind::usage,
        fmt::format("the implementation has version {} of the adapter header, this suite has version "
                    "{}; build it against the rpcts_adapter.h of this suite",
                    table->version, RPCTS_ADAPTER_VERSION));
  }
  // A later version of the header may have grown the table; a table of a gigabyte is no table.
  constexpr std::uint32_t largest_table = 64 * 1024;
  if (table->size < sizeof(rpcts_adapter) || table->size > largest_table) {
    return wrong(
        fmt::format("its size is {}, the table of version {} has {} bytes; set it to "
                    "sizeof(rpcts_adapter)",
                    table->size, RPCTS_ADAPTER_VERSION, sizeof(rpcts_adapter)));
  }
  std::uint32_t known = 0;
  for (const Profile& profile : profiles) {
    known |= profile.bit;
  }
  if ((table->profiles & ~known) != 0) {
    return wrong(fmt::format("it claims profiles that version {} does not know ({:#x})",
                             RPCTS_ADAPTER_VERSION, table->profiles & ~known));
  }
  if ((table->profiles & RPCTS_PROFILE_INTROSPECTION) != 0 && (table->profiles & RPCTS_PROFILE_HOST) == 0) {
    return wrong("it claims introspection without host; introspection shows what a host did");
  }
  if (table->scene_shading != 0 && table->scene_shading != 1) {
    return wrong(fmt::format("scene_shading is {}, must be 0 or 1", table->scene_shading));
  }
  for (const Function& function : functions_of(*table)) {
    if ((table->profiles & function.profile) != 0 && !function.there) {
      return wrong(fmt::format("{} is NULL, and the profile {} that needs it is claimed", function.name,
                               profile_names(function.profile).front()));
    }
  }
  Result<std::string> name = text_in(table->name, "name");
  if (!name) {
    return std::unexpected(std::move(name.error()));
  }
  if (name->empty()) {
    return wrong("name is empty; reports show it");
  }
  Result<std::string> version = text_in(table->implementation_version, "implementation_version");
  if (!version) {
    return std::unexpected(std::move(version.error()));
  }
  return Loaded{.table = table, .name = std::move(*name), .version = std::move(*version)};
}

Result<void> require(const Loaded& loaded, std::uint32_t wanted) {
  const std::uint32_t missing = wanted & ~loaded.table->profiles;
  if (missing == 0) {
    return {};
  }
  std::string names;
  for (const std::string& name : profile_names(missing)) {
    names += (names.empty() ? "" : ", ") + name;
  }
  return error(ErrorKind::unsupported, "the implementation does not claim " + names);
}

}  // namespace rpcts::implementation
